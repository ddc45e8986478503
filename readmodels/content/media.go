package content

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/content"
	"tradelog/readmodels"
	"tradelog/readmodels/scopes"
)

// MediaFile is a media file with its number.
type MediaFile struct {
	ID int64
	content.File
}

// MediaFile finds the file at a path, from memory while it has not changed; nil if there is none.
func (r *Reader) MediaFile(ctx context.Context, path string) (*MediaFile, error) {
	return r.media.Get(ctx, path, func(ctx context.Context, from readmodels.Source) (*MediaFile, error) {
		f := &MediaFile{}
		err := scanMediaFile(from.QueryRow(ctx, `SELECT id, file FROM read.media_files WHERE path = $1 AND live`, path), f)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, nil
		}
		return f, err
	}, scopes.MediaFile(path))
}

func scanMediaFile(row pgx.Row, f *MediaFile) error {
	var file []byte
	if err := row.Scan(&f.ID, &file); err != nil {
		return err
	}
	return json.Unmarshal(file, &f.File)
}

// MediaFiles lists the files of a folder by their names, whatever the case; those of folders below are not among them.
func (r *Reader) MediaFiles(ctx context.Context, folder string) ([]MediaFile, error) {
	rows, err := r.From(ctx, scopes.MediaFolder(folder)).Query(ctx,
		`SELECT id, file FROM read.media_files WHERE folder = $1 AND live ORDER BY lower(name) COLLATE "C", name COLLATE "C"`, folder)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (f MediaFile, err error) { return f, scanMediaFile(row, &f) })
}

// MediaFolderExists tells whether a folder has ever had a file, in it or below it.
func (r *Reader) MediaFolderExists(ctx context.Context, folder string) (found bool, err error) {
	err = r.From(ctx, scopes.MediaFolders).QueryRow(ctx,
		`SELECT EXISTS (SELECT FROM read.media_files WHERE folder = $1 OR folder LIKE $2)`, folder, readmodels.LikePrefix(folder+"/")).
		Scan(&found)
	return found, err
}
