package server

import (
	"regexp"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tradelog/eventstore"
)

// filter selects events of $all by the name of their stream or of their type.
type filter struct {
	byType   bool
	prefixes []string
	regex    *regexp.Regexp
	// interval is the number of events to consider between two checkpoints.
	interval int
}

const (
	maxPrefixes  = 1000
	maxRegex     = 4096 // bytes
	searchWindow = 32   // events that a client considers between checkpoints if it does not say
)

// expression is a filter on one name, as both services send it.
type expression interface {
	GetRegex() string
	GetPrefix() []string
}

// filtering holds the fields of a filter that the requests of both services have.
type filtering interface {
	GetMax() uint32
	GetCheckpointIntervalMultiplier() uint32
}

// newFilter reads the filter of a client on event types, or else on streams.
func newFilter(byType bool, e expression, options filtering) (*filter, error) {
	f := &filter{byType: byType}
	window, multiplier := max(options.GetMax(), 1), max(options.GetCheckpointIntervalMultiplier(), 1)
	if options.GetMax() == 0 {
		window = searchWindow
	}
	f.interval = int(min(uint64(window)*uint64(multiplier), 1<<31))
	f.prefixes = e.GetPrefix()
	size := 0
	for _, p := range f.prefixes {
		size += len(p)
	}
	if len(f.prefixes) > maxPrefixes || size > maxPrefixes*eventstore.MaxStreamName {
		return nil, status.Errorf(codes.InvalidArgument, "a filter may have %d prefixes at most", maxPrefixes)
	}
	text := e.GetRegex()
	if text == "" {
		if len(f.prefixes) == 0 {
			return nil, status.Error(codes.InvalidArgument, "a filter needs a regular expression or prefixes")
		}
		return f, nil
	}
	if len(text) > maxRegex {
		return nil, status.Errorf(codes.InvalidArgument, "a regular expression may have %d bytes at most", maxRegex)
	}
	regex, err := regexp.Compile(text)
	if err != nil {
		return nil, status.Errorf(codes.InvalidArgument, "the regular expression must be one of RE2, without lookarounds: %s", err)
	}
	f.regex = regex
	return f, nil
}

// passes reports whether an event passes. A nil filter lets everything pass.
func (f *filter) passes(e *eventstore.Recorded) bool {
	if f == nil {
		return true
	}
	name := e.Stream
	if f.byType {
		name = e.Type
	}
	if f.regex != nil && f.regex.MatchString(name) {
		return true
	}
	for _, p := range f.prefixes {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}
