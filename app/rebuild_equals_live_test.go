package app_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"tradelog/app"
	"tradelog/domain/fault"
	"tradelog/examples/pickup"
	"tradelog/internal/testing/apptest"
)

// TestRebuildEqualsLive holds every projector to one rule: rebuilding from the log gives the same rows as running live, row
// for row, whatever happened to the shop and in whatever batches the projector saw it. What happens are the steps of the modules.
//
// TRADELOG_STORY_SEED repeats one story.
func TestRebuildEqualsLive(t *testing.T) {
	t.Parallel()
	seeds := []uint64{uint64(time.Now().UnixNano()), uint64(time.Now().UnixNano()) + 1, 20260301}
	given, err := strconv.ParseUint(os.Getenv("TRADELOG_STORY_SEED"), 10, 64)
	if err == nil {
		seeds = []uint64{given}
	}
	moves := movesOf(append(app.Shop(), pickup.Module()))
	var mu sync.Mutex
	accepted := map[string]int{}
	t.Run("stories", func(t *testing.T) {
		for _, seed := range seeds {
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				t.Parallel()
				s := newStory(t, seed, moves)
				for n := range 200 {
					if n == 100 {
						s.restart()
					}
					s.step()
				}
				s.verify()
				mu.Lock()
				defer mu.Unlock()
				for move, n := range s.accepted {
					accepted[move] += n
				}
			})
		}
	})
	for _, m := range moves {
		t.Logf("%s: accepted %d times", m.name, accepted[m.name])
		if accepted[m.name] == 0 && given == 0 {
			t.Errorf("%s was never accepted (the seeds are %d)", m.name, seeds)
		}
	}
}

// TestModulesWithEventsHaveSteps proves that random histories leave no area out.
func TestModulesWithEventsHaveSteps(t *testing.T) {
	t.Parallel()
	for _, m := range append(app.Shop(), pickup.Module()) {
		if len(m.Events) > 0 && len(m.Steps) == 0 {
			t.Errorf("%s has events and no steps", m.Name)
		}
	}
}

// move is a step of a module.
type move struct {
	name string
	take func(*app.Walk) error
}

func movesOf(modules []app.Module) (all []move) {
	for _, m := range modules {
		for _, s := range m.Steps {
			all = append(all, move{m.Name + ": " + s.Name, s.Take})
		}
	}
	return all
}

// story does things to a shop at random. What is refused is refused; the story goes on.
type story struct {
	app.Walk
	t        *testing.T
	seed     uint64
	shop     *apptest.Shop
	token    string
	moves    []move
	accepted map[string]int // by the name of a move
}

func newStory(t *testing.T, seed uint64, moves []move) *story {
	s := &story{t: t, seed: seed, shop: apptest.Start(t, apptest.WithModules(pickup.Module())), moves: moves, accepted: map[string]int{}}
	s.Walk = app.Walk{Rand: rand.New(rand.NewPCG(seed, 1)), Context: apptest.Operator(), Commands: s.shop.Commands, Call: s.call}
	s.token = s.shop.Service([]string{"all"})
	return s
}

// step takes a move: twice out of three times one that was not accepted yet, so that each is.
func (s *story) step() {
	var open []move
	for _, m := range s.moves {
		if s.accepted[m.name] == 0 {
			open = append(open, m)
		}
	}
	if len(open) == 0 || s.Odds(3) {
		open = s.moves
	}
	s.Moves++
	m := open[s.IntN(len(open))]
	switch err := m.take(&s.Walk); {
	case err == nil:
		s.accepted[m.name]++
	case fault.KindOf(err) == fault.Internal:
		s.t.Fatalf("step %d, %s: %v (repeat with TRADELOG_STORY_SEED=%d)", s.Moves, m.name, err, s.seed)
	case os.Getenv("TRADELOG_TEST_LOG") != "":
		s.t.Logf("step %d, %s: %v", s.Moves, m.name, err)
	}
}

// call calls a tool as REST does.
func (s *story) call(tool string, arguments app.Arguments, key ...string) (app.Arguments, error) {
	operation := s.shop.Pipeline.Registry.ByTool(tool)
	if operation == nil {
		return nil, fmt.Errorf("there is no tool %s", tool)
	}
	members, headers := maps.Clone(arguments), apptest.Bearer(s.token)
	path := operation.Expand(func(name string) string {
		delete(members, name)
		return fmt.Sprint(arguments[name])
	})
	if len(key) > 0 {
		headers = append(headers, "X-Idempotency-Key", key[0])
	}
	var body any
	if operation.ReadsBody() {
		body = members
	}
	switch answer := s.shop.Do(operation.Method, path, body, headers...); {
	case answer.Status >= 500:
		return nil, fmt.Errorf("%s %s: %d %s", operation.Method, path, answer.Status, answer.Body)
	case answer.Status >= 400:
		return nil, fault.Invalidf("%d %s", answer.Status, answer.Body)
	case len(answer.Body) == 0:
		return nil, nil
	default:
		return answer.Object(s.t), nil
	}
}

// restart ends the program and starts it again: projectors go on from their tables, not from their memory.
func (s *story) restart() {
	s.shop.Stop()
	s.shop = apptest.Start(s.t, apptest.OnDatabase(s.shop), apptest.WithModules(pickup.Module()))
	s.Commands = s.shop.Commands
}

// verify rebuilds every projector and compares.
func (s *story) verify() {
	s.shop.Settle()
	for _, name := range s.shop.Engine.Names() {
		differences, err := s.shop.Engine.Verify(context.Background(), name, nil)
		if err != nil {
			s.t.Errorf("verify %s: %v", name, err)
		}
		for _, d := range differences {
			s.t.Errorf("%s: table %s: %d rows only in the rebuild, %d only live (repeat with TRADELOG_STORY_SEED=%d)",
				name, d.Table, d.Missing, d.Excess, s.seed)
		}
	}
}
