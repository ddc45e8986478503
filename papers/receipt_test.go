package papers

import (
	"bytes"
	"crypto/ed25519"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tradelog/domain/locale"
	"tradelog/eventstore/audit/proof"
	"tradelog/readmodels/documents"
)

func TestFacts(t *testing.T) {
	t.Parallel()
	got := facts(`{"n":1.50,"customer":{"email":"a@example.com","street":["1 Main St","Door 2"]},"none":null,"lines":[{"id":1},{"id":2}]}`)
	want := []string{"n: 1.50", "customer: email a@example.com, street [1 Main St; Door 2]", "none: <nil>", "lines: [id 1; id 2]"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := facts(""); got != nil {
		t.Errorf("of nothing: %q", got)
	}
}

// TestAPrintedReceipt has what a reader needs, over as many pages as it takes, and the same bytes each time.
func TestAPrintedReceipt(t *testing.T) {
	t.Parallel()
	r := &proof.Receipt{LogID: "7f3c", Stream: "order-42", Number: "100000042", Checkpoints: []proof.Checkpoint{
		{LogID: "7f3c", Position: 60, Root: strings.Repeat("ab", 32), Time: "2026-01-02T04:00:00Z"},
	}}
	for i := range 40 {
		e := proof.Event{Position: int64(i + 1), Revision: int64(i), Type: "OrderCommented", RecordedAt: "2026-01-02T03:04:05.000006Z",
			Seal: fmt.Sprintf("%064x", i), Data: fmt.Sprintf(`{"text":"remark %d, für Ältere"}`, i), Withheld: []string{"code"}}
		if i < 39 {
			e.Checkpoint = 60
		}
		r.Events = append(r.Events, e)
	}
	r.Sign(ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)))
	o := &documents.Order{IncrementID: "100000042", CreatedAt: "2026-01-02 03:04:05"}
	in := func(code string) pageSettings {
		return pageSettings{Name: "Harbour & Hill", Locale: locale.Of(code, nil)}
	}
	file, err := receiptPaper(in("en_US"), o, r, []byte("-----BEGIN PUBLIC KEY-----"))
	if err != nil {
		t.Fatal(err)
	}
	shown := strings.Join(strings.Fields(read(t, file)), " ")
	for _, want := range []string{
		"Harbour & Hill", "Receipt of the events of order # 100000042", "text: remark 39, für Ältere",
		"covered by the checkpoint at position 60",
		"not covered by a checkpoint yet", "Not shown: code", "Page 2 of", r.Digest, r.Key, r.Events[7].Seal, "Root " + r.Checkpoints[0].Root,
		"2026-01-02T03:04:05.000006Z, position 40",
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is missing in %s", want, shown)
		}
	}
	again, err := receiptPaper(in("en_US"), o, r, []byte("-----BEGIN PUBLIC KEY-----"))
	if err != nil || !bytes.Equal(file, again) {
		t.Errorf("the same receipt is printed differently, error %v", err)
	}
	if list := tool(t, file, "pdfdetach", "-list"); !strings.Contains(list, receiptFile) || !strings.Contains(list, keyFile) {
		t.Errorf("attached: %s", list)
	}

	// The texts are those of the order's language. Positions have no separators, and types and members are those of the log.
	for code, want := range map[string][]string{
		"de_DE": {"Quittung über die Ereignisse der Bestellung Nr. 100000042", "Position 1060, noch von keinem Prüfpunkt erfasst",
			"erfasst vom Prüfpunkt an Position 60", "Nicht gezeigt: code", "Wurzel abab", "Prüfsumme der Quittung",
			"Seite 2 von", "tradelog events check receipt.json --key key.pub"},
		"fr_FR": {"Reçu des événements de la commande n° 100000042", "Sceau 0000", "Empreinte de la clé publique"},
		"pl_PL": {"Poświadczenie zdarzeń zamówienia nr 100000042", "Pieczęć 0000", "Strona 2 z"},
		"sv_SE": {"Receipt of the events of order # 100000042", "Not shown: code"},
	} {
		r.Events[39].Position = 1060
		file, err := receiptPaper(in(code), o, r, []byte("-----BEGIN PUBLIC KEY-----"))
		if err != nil {
			t.Fatal(err)
		}
		shown := strings.Join(strings.Fields(read(t, file)), " ")
		for _, one := range append(want, "1. OrderCommented", "text: remark 39, für Ältere") {
			if !strings.Contains(shown, one) {
				t.Errorf("%s: %q is missing in %s", code, one, shown)
			}
		}
		if code != "de_DE" {
			continue
		}
		for _, word := range []string{"Receipt of", "covered", "Seal ", "Not shown", "Checkpoint", "Digest", "Fingerprint", "How to", "Page "} {
			if strings.Contains(shown, word) {
				t.Errorf("%s: the English %q is in %s", code, word, shown)
			}
		}
	}
}
