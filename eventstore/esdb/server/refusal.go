package server

import (
	"errors"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// refusal is an error with trailers, from which clients make an error of their own.
type refusal struct {
	*status.Status
	trailers metadata.MD
}

// Error returns the text of the status.
func (r *refusal) Error() string { return r.Err().Error() }

// GRPCStatus returns the status for the gRPC library.
func (r *refusal) GRPCStatus() *status.Status { return r.Status }

// refuse makes a refusal. pairs are the trailers beside the name of the exception.
func refuse(code codes.Code, text, exception string, pairs ...string) error {
	return &refusal{status.New(code, text), metadata.Pairs(append([]string{"exception", exception}, pairs...)...)}
}

// trailers returns the trailers for the error of a call.
func trailers(err error) metadata.MD {
	if r, is := errors.AsType[*refusal](err); is {
		return r.trailers
	}
	if err != nil && status.Code(err) == codes.PermissionDenied {
		return metadata.Pairs("exception", "access-denied")
	}
	return nil
}
