package access

// Credentials tell which tokens of a customer, or of a user of the back office, are still valid. A changed password, and a second factor
// that is turned on or off, end all logins from before except the one that made the change.
type Credentials struct {
	Version int64  // number of the changes so far
	Kept    string // the login that made the last change; empty for none
}

// Changed returns the credentials after a change that a login has made. An empty login ends all of them.
func (c Credentials) Changed(kept string) Credentials { return Credentials{c.Version + 1, kept} }

// Admit tells whether the tokens of a login are valid that have a version. A read model may be behind a token of a newer version.
func (c Credentials) Admit(version int64, login string) bool {
	return version >= c.Version || login != "" && login == c.Kept
}
