package eventstore

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tradelog/domain"
)

type address struct {
	Street string `json:"street"`
	City   string `json:"city"`
}

type registered struct {
	Customer int64     `json:"customer"`
	Group    string    `json:"group,omitzero"`
	Email    string    `json:"email,omitzero" personal:"true"`
	Address  *address  `json:"address,omitzero" personal:"true"`
	Phones   []string  `json:"phones,omitzero" personal:"true"`
	Scores   [2]int    `json:"scores,omitzero" personal:"true"`
	Where    address   `json:"where,omitzero" personal:"true"`
	Total    float64   `json:"total"`
	Tags     []address `json:"tags,omitzero"`
}

func (registered) EventName() string { return "Registered" }

func (r registered) DataSubject() string {
	if r.Customer == 0 {
		return ""
	}
	return fmt.Sprintf("customer-%d", r.Customer)
}

// invited is another type with personal data, for boxes that are moved.
type invited struct {
	Customer int64  `json:"customer"`
	Email    string `json:"email,omitzero" personal:"true"`
}

func (invited) EventName() string     { return "Invited" }
func (i invited) DataSubject() string { return fmt.Sprintf("customer-%d", i.Customer) }

var anna = registered{
	Customer: 7, Group: "retail", Email: "anna@example.com", Address: &address{Street: "Königstraße 1", City: "Berlin"},
	Phones: []string{"+49 30 1234"}, Scores: [2]int{3, 4}, Where: address{City: "Potsdam"}, Total: 19.99, Tags: []address{{City: "public"}},
}

func personalCodec(keys Keyring) *Codec {
	return NewCodec(keys, domain.Spec[registered](1), domain.Spec[invited](1), domain.Spec[counted](1))
}

func encode(t *testing.T, codec *Codec, event domain.Event) NewEvent {
	t.Helper()
	stored, err := codec.Encode(t.Context(), event)
	if err != nil {
		t.Fatalf("encode %#v: %v", event, err)
	}
	return stored
}

func TestPersonalDataIsSealed(t *testing.T) {
	t.Parallel()
	keys := newKeys()
	codec := personalCodec(keys)
	stored := encode(t, codec, anna)
	for _, secret := range []string{"anna", "example.com", "nigstra", "Berlin", "Potsdam", "1234", `"email"`, `"scores"`} {
		if bytes.Contains(stored.Data, []byte(secret)) {
			t.Errorf("%q can be read in what is stored: %s", secret, stored.Data)
		}
	}
	var public map[string]any
	if err := json.Unmarshal(stored.Data, &public); err != nil || public["total"] != 19.99 || public["group"] != "retail" ||
		public["sealed"] == nil || len(public) != 5 {
		t.Errorf("the public part is %v, error %v", public, err)
	}
	got, err := codec.Decode(t.Context(), record(stored, 1))
	if err != nil || !reflect.DeepEqual(got, anna) {
		t.Errorf("opened: %#v, error %v, want %#v", got, err, anna)
	}
	if again := encode(t, codec, anna); bytes.Equal(again.Data, stored.Data) {
		t.Error("the same data sealed twice looks the same, so it could be recognised")
	}
}

func TestForgottenSubjectLeavesThePublicPart(t *testing.T) {
	t.Parallel()
	keys := newKeys()
	codec := personalCodec(keys)
	stored := encode(t, codec, anna)
	before := bytes.Clone(stored.Data)
	keys.forget("customer-7")
	want := registered{Customer: 7, Group: "retail", Total: 19.99, Tags: []address{{City: "public"}}}
	if got, err := codec.Decode(t.Context(), record(stored, 1)); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("after forgetting: %#v, error %v, want %#v", got, err, want)
	}
	if !bytes.Equal(stored.Data, before) {
		t.Error("forgetting changed what is stored")
	}
	// The person returns and gets another key. The old events must stay decodable, without the personal fields.
	back := registered{Customer: 7, Email: "new@example.com"}
	events := []Recorded{record(stored, 1), record(encode(t, codec, back), 2)}
	got, err := codec.DecodeAll(t.Context(), events, false)
	if err != nil || !reflect.DeepEqual(got, []domain.Event{want, back}) {
		t.Errorf("after coming back: %#v, error %v", got, err)
	}
}

func TestWithoutPersonalDataThereIsNoKey(t *testing.T) {
	t.Parallel()
	keys := newKeys()
	codec := personalCodec(keys)
	stored := encode(t, codec, registered{Customer: 7, Total: 1})
	if want := `{"customer":7,"total":1}`; string(stored.Data) != want || len(keys.keys) != 0 {
		t.Errorf("stored %s and made %d keys, want %s and none", stored.Data, len(keys.keys), want)
	}
	if got, err := codec.Decode(t.Context(), record(stored, 1)); err != nil || !reflect.DeepEqual(got, registered{Customer: 7, Total: 1}) {
		t.Errorf("decoded %#v, error %v", got, err)
	}
	if _, err := codec.Encode(t.Context(), registered{Email: "nobody@example.com"}); err == nil || strings.Contains(err.Error(), "nobody") {
		t.Errorf("personal data of no subject: %v", err)
	}
}

func TestBoxesOpenOnlyWhereTheyBelong(t *testing.T) {
	t.Parallel()
	keys := newKeys()
	codec := personalCodec(keys)
	stored := encode(t, codec, anna)
	encode(t, codec, registered{Customer: 8, Email: "ben@example.com"})
	b, ok, err := sealedPart(stored.Data)
	if !ok || err != nil {
		t.Fatalf("no sealed part: %v", err)
	}
	with := func(b box) []byte {
		sealed, _ := marshal(b)
		return appendField([]byte(`{"customer":7}`), sealedKey, sealed)
	}
	flipped := bytes.Clone(b.Data)
	flipped[len(flipped)-1] ^= 1
	for what, e := range map[string]NewEvent{
		"a box moved to another type": {Type: "Invited", Data: with(b)},
		"a box moved to another subject": {Type: "Registered",
			Data: with(box{Subject: "customer-8", Key: Fingerprint(keys.keys["customer-8"]), Data: b.Data})},
		"a box with a flipped bit": {Type: "Registered", Data: with(box{Subject: "customer-7", Key: b.Key, Data: flipped})},
		"a box cut short":          {Type: "Registered", Data: with(box{Subject: "customer-7", Key: b.Key, Data: b.Data[:5]})},
		"an empty box":             {Type: "Registered", Data: with(box{Subject: "customer-7", Key: b.Key})},
		"a box of another shape":   {Type: "Registered", Data: []byte(`{"customer":7,"sealed":"x"}`)},
	} {
		e.SchemaVersion = 1
		if got, err := codec.Decode(t.Context(), record(e, 3)); err == nil || !strings.Contains(err.Error(), "position 3") {
			t.Errorf("%s: %#v, error %v", what, got, err)
		}
	}
	wrong := bytes.Repeat([]byte{99}, 32)
	keys.keys["customer-7"] = wrong
	pretended := record(NewEvent{Type: "Registered", SchemaVersion: 1,
		Data: with(box{Subject: "customer-7", Key: Fingerprint(wrong), Data: b.Data})}, 3)
	if _, err := codec.Decode(t.Context(), pretended); err == nil {
		t.Error("a box opened with a wrong key")
	}
}

func TestUpcastersSeeTheSealedPartAsItIs(t *testing.T) {
	t.Parallel()
	keys := newKeys()
	stored := encode(t, personalCodec(keys), anna)
	codec := NewCodec(keys, domain.Spec[registered](2, func(data []byte) ([]byte, error) {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(data, &fields); err != nil {
			return nil, err
		}
		fields["group"] = json.RawMessage(`"wholesale"`)
		return json.MarshalIndent(fields, "", " ")
	}))
	want := anna
	want.Group = "wholesale"
	if got, err := codec.Decode(t.Context(), record(stored, 1)); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("upcast and opened: %#v, error %v", got, err)
	}
}

func TestDecodeAllFetchesKeysOnce(t *testing.T) {
	t.Parallel()
	keys := newKeys()
	codec := personalCodec(keys)
	var events []Recorded
	for i := range 60 {
		events = append(events,
			record(encode(t, codec, registered{Customer: int64(i%20 + 1), Email: fmt.Sprintf("c%d@example.com", i%20)}), Position(2*i+1)),
			record(encode(t, codec, counted{SKU: "A"}), Position(2*i+2)))
	}
	for i := range 5 {
		keys.forget(fmt.Sprintf("customer-%d", i+1))
	}
	got, err := codec.DecodeAll(t.Context(), events, false)
	if err != nil {
		t.Fatal(err)
	}
	for i, event := range got {
		r, ok := event.(registered)
		if !ok {
			continue
		}
		want := fmt.Sprintf("c%d@example.com", i/2%20)
		if r.Customer <= 5 {
			want = ""
		}
		if r.Email != want {
			t.Errorf("event %d: %q, want %q", i, r.Email, want)
		}
	}
	if len(keys.loaded) != 1 || len(keys.asked) != 20 {
		t.Errorf("60 events of 20 people, 5 of them forgotten: %d loads and %d questions, want 1 and 20", len(keys.loaded), len(keys.asked))
	}
	keys.loaded, keys.asked = nil, nil
	if _, err := codec.DecodeAll(t.Context(), events[:2], false); err != nil || len(keys.loaded) != 0 || len(keys.asked) != 1 {
		t.Errorf("one person: %d loads and %d questions, error %v, want 0 and 1", len(keys.loaded), len(keys.asked), err)
	}
}

func TestKeyringThatFails(t *testing.T) {
	t.Parallel()
	keys := newKeys()
	codec := personalCodec(keys)
	events := []Recorded{record(encode(t, codec, anna), 1), record(encode(t, codec, registered{Customer: 8, Email: "b@example.com"}), 2)}
	keys.fails = errors.New("keys are out of reach")
	if _, err := codec.Encode(t.Context(), anna); !errors.Is(err, keys.fails) {
		t.Errorf("encode: %v", err)
	}
	if _, err := codec.Decode(t.Context(), events[0]); !errors.Is(err, keys.fails) { // not taken for forgotten
		t.Errorf("decode: %v", err)
	}
	if _, err := codec.DecodeAll(t.Context(), events, true); !errors.Is(err, keys.fails) {
		t.Errorf("decode all: %v", err)
	}
}
