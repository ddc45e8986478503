// Package clients_test tests the client libraries on a shop of their own, each as the package built by make clients. test/clienttest has
// the shop, the faults and the suite that all libraries pass.
package clients_test

import (
	"archive/zip"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"tradelog/clients/generator"
	"tradelog/test/pgtest"
	"tradelog/test/servetest"
)

func TestMain(m *testing.M) { servetest.Main(m, nil) }

// document returns the OpenAPI document of a shop.
var document = once(func(t *testing.T) []byte {
	shop := servetest.Start(t, pgtest.Dir(t))
	answer, err := http.Get(shop.URL + "/api/docs.json")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return body
})

// packages returns the files that scripts/clients.sh makes, by their names.
var packages = once(func(t *testing.T) map[string][]byte {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(document(t)) }))
	defer site.Close()
	dist := t.TempDir()
	if out, err := exec.Command("../scripts/clients.sh", dist, site.URL).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	files := map[string][]byte{}
	entries, err := os.ReadDir(dist)
	for _, e := range entries {
		if err == nil {
			files[e.Name()], err = os.ReadFile(filepath.Join(dist, e.Name()))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return files
})

// once returns a function that computes a value for the first test and returns it to all.
func once[T any](produce func(t *testing.T) T) func(t *testing.T) T {
	var first sync.Once
	var made T
	return func(t *testing.T) T {
		t.Helper()
		first.Do(func() { made = produce(t) })
		return made
	}
}

// complete returns a folder with the whole source of a library.
func complete(t *testing.T, language string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), language)
	if err := generator.Write(language, document(t), language, dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// packed returns the package whose file name matches a pattern.
func packed(t *testing.T, pattern string) string {
	t.Helper()
	for name, content := range packages(t) {
		if match, err := filepath.Match(pattern, name); err != nil || !match {
			continue
		}
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	t.Fatalf("no package is called %s", pattern)
	return ""
}

// unpacked returns the top folder in the archive of a library's source.
func unpacked(t *testing.T, pattern string) string {
	t.Helper()
	file := packed(t, pattern)
	archive, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	dir := t.TempDir()
	if err := os.CopyFS(dir, archive); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, strings.TrimSuffix(filepath.Base(file), ".zip"))
}
