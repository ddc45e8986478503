package eventstore

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"tradelog/domain"
)

type paid struct {
	ID     int64             `json:"id"`
	Email  string            `json:"email,omitzero" personal:"true"`
	Code   string            `json:"code,omitzero" secret:"codes"`
	Hash   string            `json:"hash,omitempty"`
	Key    string            `json:"key,omitzero" credential:"true"`
	Lines  []line            `json:"lines,omitempty"`
	Data   any               `json:"data,omitzero"`
	Raw    json.RawMessage   `json:"raw,omitzero"`
	Each   map[int64]any     `json:"each,omitempty"`
	Names  map[string]string `json:"names,omitempty"`
	At     *time.Time        `json:"at,omitempty"`
	Bare   string            `json:",omitzero"`
	Silent string
}

type line struct {
	SKU   string `json:"sku"`
	Token string `json:"token,omitempty" credential:"true"`
}

func (paid) EventName() string { return "Paid" }

// reduced is an event of which only a part is declared.
type reduced struct {
	paid
	Values map[string]json.RawMessage `json:"values"`
}

func (r reduced) Declared() domain.Event {
	return reduced{Values: map[string]json.RawMessage{"a": r.Values["a"]}}
}

// TestShow checks that the tags of an event type decide what is shown, not the names of its fields, and that the event stays as it is.
func TestShow(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	full := func() paid {
		return paid{
			ID: 1, Email: "a@example.com", Code: "GIFT", Hash: "of a file", Key: "k", Lines: []line{{"MUG", "t"}}, Data: "card", Raw: []byte(`"r"`),
			Each: map[int64]any{1: "x"}, Names: map[string]string{"a": "b"}, At: &at, Bare: "b", Silent: "s",
		}
	}
	event := full()
	for name, c := range map[string]struct {
		event domain.Event
		want  string
	}{
		"tags": {event, `{"id":1,"email":"a@example.com","hash":"of a file","lines":[{"sku":"MUG"}],"names":{"a":"b"},` +
			`"at":"2026-01-02T03:04:05Z","Bare":"b","Silent":""}`},
		"nothing":  {paid{}, `{"id":0,"Silent":""}`},
		"declared": {reduced{Values: map[string]json.RawMessage{"a": []byte("1"), "b": []byte("2")}}, `{"id":0,"Silent":"","values":{"a":1}}`},
	} {
		if got, err := Show(c.event); err != nil || string(got) != c.want {
			t.Errorf("%s: %s (%v), want %s", name, got, err, c.want)
		}
	}
	if !reflect.DeepEqual(event, full()) {
		t.Errorf("the event has become %+v", event)
	}
}
