package clients_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tradelog/test/clienttest"
	"tradelog/test/programtest"
)

// typescript is a copy of the TypeScript library with the modules that it is developed with.
type typescript struct{ node, dir string }

// copyTypeScript copies the library, because modules are not installed in the tree.
func copyTypeScript(t *testing.T) typescript {
	t.Helper()
	node, project := programtest.Node(t, "../scripts", "typescript")
	library := typescript{node, t.TempDir()}
	for _, part := range []string{"src", "test", "examples"} {
		if err := os.CopyFS(filepath.Join(library.dir, part), os.DirFS(filepath.Join("typescript", part))); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob("typescript/*.*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err == nil {
			err = os.WriteFile(filepath.Join(library.dir, filepath.Base(file)), content, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(project, "node_modules"), filepath.Join(library.dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	return library
}

// run runs a program on Node in the copy, such as node_modules/typescript/bin/tsc.
func (l typescript) run(t *testing.T, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), l.node, args...)
	cmd.Dir = l.dir
	out, err := cmd.Output()
	if err != nil {
		var ended *exec.ExitError
		if errors.As(err, &ended) {
			out = append(out, ended.Stderr...)
		}
		t.Fatalf("%v: %v\n%.20000s", args, err, out)
	}
	return out
}

// program is a program of the library, such as an example.
func (l typescript) program(file string) clienttest.Program {
	return clienttest.Program{Dir: l.dir, Command: []string{l.node, file}}
}

// TestGeneratedTypeScript checks that the types of the TypeScript library are those that openapi-typescript makes of the document.
func TestGeneratedTypeScript(t *testing.T) {
	t.Parallel()
	source, err := filepath.Abs(document)
	if err != nil {
		t.Fatal(err)
	}
	library := copyTypeScript(t)
	library.run(t, "node_modules/openapi-typescript/bin/cli.js", source, "--output", "made.ts")
	made, err := os.ReadFile(filepath.Join(library.dir, "made.ts"))
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "typescript/src/schema.ts", made)
}

// TestTypeScript compiles the TypeScript library and tests it: its own tests, the suite of behaviours, the examples, a browser, and
// what its package has.
func TestTypeScript(t *testing.T) {
	t.Parallel()
	library := copyTypeScript(t)
	const compiler = "node_modules/typescript/bin/tsc"
	library.run(t, compiler)
	for name, test := range map[string]func(t *testing.T){
		"types":    func(t *testing.T) { library.run(t, compiler, "--project", "tsconfig.check.json") },
		"own":      func(t *testing.T) { library.run(t, "--test", "test/client.test.ts") },
		"suite":    func(t *testing.T) { clienttest.Suite(t, library.program("test/driver.ts")) },
		"package":  library.pack,
		"browser":  library.browser,
		"examples": library.examples,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t)
		})
	}
}

func (l typescript) examples(t *testing.T) {
	clienttest.Examples(t, func(name string) clienttest.Program { return l.program("examples/" + name + ".ts") })
}

// pack checks what `npm pack` packs: the compiled library with its types, and nothing that only developers need.
func (l typescript) pack(t *testing.T) {
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), npm, "pack", "--dry-run", "--json", "--ignore-scripts")
	cmd.Dir, cmd.Stderr = l.dir, t.Output()
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(l.node)+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var packed []struct {
		Name, Version string
		Files         []struct{ Path string }
	}
	if err := json.Unmarshal(out, &packed); err != nil || len(packed) != 1 {
		t.Fatalf("%v\n%s", err, out)
	}
	var files []string
	for _, file := range packed[0].Files {
		files = append(files, file.Path)
	}
	slices.Sort(files)
	want := []string{"CHANGELOG.md", "README.md", "package.json"}
	for _, module := range []string{"client", "errors", "follow", "index", "login", "memory", "node", "schema", "types", "webhook"} {
		want = append(want, "dist/"+module+".js", "dist/"+module+".d.ts")
	}
	slices.Sort(want)
	if !slices.Equal(files, want) {
		t.Errorf("packed are %v, want %v", files, want)
	}
	changes, err := os.ReadFile(filepath.Join(l.dir, "CHANGELOG.md"))
	if err != nil || !strings.Contains(string(changes), "## "+packed[0].Version+"\n") {
		t.Errorf("the changelog does not tell of %s: %v", packed[0].Version, err)
	}
}

// browser has a page of another origin list products and follow changes.
func (l typescript) browser(t *testing.T) {
	shop := clienttest.Start(t)
	site := http.NewServeMux()
	site.Handle("/dist/", http.FileServer(http.Dir(l.dir)))
	site.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<!doctype html><title>A shop</title><link rel="icon" href="data:,">`))
	})
	pages := httptest.NewServer(site)
	t.Cleanup(pages.Close)
	shop.Configure("apiplatform/general/cors_origins", pages.URL)
	before, cursor := shop.Changes("0", "products")
	reached := shop.Change(1)
	chromium := programtest.Find(t, "../scripts/chromium.sh")[0]
	out := l.run(t, "test/browser.ts", chromium, pages.URL, shop.URL, shop.Token(), cursor, strconv.FormatInt(reached, 10))
	var seen struct {
		Products            []int64
		Changes, Complaints []string
		Stored              string
	}
	if err := json.Unmarshal(out, &seen); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	// The demo shop still draws pictures of products, which are changes too.
	last := slices.Contains(seen.Changes, fmt.Sprintf("%d 3", reached))
	if len(before) == 0 || len(seen.Products) < 50 || !last || len(seen.Complaints) > 0 {
		t.Errorf("the page saw %+v, want position %d", seen, reached)
	}
	_, number, _ := strings.Cut(seen.Stored, ".")
	if at, err := strconv.ParseInt(number, 10, 64); err != nil || at < reached {
		t.Errorf("it stored %q, want position %d: %v", seen.Stored, reached, err)
	}
}
