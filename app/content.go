package app

import (
	"context"

	catalogcommands "tradelog/commands/catalog"
	domaincontent "tradelog/domain/content"
	"tradelog/domain/settings"
	tradehttp "tradelog/http"
	"tradelog/operations"
	"tradelog/operations/content"
	"tradelog/operations/records"
	"tradelog/projections"
	"tradelog/projections/catalog"
	"tradelog/reactions"
)

// contentModule has pages and blocks of content, the blog, and media files.
var contentModule = Module{
	Name:       "content",
	Records:    []records.Record{content.Pages, content.Blocks, content.Posts, content.BlogCategories},
	Streams:    catalogcommands.MediaFileStreams(),
	Events:     domaincontent.EventSpecs(),
	Changes:    domaincontent.Changes(),
	Sequences:  []projections.Marks{catalog.FileMarks},
	Projectors: []projections.Definition{catalog.Files},
	Settings:   settings.Content,
	Operations: func(s Services) []*operations.Operation { return content.New(mediaOf(s)) },
	Reactions: func(s Services) []reactions.Reaction {
		return []reactions.Reaction{
			reactions.RemoveMedia(s.Commands.Content, s.Media), reactions.ReleasePictures(s.Commands.Catalog, s.Commands.Content),
		}
	},
	Pages: func(s Services) []tradehttp.Page {
		return []tradehttp.Page{{Path: "/media/*path", Serve: func(ctx context.Context, path string) (*tradehttp.Asset, error) {
			file, err := content.Serve(ctx, mediaOf(s), path)
			if err != nil || file == nil {
				return nil, err
			}
			return &tradehttp.Asset{
				Type: file.Type, Version: file.Version, Lasting: file.Lasting(), Modified: file.Bytes.Modified, Content: file.Bytes,
			}, nil
		}}}
	},
}

// Pictures returns the dependencies with which pictures of products are stored.
func (a *App) Pictures() content.Dependencies { return mediaOf(a.Services) }

// mediaOf returns the dependencies of operations on media files.
func mediaOf(s Services) content.Dependencies {
	return content.Dependencies{
		Commands: s.Commands.Content, Reader: s.Readers.Content, Shops: s.Readers.Directory, Store: s.Media,
		Sealer: s.Codec, Logger: s.Logger,
	}
}
