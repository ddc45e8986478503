package audit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"tradelog/eventstore"
	"tradelog/eventstore/archive"
	"tradelog/eventstore/storetest"
)

// rugged appends events whose bytes change if they are parsed and rewritten.
func rugged(t testing.TB, store eventstore.Store, n int) {
	t.Helper()
	texts := []string{
		`{"price":1.0,"big":12345678901234567890123,"huge":1e400}`, `{ "spaced" : [ 1 ,2 ] }`, " {\"around\":1}\t",
		"{\n\t\"lines\": 1\r\n}\n",
		`{"html":"<b>&amp;</b>","slash":"\/"}`, `{"zero":"\u0000","lone":"\ud800"}`, `{"é":"Größe","line":"` + "\u2028" + `"}`,
		`{"a":1,"a":2}`, `null`, "\n[]",
	}
	for i := range n {
		e := eventstore.NewEvent{ID: uuid.New(), Type: []string{"Placed", `We"ird\Ü`, "Held"}[i%3], SchemaVersion: 1 + i%2,
			Data: []byte(texts[i%len(texts)]), Metadata: []byte(texts[i*7%len(texts)])}
		stream := []string{"order-1", `größe-"x"\y`, "order-2", "stock-1"}[i*i%4]
		if _, err := store.Append(t.Context(), stream, eventstore.Any, e); err != nil {
			t.Fatal(err)
		}
	}
}

func export(t testing.TB, store eventstore.Store, o ExportOptions) []byte {
	t.Helper()
	var b bytes.Buffer
	done, err := Export(t.Context(), store, &b, o)
	if err != nil {
		t.Fatal(err)
	}
	if lines := bytes.Count(b.Bytes(), []byte("\n")); lines != int(done.Events)+2 {
		t.Fatalf("%d events are exported as %d lines", done.Events, lines)
	}
	return b.Bytes()
}

// wantSame checks that two logs have the same events in the same order.
func wantSame(t testing.TB, got, want []eventstore.Recorded) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d events, want %d", len(got), len(want))
	}
	for i := range got {
		if !same(&got[i], &want[i]) {
			t.Fatalf("event %d is %+v, want %+v", i, got[i], want[i])
		}
	}
}

// targets are the kinds of stores that events are copied to.
var targets = map[string]struct {
	open func(testing.TB) eventstore.Store
	bulk bool
}{
	"postgres":                    {func(t testing.TB) eventstore.Store { return open(t, database(t)) }, true},
	"memory":                      {func(testing.TB) eventstore.Store { return storetest.NewMemory() }, false},
	"postgres, by the port alone": {func(t testing.TB) eventstore.Store { return portOnly{open(t, database(t))} }, false},
}

// portOnly hides all optional interfaces of a store.
type portOnly struct{ eventstore.Store }

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for name, target := range targets {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := open(t, database(t))
			rugged(t, source, 60)
			want := everything(t, source)
			file := export(t, source, ExportOptions{})
			store := target.open(t)
			var told []eventstore.Position
			done, err := Import(t.Context(), store, bytes.NewReader(file), ImportOptions{Progress: func(p, head eventstore.Position) {
				told = append(told, p)
				if head != 60 {
					t.Errorf("progress %d of %d", p, head)
				}
			}})
			if err != nil {
				t.Fatal(err)
			}
			if want := (Transferred{Events: 60, Position: 60, Bulk: target.bulk, TimesKept: target.bulk,
				SealsKept: target.bulk}); done != want {
				t.Errorf("done %+v, want %+v", done, want)
			}
			if len(told) == 0 || told[len(told)-1] != 60 {
				t.Errorf("told %v", told)
			}
			got := everything(t, store)
			wantSame(t, got, want)
			if target.bulk { // the same to the bit
				if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
					t.Error("times, positions or seals differ")
				}
				if again := export(t, store, ExportOptions{}); !bytes.Equal(again[bytes.IndexByte(again, '\n'):len(again)-80],
					file[bytes.IndexByte(file, '\n'):len(file)-80]) {
					t.Error("exports differ in more than the log's name")
				}
			}
			again, err := Import(t.Context(), store, bytes.NewReader(file), ImportOptions{})
			if err != nil || again.Present != 60 || again.Events != 60 || again.Position != 60 {
				t.Errorf("a second time: %+v, error %v", again, err)
			}
			if report, err := Verify(t.Context(), store, Options{}); err != nil || !report.OK() {
				t.Errorf("the target: %v, error %v", report.Damages, err)
			}
		})
	}
}

func TestCopy(t *testing.T) {
	t.Parallel()
	for name, target := range targets {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := storetest.NewMemory()
			rugged(t, source, 50)
			store := target.open(t)
			if done, err := Copy(t.Context(), source, store, CopyOptions{}); err != nil || done.Events != 50 || done.Present != 0 ||
				done.SealsKept != target.bulk {
				t.Errorf("%+v, error %v", done, err)
			}
			rugged(t, source, 30) // and what came since
			if done, err := Copy(t.Context(), source, store, CopyOptions{}); err != nil || done.Events != 80 || done.Present != 50 ||
				done.SealsKept != target.bulk {
				t.Errorf("%+v, error %v", done, err)
			}
			wantSame(t, everything(t, store), everything(t, source))
			if _, err := Copy(t.Context(), source, source, CopyOptions{}); err == nil {
				t.Error("a log was copied into itself")
			}
		})
	}
}

// TestResume stops an import after every event and goes on.
func TestResume(t *testing.T) {
	t.Parallel()
	for name, target := range targets {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := storetest.NewMemory()
			rugged(t, source, 12)
			want := everything(t, source)
			file := export(t, source, ExportOptions{})
			store := target.open(t)
			lines := bytes.SplitAfter(file, []byte("\n"))
			for n := 1; n <= 13; n++ {
				_, err := Import(t.Context(), store, bytes.NewReader(bytes.Join(lines[:n], nil)), ImportOptions{})
				if !errors.Is(err, archive.ErrDamagedExport) || !strings.Contains(err.Error(), "trailer is missing") {
					t.Fatalf("an export of %d events without its trailer: %v", n-1, err)
				}
				wantSame(t, everything(t, store), want[:n-1])
			}
			done, err := Import(t.Context(), store, bytes.NewReader(file), ImportOptions{})
			if err != nil || done.Present != 12 || done.Events != 12 {
				t.Errorf("%+v, error %v", done, err)
			}
		})
	}
}

// TestImportStoppedInTheMiddle cancels after the first of several batches.
func TestImportStoppedInTheMiddle(t *testing.T) {
	t.Parallel()
	source, store := storetest.NewMemory(), open(t, database(t))
	n := 2*batchEvents + 77
	bulkFill(t, source, n)
	file := export(t, source, ExportOptions{})
	ctx, cancel := context.WithCancel(t.Context())
	done, err := Import(ctx, store, bytes.NewReader(file),
		ImportOptions{Progress: func(eventstore.Position, eventstore.Position) { cancel() }})
	if !errors.Is(err, context.Canceled) || done.Position != batchEvents {
		t.Fatalf("cancelled after the first batch: %+v, error %v", done, err)
	}
	done, err = Import(t.Context(), store, bytes.NewReader(file), ImportOptions{})
	if err != nil || done.Present != batchEvents || done.Events != int64(n) || !done.SealsKept {
		t.Errorf("%+v, error %v", done, err)
	}
}

// bulkFill appends many events quickly.
func bulkFill(t testing.TB, store eventstore.Store, n int) {
	t.Helper()
	for i := 0; i < n; i += 500 {
		var events []eventstore.NewEvent
		for j := range min(500, n-i) {
			events = append(events, happened(i+j))
		}
		if _, err := store.Append(t.Context(), fmt.Sprintf("order-%d", i%7), eventstore.Any, events...); err != nil {
			t.Fatal(err)
		}
	}
}

func TestExportInParts(t *testing.T) {
	t.Parallel()
	source, store := open(t, database(t)), open(t, database(t))
	fill(t, source, 30)
	first := export(t, source, ExportOptions{})
	fill(t, source, 20)
	second := export(t, source, ExportOptions{From: 30})
	if _, err := Import(t.Context(), store, bytes.NewReader(second), ImportOptions{}); !errors.Is(err, errDiffers) ||
		!strings.Contains(err.Error(), "the target ends at 0, the source goes on after 30") {
		t.Errorf("the second part first: %v", err)
	}
	for i, part := range [][]byte{first, second, second, first} {
		done, err := Import(t.Context(), store, bytes.NewReader(part), ImportOptions{})
		if err != nil || !done.SealsKept && i < 3 {
			t.Errorf("part %d: %+v, error %v", i, done, err)
		}
	}
	wantSame(t, everything(t, store), everything(t, source))
	if none := export(t, source, ExportOptions{From: 50}); bytes.Count(none, []byte("\n")) != 2 {
		t.Errorf("nothing new is exported as %s", none)
	}
}

func TestFilteredNeedsRenumbering(t *testing.T) {
	t.Parallel()
	for name, target := range targets {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := storetest.NewMemory()
			fill(t, source, 40)
			held := eventstore.Filter{Types: []string{"Held"}, Categories: []string{"order"}} // every second event of ...
			rugged(t, source, 40)
			file := export(t, source, ExportOptions{Filter: held})
			store := target.open(t)
			if _, err := Import(t.Context(), store, bytes.NewReader(file), ImportOptions{}); err == nil ||
				!strings.Contains(err.Error(), "renumber") {
				t.Errorf("events with revisions left out: %v", err)
			}
			store = target.open(t)
			done, err := Import(t.Context(), store, bytes.NewReader(file), ImportOptions{Renumber: true})
			if err != nil || done.SealsKept {
				t.Fatalf("%+v, error %v", done, err)
			}
			var want []eventstore.Recorded
			next := map[string]eventstore.Revision{}
			for _, r := range everything(t, source) {
				if held.Matches(r.Category(), r.Type) {
					r.Revision = next[r.Stream]
					next[r.Stream]++
					want = append(want, r)
				}
			}
			wantSame(t, everything(t, store), want)
			if again, err := Copy(t.Context(), source, store, CopyOptions{Filter: held, Renumber: true}); err != nil ||
				again.Present != again.Events {
				t.Errorf("a second time: %+v, error %v", again, err)
			}
		})
	}
}

func TestImportRefusesOtherLogs(t *testing.T) {
	t.Parallel()
	for name, target := range targets {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := storetest.NewMemory()
			fill(t, source, 10)
			file := export(t, source, ExportOptions{})
			store := target.open(t)
			fill(t, store, 3)
			if _, err := Import(t.Context(), store, bytes.NewReader(file), ImportOptions{}); !errors.Is(err, errDiffers) {
				t.Errorf("into a log with other events: %v", err)
			}
			if head, _ := store.Head(t.Context()); head != 3 {
				t.Errorf("the target ends at %d", head)
			}
			changed := target.open(t)
			lines := bytes.SplitAfter(file, []byte("\n"))
			Import(t.Context(), changed, bytes.NewReader(bytes.Join(lines[:4], nil)), ImportOptions{})
			for what, part := range map[string][]byte{
				"data": []byte(`"n": 1}`), "metadata": []byte(`2026-01-02`), "type": []byte(`"Held"`), "stream": []byte(`"order-1"`),
			} {
				edited := bytes.Replace(file, part, []byte(strings.Map(func(r rune) rune {
					if r == '1' || r == 'e' {
						return map[rune]rune{'1': '3', 'e': 'o'}[r]
					}
					return r
				}, string(part))), 1)
				if _, err := Import(t.Context(), changed, bytes.NewReader(edited), ImportOptions{Unsealed: true}); !errors.Is(err, errDiffers) {
					t.Errorf("with an event of other %s: %v", what, err)
				}
			}
		})
	}
}

func TestDamagedExports(t *testing.T) {
	t.Parallel()
	source := storetest.NewMemory()
	fill(t, source, 6)
	file := string(export(t, source, ExportOptions{}))
	lines := strings.SplitAfter(file, "\n")
	without := func(i int) string { return strings.Join(slices.Concat(lines[:i], lines[i+1:]), "") }
	for what, c := range map[string]struct{ file, says string }{
		"empty":                {"", "it is empty"},
		"something else":       {"{\"a\":1}\n", "does not begin with a header"},
		"not even JSON":        {"PGDMP\n", "does not begin with a header"},
		"no header":            {without(0), "does not begin with a header"},
		"a later version":      {strings.Replace(file, `"version":1`, `"version":2`, 1), "version 2"},
		"an event left out":    {without(3), ""},
		"the last left out":    {without(6), "counts 6 events, there are 5"},
		"no trailer":           {without(7), "line 8: the trailer is missing"},
		"cut in a line":        {file[:len(file)/2], "it is cut short"},
		"cut in the trailer":   {file[:len(file)-3], "it is cut short"},
		"an event changed":     {strings.Replace(file, `"n": 3`, `"n": 4`, 1), "does not follow from the event before"},
		"the header changed":   {strings.Replace(file, `"logId":"`, `"logId":"x`, 1), "do not have the hash"},
		"a seal changed":       {strings.Replace(file, `"seal":"`, `"seal":"00`, 1), ""},
		"not JSON in a line":   {strings.Replace(file, `"n": 3`, `"n": `, 1), "not an event"},
		"an event without ID":  {strings.Replace(file, `"id":"`, `"di":"`, 1), ""},
		"a stream of no kind":  {strings.Replace(file, `"order-2"`, `"order2"`, 1), "must be category-id"},
		"a version below 1":    {strings.Replace(file, `"schemaVersion":1`, `"schemaVersion":0`, 1), "schema version 0"},
		"more after the end":   {file + lines[1], "more after the trailer"},
		"two exports together": {file + file, "more after the trailer"},
		"another last seal": {strings.Replace(file, `"count":6,"seal":"`, `"count":6,"seal":"ab`, 1),
			"another seal than the last event"},
	} {
		_, err := Import(t.Context(), storetest.NewMemory(), strings.NewReader(c.file), ImportOptions{})
		if err == nil || c.says != "" && (!errors.Is(err, archive.ErrDamagedExport) || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %v, want %q", what, err, c.says)
		}
	}
	if _, err := Import(t.Context(), storetest.NewMemory(), io.MultiReader(strings.NewReader(lines[0]+lines[1]), failing{}),
		ImportOptions{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a reader that fails: %v", err)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error)  { return 0, io.ErrClosedPipe }
func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestExportFails(t *testing.T) {
	t.Parallel()
	db := database(t)
	store := open(t, db)
	fill(t, store, 20)
	if _, err := Export(t.Context(), store, failing{}, ExportOptions{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("into a writer that fails: %v", err)
	}
	exec(t, db, `DELETE FROM events WHERE position = 13`)
	for _, o := range []ExportOptions{{}, {From: 12}, {Filter: eventstore.Filter{Types: []string{"Held"}}}} {
		if _, err := Export(t.Context(), store, io.Discard, o); !errors.Is(err, eventstore.ErrGap) {
			t.Errorf("export %+v of a log with a gap: %v", o, err)
		}
	}
	exec(t, db, `DELETE FROM events WHERE position > 18`)
	if _, err := Export(t.Context(), store, io.Discard, ExportOptions{From: 13}); !errors.Is(err, eventstore.ErrGap) {
		t.Errorf("export of a log that was cut: %v", err)
	}
}

// TestTargetInUse appends to the target during an import.
func TestTargetInUse(t *testing.T) {
	t.Parallel()
	for name, target := range targets {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := storetest.NewMemory()
			bulkFill(t, source, batchEvents+10)
			store := target.open(t)
			_, err := Copy(t.Context(), source, store, CopyOptions{Progress: func(p, _ eventstore.Position) {
				if p == batchEvents {
					store.Append(t.Context(), "intruder-1", eventstore.Any, happened(1))
				}
			}})
			if !errors.Is(err, eventstore.ErrHeadMoved) && !errors.Is(err, errDiffers) {
				t.Errorf("%v", err)
			}
		})
	}
}
