package proof_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"tradelog/eventstore"
	"tradelog/eventstore/audit"
	"tradelog/eventstore/audit/proof"
	"tradelog/test/suite"
)

// forger has a log of 700 events, some of which are of order-1, and the key of the installation.
type forger struct {
	key    ed25519.PrivateKey
	events []eventstore.Recorded
}

// The range of the checkpoint of the log; events after it are not covered yet.
const from, upTo = 10, 650

func newForger(t *testing.T) *forger {
	t.Helper()
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	f := &forger{key: key}
	seal, revision := eventstore.GenesisSeal, eventstore.Revision(0)
	for i := range 700 {
		r := eventstore.Recorded{
			NewEvent: eventstore.NewEvent{
				ID: uuid.New(), Type: "OrderHappened", SchemaVersion: 1 + i%2, Data: fmt.Appendf(nil, `{"n": %d, "text": "ä"}`, i),
				Metadata: []byte(`{"occurredAt":"2026-01-02T03:04:05Z"}`),
			},
			Stream: "order-0", Position: eventstore.Position(i + 1), RecordedAt: time.Date(2026, 1, 2, 3, 4, 5, i*1001*1000, time.UTC),
		}
		if i%125 == 40 || i == 660 {
			r.Stream, r.Revision = "order-1", revision
			revision++
		}
		r.Seal = eventstore.Seal(seal, &r)
		seal = r.Seal
		f.events = append(f.events, r)
	}
	return f
}

// receipt makes the receipt of order-1. The stored bytes of its second event are left out.
func (f *forger) receipt() *proof.Receipt {
	var seals [][]byte
	for _, e := range f.events[from:upTo] {
		seals = append(seals, e.Seal)
	}
	blocks := audit.Blocks(seals)
	c := audit.Checkpoint{LogID: "7f3c", Position: upTo, Seal: f.events[upTo-1].Seal, From: from, Root: audit.Root(blocks)}
	c.Sign(f.key, time.Date(2026, 1, 2, 4, 0, 0, 0, time.UTC))
	r := &proof.Receipt{LogID: "7f3c", Stream: "order-1", Number: "100000012", Checkpoints: []proof.Checkpoint{proof.CheckpointOf(c)}}
	for i := range f.events {
		e := &f.events[i]
		if e.Stream != "order-1" {
			continue
		}
		shown := proof.Shown{Recorded: e, Data: string(e.Data), Withheld: []string{"code"}, Bare: len(r.Events) != 1}
		made := proof.EventOf(shown, f.events[i-1].Seal)
		if i < upTo {
			at := i - from
			block := at - at%audit.BlockSize
			made.Checkpoint = upTo
			for _, hash := range audit.Path(at, seals[block:min(len(seals), block+audit.BlockSize)], blocks) {
				made.Path = append(made.Path, hex.EncodeToString(hash))
			}
		}
		r.Events = append(r.Events, made)
	}
	r.Chain = &proof.Chain{After: upTo, Seal: hex.EncodeToString(c.Seal)}
	for _, e := range f.events[upTo:666] {
		r.Chain.Seals = append(r.Chain.Seals, hex.EncodeToString(e.Seal))
	}
	r.Sign(f.key)
	return r
}

// forgery changes a part of a receipt. Some are signed again with the key of the installation, as somebody inside could do. The seals of
// the log and its checkpoints still show them.
type forgery struct {
	change func(r *proof.Receipt)
	signed bool
	want   string // in the reason
}

// flip changes the first digit of a text in hexadecimal.
func flip(text string) string {
	if text[0] == '0' {
		return "1" + text[1:]
	}
	return "0" + text[1:]
}

func forgeries() map[string]forgery {
	content := "the seal of the event at position 41 does not follow from its content"
	return map[string]forgery{
		"format":           {func(r *proof.Receipt) { r.Format = "tradelog receipt 2" }, false, "it is no tradelog receipt 1"},
		"key":              {func(r *proof.Receipt) { r.Key = flip(r.Key) }, false, "another key than the one given"},
		"name":             {func(r *proof.Receipt) { r.Number = "1\nevent" }, true, "other characters than letters"},
		"event data":       {func(r *proof.Receipt) { r.Events[0].Stored.Data = []byte(`{"n": 41, "text": "ä"}`) }, true, content},
		"metadata":         {func(r *proof.Receipt) { r.Events[0].Stored.Metadata = []byte(`{}`) }, true, content},
		"type":             {func(r *proof.Receipt) { r.Events[0].Type = "OrderOther" }, true, content},
		"version":          {func(r *proof.Receipt) { r.Events[0].Version++ }, true, content},
		"ID":               {func(r *proof.Receipt) { r.Events[0].ID = uuid.Nil.String() }, true, content},
		"time":             {func(r *proof.Receipt) { r.Events[0].RecordedAt = "2026-01-02T03:04:06.000000Z" }, true, content},
		"form of the time": {func(r *proof.Receipt) { r.Events[0].RecordedAt = "yesterday" }, true, content},
		"stream":           {func(r *proof.Receipt) { r.Stream = "order-2" }, true, content},
		"predecessor":      {func(r *proof.Receipt) { r.Events[0].Previous = flip(r.Events[0].Previous) }, true, content},
		"seal":             {func(r *proof.Receipt) { r.Events[0].Seal = flip(r.Events[0].Seal) }, true, content},
		"seal of an event without bytes": {func(r *proof.Receipt) { r.Events[1].Seal = flip(r.Events[1].Seal) }, true,
			"the path of the event at position 166 does not lead"},
		"form of a seal": {func(r *proof.Receipt) { r.Events[1].Seal = strings.ToUpper(r.Events[1].Seal) }, true, "has no seal of 64"},
		"order of events": {func(r *proof.Receipt) { r.Events[0], r.Events[1] = r.Events[1], r.Events[0] }, true,
			"the event at position 166 has revision 1, and 0 is due"},
		"order and revisions": {func(r *proof.Receipt) {
			r.Events[1], r.Events[2] = r.Events[2], r.Events[1]
			r.Events[1].Revision, r.Events[2].Revision = 1, 2
		}, true, "the seal of the event at position 291 does not follow"},
		"missing event": {func(r *proof.Receipt) { r.Events = slices.Delete(r.Events, 1, 2) }, true, "an event is missing"},
		"no events":     {func(r *proof.Receipt) { r.Events = nil }, true, "it has no events"},
		"last event":    {func(r *proof.Receipt) { r.Events = r.Events[:len(r.Events)-1] }, false, "changed after it was signed"},
		"position": {func(r *proof.Receipt) { r.Events[1].Position = 41 }, true,
			"the event at position 41 comes before its predecessor"},
		"place in the tree": {func(r *proof.Receipt) { r.Events[1].Position = 167 }, true, "the path of the event at position 167"},
		"path": {func(r *proof.Receipt) { r.Events[0].Path[1] = flip(r.Events[0].Path[1]) }, false,
			"the path of the event at position 41"},
		"short path": {func(r *proof.Receipt) { r.Events[0].Path = r.Events[0].Path[1:] }, false, "the path of the event at position 41"},
		"no hash":    {func(r *proof.Receipt) { r.Events[0].Path[0] = "x" }, false, "the path of the event at position 41"},
		"other checkpoint": {func(r *proof.Receipt) { r.Events[0].Checkpoint = 7 }, false,
			"no checkpoint in it covers the event at position 41"},
		"root": {func(r *proof.Receipt) { r.Checkpoints[0].Root = flip(r.Checkpoints[0].Root) }, false,
			"signature of the checkpoint"},
		"range":             {func(r *proof.Receipt) { r.Checkpoints[0].From = 9 }, false, "signature of the checkpoint"},
		"checkpoint's time": {func(r *proof.Receipt) { r.Checkpoints[0].Time = "2026-01-02T05:00:00Z" }, false, "signature of the checkpoint"},
		"checkpoint's form": {func(r *proof.Receipt) { r.Checkpoints[0].Time = "2026-01-02T05:00:00+00:00" }, false, "cannot be read"},
		"checkpoint's log":  {func(r *proof.Receipt) { r.Checkpoints[0].LogID = "8" }, false, "is of another log"},
		"log":               {func(r *proof.Receipt) { r.LogID = "8" }, true, "is of another log"},
		"checkpoint's signature": {func(r *proof.Receipt) { r.Checkpoints[0].Signature[0] ^= 1 }, false,
			"the signature of the checkpoint at position 650 is not by this key"},
		"chain": {func(r *proof.Receipt) { r.Chain.Seals[10] = flip(r.Chain.Seals[10]) }, true,
			"the event at position 661 is not in the chain"},
		"predecessor in the chain": {func(r *proof.Receipt) { r.Chain.Seals[9] = flip(r.Chain.Seals[9]) }, true,
			"does not follow its predecessor in the chain"},
		"rest of the chain":  {func(r *proof.Receipt) { r.Chain.Seals[0] = flip(r.Chain.Seals[0]) }, false, "changed after it was signed"},
		"begin of the chain": {func(r *proof.Receipt) { r.Chain.Seal = flip(r.Chain.Seal) }, true, "the chain does not begin at the checkpoint"},
		"form of the chain":  {func(r *proof.Receipt) { r.Chain.Seal = "x\n" }, true, "the chain after the last checkpoint cannot be read"},
		"shown data":         {func(r *proof.Receipt) { r.Events[1].Data = `{"n": 0}` }, false, "changed after it was signed"},
		"withheld":           {func(r *proof.Receipt) { r.Events[1].Withheld = nil }, false, "changed after it was signed"},
		"number":             {func(r *proof.Receipt) { r.Number = "100000013" }, false, "changed after it was signed"},
		"digest":             {func(r *proof.Receipt) { r.Digest = flip(r.Digest) }, false, "its digest is another one"},
		"signature":          {func(r *proof.Receipt) { r.Signature[3] ^= 1 }, false, "its signature is not by this key"},
		"no signature":       {func(r *proof.Receipt) { r.Signature = nil }, false, "its signature is not by this key"},
	}
}

// given is a receipt and the key that it is checked with.
type given struct {
	Receipt any    `json:"receipt"`
	Key     string `json:"key"`
}

// inNode checks receipts with the script, and returns its result for each: the verdict as JSON, or the reason.
func inNode(t *testing.T, cases map[string]given) (said map[string]string) {
	t.Helper()
	node := suite.Program(t, "../../../scripts/node.sh", "--where")[0]
	dir := t.TempDir()
	input, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"receipt.mjs": proof.Script, "cases.json": input, "all.mjs": []byte(`
		import { check } from "./receipt.mjs";
		import { readFileSync } from "node:fs";
		const said = {};
		for (const [name, c] of Object.entries(JSON.parse(readFileSync(process.argv[2], "utf8")))) {
			said[name] = await check(c.receipt, c.key).then(JSON.stringify, (e) => e.message);
		}
		console.log(JSON.stringify(said));`)} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command(node, filepath.Join(dir, "all.mjs"), filepath.Join(dir, "cases.json"))
	var failed bytes.Buffer
	command.Stderr = &failed
	out, err := command.Output()
	if err != nil || json.Unmarshal(out, &said) != nil {
		t.Fatalf("%v: %s%s", err, failed.String(), out)
	}
	return said
}

// TestForgedReceiptsAreRefused forges each part of a receipt. Both verifiers refuse each for the same reason, and take the true ones.
func TestForgedReceiptsAreRefused(t *testing.T) {
	t.Parallel()
	f := newForger(t)
	public := f.key.Public().(ed25519.PublicKey)
	pem, err := proof.PublicPEM(public)
	if err != nil {
		t.Fatal(err)
	}
	unchained := f.receipt()
	unchained.Chain = nil
	unchained.Sign(f.key)
	cases := map[string]given{"true": {f.receipt(), string(pem)}, "without a chain": {unchained, string(pem)}}
	wants := map[string]string{}
	for name, forged := range forgeries() {
		r := f.receipt()
		forged.change(r)
		if forged.signed {
			r.Sign(f.key)
		}
		cases[name], wants[name] = given{r, string(pem)}, forged.want
	}
	other, otherKey, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	otherPEM, err := proof.PublicPEM(other)
	if err != nil {
		t.Fatal(err)
	}
	cases["other key given"], wants["other key given"] = given{f.receipt(), string(otherPEM)}, "another key than the one given"
	signedByOther := f.receipt()
	signedByOther.Sign(otherKey)
	cases["signed with another key"], wants["signed with another key"] = given{signedByOther, string(otherPEM)}, "signature of the checkpoint"

	said := inNode(t, cases)
	for _, name := range slices.Sorted(maps.Keys(cases)) {
		key, err := audit.LoadPublicKey([]byte(cases[name].Key))
		if err != nil {
			t.Fatal(err)
		}
		verdict, err := proof.Check(cases[name].Receipt.(*proof.Receipt), key)
		want := wants[name]
		if want == "" {
			if err != nil || verdict != (proof.Verdict{Events: 7, Recomputed: 6, Covered: 5, Pending: 2}) ||
				said[name] != `{"events":7,"recomputed":6,"covered":5,"pending":2}` {
				t.Errorf("%s: %+v, error %v, Node says %s", name, verdict, err, said[name])
			}
			continue
		}
		if refused := new(proof.RefusedError); !errors.As(err, &refused) || !strings.Contains(err.Error(), want) || said[name] != err.Error() {
			t.Errorf("%s:\n  wanted  %s\n  Go says  %v\n  Node says %s", name, want, err, said[name])
		}
	}
}

// TestForeignMembersAreRefused adds a member to each object of a receipt, which no signature covers, and writes one in another case. Both
// verifiers refuse it with the same reason.
func TestForeignMembersAreRefused(t *testing.T) {
	t.Parallel()
	f := newForger(t)
	key := f.key.Public().(ed25519.PublicKey)
	pem, err := proof.PublicPEM(key)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(f.receipt())
	if err != nil {
		t.Fatal(err)
	}
	first := func(r map[string]any, list string) map[string]any { return r[list].([]any)[0].(map[string]any) }
	cases, wants := map[string]given{}, map[string]string{}
	for member, holder := range map[string]func(r map[string]any) map[string]any{
		"":        nil,
		"paid":    func(r map[string]any) map[string]any { return r },
		"Number":  func(r map[string]any) map[string]any { return r },
		"note":    func(r map[string]any) map[string]any { return first(r, "events") },
		"valid":   func(r map[string]any) map[string]any { return first(r, "checkpoints") },
		"end":     func(r map[string]any) map[string]any { return r["chain"].(map[string]any) },
		"in_full": func(r map[string]any) map[string]any { return first(r, "events")["stored"].(map[string]any) },
	} {
		var r map[string]any
		if err := json.Unmarshal(text, &r); err != nil {
			t.Fatal(err)
		}
		if holder != nil {
			holder(r)[member] = "x"
			wants[member] = "the receipt does not hold: it has a member that no receipt has: " + member
		}
		cases[member] = given{r, string(pem)}
	}
	said := inNode(t, cases)
	for name, c := range cases {
		text, err := json.Marshal(c.Receipt)
		if err != nil {
			t.Fatal(err)
		}
		r, err := proof.Read(text)
		if err == nil {
			_, err = proof.Check(r, key)
		}
		want := wants[name]
		if want == "" {
			if err != nil || !strings.HasPrefix(said[name], "{") {
				t.Errorf("%s: %v, Node says %s", name, err, said[name])
			}
			continue
		}
		if err == nil || err.Error() != want || said[name] != want {
			t.Errorf("%s: Go says %v, Node says %s, want %s", name, err, said[name], want)
		}
	}
}

// TestTheScriptAtTheCommandLine: Node runs the script by itself, and its exit code tells.
func TestTheScriptAtTheCommandLine(t *testing.T) {
	t.Parallel()
	if lines := bytes.Count(proof.Script, []byte("\n")); lines >= 300 {
		t.Errorf("the script has %d lines", lines)
	}
	node := suite.Program(t, "../../../scripts/node.sh", "--where")[0]
	f, dir := newForger(t), t.TempDir()
	pem, err := proof.PublicPEM(f.key.Public().(ed25519.PublicKey))
	if err != nil {
		t.Fatal(err)
	}
	for _, forged := range []bool{false, true} {
		r := f.receipt()
		if forged {
			r.Number = "1"
		}
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		files := map[string][]byte{"receipt.mjs": proof.Script, "receipt.json": text, "key.pub": pem}
		for name, content := range files {
			if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		command := exec.Command(node, "receipt.mjs", "receipt.json", "key.pub")
		command.Dir = dir
		out, err := command.CombinedOutput()
		if (err != nil) != forged || forged != strings.Contains(string(out), "does not hold") {
			t.Errorf("forged %v: %v, %s", forged, err, out)
		}
	}
}
