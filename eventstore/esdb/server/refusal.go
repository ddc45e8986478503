package server

import (
	"errors"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// refusal is a refusal that clients turn into an error of their own, by what the trailers of the call have.
type refusal struct {
	*status.Status
	trailers metadata.MD
}

// Error is the text of the status.
func (r *refusal) Error() string { return r.Err().Error() }

// GRPCStatus makes it a status for the library.
func (r *refusal) GRPCStatus() *status.Status { return r.Status }

// refuse makes a refusal. pairs are the trailers beside the name of the exception.
func refuse(code codes.Code, text, exception string, pairs ...string) error {
	return &refusal{status.New(code, text), metadata.Pairs(append([]string{"exception", exception}, pairs...)...)}
}

// trailers are those of the error of a call.
func trailers(err error) metadata.MD {
	if r, is := errors.AsType[*refusal](err); is {
		return r.trailers
	}
	if err != nil && status.Code(err) == codes.PermissionDenied {
		return metadata.Pairs("exception", "access-denied")
	}
	return nil
}
