package command

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"testing"

	"tradelog/domain/fault"
)

// TestDirectoriesWithoutRights checks the remedy for a data directory that the user may not use.
func TestDirectoriesWithoutRights(t *testing.T) {
	t.Parallel()
	g := &Globals{Data: "/srv/shop", Out: NewOutput(io.Discard), Err: NewOutput(io.Discard)}
	err := g.Explain(&fs.PathError{Op: "mkdir", Path: "/srv/shop", Err: os.ErrPermission})
	f, ok := fault.As(err)
	want := "sudo chown -R " + account() + " /srv/shop"
	if !ok || !strings.Contains(f.Message, want) || !strings.Contains(f.Message, "--data") {
		t.Errorf("%v", err)
	}
	if other := fmt.Errorf("full"); g.Explain(other) != other {
		t.Error("another error was changed")
	}
}
