package http

import (
	"encoding/json"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/representation"
	"tradelog/operations/schema"
)

// possibility is a failure that an operation can end with.
type possibility struct {
	name, description string
	kind              fault.Kind
	when              func(o *operations.Operation) bool // nil means always
}

// possible lists the failures of the pipeline in the order of its steps.
var possible = []possibility{
	{"BadRequest", "The request is malformed, or names an unknown store or currency.", fault.Invalid, nil},
	{"Unauthorized", "A token is required, or the sent one is no longer valid.", fault.Unauthorized, nil},
	{"Forbidden", "The token lacks the permission, or is not valid for this store.", fault.Forbidden, nil},
	{"NotFound", "The resource does not exist, or the caller may not see it, or the interface is switched off.", fault.NotFound, nil},
	{"NotAcceptable", "None of the requested representations is offered.", fault.NotAcceptable, nil},
	{"TooSlow", "The body came too slowly.", fault.TooSlow, (*operations.Operation).ReadsBody},
	{
		"Conflict",
		"A request with the same idempotency key is still running, the value is taken, others are changing the same thing, or X-Min-Position " +
			"is of another log.", fault.Conflict, nil,
	},
	{
		"PreconditionFailed", "The resource is not the one that If-Match names, or exists although If-None-Match forbids it. Nothing changed.",
		fault.Changed, func(o *operations.Operation) bool { return o.Shown() != nil || o.Absent() },
	},
	{"TooLarge", "The body is too large.", fault.TooLarge, (*operations.Operation).ReadsBody},
	{"UnsupportedMedia", "The body is not of a supported media type.", fault.UnsupportedMedia, (*operations.Operation).ReadsBody},
	{"Unprocessable", "A business rule refuses the request, or a value is unknown to the shop.", fault.Precondition, nil},
	{"RateLimited", "Too many calls; wait the number of seconds in Retry-After, if present.", fault.RateLimited,
		func(o *operations.Operation) bool { return len(o.Limits) > 0 }},
	{"InternalError", "A defect or an outage, which the caller cannot mend.", fault.Internal, nil},
	{"Unavailable", "A component is down or behind; repeat the request, with the same idempotency key.", fault.Unavailable, nil},
}

// answer returns the response that the pipeline gives for the failure.
func (p possibility) answer() *representation.Response {
	return representation.Failure(fault.New(p.kind, ""), false)
}

func (p possibility) status() int { return p.answer().Status }

// failures returns the shared responses.
func failures() object {
	out := object{
		"NotModified": object{
			"description": "The caller's representation is still current; there is no body.", "headers": object{
				"ETag": ref("headers", "ETag"), "Preference-Applied": ref("headers", "Preference-Applied"),
			},
		},
	}
	for _, p := range possible {
		headers := object{}
		for _, name := range []string{dryRunHeader, "Preference-Applied", "RateLimit", "RateLimit-Policy"} {
			headers[name] = ref("headers", name)
		}
		switch p.kind {
		case fault.Unauthorized:
			headers["WWW-Authenticate"] = ref("headers", "WWW-Authenticate")
		case fault.RateLimited, fault.Unavailable:
			headers["Retry-After"] = ref("headers", "Retry-After")
		}
		r := object{"description": p.description, "headers": headers, "content": object{"application/json": object{
			"schema": &schema.Schema{Ref: ownError}, "example": json.RawMessage(p.answer().Body),
		}}}
		out[p.name] = r
	}
	return out
}

func sharedHeaders() object {
	header := func(kind, description string) object {
		s := &schema.Schema{Type: schema.Types{kind}}
		if kind == schema.Integer {
			s.Format = schema.Int64
		}
		return object{"description": description, "schema": s}
	}
	return object{
		"ETag": header(schema.Text, "MD5 of the body, for If-None-Match."),
		"Link": header(schema.Text,
			`Plain JSON only: the pages first, prev, next and last (RFC 8288), each with the number of all rows as its parameter total.`),
		"X-Total-Count": header(schema.Integer, "Plain JSON only: number of rows on all pages."),
		"X-Event-Position": header(schema.Text,
			"Position of the write in the event log. Sent back as X-Min-Position it makes a read at least that recent. A write without effect "+
				"has the position of the earlier write."),
		"X-Next-Position":        header(schema.Text, "Where the next part of the file begins: send it as after."),
		"X-More":                 header(schema.Text, "true if the next part has something already."),
		"X-Idempotency-Replayed": header(schema.Text, "true if the answer is a replay of an earlier request with the same key."),
		"X-Idempotency-Body-Differs": header(schema.Text,
			"true if the answer is a replay of an earlier request with another body: the key alone decides."),
		"Preference-Applied": header(schema.Text, "handling=strict if the request preferred that."),
		"RateLimit": header(schema.Text, "What the rate limit with the least left leaves to the caller: its name, `r`, the number of calls, "+
			"and `t`, the seconds until there are more."),
		"RateLimit-Policy": header(schema.Text, "That rate limit: its name, `q`, the number of calls, and `w`, the seconds in which they count."),
		dryRunHeader:       header(schema.Text, "true if the request was a dry run: nothing was stored."),
		"Retry-After":      header(schema.Integer, "Seconds to wait."),
		"WWW-Authenticate": header(schema.Text, "Bearer."),
		"Location":         header(schema.Text, "Path of the created resource, if it has one."),
	}
}
