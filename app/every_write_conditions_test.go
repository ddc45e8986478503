package app_test

import (
	"net/http"

	"tradelog/operations"
	"tradelog/test/apptest"
)

// otherAnswers are writes whose answer differs from their GET, with the reason.
var otherAnswers = map[string]string{
	"PUT /products/{productId}/configurable": "the GET is a list of one; TestPreconditions sends the ETag of the one",
}

// refusedAsOther sends a request with the ETag of another resource. keptPrecondition checks its answer once the request without that ETag
// was accepted.
func (w *writes) refusedAsOther(r request, headers []string) apptest.Answer {
	w.t.Helper()
	var plain []string
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] != "X-Idempotency-Key" {
			plain = append(plain, headers[i], headers[i+1])
		}
	}
	// The request must leave no event, see nothingWasRepeated.
	return r.send(w.unwatched, append(plain, "If-Match", `"0"`, "X-Request-Id", repeated)...)
}

// keptPrecondition checks that the wrong ETag was refused. If the request's path shows one resource, the valid request's answer must have
// the ETag of that.
func (w *writes) keptPrecondition(r request, refused, answer apptest.Answer, headers []string) {
	w.t.Helper()
	shown := r.operation.Shown()
	switch {
	case shown == nil && refused.Status != http.StatusBadRequest:
		w.t.Errorf("%s shows no resource; with If-Match it answers %d %.200s", r, refused.Status, refused.Body)
	case shown != nil && refused.Status != http.StatusPreconditionFailed:
		w.t.Errorf("%s with the ETag of something else: %d %.200s", r, refused.Status, refused.Body)
	}
	if shown == nil || shown.Path != r.operation.Path || len(answer.Body) == 0 || r.operation.Verb == operations.Create {
		return // a creation answers with one resource, its path shows a list
	}
	name := r.operation.Name()
	now := w.unwatched.Do(http.MethodGet, "/api/rest/v2"+r.path, nil, headers...)
	for _, query := range []string{"?scope=all", "?scope=all&store=admin"} { // hidden from the storefront, or from the store
		if now.Status == http.StatusNotFound {
			now = w.unwatched.Do(http.MethodGet, "/api/rest/v2"+r.path+query, nil, headers...)
		}
	}
	if same := now.Header.Get("ETag") == answer.Header.Get("ETag"); same != (otherAnswers[name] == "") {
		w.t.Errorf("%s: the write answers\n%.600s\nits GET\n%.600s", name, answer.Body, now.Body)
	}
}
