package catalog

import (
	"context"
	"maps"
	"path"
	"slices"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/claim"
	"tradelog/domain/content"
	"tradelog/domain/record"
)

// MediaFiles carries out the commands on media files.
type MediaFiles struct {
	*commands.Engine
	files commands.Members[content.File]
}

// MediaFileStreams declares the streams of the area.
func MediaFileStreams() []commands.Streams {
	return []commands.Streams{commands.DeclareRecords(content.Files, "media_file")}
}

// NewMediaFiles returns the commands.
func NewMediaFiles(e *commands.Engine) *MediaFiles {
	return &MediaFiles{Engine: e, files: commands.OpenCollection(e, commands.Collection[content.File]{
		Kind: content.Files, Sequence: "media_file", Taken: content.ErrTaken,
		Claim: func(f content.File) string { return claim.MediaFile(f.Path) },
		Ready: func(f content.File, _ int64) (content.File, error) { return f, nil },
	})}
}

// AddFile adds a media file whose bytes are stored. If the path is taken, the file gets the path with _1, _2 and so on.
func (c *MediaFiles) AddFile(ctx context.Context, f content.File) (id int64, added content.File, err error) {
	folder, extension := f.Folder(), path.Ext(f.Path)
	name := f.Name()[:len(f.Name())-len(extension)]
	id, err = c.files.CreateFree(ctx, func(n int) content.File {
		f.Path = content.Candidate(folder, name, extension, n)
		return f
	})
	if err != nil {
		return 0, f, err
	}
	added, err = c.files.Get(ctx, id) // an earlier attempt may have had another path
	return id, added, err
}

// DeleteFile deletes a media file. record.ErrNotFound: there is none.
func (c *MediaFiles) DeleteFile(ctx context.Context, id int64) error { return c.files.Delete(ctx, id) }

// File returns a media file. record.ErrNotFound: there is none.
func (c *MediaFiles) File(ctx context.Context, id int64) (content.File, error) {
	return c.files.Get(ctx, id)
}

// ReplaceFile gives a media file other bytes, which are stored already. record.ErrNotFound: there is no such file.
func (c *MediaFiles) ReplaceFile(ctx context.Context, id int64, bytes content.File) error {
	return c.files.Change(ctx, id, func(f content.File) (content.File, error) {
		bytes.Path = f.Path
		return bytes, nil
	})
}

// FormerKeys returns the object store's keys of bytes that a media file had and no longer has. For a deleted file it returns all keys.
func (c *MediaFiles) FormerKeys(ctx context.Context, id int64) (keys []string, err error) {
	values, live := record.Values{}, true
	err = c.EachEvent(ctx, content.Files.Stream(id), func(e domain.Event, _ domain.Times) {
		switch e := e.(type) {
		case record.Created:
			maps.Copy(values, e.Values)
		case record.Changed:
			maps.Copy(values, e.Set)
		case record.Deleted:
			live = false
			return
		}
		if f, err := record.Read[content.File](values); err == nil && !slices.Contains(keys, f.Key) { // stored values are always readable
			keys = append(keys, f.Key)
		}
	})
	if live && len(keys) > 0 {
		keys = keys[:len(keys)-1]
	}
	return keys, err
}
