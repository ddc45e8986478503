package audit

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"tradelog/eventstore"
	"tradelog/eventstore/archive"
	"tradelog/eventstore/storetest"
)

// forge changes the lines of an export between header and trailer, and makes a trailer to match.
func forge(t *testing.T, file []byte, change func(lines []string) []string) []byte {
	t.Helper()
	lines := strings.SplitAfter(strings.TrimSuffix(string(file), "\n"), "\n")
	var last map[string]any
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil {
		t.Fatal(err)
	}
	lines = change(lines[:len(lines)-1])
	var newest struct {
		Seal string `json:"seal"`
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &newest); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(strings.Join(lines, "")))
	last["count"], last["seal"], last["sha256"] = len(lines)-1, newest.Seal, hex.EncodeToString(sum[:])
	trailer, err := json.Marshal(last)
	if err != nil {
		t.Fatal(err)
	}
	return []byte(strings.Join(lines, "") + string(trailer) + "\n")
}

// forgeries maps each kind of forgery to a function that applies it to the lines of an export.
var forgeries = map[string]func(lines []string) []string{
	"an amount changed":  func(l []string) []string { return edit(l, 3, `"n": 2`, `"n": 9`) },
	"an actor changed":   func(l []string) []string { return edit(l, 3, `"reason":"`, `"reason":"z`) },
	"a type changed":     func(l []string) []string { return edit(l, 3, `"type":"`, `"type":"X`) },
	"a time changed":     func(l []string) []string { return edit(l, 3, `"recordedAt":"2`, `"recordedAt":"1`) },
	"an ID changed":      func(l []string) []string { return edit(l, 3, `"id":"`, `"id":"0000`) },
	"a position changed": func(l []string) []string { return edit(l, 8, `"position":`, `"position":1`) },
	"an event removed":   func(l []string) []string { return append(l[:4], l[5:]...) },
	"the first removed":  func(l []string) []string { return append(l[:1], l[2:]...) },
	"two exchanged": func(l []string) []string {
		l[3], l[4] = l[4], l[3]
		return l
	},
	"one put in": func(l []string) []string {
		return append(append(append([]string(nil), l[:4]...), l[3]), l[4:]...)
	},
	"the newest cut off": func(l []string) []string { return l[:len(l)-2] },
	"a seal taken away":  func(l []string) []string { return edit(l, 3, `"seal":`, `"laes":`) },
}

// edit changes a line. An ID keeps its length.
func edit(lines []string, i int, from, to string) []string {
	if strings.HasSuffix(to, "0000") {
		at := strings.Index(lines[i], from) + len(from)
		lines[i] = lines[i][:at] + "0000" + lines[i][at+4:]
		return lines
	}
	lines[i] = strings.Replace(lines[i], from, to, 1)
	return lines
}

// TestForgedExports: a trailer that matches does not make changed lines pass, whatever the log was exported from.
func TestForgedExports(t *testing.T) {
	t.Parallel()
	sealed := storetest.NewMemory()
	fill(t, sealed, 8)
	unsealed, _ := outside(t)
	if _, err := Copy(t.Context(), sealed, unsealed, CopyOptions{}); err != nil {
		t.Fatal(err)
	}
	for kind, file := range map[string][]byte{
		"a sealed log": export(t, sealed, ExportOptions{}), "an event store": export(t, unsealed, ExportOptions{}),
		"a part": export(t, sealed, ExportOptions{Filter: eventstore.Filter{Categories: []string{"order"}}}),
	} {
		if done, err := Import(t.Context(), storetest.NewMemory(), bytes.NewReader(file), ImportOptions{}); err != nil || done.Events != 8 {
			t.Fatalf("%s: %+v, %v", kind, done, err)
		}
		for what, change := range forgeries {
			if kind == "a part" && what == "the newest cut off" {
				continue // only a signature tells where a part ends
			}
			changed := forge(t, file, change)
			if bytes.HasPrefix(changed, file[:bytes.LastIndexByte(file[:len(file)-1], '\n')]) {
				t.Errorf("%s, %s: nothing was changed", kind, what)
			}
			_, err := Import(t.Context(), storetest.NewMemory(), bytes.NewReader(changed), ImportOptions{})
			if !errors.Is(err, archive.ErrDamagedExport) {
				t.Errorf("%s, %s: %v", kind, what, err)
			}
		}
	}
}

// TestSignedExports: with the key no changed export passes, also when all seals were computed again.
func TestSignedExports(t *testing.T) {
	t.Parallel()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	other, _, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	source := storetest.NewMemory()
	fill(t, source, 8)
	signed := export(t, source, ExportOptions{Key: private})
	into := func(file []byte, o ImportOptions) error {
		_, err := Import(t.Context(), storetest.NewMemory(), bytes.NewReader(file), o)
		return err
	}
	for _, o := range []ImportOptions{{}, {Key: public}, {Key: public, Unsealed: true}} {
		if err := into(signed, o); err != nil {
			t.Errorf("signed, read with %+v: %v", o, err)
		}
	}
	shorter := storetest.NewMemory()
	if _, err := Copy(t.Context(), source, shorter, CopyOptions{}); err != nil {
		t.Fatal(err)
	}
	fill(t, shorter, 1)
	for what, file := range map[string][]byte{
		"not signed": export(t, source, ExportOptions{}), "another log": export(t, shorter, ExportOptions{}),
		"the signature of another": transplant(t, signed, export(t, shorter, ExportOptions{})),
		"the end cut off": forge(t, signed, func(l []string) []string {
			l[0] = strings.Replace(l[0], `"head":8`, `"head":7`, 1)
			return l[:len(l)-1]
		}),
		"all seals new": forge(t, signed, func(l []string) []string { return resealed(t, edit(l, 3, `"n": 2`, `"n": 9`)) }),
	} {
		err := into(file, ImportOptions{Key: public})
		if !errors.Is(err, archive.ErrExportSignature) || !errors.Is(err, archive.ErrDamagedExport) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := into(signed, ImportOptions{Key: other}); !errors.Is(err, archive.ErrExportSignature) {
		t.Errorf("with another key: %v", err)
	}
}

// transplant puts the signature of one export into another.
func transplant(t *testing.T, from, to []byte) []byte {
	t.Helper()
	at := bytes.LastIndex(from, []byte(`,"signature":`))
	if at < 0 {
		t.Fatal("the export is not signed")
	}
	return append(bytes.TrimSuffix(to, []byte("}\n")), from[at:]...)
}

// resealed computes the seals of lines again.
func resealed(t *testing.T, lines []string) []string {
	t.Helper()
	lines = append([]string(nil), lines...)
	in := archive.NewLineReader(strings.NewReader(strings.Join(lines, "")))
	if _, err := in.Header(); err != nil {
		t.Fatal(err)
	}
	seal, at := eventstore.GenesisSeal, 0
	err := in.Each(t.Context(), func(r *eventstore.Recorded) error {
		at++
		next := eventstore.Seal(seal, r)
		lines[at] = strings.Replace(lines[at], fmt.Sprintf("%x", r.Seal), fmt.Sprintf("%x", next), 1)
		seal = next
		return nil
	})
	if !errors.Is(err, archive.ErrDamagedExport) { // they have no trailer yet
		t.Fatal(err)
	}
	return lines
}

// TestExportsWithoutSeals, which earlier versions wrote, are taken when that is said.
func TestExportsWithoutSeals(t *testing.T) {
	t.Parallel()
	source := storetest.NewMemory()
	fill(t, source, 4)
	former := forge(t, export(t, source, ExportOptions{}), func(l []string) []string {
		l[0] = strings.Replace(l[0], `"dense":true`, `"dense":false`, 1)
		return l
	})
	if _, err := Import(t.Context(), storetest.NewMemory(), bytes.NewReader(former), ImportOptions{}); !errors.Is(err, ErrNoSeals) {
		t.Error(err)
	}
	if _, err := Import(t.Context(), storetest.NewMemory(), bytes.NewReader(former), ImportOptions{Unsealed: true}); err != nil {
		t.Error(err)
	}
}

// TestAnUnfinishedTransfer leaves a mark in its target, which only the whole transfer of the same log removes.
func TestAnUnfinishedTransfer(t *testing.T) {
	t.Parallel()
	for name, target := range map[string]func() eventstore.Log{
		"postgres": func() eventstore.Log { return open(t, database(t)) },
		"an event store": func() eventstore.Log {
			store, _ := outside(t)
			return store
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source, other := storetest.NewMemory(), storetest.NewMemory()
			fill(t, source, 6)
			fill(t, other, 3)
			first := export(t, source, ExportOptions{})
			fill(t, source, 4)
			whole := export(t, source, ExportOptions{})
			log := target()
			unfinished := func(want string, until eventstore.Position) {
				t.Helper()
				m, err := log.Unfinished(t.Context())
				if err != nil || (m == nil) != (want == "") || m != nil && (m.Source != want || m.Until != until || m.Began.IsZero()) {
					t.Errorf("unfinished: %+v, %v", m, err)
				}
			}
			into := func(file []byte) error {
				_, err := Import(t.Context(), log, bytes.NewReader(file), ImportOptions{})
				return err
			}
			if err := into([]byte("nothing")); err == nil {
				t.Error("nothing was imported")
			}
			unfinished("", 0)
			if err := into(whole[:len(whole)/2]); !errors.Is(err, archive.ErrDamagedExport) {
				t.Error(err)
			}
			unfinished(source.LogID(), 10)
			if err := into(export(t, other, ExportOptions{})); err == nil {
				t.Error("another log was imported into it")
			}
			unfinished(source.LogID(), 10)
			if err := into(first); err != nil && !errors.Is(err, errDiffers) {
				t.Error(err)
			}
			unfinished(source.LogID(), 10)
			if err := into(whole); err != nil {
				t.Error(err)
			}
			unfinished("", 0)
			if done, err := Copy(t.Context(), source, log, CopyOptions{}); err != nil || done.Present != 10 {
				t.Errorf("%+v, %v", done, err)
			}
			unfinished("", 0)
		})
	}
}
