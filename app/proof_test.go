package app_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tradelog/app"
	"tradelog/eventstore/audit"
	"tradelog/eventstore/audit/proof"
	"tradelog/reactions"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// proved gets a receipt and checks it with the key that the shop serves.
func proved(t *testing.T, s *salestest.Shop, order int64, headers ...string) (proof.Receipt, proof.Verdict) {
	t.Helper()
	var r proof.Receipt
	body := s.Must(200, "GET", fmt.Sprintf("/orders/%d/receipt", order), nil, headers...).Body
	if err := json.Unmarshal(body, &r); err != nil {
		t.Fatal(err)
	}
	verdict, err := proof.Check(&r, servedKey(t, s))
	if err != nil {
		t.Fatal(err)
	}
	return r, verdict
}

func servedKey(t *testing.T, s *salestest.Shop) ed25519.PublicKey {
	t.Helper()
	key, err := audit.LoadPublicKey(s.Must(200, "GET", "/.well-known/tradelog/key.pub", nil).Body)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// sealed returns the receipt of a person's order once all of its events are sealed. Reactions may still add events to the order.
func sealed(t *testing.T, p *person) (r proof.Receipt, v proof.Verdict) {
	t.Helper()
	patience, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		if _, err := p.Proofs.Checkpoints.Now(patience); err != nil {
			t.Fatal(err)
		}
		if r, v = proved(t, p.Shop, p.order, p.Service...); v.Pending == 0 {
			return r, v
		}
	}
}

// TestForgettingBreaksNoProof: the receipts of an order hold before and after its person is forgotten, with the same seals and paths. The
// new receipt shows nothing of the person.
func TestForgettingBreaksNoProof(t *testing.T) {
	t.Parallel()
	p := startPerson(t)
	before, verdict := sealed(t, p)
	if verdict.Recomputed != verdict.Events || verdict.Events < 8 {
		t.Fatalf("before: %+v", verdict)
	}
	if shown := written(t, before); !marks.MatchString(shown) {
		t.Error("the back office does not see the person")
	}
	p.Must(201, "POST", fmt.Sprintf("/customers/%d/forget", p.id), salestest.Fields{"reason": "asked for it"}, p.Service...)
	if _, err := proof.Check(&before, servedKey(t, p.Shop)); err != nil {
		t.Errorf("the receipt from before: %v", err)
	}
	after, verdict := proved(t, p.Shop, p.order, p.Service...)
	if verdict.Recomputed != verdict.Events || verdict.Covered < len(before.Events) {
		t.Errorf("after: %+v", verdict)
	}
	if shown := written(t, after); marks.MatchString(shown) {
		t.Errorf("the person is shown: %s", marks.FindString(shown))
	}
	for i, e := range before.Events {
		now := after.Events[i]
		if e.Seal != now.Seal || strings.Join(e.Path, " ") != strings.Join(now.Path, " ") || !bytes.Equal(e.Stored.Data, now.Stored.Data) {
			t.Errorf("the proof of position %d is another one", e.Position)
		}
	}
	if _, err := p.Proofs.Checkpoints.Now(t.Context()); err != nil {
		t.Errorf("the log after forgetting: %v", err)
	}
}

// TestWhoGetsAReceipt: customers get receipts of their own orders, without the internal data of the shop. Others get none.
func TestWhoGetsAReceipt(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 50, salestest.Fields{"cost": 7.77})
	_, mine := s.Customer("ada@example.com")
	_, foreign := s.Customer("eve@example.com")
	order := salestest.ID(s.OrderOf(mine, "MUG*2"))
	path := fmt.Sprintf("/orders/%d", order)
	s.Must(201, "POST", path+"/comments", salestest.Fields{"comment": "a difficult customer"}, s.Service...)
	s.Must(201, "POST", path+"/comments", salestest.Fields{"comment": "it is on its way", "visibleOnFront": true}, s.Service...)
	s.Must(201, "POST", path+"/hold", salestest.Fields{"reason": "looks like fraud"}, s.Service...)
	if _, err := s.Proofs.Checkpoints.Now(t.Context()); err != nil {
		t.Fatal(err)
	}
	receipt, verdict := proved(t, s, order, mine...)
	if verdict.Covered != verdict.Events || verdict.Recomputed != 0 {
		t.Errorf("the customer's: %+v", verdict)
	}
	shown := written(t, receipt)
	for _, want := range []string{"ada@example.com", "it is on its way", "OrderHeld"} {
		if !strings.Contains(shown, want) {
			t.Errorf("%s is missing in %s", want, shown)
		}
	}
	for _, hidden := range []string{"7.77", "difficult", "fraud", "stored", "tokenHash"} {
		if strings.Contains(shown, hidden) {
			t.Errorf("the customer sees %s: %s", hidden, shown)
		}
	}
	full, verdict := proved(t, s, order, s.As([]string{"orders/read"})...)
	if verdict.Recomputed != verdict.Events || !strings.Contains(written(t, full), "difficult") ||
		!strings.Contains(written(t, full), "7.77") {
		t.Errorf("the shop's: %+v, %s", verdict, written(t, full))
	}
	guest := salestest.ID(s.Order("MUG"))
	r, verdict := proved(t, s, guest, s.Service...)
	if verdict.Recomputed != verdict.Events || verdict.Pending != verdict.Events || r.Chain == nil ||
		strings.Contains(r.Events[0].Data, "tokenHash") {
		t.Errorf("a guest's order that no checkpoint covers: %+v", verdict)
	}
	for who, headers := range map[string][]string{
		"another customer": foreign, "a token for products": s.As([]string{"products/read"}), "another store": s.As([]string{"orders/read"}, 77),
	} {
		for _, form := range []string{"", "/pdf"} {
			if a := s.Do("GET", path+"/receipt"+form, nil, headers...); a.Status != 404 && a.Status != 403 {
				t.Errorf("%s gets the receipt%s: %d", who, form, a.Status)
			}
		}
	}
	if a := s.Do("GET", path+"/receipt", nil); a.Status != 401 {
		t.Errorf("without a token: %d", a.Status)
	}
}

// TestAVerifiersFilesAreServed: everybody can read the script and the key, and nothing else.
func TestAVerifiersFilesAreServed(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	a := s.Must(200, "GET", "/.well-known/tradelog/receipt.mjs", nil)
	if !bytes.Equal(a.Body, proof.Script) || !strings.HasPrefix(a.Header.Get("Content-Type"), "text/javascript") {
		t.Errorf("%s, %d bytes", a.Header.Get("Content-Type"), len(a.Body))
	}
	if a := s.Do("GET", "/.well-known/tradelog/key", nil); a.Status != 404 {
		t.Errorf("another file: %d", a.Status)
	}
}

// TestABrokenSealIsTold: probes and metrics show how far the log was verified, and the place of a broken seal.
func TestABrokenSealIsTold(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 50, nil)
	book := s.Proofs.Checkpoints
	if _, err := book.Now(t.Context()); err != nil {
		t.Fatal(err)
	}
	told := func() (verified map[string]any, metrics string) {
		t.Helper()
		verified, _ = s.Must(200, "GET", "/readyz", nil).Object(t)["verified"].(map[string]any)
		w := httptest.NewRecorder()
		s.Metrics.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
		return verified, w.Body.String()
	}
	head := s.LogSize()
	if verified, metrics := told(); verified["position"] != float64(head) || verified["broken"] != nil || verified["at"] == nil ||
		!strings.Contains(metrics, "tradelog_log_broken_position 0\n") ||
		!strings.Contains(metrics, fmt.Sprintf("tradelog_log_verified_position %d\n", head)) ||
		!strings.Contains(metrics, fmt.Sprintf("tradelog_checkpoint_position %d\n", head)) ||
		!strings.Contains(metrics, "tradelog_log_verified_timestamp_seconds 1") {
		t.Errorf("%v\n%s", verified, metrics)
	}
	if _, err := s.Pool.Exec(t.Context(), `UPDATE events SET metadata = '{}' WHERE position = 2`); err != nil {
		t.Fatal(err)
	}
	if _, err := book.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	if verified, metrics := told(); verified["broken"] != 2.0 || !strings.Contains(metrics, "tradelog_log_broken_position 2\n") {
		t.Errorf("broken: %v\n%s", verified, metrics)
	}
}

func written(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestALogInAnEventStoreHasNoReceipts: the refusal gives the reason, and the instance does not claim to verify seals.
func TestALogInAnEventStoreHasNoReceipts(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t, apptest.OnEventStore())
	s.Product("MUG", "10", 50, nil)
	order := salestest.ID(s.Order("MUG*2"))
	a := s.Must(422, "GET", fmt.Sprintf("/orders/%d/receipt", order), nil, s.Service...)
	if !strings.Contains(a.Message(), "keeps no seal for each event") {
		t.Errorf("the refusal is %s", a.Message())
	}
	if a := s.Must(200, "GET", "/readyz", nil); bytes.Contains(a.Body, []byte("verified")) {
		t.Errorf("probes are told %s", a.Body)
	}
	i := slices.IndexFunc(s.Reactions.Sweeps, func(s reactions.Sweep) bool { return s.Name == "proof" })
	if err := s.Reactions.Sweeps[i].Run(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestTheServerVerifiesAndPublishes: the sweep of the running server verifies the log, takes a checkpoint of it and publishes that.
func TestTheServerVerifiesAndPublishes(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "checkpoints.jsonl")
	s := salestest.Start(t, apptest.WithConfig(func(c *app.Config) { c.EventLog.CheckpointsTo = "file:" + file }))
	s.Reactions.Stop() // this test runs its sweeps
	if _, err := s.Pool.Exec(t.Context(), `DELETE FROM log_checkpoints`); err != nil {
		t.Fatal(err)
	}
	head := s.LogSize()
	i := slices.IndexFunc(s.Reactions.Sweeps, func(s reactions.Sweep) bool { return s.Name == "proof" })
	if err := s.Reactions.Sweeps[i].Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	lines, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	parts := bytes.Split(bytes.TrimSpace(lines), []byte("\n"))
	var c audit.Checkpoint
	if err := json.Unmarshal(parts[len(parts)-1], &c); err != nil || c.Position != head || !c.SignedBy(servedKey(t, s)) {
		t.Errorf("published %s, error %v; the log ends at %d", lines, err, head)
	}
	standing, err := s.Proofs.Checkpoints.Progress(t.Context())
	if err != nil || standing.Position != head || standing.Broken != 0 || standing.Unpublished != 0 {
		t.Errorf("%+v, error %v", standing, err)
	}
}
