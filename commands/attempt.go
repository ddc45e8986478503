package commands

import (
	"fmt"
	"sync"

	"github.com/google/uuid"

	"tradelog/domain"
)

// Attempt is one try to carry out a request. It counts the commands, so that a further attempt under the same key finds the stored ones.
//
// A command is known by the category of its stream and its index among the commands of the attempt on that category. Its stream does not
// identify it, since a further attempt draws new identifiers for the records that it creates. If a new version of the program adds a
// command, only later commands on its category get other indexes.
type Attempt struct {
	// Trial makes the commands decide but store nothing; nil: they store.
	Trial *Trial
	// Expects is checked on the streams that the request decides on; nil: nothing is required.
	Expects *Expectation
	// Executed holds the commands that earlier attempts under the key have committed, by the ID of their first event. Set it before the first
	// command.
	Executed map[uuid.UUID]Result

	mu         sync.Mutex
	counted    int            // commands of this attempt
	categories map[string]int // commands on each category since the attempt began or started over
	first      int            // index of the first command since then
	offset     int            // number of the first command of this attempt
}

// ordinal is the index of a command in its attempt.
type ordinal struct {
	category string
	index    int // among the commands on the category
	former   int // among all commands of the attempt; former versions derived event IDs from it
	number   int // see eventstore.Idempotency; no two commands under a key have the same
}

// next returns the ordinal of the next command on a category, after a command on each of the others.
func (a *Attempt) next(category string, others ...string) ordinal {
	if a.counted == 0 {
		for _, done := range a.Executed {
			a.offset = max(a.offset, done.Number+1)
		}
	}
	same := 0
	for _, other := range others {
		if other == category {
			same++
		}
	}
	return ordinal{
		category: category, index: a.first + a.categories[category] + same, former: a.counted + len(others),
		number: a.offset + a.counted + len(others),
	}
}

// count counts a command on a stream and returns its ordinal.
func (a *Attempt) count(stream string) ordinal {
	a.mu.Lock()
	defer a.mu.Unlock()
	o := a.next(domain.Category(stream))
	if a.categories == nil {
		a.categories = map[string]int{}
	}
	a.categories[o.category]++
	a.counted++
	return o
}

// uncount takes back the ordinal of a command that decided nothing and is decided again. A repeated attempt then counts the same commands.
func (a *Attempt) uncount(stream string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.counted == 0 {
		return // without a request, each command has an attempt of its own
	}
	a.categories[domain.Category(stream)]--
	a.counted--
}

// commands returns the number of commands so far.
func (a *Attempt) commands() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.counted
}

// StartOver records that all commands so far, of this and of earlier attempts, were undone. Further commands get new indexes.
func (a *Attempt) StartOver() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.first, a.categories, a.Executed = a.next("").number, nil, nil
}

// Repeats tells whether an earlier attempt has carried out the next command on a category.
func (r *Request) Repeats(category string) bool { return r.repeats([]string{category}) }

// repeats tells whether an earlier attempt has carried out any of the next commands, on these categories in their order.
func (r *Request) repeats(categories []string) bool {
	r.Attempt.mu.Lock()
	defer r.Attempt.mu.Unlock()
	for i, category := range categories {
		if _, done := r.executed(r.next(category, categories[:i]...)); done {
			return true
		}
	}
	return false
}

// executed returns the result of a command that an earlier attempt has carried out.
func (r *Request) executed(o ordinal) (result Result, done bool) {
	if len(r.Executed) == 0 { // as in nearly every request: no ID is derived
		return Result{}, false
	}
	for _, id := range o.ids(r.Key) {
		if result, done = r.Executed[id]; done && domain.Category(result.Stream) == o.category {
			return result, true
		}
	}
	return Result{}, false
}

// The namespaces of derived event IDs.
var (
	eventIDs  = uuid.MustParse("0d5a7c5e-6d0b-5e0b-9a55-6a3c1b8f2e44")
	formerIDs = uuid.MustParse("6f1c0f0e-9a1d-5b57-8a6e-0d6a2f2a7c11") // of former versions, and of references, see Once
)

// id returns the ID of a command's i-th event under a key.
func (o ordinal) id(key string, i int) uuid.UUID {
	return uuid.NewSHA1(eventIDs, fmt.Appendf(nil, "%s/%s/%d/%d", key, o.category, o.index, i))
}

// ids returns the IDs that a command's first event may have under a key. Former versions derived the second one.
func (o ordinal) ids(key string) []uuid.UUID {
	return []uuid.UUID{o.id(key, 0), formerID(key, o.former, 0)}
}

// formerID returns the ID of the i-th event of a command with a number.
func formerID(key string, number, i int) uuid.UUID {
	return uuid.NewSHA1(formerIDs, fmt.Appendf(nil, "%s/%d/%d", key, number, i))
}
