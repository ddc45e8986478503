// Package content projects media files.
package content

import (
	"maps"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/content"
	"tradelog/domain/record"
	"tradelog/projections"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
)

// Files stores media files. A deleted file keeps its row, because its folder stays.
var Files = projections.Definition{
	Name: "media", Version: 1, Tables: []string{"media_files"}, Events: projections.EventNames(content.EventSpecs()),
	New: projections.PerStream[fileRow]{
		Memory: 1000,
		Query:  `SELECT id, file, live FROM media_files WHERE id = ANY($1)`,
		Scan: func(row pgx.CollectableRow, r *fileRow) (id int64, err error) {
			err = row.Scan(&id, projections.JSON(&r.file), &r.live)
			return id, err
		},
		Fold: foldFile,
		Put:  putFile,
	}.Projector,
}

type fileRow struct {
	file content.File
	live bool
}

var filesTable = &projections.Table{Name: "media_files", Keys: 1, Columns: projections.Columns(`id bigint, path text, folder text,
		name text, live boolean, file text, version bigint`)}

func foldFile(w *projections.Writer, e projections.Event, r *fileRow) (write bool, err error) {
	switch payload := e.Payload.(type) {
	case record.Created:
		r.live = true
		if r.file, err = record.Read[content.File](payload.Values); err != nil {
			return false, err
		}
	case record.Changed:
		values, err := record.Of(r.file)
		if err != nil {
			return false, err
		}
		maps.Copy(values, payload.Set)
		if r.file, err = record.Read[content.File](values); err != nil {
			return false, err
		}
	case record.Deleted:
		r.live = false
	}
	if r.file.Path == "" {
		return false, nil // the file was never created
	}
	w.Touch(e.Position, scopes.MediaFolder(r.file.Folder()), scopes.MediaFolders, scopes.MediaFile(r.file.Path))
	return true, nil
}

func putFile(w *projections.Writer, id int64, r *fileRow, last projections.Event) (bool, error) {
	file, err := documents.Encode(r.file)
	if err != nil {
		return false, err
	}
	w.Put(filesTable, id, r.file.Path, r.file.Folder(), r.file.Name(), r.live, file, last.Position)
	return true, nil
}

// Marks finds the identifiers of media files.
var Marks = projections.RecordMarks(map[*record.Kind]string{content.Files: "media_file"})
