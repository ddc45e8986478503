package eventstore

import (
	"reflect"
	"strings"
	"testing"

	"tradelog/domain"
)

// voucher has a secret code beside what a person wrote.
type voucher struct {
	ID    int64            `json:"id"`
	Code  string           `json:"code,omitzero" secret:"codes"`
	Codes map[int64]string `json:"codes,omitzero" secret:"codes"`
	Text  string           `json:"text,omitzero" personal:"true"`
}

func (voucher) EventName() string   { return "VoucherMade" }
func (voucher) DataSubject() string { return "voucher-7" }

// TestSecretFieldsOutliveThePerson: they are sealed with a key of their own.
func TestSecretFieldsOutliveThePerson(t *testing.T) {
	t.Parallel()
	keys := newKeys()
	codec := NewCodec(keys, domain.Spec[voucher](1))
	decode := func(data []byte) domain.Event {
		t.Helper()
		got, err := codec.Decode(t.Context(), Recorded{NewEvent: NewEvent{Type: "VoucherMade", SchemaVersion: 1, Data: data}})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	for _, event := range []voucher{
		{ID: 1, Code: "GC-1", Codes: map[int64]string{2: "GC-2"}, Text: "for Anna"}, {ID: 1, Code: "GC-1"}, {ID: 1, Text: "for Anna"}, {},
	} {
		stored, err := codec.Encode(t.Context(), event)
		if err != nil {
			t.Fatal(err)
		}
		if data := string(stored.Data); strings.Contains(data, "GC-") || strings.Contains(data, "Anna") {
			t.Errorf("stored as %s", data)
		}
		if got := decode(stored.Data); !reflect.DeepEqual(got, event) {
			t.Errorf("%+v is read as %+v", event, got)
		}
		if public, err := codec.Public(record(stored, 1)); err != nil || !reflect.DeepEqual(public, voucher{ID: event.ID}) {
			t.Errorf("without keys it is read as %+v, %v", public, err)
		}
	}
	stored, err := codec.Encode(t.Context(), voucher{ID: 1, Code: "GC-1", Text: "for Anna"})
	if err != nil {
		t.Fatal(err)
	}
	if subject, err := record(stored, 1).Subject(); err != nil || subject != "voucher-7" {
		t.Errorf("the person is %q, %v", subject, err)
	}
	keys.forget("voucher-7")
	if got := decode(stored.Data); !reflect.DeepEqual(got, voucher{ID: 1, Code: "GC-1"}) {
		t.Errorf("after the person was forgotten it is read as %+v", got)
	}
	if got := decode([]byte(`{"id":1,"code":"OLD"}`)); !reflect.DeepEqual(got, voucher{ID: 1, Code: "OLD"}) {
		t.Errorf("an event of an earlier version is read as %+v", got)
	}
}

func TestSealer(t *testing.T) {
	t.Parallel()
	keys := newKeys()
	s := NewSealer(keys, "codes")
	seal := func(text string) string {
		t.Helper()
		sealed, err := s.Seal(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		return sealed
	}
	if seal("GC-1") != seal("GC-1") || seal("GC-1") == seal("GC-2") {
		t.Error("equal texts must be sealed alike, and only they")
	}
	for _, text := range []string{"", "GC-1", "sealed:GC-1", "Ünïcode"} {
		sealed := seal(text)
		if text != "" && strings.Contains(sealed, text) {
			t.Errorf("%q is sealed as %q", text, sealed)
		}
		if got, err := s.Open(t.Context(), sealed); err != nil || got != text {
			t.Errorf("%q is opened as %q, %v", text, got, err)
		}
	}
	if got, err := s.Open(t.Context(), "plain"); err != nil || got != "plain" {
		t.Errorf("a plain text is opened as %q, %v", got, err)
	}
	sealed := seal("GC-1")
	for _, broken := range []string{sealed[:len(sealed)-6], sealed[:9] + "x" + sealed[10:], "sealed:", "sealed:!"} {
		if got, err := s.Open(t.Context(), broken); err == nil {
			t.Errorf("%q is opened as %q", broken, got)
		}
	}
	if got, err := NewSealer(keys, "others").Open(t.Context(), sealed); err != nil || got != "" {
		t.Errorf("with another key that does not exist: %q, %v", got, err)
	}
}
