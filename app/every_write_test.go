package app_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"tradelog/domain/fault"
	"tradelog/domain/settings"
	"tradelog/eventstore"
	"tradelog/operations"
	"tradelog/test/apptest"
	"tradelog/test/contract"
	"tradelog/test/histories"
)

// writes sends a valid request to every writing operation. The requests are those of the modules' steps. Requests of guests and customers,
// and for some parts of products, are in every_write_steps_test.go.
type writes struct {
	*story
	unwatched *apptest.Shop // the same shop, by a client whose exchanges are not compared with the OpenAPI document
	watched   *contract.Watch
	anna      int64 // the ID of a customer with an account
	mug       int64 // the ID of a product
	depth     int
	codes     int                               // number of generated codes, addresses and keys
	accepted  func(request, apptest.Answer)     // called for each accepted request, unless nil
	trying    func(r request, headers []string) // called for each request after its dry run was accepted and before it is sent, unless nil
}

// unwritten are the operations without a valid request here, with the reason.
var unwritten = map[string]string{
	"PUT /customers/me/two-factor": "takes a code of the moment, which works once (test/customers/access_customer_test.go)",
	"POST /customers/social-auth":  "takes a token of a provider (test/customers/access_social_test.go)",
	"POST /emails/{id}/resend":     "takes an e-mail that was tried (test/platform/mails_test.go)",
}

// TestEveryWrite sends every writing operation a valid request in both media types. The request and the answer must fit the OpenAPI
// document. A repeated idempotency key must get the same answer without doing it again.
func TestEveryWrite(t *testing.T) {
	t.Parallel()
	w := startWrites(t, false)
	w.everyWrite("application/json", "application/ld+json")
	w.nothingWasRepeated()
	w.verify()
	t.Logf("statuses that the document promises:\n%s", strings.Join(w.watched.Unseen(), "\n"))
}

// startWrites starts a shop for writes. Plain ones have natural texts.
func startWrites(t *testing.T, plain bool) *writes {
	t.Helper()
	w := &writes{story: newStory(t, 20260401)}
	w.Plain = plain
	w.steps = append(w.ownSteps(), w.steps...)
	w.prepare()
	return w
}

// everyWrite sends every operation that writes a valid request as each media type.
func (w *writes) everyWrite(media ...string) {
	w.t.Helper()
	steps := map[*operations.Operation][]histories.Step{}
	for _, step := range w.steps {
		if o := operationOf(w.shop, step.Name); o != nil {
			steps[o] = append(steps[o], step)
		}
	}
	for _, o := range w.shop.Pipeline.Registry.All() {
		if o.Reads() || unwritten[o.Method+" "+o.Path] != "" {
			continue
		}
		if len(steps[o]) == 0 {
			w.t.Errorf("no step makes a valid request for %s %s. Add one named %s to app/*_steps.go, or to ownSteps in "+
				"app/every_write_steps_test.go where only guests or customers do it", o.Method, o.Path, o.Identifier())
			continue
		}
		for _, media := range media {
			var err error
			for _, step := range steps[o] {
				if err = w.accept(step, media); err == nil {
					break
				}
			}
			if err != nil {
				w.t.Errorf("%s %s as %s: no request of its steps was accepted: %v", o.Method, o.Path, media, err)
			}
		}
	}
}

// accept takes a step until it is accepted: with the newest document of its kind first, then with fresh ones.
func (w *writes) accept(step histories.Step, media string) error {
	var err error
	for try := range 60 {
		if w.Document, err = w.document(step.Of, try > 0); err != nil {
			return err
		}
		w.Moves++
		document := w.Document
		var made histories.Arguments
		if step.Do == nil {
			made, err = w.ask(step, media)
		} else if made, err = w.take(step); err == nil {
			w.shop.Settle()
		}
		switch {
		case fault.KindOf(err) == fault.Internal && err != nil:
			return err
		case err != nil:
			continue
		}
		if step.Makes != "" {
			w.forget(step.Makes, made)
			w.Known[step.Makes] = append(w.Known[step.Makes], made)
		}
		if step.Ends {
			w.forget(step.Of, document)
		}
		return nil
	}
	return err
}

// document returns the newest document of a kind, or makes one.
func (w *writes) document(kind string, fresh bool) (histories.Arguments, error) {
	known := w.Known[kind]
	switch {
	case kind == "":
		return nil, nil
	case !fresh && len(known) > 0:
		return known[len(known)-1], nil
	}
	if w.depth++; w.depth > 6 {
		return nil, fmt.Errorf("documents of kind %q need each other", kind)
	}
	defer func(document histories.Arguments) {
		w.Document = document
		w.depth--
	}(w.Document)
	err := fmt.Errorf("no step makes a %s", kind)
	for _, step := range w.steps {
		if step.Makes == kind && step.Of != kind {
			if err = w.accept(step, "application/json"); err == nil {
				known = w.Known[kind]
				return known[len(known)-1], nil
			}
		}
	}
	return nil, fmt.Errorf("no %s: %w", kind, err)
}

// ask sends a step's request with an idempotency key and checks that it is not done twice.
func (w *writes) ask(step histories.Step, media string) (histories.Arguments, error) {
	r, err := w.prepared(step)
	if err != nil {
		return nil, err
	}
	w.shop.Settle()
	headers := append(w.caller(r.operation), "Accept", media)
	switch {
	case r.form != "":
		headers = append(headers, "Content-Type", r.form)
	case r.body != nil:
		headers = append(headers, "Content-Type", media)
	}
	if r.operation.Method != http.MethodDelete {
		w.codes++
		headers = append(headers, "X-Idempotency-Key", fmt.Sprint("write-", w.codes))
	}
	refused := w.refusedAsOther(r, headers)
	tried := r.send(w.shop, append(slices.Clone(headers), "X-Dry-Run", "true", "X-Request-Id", triedOut)...)
	if w.trying != nil && tried.Status < 300 {
		w.trying(r, headers)
	}
	answer := r.send(w.shop, headers...)
	w.onlyTried(r, tried, answer)
	if err := refusal(r, answer); err != nil {
		return nil, err
	}
	w.keptPrecondition(r, refused, answer, headers)
	if w.accepted != nil {
		w.accepted(r, answer)
	}
	if got := answer.Header.Get("Content-Type"); len(answer.Body) > 0 && !r.operation.Bare && got != media+"; charset=utf-8" {
		w.t.Errorf("%s as %s answers %s", r, media, got)
	}
	if r.operation.Method != http.MethodDelete && !strings.HasPrefix(r.operation.Path, "/auth/") {
		w.repeat(r, answer, headers)
	}
	return r.made(w.t, answer), nil
}

// repeat sends a request again, unchanged and with another body. The key stands for the first answer (conventions §10).
func (w *writes) repeat(r request, first apptest.Answer, headers []string) {
	w.t.Helper()
	headers = append(headers, "X-Request-Id", repeated)
	other := r
	if r.body != nil && r.form == "" {
		other.body = histories.Arguments{"another": "body"}
	}
	for what, again := range map[string]apptest.Answer{
		"once more": r.send(w.shop, headers...), "with another body": other.send(w.unwatched, headers...),
	} {
		replayed := again.Header.Get("X-Idempotency-Replayed")
		if again.Status != first.Status || string(again.Body) != string(first.Body) || replayed != "true" {
			w.t.Errorf("%s %s with the same key: %d, replayed %q, %.300s\nfirst %d %.300s", r, what, again.Status, replayed, again.Body,
				first.Status, first.Body)
		}
	}
}

// triedOut is the request ID of dry runs.
const triedOut = "tried-out"

// onlyTried checks the dry run of a request: its answer is marked. It has the status of the request itself, which was sent afterwards with
// the same idempotency key and was carried out.
func (w *writes) onlyTried(r request, tried, answer apptest.Answer) {
	w.t.Helper()
	want := answer.Status
	if r.operation.Effect.Untried != "" {
		want = http.StatusBadRequest
	}
	h := tried.Header
	if tried.Status != want || h.Get("X-Dry-Run") != "true" || tried.Status < 300 && h.Get("ETag") != "" || h.Get("Location") != "" ||
		h.Get("X-Event-Position") != "" || h.Get("X-Idempotency-Replayed") != "" {
		w.t.Errorf("a dry run of %s: %d %v %.300s\nwithout it %d %.300s", r, tried.Status, h, tried.Body, answer.Status, answer.Body)
	}
	if answer.Header.Get("X-Idempotency-Replayed") != "" || answer.Header.Get("X-Dry-Run") != "" {
		w.t.Errorf("%s after its dry run: %v", r, answer.Header)
	}
}

// repeated is the request ID of requests that are sent again.
const repeated = "sent-again"

// nothingWasRepeated checks that neither repeated requests nor dry runs left events.
func (w *writes) nothingWasRepeated() {
	w.t.Helper()
	for from := eventstore.Position(0); ; {
		page, err := w.shop.Store.ReadAll(context.Background(), from, eventstore.Forwards, 1000, eventstore.Filter{})
		if err != nil {
			w.t.Fatal(err)
		}
		for _, event := range page.Events {
			if meta, err := event.Meta(); err != nil || meta.RequestID == repeated || meta.RequestID == triedOut {
				w.t.Errorf("a request that was sent again, or tried, left %s on %s (%v)", event.Type, event.Stream, err)
			}
			from = event.Position
		}
		if len(page.Events) == 0 {
			return
		}
	}
}

// caller returns the headers of the caller of an operation: the customer for a customer's own resources, otherwise a service with all
// rights.
func (w *writes) caller(o *operations.Operation) []string {
	switch {
	case o.Path == "/auth/token":
		return nil
	case strings.HasPrefix(o.Path, "/auth/"), isOwn(o):
		return apptest.Bearer(w.shop.CustomerToken(w.anna)) // a new token, since logging out ends the old one
	}
	return apptest.Bearer(w.token)
}

// prepare creates the things that requests refer to.
func (w *writes) prepare() {
	w.t.Helper()
	plain := *w.shop
	w.watched, _ = w.shop.Client.Transport.(*contract.Watch)
	plain.Client = &http.Client{Transport: w.watched.Through}
	w.unwatched = &plain
	if err := w.shop.Commands.Directory.SetConfig(apptest.Operator(), settings.Default, map[string]string{
		"sales/gift_options/allow_order": "1", "sales/gift_options/allow_items": "1", "payment/sandbox/active": "1",
		"revocation/general/enabled": "1",
	}); err != nil {
		w.t.Fatal(err)
	}
	w.shop.Settle()
	service := apptest.Bearer(w.token)
	w.anna = histories.DocumentID(w.shop.Must(201, "POST", "/customers", histories.Arguments{
		"email": annasEmail, "firstname": "Anna", "lastname": "Smith", "password": annasPassword,
	}, service...).Object(w.t))
	w.mug = histories.DocumentID(w.shop.Must(201, "POST", "/products", histories.Arguments{
		"sku": "MUG", "name": "Mug", "type": "simple", "price": 10, "stockQty": 10000, "websiteIds": []int{1},
	}, service...).Object(w.t))
	w.shop.Settle()
	for _, kind := range []string{"product", "category", "tax class", "customer", "full cart"} { // draws pick some of these
		if _, err := w.document(kind, true); err != nil {
			w.t.Fatal(err)
		}
	}
}
