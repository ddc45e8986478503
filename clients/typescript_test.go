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
	"tradelog/test/suite"
)

// typescript is a foreign project in which the package of the TypeScript library is installed.
type typescript struct{ node, dir string }

// installTypeScript installs the package with npm. The library's tests and examples are copied into the project, with links to the modules
// that they need.
func installTypeScript(t *testing.T) (l typescript, listed []byte) {
	t.Helper()
	node, modules := suite.Node(t, "../scripts", "typescript")
	source := complete(t, "typescript")
	l = typescript{node, t.TempDir()}
	tarball := packed(t, "tradelog-client-[0-9]*.tgz")
	if err := os.WriteFile(filepath.Join(l.dir, "package.json"), []byte(`{"type": "module"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	l.npm(t, "install", "--offline", "--no-audit", "--no-fund", tarball)
	for _, part := range []string{"test", "examples"} {
		if err := os.CopyFS(filepath.Join(l.dir, part), os.DirFS(filepath.Join(source, part))); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"tsconfig.json", "tsconfig.check.json"} {
		content, err := os.ReadFile(filepath.Join(source, file))
		if err == nil {
			err = os.WriteFile(filepath.Join(l.dir, file), content, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, module := range []string{"@types", "playwright-core", "typescript", "undici-types"} {
		if err := os.Symlink(filepath.Join(modules, "node_modules", module), filepath.Join(l.dir, "node_modules", module)); err != nil {
			t.Fatal(err)
		}
	}
	return l, l.npm(t, "pack", "--dry-run", "--json", "--ignore-scripts", tarball)
}

// npm runs npm in the project and returns what it prints.
func (l typescript) npm(t *testing.T, args ...string) []byte {
	t.Helper()
	program, err := exec.LookPath("npm")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Dir, cmd.Stderr = l.dir, t.Output()
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(l.node)+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("npm %v: %v", args, err)
	}
	return out
}

// run runs a program on Node in the project, such as node_modules/typescript/bin/tsc.
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

// program is a program in the project, such as an example.
func (l typescript) program(file string) clienttest.Program {
	return clienttest.Program{Dir: l.dir, Command: []string{l.node, file}}
}

// TestTypeScript installs the package with npm. It runs the library's own tests, the suite of behaviours, the examples and a browser, and
// checks the types and the package's content.
func TestTypeScript(t *testing.T) {
	t.Parallel()
	library, listed := installTypeScript(t)
	for name, test := range map[string]func(t *testing.T){
		"types": func(t *testing.T) {
			library.run(t, "node_modules/typescript/bin/tsc", "--project", "tsconfig.check.json")
		},
		"own":      func(t *testing.T) { library.run(t, "--test", "test/client.test.ts") },
		"suite":    func(t *testing.T) { clienttest.Suite(t, library.program("test/driver.ts")) },
		"package":  func(t *testing.T) { checkTarball(t, listed) },
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

// checkTarball checks npm's list of a package: the compiled library with its types, and nothing only for developers.
func checkTarball(t *testing.T, listed []byte) {
	var packed []struct {
		Name, Version string
		Files         []struct{ Path string }
	}
	if err := json.Unmarshal(listed, &packed); err != nil || len(packed) != 1 {
		t.Fatalf("%v\n%s", err, listed)
	}
	var files []string
	for _, file := range packed[0].Files {
		files = append(files, file.Path)
	}
	slices.Sort(files)
	want := []string{"CHANGELOG.md", "README.md", "package.json"}
	for _, module := range []string{
		"client", "errors", "exact", "follow", "index", "lists", "login", "memory", "node", "resource", "resources", "schema", "types", "webhook",
	} {
		want = append(want, "dist/"+module+".js", "dist/"+module+".d.ts")
	}
	slices.Sort(want)
	if !slices.Equal(files, want) {
		t.Errorf("packed are %v, want %v", files, want)
	}
	changes, err := os.ReadFile("typescript/CHANGELOG.md")
	if err != nil || !strings.Contains(string(changes), "## "+packed[0].Version+"\n") {
		t.Errorf("the changelog does not tell of %s: %v", packed[0].Version, err)
	}
}

// browser lets a page of another origin list products and follow changes.
func (l typescript) browser(t *testing.T) {
	shop := clienttest.Start(t)
	site := http.NewServeMux()
	site.Handle("/dist/", http.FileServer(http.Dir(filepath.Join(l.dir, "node_modules/@tradelog/client"))))
	site.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<!doctype html><title>A shop</title><link rel="icon" href="data:,">`))
	})
	pages := httptest.NewServer(site)
	t.Cleanup(pages.Close)
	shop.Configure("apiplatform/general/cors_origins", pages.URL)
	before, cursor := shop.Changes("0", "products")
	reached := shop.Change(1)
	chromium := suite.Program(t, "../scripts/chromium.sh")[0]
	out := l.run(t, "test/browser.ts", chromium, pages.URL, shop.URL, shop.Token(), cursor, strconv.FormatInt(reached, 10))
	var seen struct {
		Products            []int64
		Changes, Complaints []string
		Stored              string
	}
	if err := json.Unmarshal(out, &seen); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	// The demo shop still adds pictures of products, which are changes, too.
	last := slices.Contains(seen.Changes, fmt.Sprintf("%d 3", reached))
	if len(before) == 0 || len(seen.Products) < 50 || !last || len(seen.Complaints) > 0 {
		t.Errorf("the page saw %+v, want position %d", seen, reached)
	}
	_, number, _ := strings.Cut(seen.Stored, ".")
	if at, err := strconv.ParseInt(number, 10, 64); err != nil || at < reached {
		t.Errorf("it stored %q, want position %d: %v", seen.Stored, reached, err)
	}
}
