package server

import (
	"context"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tradelog/eventstore"
)

// Rights holds the streams that a caller may read and append to.
type Rights struct {
	Name         string // of the caller, for those who look at the consumers of groups
	Read, Append Scope
	// Actor is the author of the events that the caller appends, whatever author their metadata name. The zero Actor changes no metadata.
	Actor eventstore.Actor
}

// Scope is a choice of streams. The zero Scope has none.
type Scope struct {
	All bool
	// Prefixes are beginnings of their names, such as "order-" for the category order, or "erp" for all categories that begin so.
	Prefixes []string
}

// allRights holds the rights of every caller of a server without authentication.
var allRights = Rights{Read: Scope{All: true}, Append: Scope{All: true}}

// Has reports whether a stream is chosen.
func (s Scope) Has(stream string) bool {
	if s.All {
		return true
	}
	for _, p := range s.Prefixes {
		if strings.HasPrefix(stream, p) {
			return true
		}
	}
	return false
}

// Empty reports whether no stream is chosen.
func (s Scope) Empty() bool { return !s.All && len(s.Prefixes) == 0 }

type rightsKey struct{}

func withRights(ctx context.Context, r Rights) context.Context {
	return context.WithValue(ctx, rightsKey{}, r)
}

// rights returns the rights of the caller of a call.
func (s *Server) rights(ctx context.Context) Rights {
	if s.options.Authenticate == nil {
		return allRights
	}
	r, _ := ctx.Value(rightsKey{}).(Rights)
	return r
}

// mayAppend refuses callers who may not append to a stream.
func (s *Server) mayAppend(ctx context.Context, stream string) error {
	if !s.rights(ctx).Append.Has(stream) {
		return denied("append to %.300q", stream)
	}
	return nil
}

// mayRead refuses callers who may not read a source: a stream, or the whole log if it is $all. A caller with some rights may read $all,
// and gets only the events that these allow.
func (s *Server) mayRead(ctx context.Context, source string) error {
	scope := s.rights(ctx).Read
	var may bool
	switch category, isCategory := strings.CutPrefix(source, categoryPrefix); {
	case source == all:
		may = !scope.Empty()
	case isCategory:
		may = scope.Has(category + "-")
	default:
		may = scope.Has(source)
	}
	if !may {
		return denied("read %.300q", source)
	}
	return nil
}

// mayFollow is mayRead for groups. The next reader of a group gets its events, so $all needs the right to read everything.
func (s *Server) mayFollow(ctx context.Context, source string) error {
	if source == all && !s.rights(ctx).Read.All {
		return denied("read all of %s", all)
	}
	return s.mayRead(ctx, source)
}

// readable reports whether a caller may see an event.
func (r Rights) readable(e *eventstore.Recorded) bool { return r.Read.Has(e.Stream) }

func denied(what string, args ...any) error {
	return status.Errorf(codes.PermissionDenied, "this user may not "+what, args...)
}
