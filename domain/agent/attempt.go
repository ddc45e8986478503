package agent

import "time"

// Attempt is a call of an agent that did nothing: a dry run of a write, or a call that was refused. It has no input, because that may be
// personal.
type Attempt struct {
	ID        int64 // number in the store
	At        time.Time
	Kind      string // of the account
	Account   int64
	Agent     int64  // the program that the account has authorised; 0: the token is of no such program
	Operation string // name
	Target    int64  // the number in its path; 0: none
	Client    string // name that the program gives itself
	RequestID string
	DryRun    bool
	Code      string // of the refusal; empty: it was not refused
	Message   string
}
