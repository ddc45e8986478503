package http

import (
	"net/http"
	"strings"

	"tradelog/domain/fault"
)

// dryRunHeader makes a request decide but store nothing, like the argument dryRun of tools. A preference (RFC 7240) would not do: servers
// may ignore preferences, and a trial must never write. All answers to a dry run have the header, too.
const dryRunHeader = "X-Dry-Run"

// trial is the value of the header.
type trial int

const (
	noTrial trial = iota
	trialRun
	trialUnclear // the value is neither true nor false
)

var (
	errDryRun      = fault.Invalidf("X-Dry-Run must be true or false.")
	errDryRunOther = fault.Invalidf("X-Dry-Run is a header of REST. Tools have the argument dryRun; GraphQL and SOAP have no dry run.")
)

// dryRunOf reads the header. Any value but true and false is unclear: a caller who meant true must not cause a write.
func dryRunOf(h http.Header) trial {
	values := h.Values(dryRunHeader)
	switch strings.ToLower(strings.TrimSpace(strings.Join(values, ","))) {
	case "true":
		return trialRun
	case "false":
		return noTrial
	}
	if len(values) == 0 {
		return noTrial
	}
	return trialUnclear
}
