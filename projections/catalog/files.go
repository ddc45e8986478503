package catalog

import (
	"maps"

	"tradelog/domain/content"
	"tradelog/domain/record"
	"tradelog/projections"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// Files stores media files. A deleted file keeps its row, because its folder stays.
var Files = projections.Definition{
	Name: "media", Version: 1, Tables: []string{"media_files"}, Events: projections.EventNames(content.EventSpecs()),
	New: projections.PerStream[fileRow]{
		Memory: 1000,
		Table:  "media_files",
		Fold:   foldFile,
		Put:    putFile,
	}.Projector,
}

type fileRow struct {
	File content.File `db:"file,json"`
	Live bool         `db:"live"`
}

var filesTable = projections.TableOf[tables.MediaFileRow]("media_files", 1)

func foldFile(w *projections.Writer, e projections.Event, r *fileRow) (write bool, err error) {
	switch payload := e.Payload.(type) {
	case record.Created:
		r.Live = true
		if r.File, err = record.Read[content.File](payload.Values); err != nil {
			return false, err
		}
	case record.Changed:
		values, err := record.Of(r.File)
		if err != nil {
			return false, err
		}
		maps.Copy(values, payload.Set)
		if r.File, err = record.Read[content.File](values); err != nil {
			return false, err
		}
	case record.Deleted:
		r.Live = false
	}
	if r.File.Path == "" {
		return false, nil // the file was never created
	}
	w.Touch(e.Position, scopes.MediaFolder(r.File.Folder()), scopes.MediaFolders, scopes.MediaFile(r.File.Path))
	return true, nil
}

func putFile(w *projections.Writer, id int64, r *fileRow, last projections.Event) (bool, error) {
	return true, filesTable.Put(w, tables.MediaFileRow{
		MediaFile: tables.MediaFile{ID: id, File: r.File},
		Path:      r.File.Path, Folder: r.File.Folder(), Name: r.File.Name(), Live: r.Live, Version: last.Position,
	})
}

// Marks finds the identifiers of media files.
var FileMarks = projections.RecordMarks(map[*record.Kind]string{content.Files: "media_file"})
