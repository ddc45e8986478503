package generated

import (
	"bytes"
	"maps"
	"os"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"
)

// Members returns the files of a txtar archive by their names.
func Members(t testing.TB, file string) map[string][]byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (make generate writes it)", err)
	}
	files := map[string][]byte{}
	for _, f := range txtar.Parse(text).Files {
		if _, twice := files[f.Name]; twice {
			t.Errorf("%s has %s twice", file, f.Name)
		}
		files[f.Name] = f.Data
	}
	return files
}

// Write writes a txtar archive of files, in the order of their names.
func Write(t testing.TB, file string, files map[string][]byte) {
	t.Helper()
	archive := &txtar.Archive{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: files[name]})
	}
	if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, data := range Members(t, file) {
		if !bytes.Equal(data, files[name]) {
			t.Errorf("%s has no end of line or a line of the archive's, and cannot be a file of %s", name, file)
		}
	}
}

// Archive compares the files of a txtar archive with those made from the code. UPDATE_GOLDEN=1 (make generate) renews the archive.
func Archive(t testing.TB, file string, made map[string][]byte) {
	t.Helper()
	if os.Getenv("UPDATE_GOLDEN") != "" {
		Write(t, file, made)
		return
	}
	had := Members(t, file)
	for name, data := range made {
		if !bytes.Equal(had[name], data) {
			t.Errorf("%s: %s differs; UPDATE_GOLDEN=1 renews it", file, name)
		}
		delete(had, name)
	}
	for name := range had {
		t.Errorf("%s: nothing makes %s; UPDATE_GOLDEN=1 removes it", file, name)
	}
}
