package installation

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
)

func next(t *testing.T, s *Sequences, name string, n int) []int64 {
	t.Helper()
	ids, err := s.Next(t.Context(), name, n)
	if err != nil {
		t.Fatalf("%d of %s: %v", n, name, err)
	}
	if len(ids) != n || !slices.IsSorted(ids) {
		t.Fatalf("%d of %s: got %v", n, name, ids)
	}
	return ids
}

func TestNext(t *testing.T) {
	t.Parallel()
	pool := database(t)
	s := NewSequences(pool)
	for _, step := range []struct {
		name string
		n    int
		want []int64
	}{
		{"order", 1, []int64{1}}, // made when it is first used
		{"order", 2, []int64{2, 3}},
		{"product", 1, []int64{1}}, // each has its own
		{"order", 0, nil},
		{"order", -1, nil},
		{"order", 1, []int64{4}},
		{"cart", 2, []int64{1, 2}}, // in blocks of 16
		{"cart", 13, []int64{3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}},
		// the rest of the block was too small
		{"cart", 2, []int64{17, 18}},
		{"cart", 20, []int64{33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52}}, // more than a block has
		// and what was spare is still there
		{"cart", 1, []int64{19}},
	} {
		got, err := s.Next(t.Context(), step.name, step.n)
		if err != nil || !slices.Equal(got, step.want) {
			t.Errorf("%d of %s: %v, error %v, want %v", step.n, step.name, got, err, step.want)
		}
	}
	// A process that ends takes its spare ones with it, and gives nothing out twice.
	if got := next(t, NewSequences(pool), "cart", 1); got[0] != 53 {
		t.Errorf("another process is given cart %v", got)
	}
}

func TestNamesAreChecked(t *testing.T) {
	t.Parallel()
	s := NewSequences(database(t))
	for _, name := range []string{"", "Order", "order-1", `x"; DROP TABLE events; --`, "ids.order", strings.Repeat("x", 52), "1st", "ü"} {
		if ids, err := s.Next(t.Context(), name, 1); err == nil {
			t.Errorf("sequence %q gives out %v", name, ids)
		}
	}
}

// TestNothingIsGivenOutTwice: many goroutines of several processes ask at once, and for sequences that are not there yet.
func TestNothingIsGivenOutTwice(t *testing.T) {
	t.Parallel()
	pool := database(t)
	for _, name := range []string{"order", "order_item"} {
		var mu sync.Mutex
		var all []int64
		var group sync.WaitGroup
		for range 3 {
			s := NewSequences(pool)
			for worker := range 6 {
				group.Go(func() {
					for range 10 {
						ids, err := s.Next(context.Background(), name, 1+worker)
						if err != nil {
							t.Error(err)
							return
						}
						mu.Lock()
						all = append(all, ids...)
						mu.Unlock()
					}
				})
			}
		}
		group.Wait()
		slices.Sort(all)
		if len(all) != 3*10*(1+2+3+4+5+6) || len(slices.Compact(all)) != 3*10*(1+2+3+4+5+6) {
			t.Errorf("%s: %d identifiers, some of them twice", name, len(all))
		}
	}
}

// TestWhatTheCallerKeepsIsTheirs: returned slices are not changed later.
func TestWhatTheCallerKeepsIsTheirs(t *testing.T) {
	t.Parallel()
	s := NewSequences(database(t))
	first := next(t, s, "cart", 3)
	_ = append(first, 999)
	if second := next(t, s, "cart", 1); second[0] != 4 {
		t.Errorf("after 3 of them the next is %d", second[0])
	}
}

func TestRaise(t *testing.T) {
	t.Parallel()
	pool := database(t)
	s := NewSequences(pool)
	next(t, s, "order", 5)
	next(t, s, "cart", 1) // and 15 in memory, from below the mark
	mark := func(name string, highest int64) {
		t.Helper()
		if _, err := pool.Exec(t.Context(), `INSERT INTO read.sequence_marks VALUES ($1, $2)`, name, highest); err != nil {
			t.Fatal(err)
		}
	}
	mark("order", 3)    // the sequence is further
	mark("cart", 40)    // it is not
	mark("product", 70) // it does not exist
	mark("customer", 1) // nor this one, and 1 is taken
	mark("odd name", 5)
	mark("role", 0)
	for round := range 2 { // once more changes nothing
		var group sync.WaitGroup
		for range 4 { // instances that start at once
			group.Go(func() {
				if err := s.Raise(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		for name, want := range map[string]int64{"order": 6, "cart": 41, "product": 71, "customer": 2, "role": 1} {
			if got := next(t, s, name, 1)[0]; got != want+int64(round) {
				t.Errorf("round %d: %s goes on with %d, want %d", round, name, got, want+int64(round))
			}
		}
	}
}
