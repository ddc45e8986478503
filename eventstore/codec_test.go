package eventstore

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tradelog/domain"
)

type counted struct {
	SKU  string  `json:"sku"`
	Qty  float64 `json:"qty,omitzero"`
	Note string  `json:"note,omitzero"`
}

func (counted) EventName() string { return "Counted" }

// named serves several event types with one Go type.
type named struct {
	Name   string         `json:"-"`
	Fields map[string]any `json:"fields"`
}

func (n named) EventName() string { return n.Name }

type undeclared struct{}

func (undeclared) EventName() string { return "Undeclared" }

// record makes an encoded event look as if it had been read from the log.
func record(e NewEvent, position Position) Recorded {
	return Recorded{NewEvent: e, Stream: "test-1", Position: position}
}

func TestEncodeAndDecode(t *testing.T) {
	t.Parallel()
	codec := NewCodec(newKeys(), domain.Spec[counted](1),
		domain.SpecNamed(1, func() named { return named{Name: "PageCreated"} }),
		domain.SpecNamed(1, func() named { return named{Name: "BlockCreated"} }))
	for _, event := range []domain.Event{
		counted{SKU: "A-1", Qty: 1.5},
		counted{},
		counted{Note: "<b>Größe & 🛒</b>"},
		named{Name: "PageCreated", Fields: map[string]any{"title": "x"}},
		named{Name: "BlockCreated", Fields: nil},
	} {
		stored, err := codec.Encode(t.Context(), event)
		if err != nil {
			t.Fatalf("encode %#v: %v", event, err)
		}
		if stored.Type != event.EventName() || stored.SchemaVersion != 1 || !json.Valid(stored.Data) ||
			strings.Contains(string(stored.Data), `\u003c`) {
			t.Errorf("%#v is stored as %s version %d: %s", event, stored.Type, stored.SchemaVersion, stored.Data)
		}
		got, err := codec.Decode(t.Context(), record(stored, 1))
		if err != nil || fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", event) {
			t.Errorf("%#v comes back as %#v, error %v", event, got, err)
		}
	}
}

func TestStoredFormIsPlain(t *testing.T) {
	t.Parallel()
	codec := NewCodec(newKeys(), domain.Spec[counted](1))
	stored, err := codec.Encode(t.Context(), counted{SKU: "<A>", Qty: 2})
	if want := `{"sku":"<A>","qty":2}`; err != nil || string(stored.Data) != want {
		t.Errorf("stored as %s, error %v, want %s", stored.Data, err, want)
	}
}

func TestUnknownEvents(t *testing.T) {
	t.Parallel()
	codec := NewCodec(newKeys(), domain.Spec[counted](1))
	if _, err := codec.Encode(t.Context(), undeclared{}); !errors.Is(err, ErrUnknownEvent) {
		t.Errorf("encode an event that is not declared: %v", err)
	}
	for what, e := range map[string]NewEvent{
		"type":             {Type: "Undeclared", SchemaVersion: 1, Data: []byte(`{}`)},
		"version":          {Type: "Counted", SchemaVersion: 2, Data: []byte(`{}`)},
		"impossible 0":     {Type: "Counted", SchemaVersion: 0, Data: []byte(`{}`)},
		"type, other case": {Type: "counted", SchemaVersion: 1, Data: []byte(`{}`)},
	} {
		if _, err := codec.Decode(t.Context(), record(e, 7)); !errors.Is(err, ErrUnknownEvent) ||
			!strings.Contains(err.Error(), "position 7") {
			t.Errorf("decode an unknown %s: %v", what, err)
		}
	}
	if _, err := codec.Decode(t.Context(), record(NewEvent{Type: "Counted", SchemaVersion: 1, Data: []byte(`{"sku":7}`)}, 9)); err == nil ||
		errors.Is(err, ErrUnknownEvent) || !strings.Contains(err.Error(), "position 9") {
		t.Errorf("decode data of another shape: %v", err)
	}
}

func TestDecodeAllSkipsOnlyUnknownTypes(t *testing.T) {
	t.Parallel()
	codec := NewCodec(newKeys(), domain.Spec[counted](1))
	known := record(NewEvent{Type: "Counted", SchemaVersion: 1, Data: []byte(`{"sku":"A"}`)}, 1)
	unknown := record(NewEvent{Type: "Undeclared", SchemaVersion: 1, Data: []byte(`{}`)}, 2)
	newer := record(NewEvent{Type: "Counted", SchemaVersion: 2, Data: []byte(`{}`)}, 3)
	got, err := codec.DecodeAll(t.Context(), []Recorded{unknown, known, unknown}, true)
	if err != nil || len(got) != 3 || got[0] != nil || got[1] != (counted{SKU: "A"}) || got[2] != nil {
		t.Errorf("with unknown types skipped: %#v, error %v", got, err)
	}
	if _, err := codec.DecodeAll(t.Context(), []Recorded{known, unknown}, false); !errors.Is(err, ErrUnknownEvent) {
		t.Errorf("an unknown type for a decider: %v", err)
	}
	if _, err := codec.DecodeAll(t.Context(), []Recorded{known, newer}, true); !errors.Is(err, ErrUnknownEvent) {
		t.Errorf("a newer version of a type the projector does declare: %v", err)
	}
}

// replace is an upcaster that edits the stored text.
func replace(old, new string) domain.Upcaster {
	return func(data []byte) ([]byte, error) { return []byte(strings.ReplaceAll(string(data), old, new)), nil }
}

func TestUpcastersRunInOrderFromTheStoredVersion(t *testing.T) {
	t.Parallel()
	codec := NewCodec(newKeys(), domain.Spec[counted](3, replace(`"article"`, `"item"`), replace(`"item"`, `"sku"`)))
	for version, data := range map[int]string{1: `{"article":"A"}`, 2: `{"item":"A"}`, 3: `{"sku":"A"}`} {
		got, err := codec.Decode(t.Context(), record(NewEvent{Type: "Counted", SchemaVersion: version, Data: []byte(data)}, 1))
		if err != nil || got != (counted{SKU: "A"}) {
			t.Errorf("version %d: %#v, error %v", version, got, err)
		}
	}
	if stored, err := codec.Encode(t.Context(), counted{}); err != nil || stored.SchemaVersion != 3 {
		t.Errorf("encoded as version %d, error %v", stored.SchemaVersion, err)
	}
	broken := NewCodec(newKeys(), domain.Spec[counted](2, func([]byte) ([]byte, error) { return nil, errors.New("no sku") }))
	_, err := broken.Decode(t.Context(), record(NewEvent{Type: "Counted", SchemaVersion: 1, Data: []byte(`{}`)}, 5))
	if err == nil || !strings.Contains(err.Error(), "from version 1 at position 5: no sku") {
		t.Errorf("an upcaster that fails: %v", err)
	}
}

func TestCodecKnowsItsTypes(t *testing.T) {
	t.Parallel()
	codec := NewCodec(newKeys(), domain.Spec[undeclared](1), domain.Spec[counted](1))
	if got := codec.Names(); !slices.Equal(got, []string{"Counted", "Undeclared"}) {
		t.Errorf("names: %q", got)
	}
	if spec, ok := codec.Spec("Counted"); !ok || spec.Version != 1 {
		t.Errorf("spec of Counted: %+v, %v", spec, ok)
	}
	if _, ok := codec.Spec("Other"); ok {
		t.Error("a spec of an event that is not declared")
	}
	defer func() {
		if p := recover(); p == nil || !strings.Contains(fmt.Sprint(p), "Counted is declared twice") {
			t.Errorf("declared twice: %v", p)
		}
	}()
	NewCodec(newKeys(), domain.Spec[counted](1), domain.Spec[counted](1))
}
