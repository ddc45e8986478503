package apptest

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/fstest"

	"tradelog/importing/catalogfile"
)

// ExportedCatalog returns the catalog of a shop as a file. The pictures are added to files; nil: the file has none.
func (s *Shop) ExportedCatalog(t testing.TB, format catalogfile.Format, files fstest.MapFS) string {
	t.Helper()
	save := func(name string, content io.Reader) error {
		data, err := io.ReadAll(content)
		files[name] = &fstest.MapFile{Data: data}
		return err
	}
	if files == nil {
		save = nil
	}
	var b bytes.Buffer
	if _, err := catalogfile.Export(Operator(), s.CatalogFiles(), &b, format, save); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// ImportCatalog imports a file with its pictures. Each row has to be right.
func (s *Shop) ImportCatalog(t testing.TB, format catalogfile.Format, file string, files fstest.MapFS) catalogfile.Summary {
	t.Helper()
	done, err := catalogfile.Import(Operator(), s.CatalogFiles(), strings.NewReader(file), catalogfile.Options{
		Format: format, Mode: catalogfile.Upsert, Files: files, Failed: func(p catalogfile.Problem) error {
			t.Errorf("%s: line %d, %s, column %q: %s", format, p.Line, p.SKU, p.Column, p.Message)
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Settle()
	return done
}
