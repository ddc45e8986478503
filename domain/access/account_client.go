package access

import (
	"regexp"

	"tradelog/domain/fault"
)

// clientID matches client IDs, which must fit into a form, a header and a log line.
var clientID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{2,99}$`)

// clientSecret matches secrets long enough that their plain hash cannot be reversed by trying.
var clientSecret = regexp.MustCompile(`^[!-~]{32,200}$`)

// CheckClient returns an error if chosen credentials of a service account cannot be used or could be guessed.
func CheckClient(id, secret string) error {
	if !clientID.MatchString(id) {
		return fault.Invalidf("A client_id has 3 to 100 letters, digits, dots, dashes and underscores, such as warehouse-1").
			About(fault.Format, "clientId")
	}
	if !clientSecret.MatchString(secret) {
		return fault.Invalidf("A client_secret has 32 to 200 characters of ASCII without blanks. Make one with: openssl rand -hex 32").
			About(fault.Format, "clientSecret")
	}
	return nil
}

var ErrClientTaken = fault.Conflictf("This client_id is already taken").About(fault.Taken, "clientId")
