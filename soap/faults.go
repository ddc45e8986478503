package soap

import (
	"cmp"
	"context"
	"errors"

	"tradelog/domain/fault"
	"tradelog/soap/wire"
)

// soapFault is a numbered failure, and an error.
type soapFault struct {
	Code    int
	Message string
	// Detailed: the fault has the message of the refusal, if there is one, instead of its own.
	Detailed bool
	// violations lists the known errors in the arguments as structures with field, code and message; nil: none.
	violations *wire.List
}

// Error returns the message.
func (f soapFault) Error() string { return f.Message }

// detail returns the violations.
func (f soapFault) detail() wire.List {
	if f.violations == nil {
		return nil
	}
	return *f.violations
}

// The faults of all resources (soap-wire §9).
var (
	errUnknown  = soapFault{Code: 0, Message: "Unknown Error"}
	errInternal = soapFault{Code: 1, Message: "Internal Error. Please see log for details."}
	errDenied   = soapFault{Code: 2, Message: "Access denied."}
	errPath     = soapFault{Code: 3, Message: "Invalid api path."}
	errNoBody   = soapFault{Code: 4, Message: "Resource path is not callable."}
	errSession  = soapFault{Code: 5, Message: "Session expired. Try to relogin."}
	errMissing  = soapFault{Code: 6, Message: `Required parameter is missing, for more details see "exception.log".`}
)

var globalFaults = []soapFault{errUnknown, errInternal, errDenied, errPath, errNoBody, errSession, errMissing}

// fault returns a fault of the resource by its number, with a detail if the fault takes one.
func (r *resource) fault(code int, detail string) soapFault {
	for _, f := range r.Faults {
		if f.Code == code {
			if f.Detailed {
				f.Message = cmp.Or(detail, f.Message)
			}
			return f
		}
	}
	return errUnknown
}

// refused returns the number of the fault for a refusal, given by its code or by the name of its kind.
func (m *method) refused(refusal string) (code int, known bool) {
	if code, known = m.Refused[refusal]; !known {
		code, known = m.resource.Refused[refusal]
	}
	return code, known && refusal != ""
}

// faultOf makes the fault of a failure. m is the method that failed, or nil. The method's table maps a refusal by its code, or else by its
// kind. Other refusals are global faults.
func (h *Handler) faultOf(m *method, err error) soapFault {
	if f, ok := errors.AsType[soapFault](err); ok {
		return f
	}
	f := h.pipeline.Fault(err)
	if m != nil {
		for _, refusal := range []string{f.Code, f.Kind.String()} {
			if code, known := m.refused(refusal); known {
				f = f.Renamed(m.words.of)
				told := m.resource.fault(code, f.Message)
				told.violations = violations(f)
				return told
			}
		}
	}
	switch f.Kind {
	case fault.Forbidden, fault.Unauthorized:
		return errDenied
	case fault.Internal:
		return errInternal
	case fault.Unavailable, fault.RateLimited, fault.TooLarge, fault.TooSlow, fault.Conflict:
		return soapFault{Code: errInternal.Code, Message: f.Message}
	}
	return errUnknown
}

// violations lists the known errors in the arguments of a call; nil: none.
func violations(f *fault.Error) *wire.List {
	var list wire.List
	for _, v := range f.Violations() {
		list = append(list, wire.Map{
			{Name: "field", Value: v.Field}, {Name: "code", Value: string(v.Code)}, {Name: "message", Value: v.Message},
		})
	}
	if list == nil {
		return nil
	}
	return &list
}

// report logs an internal failure.
func (h *Handler) report(ctx context.Context, what string, err error) {
	if _, told := errors.AsType[soapFault](err); told {
		return
	}
	if f := h.pipeline.Fault(err); f.Kind == fault.Internal {
		h.pipeline.Logger.ErrorContext(ctx, "legacy call failed", "method", what, "error", err)
	}
}
