package archive

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/klauspost/compress/zstd"

	"tradelog/eventstore"
)

// held is a Storage in memory.
type held map[string][]byte

func (h held) Read(_ context.Context, name string) ([]byte, error) {
	content, ok := h[name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return content, nil
}

func (h held) ReadPart(ctx context.Context, name string, offset, length int64) ([]byte, error) {
	content, err := h.Read(ctx, name)
	if err != nil {
		return nil, err
	}
	return bytes.Clone(content[offset : offset+length]), nil
}

func (h held) Write(_ context.Context, name string, content []byte) error {
	h[name] = content
	return nil
}

// sealed makes events that follow one another, each of some kilobytes.
func sealed(n int) []eventstore.Recorded {
	seal := eventstore.GenesisSeal
	out := make([]eventstore.Recorded, n)
	for i := range out {
		out[i] = eventstore.Recorded{Stream: "order-1", Revision: eventstore.Revision(i), Position: eventstore.Position(i + 1),
			RecordedAt: time.Date(2026, 1, 1, 0, i, 0, 0, time.UTC), NewEvent: eventstore.NewEvent{ID: uuid.New(), Type: "Happened",
				SchemaVersion: 1, Data: fmt.Appendf(nil, `{"n":%d,"x":%q}`, i, strings.Repeat("x", 5000)), Metadata: []byte(" {}\n")}}
		out[i].Seal = eventstore.Seal(seal, &out[i])
		seal = out[i].Seal
	}
	return out
}

// written is an archive of events in segments of some events each.
func written(t *testing.T, private ed25519.PrivateKey, events []eventstore.Recorded, each int) held {
	t.Helper()
	storage, m := held{}, NewManifest("log")
	for len(events) > 0 {
		_, before := m.End()
		s, err := NewSegment("log", events[0].Position, before)
		if err != nil {
			t.Fatal(err)
		}
		n := min(each, len(events))
		for i := range events[:n] {
			if err := s.Add(&events[i]); err != nil {
				t.Fatal(err)
			}
		}
		events = events[n:]
		if storage[""], err = s.Finish(); err != nil {
			t.Fatal(err)
		}
		storage[s.Name] = storage[""]
		m.Segments = append(m.Segments, s.Segment)
	}
	delete(storage, "")
	m.Sign(private, time.Now())
	if err := WriteManifest(t.Context(), storage, m); err != nil {
		t.Fatal(err)
	}
	return storage
}

// TestContents reads single events, in order and at random, and damages the files that they are read from.
func TestContents(t *testing.T) {
	t.Parallel()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	events := sealed(300)
	storage := written(t, private, events, 140) // about 50 events are a frame
	contents, err := OpenContents(t.Context(), storage, public)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []int{1, 77} {
		for i := range events {
			want := events[i*step%len(events)]
			if got, err := contents.Event(t.Context(), want.Position); err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("position %d: %+v, %v", want.Position, got, err)
			}
		}
	}
	for _, at := range []eventstore.Position{0, 301} {
		if _, err := contents.Event(t.Context(), at); !errors.Is(err, errNotThere) {
			t.Errorf("position %d: %v", at, err)
		}
	}
	second := contents.Archive().Segments[1]
	for name, damage := range map[string]func(held){
		"no segment":        func(h held) { delete(h, second.Name) },
		"a changed frame":   func(h held) { h[second.Name][second.Index/2] ^= 1 },
		"a changed index":   func(h held) { h[second.Name][second.Index+indexHead+7]++ },
		"a changed heading": func(h held) { h[second.Name][second.Index]++ },
	} {
		damaged := maps.Clone(storage)
		damaged[second.Name] = bytes.Clone(storage[second.Name])
		damage(damaged)
		contents, err := OpenContents(t.Context(), damaged, public)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := contents.Event(t.Context(), 1); err != nil {
			t.Errorf("%s: the segment before: %v", name, err)
		}
		err = nil
		for at := second.First; at <= second.Last && err == nil; at++ {
			_, err = contents.Event(t.Context(), at)
		}
		if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), second.Name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestArchiveOfAnEarlierVersion: an archive whose segments have no index is read in order and keeps its signature. Single events of it are
// not looked for.
func TestArchiveOfAnEarlierVersion(t *testing.T) {
	t.Parallel()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	events := sealed(3)
	var file bytes.Buffer
	zip, err := zstd.NewWriter(&file)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := NewLineWriter(zip, Header{LogID: "log", Dense: true})
	for i := range events {
		err = errors.Join(err, lines.Event(&events[i]))
	}
	if err := errors.Join(err, lines.Finish(), zip.Close()); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(file.Bytes())
	m := Manifest{Format: manifestFormat, Version: withoutIndexes, LogID: "log", Time: events[2].RecordedAt, Segments: []Segment{{
		Name: "segment", First: 1, Last: 3, Before: eventstore.GenesisSeal, Seal: events[2].Seal, Until: events[2].RecordedAt,
		Bytes: int64(file.Len()), SHA256: sum[:]}}}
	m.Signature = ed25519.Sign(private, fmt.Appendf(nil, "tradelog archive 1\nlog \"log\"\n"+
		"segment \"segment\" 1 3 %x %x 2026-01-01T00:02:00Z %d %x\ntime 2026-01-01T00:02:00Z\n", eventstore.GenesisSeal, events[2].Seal,
		file.Len(), sum))
	storage := held{"segment": file.Bytes()}
	if err := WriteManifest(t.Context(), storage, m); err != nil {
		t.Fatal(err)
	}
	a, err := Open(t.Context(), storage, public)
	if err != nil {
		t.Fatal(err)
	}
	var read []eventstore.Recorded
	if err := a.Scan(t.Context(), 0, func(r *eventstore.Recorded) error {
		read = append(read, *r)
		return nil
	}); err != nil || !reflect.DeepEqual(read, events) {
		t.Errorf("%+v, %v", read, err)
	}
	if _, err := OpenContents(t.Context(), storage, public); !errors.Is(err, ErrNoIndex) {
		t.Errorf("opened for single events: %v", err)
	}
}
