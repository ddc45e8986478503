package main_test

import (
	"strings"
	"testing"

	"tradelog/cmd/tradelog/bench/browser"
)

// opensTheConsole checks that the output at the start of the demo suffices to log in to the console.
func opensTheConsole(t *testing.T, console, username, key string) {
	t.Helper()
	base, is := strings.CutSuffix(console, "/console")
	if !is {
		t.Fatalf("the console is at %s", console)
	}
	b, err := browser.New(base)
	if err != nil {
		t.Fatal(err)
	}
	p, err := b.LogIn(t.Context(), username, key)
	if err != nil || !strings.Contains(p.Text, "Orders today") {
		t.Errorf("after the login at %s: %v\n%s", console, err, p.Text)
	}
}
