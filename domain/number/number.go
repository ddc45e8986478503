// Package number hands out numbers that by law must have no gaps, such as those of invoices: one stream per sequence.
// Asking again for the same owner gives the same number, so a crash between the number and its use wastes none.
package number

import (
	"fmt"
	"strconv"

	"tradelog/domain"
)

const Category = "number"

// Issued is the event of a number stream.
type Issued struct {
	Owner  string `json:"owner"`
	Number int64  `json:"number"`
}

func (Issued) EventName() string     { return "NumberIssued" }
func EventSpecs() []domain.EventSpec { return domain.Specs(Issued{}) }

// State is the last number and who had which.
type State struct {
	Last   int64
	Owners map[string]int64
}

func New(string) State { return State{Owners: map[string]int64{}} }

func Evolve(s State, e domain.Event) State {
	if e, ok := e.(Issued); ok {
		s.Last = e.Number
		s.Owners[e.Owner] = e.Number
	}
	return s
}

// Issue gives an owner its number: the one it has, or the next.
func (s State) Issue(owner string) (int64, []domain.Event) {
	if n, ok := s.Owners[owner]; ok {
		return n, nil
	}
	return s.Last + 1, []domain.Event{Issued{Owner: owner, Number: s.Last + 1}}
}

// Stream names the sequence of a kind of document in a store.
func Stream(kind string, storeID int64) string {
	return domain.StreamOf(Category, kind+"-"+strconv.FormatInt(storeID, 10))
}

// IncrementID prints a number as documents carry it: the store's number and eight digits, such as 100000001
// (shapes-sales §15).
func IncrementID(storeID, n int64) string { return fmt.Sprintf("%d%08d", storeID, n) }

// Split takes a document's number apart again: the store, and the number in its sequence; 0 and 0 for text that is none.
func Split(increment string) (storeID, n int64) {
	at := len(increment) - 8
	if at < 1 {
		return 0, 0
	}
	storeID, err := strconv.ParseInt(increment[:at], 10, 64)
	if err != nil {
		return 0, 0
	}
	if n, err = strconv.ParseInt(increment[at:], 10, 64); err != nil {
		return 0, 0
	}
	return storeID, n
}
