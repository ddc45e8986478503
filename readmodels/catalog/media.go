package catalog

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"tradelog/readmodels"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// MediaFiles reads media files. Make it with NewMediaFiles.
type MediaFiles struct {
	*readmodels.Reader
	media readmodels.Cache[string, *MediaFile]
}

// NewMediaFiles makes a reader.
func NewMediaFiles(engine *readmodels.Reader) *MediaFiles {
	return &MediaFiles{engine, readmodels.NewCache[string, *MediaFile](engine, 20_000)}
}

// MediaFile is a media file with its number.
type MediaFile = tables.MediaFile

var mediaColumns = tables.Of[MediaFile]()

// MediaFile finds the file at a path, from memory while it has not changed; nil if there is none.
func (r *MediaFiles) MediaFile(ctx context.Context, path string) (*MediaFile, error) {
	return r.media.Get(ctx, path, func(ctx context.Context, from readmodels.Source) (*MediaFile, error) {
		f, err := mediaColumns.Read(from.QueryRow(ctx, "SELECT "+mediaColumns.SQL()+" FROM read.media_files WHERE path = $1 AND live", path))
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, nil
		}
		return f, err
	}, scopes.MediaFile(path))
}

// MediaFiles lists the files of a folder by their names, whatever the case; those of folders below are not among them.
func (r *MediaFiles) MediaFiles(ctx context.Context, folder string) ([]MediaFile, error) {
	rows, err := r.From(ctx, scopes.MediaFolder(folder)).Query(ctx,
		"SELECT "+mediaColumns.SQL()+` FROM read.media_files WHERE folder = $1 AND live ORDER BY lower(name) COLLATE "C", name COLLATE "C"`,
		folder)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, mediaColumns.CollectValue)
}

// MediaFolderExists tells whether a folder has ever had a file, in it or below it.
func (r *MediaFiles) MediaFolderExists(ctx context.Context, folder string) (found bool, err error) {
	err = r.From(ctx, scopes.MediaFolders).QueryRow(ctx,
		`SELECT EXISTS (SELECT FROM read.media_files WHERE folder = $1 OR folder LIKE $2)`, folder, readmodels.LikePrefix(folder+"/")).
		Scan(&found)
	return found, err
}
