package clients_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"tradelog/test/clienttest"
	"tradelog/test/suite"
)

// TestGoLibrary compiles the Go library with the types of a shop, and runs the library's own tests.
func TestGoLibrary(t *testing.T) {
	t.Parallel()
	dir := complete(t, "go")
	types, err := os.ReadFile(filepath.Join(dir, "api", "types.go"))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(types, []byte("float32")) || bytes.Contains(types, []byte("float64")) {
		t.Error("a decimal is a binary float")
	}
	runGo(t, dir, "vet", "./...")
	tests := []string{"test", "-vet=off"}
	if raced() {
		tests = append(tests, "-race")
	}
	runGo(t, dir, append(tests, "./...")...)
}

// raced reports whether this test runs with the race detector. The library's own tests then do, too.
func raced() bool {
	made, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(made.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// runGo runs the program go in a folder and returns what it prints.
func runGo(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// TestGo uses the module in a foreign program: the suite of behaviours, the examples, and a few lines of code.
func TestGo(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	dir, made := t.TempDir(), t.TempDir()
	program := `package main

import (
	"fmt"

	tradelog "tradelog/clients/go"
	"tradelog/clients/go/api"
)

func main() { fmt.Println(tradelog.Version, tradelog.Path("orders", 7), api.Order{Currency: "EUR"}.Currency) }
`
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	source := unpacked(t, "tradelog-client-go-*.zip")
	version := source[strings.LastIndex(source, "-")+1:]
	const module = "tradelog/clients/go"
	runGo(t, dir, "mod", "init", "example.com/program")
	runGo(t, dir, "mod", "edit", "-require="+module+"@v"+version, "-replace="+module+"="+source)
	if said := runGo(t, dir, "run", "."); said != version+" /orders/7 EUR\n" {
		t.Errorf("it printed %q", said)
	}
	runGo(t, dir, "build", "-o", made+"/", module+"/internal/driver", module+"/examples/...")
	t.Run("suite", func(t *testing.T) {
		t.Parallel()
		clienttest.Suite(t, clienttest.Program{Command: []string{filepath.Join(made, "driver")}})
	})
	t.Run("examples", func(t *testing.T) {
		t.Parallel()
		clienttest.Examples(t, func(name string) clienttest.Program {
			if name == "orders" {
				name = "myorders" // documents would take a package orders for one of the shop
			}
			return clienttest.Program{Command: []string{filepath.Join(made, name)}}
		})
	})
}
