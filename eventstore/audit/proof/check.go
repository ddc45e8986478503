package proof

import (
	"bytes"
	"crypto/ed25519"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"tradelog/eventstore"
	"tradelog/eventstore/audit"
)

// Script is the verifier for browsers and Node: a module without imports.
//
//go:embed receipt.mjs
var Script []byte

// Verdict lists the facts that a receipt that holds proves.
type Verdict struct {
	Events     int // of the receipt
	Recomputed int // seals that were computed again from the stored bytes
	Covered    int // events that a signed checkpoint covers
	Pending    int // events that no checkpoint covers yet
}

// RefusedError tells why a receipt does not hold. receipt.mjs says the same.
type RefusedError struct{ Reason string }

// Error returns the reason.
func (e *RefusedError) Error() string { return "the receipt does not hold: " + e.Reason }

func refuse(format string, args ...any) error { return &RefusedError{fmt.Sprintf(format, args...)} }

// Read reads a receipt. It fails with *RefusedError at a member that no receipt has, since nothing signs it, and with another error if the
// text is no JSON of a receipt.
func Read(text []byte) (*Receipt, error) {
	var members any
	if err := json.Unmarshal(text, &members); err != nil {
		return nil, err
	}
	if name, foreign := foreignMember(members, reflect.TypeFor[Receipt]()); foreign {
		return nil, refuse("it has a member that no receipt has: %s", name)
	}
	r := &Receipt{}
	return r, json.Unmarshal(text, r)
}

// foreignMember finds a member in a decoded value that its type does not have. Case matters, unlike in encoding/json.
func foreignMember(value any, of reflect.Type) (name string, found bool) {
	for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
		of = of.Elem()
	}
	if of.Kind() != reflect.Struct {
		return "", false
	}
	switch value := value.(type) {
	case []any:
		for _, element := range value {
			if name, found = foreignMember(element, of); found {
				return name, true
			}
		}
	case map[string]any:
		known := map[string]reflect.Type{}
		for i := range of.NumField() {
			tag, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
			known[tag] = of.Field(i).Type
		}
		for _, name := range slices.Sorted(maps.Keys(value)) {
			if known[name] == nil {
				return name, true
			}
			if inner, found := foreignMember(value[name], known[name]); found {
				return inner, true
			}
		}
	}
	return "", false
}

// Check verifies a receipt with the installation's public key, which must come from somewhere else than the receipt. It fails with
// *RefusedError.
func Check(r *Receipt, key ed25519.PublicKey) (v Verdict, err error) {
	if r.Format != format {
		return v, refuse("it is no %s", format)
	}
	if r.Key != fingerprint(key) {
		return v, refuse("it was made with another key than the one given")
	}
	for _, name := range append([]string{r.LogID, r.Stream, r.Number}, r.words()...) {
		if strings.ContainsFunc(name, func(c rune) bool { return c <= ' ' || c > '~' || c == '"' || c == '\\' }) {
			return v, refuse("a name in it has other characters than letters, digits and signs")
		}
	}
	checkpoints, err := r.checkpoints(key)
	if err != nil {
		return v, err
	}
	if len(r.Events) == 0 {
		return v, refuse("it has no events")
	}
	for i := range r.Events {
		if err := r.follows(i); err != nil {
			return v, err
		}
		if r.Events[i].Stored != nil {
			v.Recomputed++
		}
		covered, err := r.included(&r.Events[i], checkpoints)
		if err != nil {
			return v, err
		}
		if covered {
			v.Covered++
		} else {
			v.Pending++
		}
	}
	v.Events = len(r.Events)
	text := r.statement()
	if r.Digest != hex.EncodeToString(hashOf(text)) {
		return v, refuse("it was changed after it was signed: its digest is another one")
	}
	if !ed25519.Verify(key, text, r.Signature) {
		return v, refuse("its signature is not by this key")
	}
	return v, nil
}

// words returns the texts of events that the statement has between blanks.
func (r *Receipt) words() (all []string) {
	for i := range r.Events {
		e := &r.Events[i]
		all = append(append(all, e.Type, e.ID, e.RecordedAt, e.Previous, e.Seal), e.Withheld...)
	}
	return all
}

// checkpoints checks the checkpoints, and returns them by position.
func (r *Receipt) checkpoints(key ed25519.PublicKey) (map[int64]audit.Checkpoint, error) {
	all := map[int64]audit.Checkpoint{}
	for _, c := range r.Checkpoints {
		read, err := c.read()
		switch {
		case err != nil:
			return nil, refuse("the checkpoint at position %d cannot be read", c.Position)
		case read.LogID != r.LogID:
			return nil, refuse("the checkpoint at position %d is of another log", c.Position)
		case !read.SignedBy(key):
			return nil, refuse("the signature of the checkpoint at position %d is not by this key", c.Position)
		}
		all[c.Position] = read
	}
	return all, nil
}

// follows checks the revision of an event, and its seal if it has its stored bytes.
func (r *Receipt) follows(i int) error {
	e := &r.Events[i]
	if e.Revision != int64(i) {
		return refuse("the event at position %d has revision %d, and %d is due: an event is missing or the order was changed", e.Position,
			e.Revision, i)
	}
	if i > 0 && e.Position <= r.Events[i-1].Position || e.Position < 1 {
		return refuse("the event at position %d comes before its predecessor", e.Position)
	}
	previous, seal := unhex(e.Previous), unhex(e.Seal)
	if previous == nil || seal == nil {
		return refuse("the event at position %d has no seal of 64 hexadecimal digits", e.Position)
	}
	if e.Stored == nil {
		return nil
	}
	recorded, err := e.recorded(r.Stream)
	if err != nil || !bytes.Equal(eventstore.Seal(previous, recorded), seal) {
		return refuse("the seal of the event at position %d does not follow from its content", e.Position)
	}
	return nil
}

// unhex reads a seal or a hash; nil if it is none.
func unhex(s string) []byte {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != eventstore.SealSize || strings.ToLower(s) != s {
		return nil
	}
	return b
}

// included checks where an event was in the log, and reports whether a checkpoint says so.
func (r *Receipt) included(e *Event, checkpoints map[int64]audit.Checkpoint) (covered bool, err error) {
	if e.Checkpoint == 0 {
		return false, r.inChain(e, checkpoints)
	}
	c, ok := checkpoints[e.Checkpoint]
	if !ok || !c.Covers(eventstore.Position(e.Position)) {
		return false, refuse("no checkpoint in it covers the event at position %d", e.Position)
	}
	path := make([][]byte, len(e.Path))
	for i, text := range e.Path {
		path[i] = unhex(text)
	}
	if !audit.Includes(c.Root, unhex(e.Seal), e.Position-int64(c.From)-1, int64(c.Position-c.From), path) {
		return false, refuse("the path of the event at position %d does not lead to the root of the checkpoint", e.Position)
	}
	return true, nil
}

// inChain checks an event that no checkpoint covers against the chain, if the receipt has one.
func (r *Receipt) inChain(e *Event, checkpoints map[int64]audit.Checkpoint) error {
	c := r.Chain
	if c == nil {
		return nil
	}
	if unhex(c.Seal) == nil {
		return refuse("the chain after the last checkpoint cannot be read")
	}
	if at, ok := checkpoints[c.After]; ok && hex.EncodeToString(at.Seal) != c.Seal {
		return refuse("the chain does not begin at the checkpoint at position %d", c.After)
	}
	i := e.Position - c.After - 1
	if i < 0 || i >= int64(len(c.Seals)) || c.Seals[i] != e.Seal {
		return refuse("the event at position %d is not in the chain after the last checkpoint", e.Position)
	}
	before := c.Seal
	if i > 0 {
		before = c.Seals[i-1]
	}
	if before != e.Previous {
		return refuse("the event at position %d does not follow its predecessor in the chain", e.Position)
	}
	return nil
}
