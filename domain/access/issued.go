package access

import (
	"time"

	"tradelog/domain/fault"
)

// Way says how a token was issued.
type Way string

// The ways in which tokens are issued.
const (
	ByCommandLine Way = "command line"
	ByLogin       Way = "login" // over the API, with credentials or an older token
	BySession     Way = "session"
	ByAgent       Way = "agent"
)

// IssuedToken is the installation's record of a token that it has issued. It does not contain the token.
type IssuedToken struct {
	Number int64  // in the order of issue
	ID     string // of the token, or of the login in a browser that all of its tokens name
	Way    Way
	IssuedTo
	Agent int64 // the program that the token is of; 0 for none
	Limits
	IssuedAt  time.Time
	ExpiresAt time.Time
}

// IssuedTo names whom a token was issued to. Kind is that of an actor, such as api or customer.
type IssuedTo struct {
	Kind      string
	AccountID int64
}

// Limits say what a token is good for. Empty tools and store views stand for all. Permissions are those at the time of issue; the
// permissions of the account are the ones in effect.
type Limits struct {
	Permissions []string `json:"permissions,omitempty"`
	Tools       []string `json:"tools,omitempty"`
	StoreIDs    []int64  `json:"storeIds,omitempty"`
}

// ErrNoToken says that a token is not known, or has expired.
var ErrNoToken = fault.NotFoundf("Token not found")
