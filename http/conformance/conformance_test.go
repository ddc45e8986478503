// Package conformance_test gives the OpenAPI document to programs of others: two linters, which must find nothing, and a generator of Go
// clients, whose code must compile. A browser without a screen uses the page of the API. It and the linters run on Node, which
// scripts/node.sh finds or downloads.
package conformance_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/programtest"
)

// TestOthersReadTheDocument checks the document in each version of the format.
func TestOthersReadTheDocument(t *testing.T) {
	t.Parallel()
	shop := apptest.Start(t)
	node, project := programtest.Node(t, "../../scripts", ".")
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
				out := run(t, project, node, arguments...)
				if bytes.Contains(out, []byte("warning")) {
					t.Errorf("it warns:\n%s", out)
				}
			})
		}
		if version != "3.1.0" {
			continue // the generator makes the same of both
		}
		t.Run("oapi-codegen", func(t *testing.T) {
			t.Parallel()
			run(t, generate(t, file), "go", "vet", "-assign", "./client") // checks types in a third of the time that a build takes
		})
	}
}

// TestThePageWorks uses the page of the API as a reader does: it opens each operation and sends requests.
func TestThePageWorks(t *testing.T) {
	t.Parallel()
	shop := apptest.Start(t)
	node, project := programtest.Node(t, "../../scripts", ".")
	out := run(t, project, node, "page.mjs", shop.URL, shop.Service([]string{"all"}))
	if read := strings.TrimSpace(string(out)); read != strconv.Itoa(len(shop.Pipeline.Registry.All())) {
		t.Errorf("it read %s operations of %d", read, len(shop.Pipeline.Registry.All()))
	}
}

// generate makes a client in a copy of the generator's module, whose directory it returns.
func generate(t *testing.T, document string) string {
	t.Helper()
	module := t.TempDir()
	if err := os.CopyFS(module, os.DirFS("generator")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(module, "client"), 0o755); err != nil {
		t.Fatal(err)
	}
	if out := run(t, module, "go", "tool", "oapi-codegen", "-config", "oapi-codegen.yaml", document); len(out) > 0 {
		t.Errorf("the generator says:\n%s", out)
	}
	return module
}

// run runs a program, which must succeed, and returns what it printed.
func run(t *testing.T, dir, program string, arguments ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, arguments...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "REDOCLY_TELEMETRY=off", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true", "NO_COLOR=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%.20000s", program, err, out)
	}
	return out
}
