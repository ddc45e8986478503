package clienttest

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// told is a change in the output of a follower.
type told struct {
	Position       int64
	Resource, What string
	ID             string
}

// follower is a program that follows changes, kills included.
type follower struct {
	t    *testing.T
	all  map[told]bool
	runs [][]told
}

// note adds a change to the output of the present run.
func (f *follower) note(c told) {
	f.t.Helper()
	last := len(f.runs) - 1
	if run := f.runs[last]; len(run) > 0 && run[len(run)-1].Position > c.Position {
		f.t.Errorf("%+v comes after %+v", c, run[len(run)-1])
	}
	f.runs[last] = append(f.runs[last], c)
	f.all[c] = true
}

// begin begins a run.
func (f *follower) begin() { f.runs = append(f.runs, nil) }

// check compares the output with the feed. A change may be repeated, and none may be missing up to the position that was reached. Later
// changes may be missing: the shop makes more by itself, since the demo's pictures are drawn after the start.
func (f *follower) check(want []Object, reached int64) {
	f.t.Helper()
	missing := map[told]bool{}
	for _, c := range want {
		missing[told{int64(c["position"].(float64)), c["resource"].(string), c["what"].(string), plain(c["id"])}] = true
	}
	for c := range f.all {
		if !missing[c] {
			f.t.Errorf("%+v was told and is not in the feed", c)
		}
		delete(missing, c)
	}
	maps.DeleteFunc(missing, func(c told, _ bool) bool { return c.Position > reached })
	if len(missing) > 0 {
		first := slices.MinFunc(slices.Collect(maps.Keys(missing)), func(a, b told) int { return int(a.Position - b.Position) })
		f.t.Errorf("%d changes of %d were not told, the first is %+v", len(missing), len(want), first)
	}
}

func plain(id any) string {
	if n, ok := id.(float64); ok {
		return strconv.FormatInt(int64(n), 10)
	}
	return fmt.Sprint(id)
}

// reaches reports whether the number of a cursor is at least a position.
func reaches(number string, position int64) bool {
	at, err := strconv.ParseInt(number, 10, 64)
	return err == nil && at >= position
}

// Change changes three products and returns the position of the last change.
func (s *Shop) Change(round int) int64 {
	s.t.Helper()
	var position string
	for id := 1; id <= 3; id++ {
		answer := s.Must(200, "PUT", fmt.Sprintf("/products/%d", id), Object{"metaTitle": fmt.Sprintf("Round %d", round)})
		position = answer.Header.Get("X-Event-Position")
	}
	_, number, _ := strings.Cut(position, ".")
	at, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		s.t.Fatalf("the position %q: %v", position, err)
	}
	return at
}

// follow kills the follower while it handles a page, the shop while the follower waits, and both at once.
func (s *suite) follow(t *testing.T) {
	file := filepath.Join(t.TempDir(), "position")
	f := &follower{t: t, all: map[told]bool{}}
	resources := []string{"products", "tax-classes"}
	start := func(until int64) Driver {
		f.begin()
		d := s.open(t, "service")
		d.Send(Object{"do": "follow", "file": file, "resources": resources, "until": until})
		return d
	}
	next := func(d Driver) (a Answer) {
		t.Helper()
		a, ok := d.Next()
		if !ok || a.Error != nil {
			t.Fatalf("it ended: %+v", a)
		}
		if c := a.Change; c != nil {
			f.note(told{c.Position, c.Resource, c.What, plain(c.ID)})
		}
		return a
	}
	kill := func(d Driver) { // its output counts, and its position may be stored already
		t.Helper()
		d.Kill()
		for a, ok := d.Next(); ok; a, ok = d.Next() {
			if c := a.Change; c != nil {
				f.note(told{c.Position, c.Resource, c.What, plain(c.ID)})
			}
		}
	}
	const never = 1 << 40
	for round := range 3 { // killed in the middle of its first page, several times
		s.Change(round)
		d := start(never)
		for range 10 * (round + 1) {
			next(d)
		}
		kill(d)
		if a, b := f.runs[0][0], f.runs[round][0]; round > 0 && a.Position < b.Position {
			if stored, err := os.ReadFile(file); err != nil || len(stored) == 0 {
				t.Errorf("it goes on from %+v without a stored position: %v", b, err)
			}
		}
	}
	reached := s.Change(3)
	d := start(never)
	for next(d).Change.Position < reached {
	}
	s.Kill() // while it waits for more
	s.Restart()
	reached = s.Change(4)
	for next(d).Change.Position < reached {
	}
	s.Kill()
	kill(d)
	s.Restart()
	reached = s.Change(5)
	d = start(reached)
	for next(d).Cursor == "" {
	}
	feed, _ := s.Changes("0", strings.Join(resources, ","))
	f.check(feed, reached)
	entries, err := os.ReadDir(filepath.Dir(file))
	stored, readErr := os.ReadFile(file)
	if _, number, _ := strings.Cut(string(stored), "."); err != nil || readErr != nil || len(entries) != 1 || !reaches(number, reached) {
		t.Errorf("it stored %q, and there are %v: %v %v", stored, entries, err, readErr)
	}
	// A page without changes, and a page whose handler was never called, must not stop it.
	f.begin()
	d.Send(Object{"do": "follow", "file": file, "resources": resources, "until": reached})
	for next(d).Cursor == "" {
	}
}
