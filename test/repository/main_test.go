// Package repository tests the files of the repository: imports, line widths, sizes of functions, citations of the contract, and whether
// generated documents match the code.
package repository

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestMain runs the tests at the root of the repository.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// leftBehind reports whether a directory is not part of the repository, but left by builds, runs or other programs.
func leftBehind(d fs.DirEntry) bool {
	hidden := strings.HasPrefix(d.Name(), ".") && d.Name() != "." && d.Name() != ".ci"
	return d.IsDir() && (hidden || slices.Contains([]string{"bin", "data", "dist", "node_modules"}, d.Name()))
}

// TestRoot checks that tests run at the root. It is not parallel, so it runs before the tests that read files. Go's test cache records the
// directory that a test changes to, but not TestMain's. Otherwise a cached result of these tests would stay although files have changed.
func TestRoot(t *testing.T) {
	if err := os.Chdir("."); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("go.mod"); err != nil {
		t.Fatal(err)
	}
}
