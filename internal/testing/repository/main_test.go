// Package repository tests the files of the repository: imports, line widths, citations of the contract, and whether generated
// documents match the code.
package repository

import (
	"fmt"
	"os"
	"testing"
)

// TestMain runs the tests at the root of the repository.
func TestMain(m *testing.M) {
	if err := os.Chdir("../../.."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// TestRoot checks that tests run at the root. It is not parallel, so it runs before the tests that read files: Go notes the directory that
// a test changes to, but not that of TestMain, and a cached result of these tests would stay although files have changed.
func TestRoot(t *testing.T) {
	if err := os.Chdir("."); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("go.mod"); err != nil {
		t.Fatal(err)
	}
}
