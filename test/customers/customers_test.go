package customers_test

import (
	"encoding/json"
	"testing"

	"tradelog/test/apptest"
)

// says checks a refusal and that it stored nothing.
func says(t *testing.T, s *apptest.Shop, status int, message string, request func() apptest.Answer) {
	t.Helper()
	before := s.LogSize()
	if a := request(); a.Status != status || a.Message() != message {
		t.Errorf("got %d %s\nwant %d %q", a.Status, a.Body, status, message)
	}
	if s.LogSize() != before {
		t.Errorf("a refusal (%s) was stored", message)
	}
}

// show prints a customer without the values that differ in each run.
func show(t *testing.T, a apptest.Answer) string {
	t.Helper()
	o := a.Object(t)
	for _, name := range []string{"createdAt", "updatedAt"} {
		if text, _ := o[name].(string); len(text) != len("2026-01-02 03:04:05") {
			t.Errorf("%s is %v", name, o[name])
		}
		delete(o, name)
	}
	b, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
