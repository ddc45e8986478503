// Package number issues numbers that by law must have no gaps, such as invoice numbers. Each sequence is a stream. A repeated request of
// the same owner returns the same number, so a crash between issuing a number and using it loses none.
package number

import (
	"fmt"
	"strconv"

	"tradelog/domain"
)

const Category = "number"

// Issued assigns the next number of a sequence to its owner.
type Issued struct {
	Owner  string `json:"owner"`
	Number int64  `json:"number"`
}

func (Issued) EventName() string     { return "NumberIssued" }
func EventSpecs() []domain.EventSpec { return domain.Specs(Issued{}) }

// State holds the last number and the numbers of all owners.
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

// Issue returns an owner's number: the one it has, or the next.
func (s State) Issue(owner string) (int64, []domain.Event) {
	if n, ok := s.Owners[owner]; ok {
		return n, nil
	}
	return s.Last + 1, []domain.Event{Issued{Owner: owner, Number: s.Last + 1}}
}

// Stream returns the stream of the sequence of a kind of document in a store.
func Stream(kind string, storeID int64) string {
	return domain.StreamOf(Category, kind+"-"+strconv.FormatInt(storeID, 10))
}

// IncrementID formats a number for documents: the store's number and eight digits, such as 100000001 (shapes-sales §15).
func IncrementID(storeID, n int64) string { return fmt.Sprintf("%d%08d", storeID, n) }

// Split splits a document's number into the store and the number in its sequence; 0 and 0 for any other text.
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
