package agent

import "time"

// The kinds of secrets of the authorization server.
const (
	LoginSecret   = "login"   // of a browser whose account has logged in and not decided yet
	CodeSecret    = "code"    // that a client exchanges for tokens
	RefreshSecret = "refresh" // that a client renews its tokens with
)

// Secret is the stored form of a secret. Only its holder knows the secret itself.
type Secret struct {
	Kind           string
	Account, Agent int64
	Expires        time.Time
	Bound          Bound
}

// Bound is the request that a secret is bound to.
type Bound struct {
	Client      string   `json:"client"`
	RedirectURI string   `json:"redirectUri,omitempty"`
	Challenge   string   `json:"challenge,omitempty"`
	Tools       []string `json:"tools,omitempty"`
	Request     string   `json:"request,omitempty"` // of a login: the digest of the authorization request
}

// Use is the outcome of showing a secret.
type Use int

// The uses of a secret.
const (
	Unknown  Use = iota // there is none, or it has expired
	First               // it was used now
	Repeated            // it was used before
)

// Ended is an agent whose secrets have all expired. Exchanged tells whether its code was exchanged.
type Ended struct {
	Account, Agent int64
	Exchanged      bool
}
