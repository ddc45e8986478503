package eventstore

import (
	"bytes"
	"encoding/hex"
	"testing"
	"time"

	"github.com/google/uuid"
)

func sealable() Recorded {
	return Recorded{
		NewEvent: NewEvent{
			ID: uuid.MustParse("01234567-89ab-cdef-0123-456789abcdef"), Type: "OrderPlaced", SchemaVersion: 2,
			Data: []byte(`{"total": 19.90}`), Metadata: []byte(`{"occurredAt":"2026-01-02T03:04:05Z"}`),
		},
		Stream: "order-42", Revision: 3, Position: 1234, RecordedAt: time.Date(2026, 1, 2, 3, 4, 5, 678901000, time.UTC),
	}
}

// TestSealIsForEver: existing logs have this seal. It must not change unless the format of the log does.
func TestSealIsForEver(t *testing.T) {
	t.Parallel()
	first := sealable()
	one := Seal(GenesisSeal, &first)
	if got, want := hex.EncodeToString(one), "a16e1c8d052f7e9ab3983fc98fdb4ce601a2732240358d3f51a1d37b6b3a094b"; got != want {
		t.Errorf("the seal of the first event is %s, want %s", got, want)
	}
	second := sealable()
	second.Position++
	want := "618a0a01f523c53392dac6002211dd716ffb6d6c25e14601cc59a1e0f8e00afc"
	if got := hex.EncodeToString(Seal(one, &second)); got != want {
		t.Errorf("the seal of the second event is %s, want %s", got, want)
	}
}

func TestEverythingIsUnderTheSeal(t *testing.T) {
	t.Parallel()
	original := sealable()
	want := Seal(GenesisSeal, &original)
	for what, change := range map[string]func(*Recorded){
		"position":       func(r *Recorded) { r.Position++ },
		"stream":         func(r *Recorded) { r.Stream += "1" },
		"revision":       func(r *Recorded) { r.Revision++ },
		"id":             func(r *Recorded) { r.ID[15]++ },
		"type":           func(r *Recorded) { r.Type = "OrderPlaced2" },
		"schema version": func(r *Recorded) { r.SchemaVersion++ },
		"data":           func(r *Recorded) { r.Data = []byte(`{"total":19.90}`) },
		"metadata":       func(r *Recorded) { r.Metadata = []byte(`{}`) },
		"recorded at":    func(r *Recorded) { r.RecordedAt = r.RecordedAt.Add(time.Microsecond) },
		// moving the border between two texts changes the seal
		"border of stream and type": func(r *Recorded) { r.Data, r.Metadata = append(r.Data, r.Metadata[0]), r.Metadata[1:] },
	} {
		changed := sealable()
		change(&changed)
		if bytes.Equal(Seal(GenesisSeal, &changed), want) {
			t.Errorf("a change of %s is not noticed", what)
		}
	}
	if bytes.Equal(Seal(want, &original), want) {
		t.Error("the predecessor is not under the seal")
	}
	sameTime := sealable()
	sameTime.RecordedAt = sameTime.RecordedAt.In(time.FixedZone("elsewhere", 3600)).Add(999 * time.Nanosecond)
	sameTime.Seal = []byte("whatever")
	if !bytes.Equal(Seal(GenesisSeal, &sameTime), want) {
		t.Error("the seal depends on the time zone, on less than a microsecond or on the seal itself")
	}
}
