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
