// Package repository tests what the repository's files say: which package imports which, where citations of the contract lead, and
// whether generated documents lag behind the code.
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
