package twofactor

import "time"

// CodeAt returns the code of a secret at a time; empty for an unreadable secret.
func CodeAt(secret string, at time.Time) string { return codeOf(secret, stepOf(at)) }
