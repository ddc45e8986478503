package conformance_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/suite"
)

// TestHTTPDocument checks the document in each version of the format.
func TestHTTPDocument(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	shop := apptest.Start(t)
	_, project := suite.Node(t, scripts, "http")
	for _, version := range []string{"3.1.0", "3.0.3"} {
		file := filepath.Join(t.TempDir(), "openapi-"+version+".json")
		if err := os.WriteFile(file, shop.Must(200, "GET", "/api/docs.json?spec_version="+version, nil).Body, 0o644); err != nil {
			t.Fatal(err)
		}
		module := func(name string) string { return filepath.Join(project, "node_modules", name) }
		for name, arguments := range map[string][]string{
			"spectral": {
				module("@stoplight/spectral-cli/dist/index.js"), "lint", "--ruleset", "spectral.yaml", "--fail-severity", "hint", file,
			},
			"redocly": {module("@redocly/cli/bin/cli.js"), "lint", "--config", "redocly.yaml", "--format", "stylish", file},
		} {
			t.Run(name+" "+version, func(t *testing.T) {
				t.Parallel()
				linter := node(t, "http", arguments...)
				linter.Env = append(os.Environ(), "REDOCLY_TELEMETRY=off", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true", "NO_COLOR=1")
				if out, said := run(t, linter); strings.Contains(out+said, "warning") {
					t.Errorf("it warns:\n%s%s", out, said)
				}
			})
		}
		if version != "3.1.0" {
			continue // the generator makes the same client of both
		}
		t.Run("oapi-codegen", func(t *testing.T) {
			t.Parallel()
			run(t, inModule(t, generateClient(t, file), "vet", "-assign", "./client")) // checks types in a third of the time of a build
		})
	}
}

// TestHTTPPage uses the page of the API as a reader does: it opens each operation and sends requests.
func TestHTTPPage(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	shop := apptest.Start(t)
	out, _ := run(t, node(t, "http", "page.mjs", shop.URL, shop.Service([]string{"all"})))
	if read := strings.TrimSpace(out); read != strconv.Itoa(len(shop.Pipeline.Registry.All())) {
		t.Errorf("it read %s operations of %d", read, len(shop.Pipeline.Registry.All()))
	}
}

// generateClient makes a client in a copy of the generator's module, whose directory it returns.
func generateClient(t *testing.T, document string) string {
	t.Helper()
	module := t.TempDir()
	if err := os.CopyFS(module, os.DirFS("http/generator")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(module, "client"), 0o755); err != nil {
		t.Fatal(err)
	}
	run(t, inModule(t, module, "mod", "download")) // a machine that does so for the first time tells what it gets
	if out, said := run(t, inModule(t, module, "tool", "oapi-codegen", "-config", "oapi-codegen.yaml", document)); out+said != "" {
		t.Errorf("the generator says:\n%s%s", out, said)
	}
	return module
}

// inModule prepares the program go in the directory of a module.
func inModule(t *testing.T, module string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = module
	return cmd
}
