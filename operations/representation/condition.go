package representation

import (
	"net/url"
	"strings"

	"tradelog/operations"
	"tradelog/readmodels/documents"
)

// PreconditionOf reads If-Match and If-None-Match of a write. query is the request's: its store parameters are in the URLs of lists.
func PreconditionOf(ifMatch, ifNoneMatch []string, query url.Values) operations.Precondition {
	return operations.Precondition{
		Match:  strings.Join(ifMatch, ", "),
		Absent: len(ifNoneMatch) == 1 && strings.TrimSpace(ifNoneMatch[0]) == "*",
		Input: func(variables map[string]string, parameters map[string][]string) operations.Input {
			return &Input{Variables: variables, Query: parameters}
		},
		Names: func(tags string, read *operations.Call, a documents.Answer) bool {
			return names(tags, read, a, Address{Path: read.URLPath(), Query: query})
		},
	}
}

// names tells whether entity tags name the answer in either representation, since a client may read JSON-LD and write JSON. The tag of a
// list's only element also names the list, because some writes answer with that element. Weak tags count as strong ones, because a proxy
// that compresses an answer weakens its tag.
func names(tags string, read *operations.Call, a documents.Answer, at Address) bool {
	if a.List && len(a.Items) == 1 && names(tags, read, documents.Answer{Item: a.Items[0]}, at) {
		return true
	}
	for _, media := range []Media{JSON, JSONLD} {
		body := Body(read, a, media, at)
		if r := (&Response{Body: body}); len(body) > 0 && Finish(r).Matches(tags) {
			return true
		}
	}
	return false
}
