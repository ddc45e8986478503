package server

import (
	"context"
	"encoding/base64"
	"net"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/tap"
)

// Credentials are the user name and the password that a client sends with a call (HTTP Basic).
type Credentials struct {
	Username, Password string
	Address            net.Addr // of the client
}

// admit checks the credentials of a call before anything of its message is read. It runs in the goroutine of the connection, so
// Options.Authenticate should be quick.
func (s *Server) admit(ctx context.Context, call *tap.Info) (admitted context.Context, err error) {
	if s.options.Authenticate == nil || open(call.FullMethodName) {
		return ctx, nil
	}
	if s.guarded("the credentials of a call", func() error {
		admitted, err = s.identify(ctx, call)
		return nil
	}) != nil {
		return ctx, errInternal
	}
	return admitted, err
}

// identify returns the context of a call with the rights of its caller.
func (s *Server) identify(ctx context.Context, call *tap.Info) (context.Context, error) {
	rights, err := s.authenticate(ctx, call)
	if err != nil {
		if _, is := status.FromError(err); !is {
			s.options.Logger.Error("credentials cannot be checked", "error", err)
			err = status.Error(codes.Unavailable, "credentials cannot be checked now; try again")
		}
		if s.methods[call.FullMethodName] { // others could be of any number
			s.options.Observe(call.FullMethodName, status.Code(err))
		}
	}
	return withRights(ctx, rights), err
}

func (s *Server) authenticate(ctx context.Context, call *tap.Info) (Rights, error) {
	sent := call.Header.Get("authorization")
	if len(sent) != 1 {
		return Rights{}, status.Error(codes.Unauthenticated, "credentials are missing; clients send them over TLS only")
	}
	scheme, coded, _ := strings.Cut(sent[0], " ")
	text, err := base64.StdEncoding.DecodeString(strings.TrimSpace(coded))
	username, password, found := strings.Cut(string(text), ":")
	if !strings.EqualFold(scheme, "basic") || err != nil || !found {
		return Rights{}, status.Error(codes.Unauthenticated, "credentials must be a user name and a key by HTTP Basic")
	}
	c := Credentials{Username: username, Password: password}
	if from, ok := peer.FromContext(ctx); ok {
		c.Address = from.Addr
	}
	rights, err := s.options.Authenticate(ctx, c)
	rights.Name = username
	return rights, err
}
