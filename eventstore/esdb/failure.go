package esdb

import (
	"context"
	"errors"
	"net"
	"strconv"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// failure is the error of a call, as gRPC or the node reports it.
type failure struct {
	err     error
	trailer metadata.MD
	// unsent: the call had not been sent as a whole, so no node has carried it out.
	unsent bool
}

// Error returns what the server says.
func (f *failure) Error() string { return f.err.Error() }

// Unwrap returns the error of gRPC.
func (f *failure) Unwrap() error { return f.err }

func (f *failure) trailing(key string) string {
	if values := f.trailer.Get(key); len(values) > 0 {
		return values[0]
	}
	return ""
}

// The exceptions that a server names in the trailers of a failed call.
const (
	notLeader     = "not-leader"
	streamDeleted = "stream-deleted"
	wrongVersion  = "wrong-expected-version"
	tooLarge      = "maximum-append-size-exceeded"
	tooLargeEvent = "maximum-append-event-size-exceeded" // from version 25 on, with a limit for each event
)

// exception returns the name that the server gives to a failure, or an empty text.
func exception(err error) string {
	var failed *failure
	if errors.As(err, &failed) {
		return failed.trailing("exception")
	}
	return ""
}

// led returns false if a call failed because the node is not the leader. leader is then the leader's address, empty if the node does not
// know it.
func led(err error) (leader string, led bool) {
	var failed *failure
	switch {
	case !errors.As(err, &failed):
		return "", true
	case failed.trailing("exception") == notLeader:
		host, port := failed.trailing("leader-endpoint-host"), failed.trailing("leader-endpoint-port")
		if _, err := strconv.ParseUint(port, 10, 16); err != nil || host == "" {
			return "", false
		}
		return net.JoinHostPort(host, port), false
	case status.Code(err) == codes.Unknown && strings.Contains(err.Error(), "No leader info"): // the answer of servers during an election
		return "", false
	}
	return "", true
}

// awayError reports that no node that could carry out the call was reached, so nothing was done.
type awayError struct {
	text string
	err  error
}

const cannotReach = "the event store cannot be reached"

// Error returns a text without the message of the connection, which may name users.
func (e *awayError) Error() string { return e.text }

// Unwrap returns the error of the connection.
func (e *awayError) Unwrap() error { return e.err }

// Outage reports whether an error says that the event store was away, changed its leader, or was too busy. The same request may succeed
// later.
func Outage(err error) bool {
	var away *awayError
	var failed *failure
	switch {
	case errors.As(err, &away):
		return true
	case !errors.As(err, &failed):
		return false
	}
	switch status.Code(failed.err) {
	case codes.Unavailable, codes.DeadlineExceeded, codes.ResourceExhausted:
		return true
	case codes.Aborted: // the answer of servers that take too long to write or read
		return true
	}
	_, found := led(failed)
	return !found
}

// connectionBroken tells whether the connection to a node has failed, or the node ends.
func connectionBroken(err error) bool {
	var failed *failure
	return errors.As(err, &failed) && status.Code(failed.err) == codes.Unavailable
}

// withCause makes an error also one of the caller's context when that has ended. gRPC does not.
func withCause(ctx context.Context, err error) error {
	if cause := ctx.Err(); err != nil && cause != nil && !errors.Is(err, cause) {
		return errors.Join(cause, err)
	}
	return err
}
