package server

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// errPanicked is the error of a call or a group in which a function panicked. The log has the stack.
var errPanicked = errors.New("esdb server: panic")

// errInternal is the status of errors that are logged, and are not a client's fault.
var errInternal = status.Error(codes.Internal, "the call failed; the log of the server has the reason")

// guarded runs a function. A panic in it is logged and becomes errPanicked. Neither gRPC nor a goroutine would survive the panic, and the
// process would end with everything that others do in it.
func (s *Server) guarded(of string, run func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			s.options.Logger.Error("the EventStoreDB server panicked", "in", of, panicked(p), "stack", string(debug.Stack()))
			err = errPanicked
		}
	}()
	return run()
}

// start runs a function that cannot fail in a goroutine.
func (s *Server) start(of string, run func()) {
	go func() {
		_ = s.guarded(of, func() error {
			run()
			return nil
		})
	}()
}

// panicked describes the value of a panic for the log. A value that is no runtime error may quote an event or credentials, so the log gets
// its type alone.
func panicked(p any) slog.Attr {
	if e, is := p.(runtime.Error); is {
		return slog.String("panic", e.Error())
	}
	return slog.String("panic", fmt.Sprintf("%T", p))
}
