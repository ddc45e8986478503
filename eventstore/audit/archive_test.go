package audit

import (
	"bytes"
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"tradelog/eventstore"
	"tradelog/eventstore/archive"
	"tradelog/eventstore/postgres"
)

// files is a Storage in memory. It fails after a number of writes.
type files struct {
	content map[string][]byte
	writes  int // that are left
}

var errFull = errors.New("no room")

func newFiles() *files { return &files{content: map[string][]byte{}, writes: 1000} }

func (f *files) Read(_ context.Context, name string) ([]byte, error) {
	content, ok := f.content[name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return content, nil
}

func (f *files) ReadPart(ctx context.Context, name string, offset, length int64) ([]byte, error) {
	content, err := f.Read(ctx, name)
	if err != nil || offset+length > int64(len(content)) {
		return nil, cmp.Or(err, io.ErrUnexpectedEOF)
	}
	return content[offset : offset+length], nil
}

func (f *files) Write(_ context.Context, name string, content []byte) error {
	if f.writes == 0 {
		return errFull
	}
	f.writes--
	f.content[name] = content
	return nil
}

func (f *files) copy() *files { return &files{content: maps.Clone(f.content), writes: 1000} }

// segments returns the names of the segments.
func (f *files) segments() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(f.content)), func(name string) bool { return name == archive.ManifestName })
}

// archived is a log of 40 events, one a minute, of which the first 30 are archived in segments of a few events.
type archived struct {
	store   *postgres.Store
	place   *files
	options ArchiveOptions
	public  ed25519.PublicKey
}

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func newArchived(t testing.TB) archived {
	t.Helper()
	clock := noon
	store, err := postgres.Open(t.Context(), database(t), postgres.Options{Clock: func() time.Time { return clock }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	for i := range 40 {
		clock = noon.Add(time.Duration(i) * time.Minute)
		if _, err := store.Append(t.Context(), fmt.Sprintf("order-%d", i%4), eventstore.Any, happened(i)); err != nil {
			t.Fatal(err)
		}
	}
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	return archived{store, newFiles(), ArchiveOptions{Before: noon.Add(30 * time.Minute), Key: private, SegmentSize: 2000,
		Clock: func() time.Time { return noon }}, public}
}

func (a *archived) write(t testing.TB) Archived {
	t.Helper()
	done, err := WriteArchive(t.Context(), a.store, a.place, a.options)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

func (a *archived) open(t testing.TB) *archive.Archive {
	t.Helper()
	opened, err := archive.Open(t.Context(), a.place, a.public)
	if err != nil {
		t.Fatal(err)
	}
	return opened
}

// TestArchive interrupts an archive at each write, goes on, and then continues it up to a later time. The archive holds without its
// log, and a log that is filled from it is the same to the bit.
func TestArchive(t *testing.T) {
	t.Parallel()
	a := newArchived(t)
	tries := 0
	for a.place.writes = 0; ; tries++ {
		_, err := WriteArchive(t.Context(), a.store, a.place, a.options)
		if err == nil {
			break
		}
		if !errors.Is(err, errFull) {
			t.Fatal(err)
		}
		if opened, err := archive.Open(t.Context(), a.place, a.public); err == nil {
			if report, err := VerifyArchive(t.Context(), opened, Options{}); err != nil || !report.OK() {
				t.Errorf("after %d writes: %v, %v", tries, report.Damages, err)
			}
		} else if !errors.Is(err, fs.ErrNotExist) {
			t.Error(err)
		}
		a.place.writes = 2 // a segment and its manifest, then a segment alone
		if tries%2 == 0 {
			a.place.writes = 1
		}
	}
	a.place.writes = 1000
	if end, _ := a.open(t).End(); end != 30 || len(a.place.segments()) < 4 {
		t.Fatalf("the archive ends at %d, with %v", end, a.place.segments())
	}
	want := a.place.copy().content
	if done := a.write(t); done.Segments != 0 || done.From != 30 || done.Last != 30 || !maps.EqualFunc(want, a.place.content, bytes.Equal) {
		t.Errorf("a repeated archive: %+v", done)
	}
	a.options.Before = noon.Add(time.Hour)
	if done := a.write(t); done.Events != 10 || done.From != 30 || done.Last != 40 {
		t.Errorf("a later archive: %+v", done)
	}
	opened := a.open(t)
	report, err := VerifyArchive(t.Context(), opened, Options{})
	if err != nil || !report.OK() || report.Events != 40 || report.Head != 40 || report.LogID != a.store.LogID() {
		t.Errorf("%+v, %v", report, err)
	}
	if err := CompareArchive(t.Context(), opened, a.store); err != nil {
		t.Error(err)
	}
	target := open(t, database(t))
	for _, present := range []int64{0, 40} {
		done, err := ImportArchive(t.Context(), target, opened, ImportOptions{})
		if err != nil || done.Events != 40 || done.Present != present || !done.SealsKept || !done.TimesKept {
			t.Errorf("imported %+v, %v", done, err)
		}
	}
	if got, want := everything(t, target), everything(t, a.store); fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Error("the imported log differs")
	}
	if err := CompareArchive(t.Context(), opened, target); err != nil {
		t.Errorf("compared with the log that was made of it: %v", err)
	}
	other := open(t, database(t))
	if err := CompareArchive(t.Context(), opened, other); !errors.Is(err, errOtherLog) {
		t.Errorf("compared with an empty log: %v", err)
	}
	fill(t, other, 40)
	if err := CompareArchive(t.Context(), opened, other); !errors.Is(err, errOtherLog) {
		t.Errorf("compared with another log: %v", err)
	}
}

// TestDamagedArchives damages an archive in each way there is.
func TestDamagedArchives(t *testing.T) {
	t.Parallel()
	whole := newArchived(t)
	whole.write(t)
	names := whole.place.segments()
	_, otherKey, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	// resigned changes the manifest as somebody could who has the key.
	resigned := func(change func(m *archive.Manifest)) func(f *files) {
		return func(f *files) {
			m, err := archive.ReadManifest(f.content[archive.ManifestName])
			if err != nil {
				t.Fatal(err)
			}
			change(&m)
			w := archiver{storage: f, manifest: m, options: whole.options}
			if err := w.writeManifest(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, c := range map[string]struct {
		do   func(f *files)
		want error
		says string
	}{
		"a segment is missing": {func(f *files) { delete(f.content, names[1]) }, archive.ErrDamaged, names[1]},
		"a segment was changed": {func(f *files) {
			f.content[names[2]] = bytes.Replace(f.content[names[2]], f.content[names[2]][40:41], []byte{0}, 1)
		}, archive.ErrDamaged, names[2]},
		"segments were exchanged": {func(f *files) {
			f.content[names[0]], f.content[names[1]] = f.content[names[1]], f.content[names[0]]
		}, archive.ErrDamaged, names[0]},
		"the manifest was changed": {func(f *files) {
			f.content[archive.ManifestName] = bytes.Replace(f.content[archive.ManifestName], []byte(`"bytes": `), []byte(`"bytes": 1`), 1)
		}, archive.ErrSignature, ""},
		"the manifest is no manifest": {func(f *files) { f.content[archive.ManifestName] = []byte("{}") }, archive.ErrDamaged,
			archive.ManifestName},
		"a segment is left out": {resigned(func(m *archive.Manifest) { m.Segments = slices.Delete(m.Segments, 1, 2) }), archive.ErrDamaged,
			names[2]},
		"a segment elsewhere": {resigned(func(m *archive.Manifest) { m.Segments[0].Name = "../" + names[0] }), archive.ErrDamaged, ".."},
		"other seals": {resigned(func(m *archive.Manifest) { m.Segments[len(m.Segments)-1].Seal = make(archive.Hex, eventstore.SealSize) }),
			archive.ErrDamaged, names[len(names)-1]},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := whole
			a.place = whole.place.copy()
			c.do(a.place)
			opened, err := archive.Open(t.Context(), a.place, a.public)
			if err == nil {
				_, err = VerifyArchive(t.Context(), opened, Options{})
			}
			if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v, want %v that names %s", err, c.want, c.says)
			}
		})
	}
	other := whole
	other.options.Key = otherKey
	if _, err := WriteArchive(t.Context(), other.store, other.place, other.options); !errors.Is(err, archive.ErrSignature) {
		t.Errorf("another key: %v", err)
	}
}

// TestArchivesOfDamagedLogs: a changed event is not archived, and a log that was sealed again differs from its archive.
func TestArchivesOfDamagedLogs(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		at   int
		want error
	}{"behind the archive": {33, errDamagedLog}, "in the archive": {11, errDiffers}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pool := database(t)
			a := archived{store: open(t, pool), place: newFiles()}
			fill(t, a.store, 30)
			public, private, err := ed25519.GenerateKey(nil)
			if err != nil {
				t.Fatal(err)
			}
			a.public = public
			a.options = ArchiveOptions{Before: noon.AddDate(1000, 0, 0), Key: private, Clock: time.Now}
			a.write(t)
			fill(t, a.store, 10)
			exec(t, pool, `UPDATE events SET data = '{"n": 0}' WHERE position = $1`, c.at)
			if c.want == errDiffers {
				reseal(c.at, 0, true)(t, pool)
			}
			if _, err := WriteArchive(t.Context(), a.store, a.place, a.options); !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
			report, err := VerifyArchive(t.Context(), a.open(t), Options{})
			if err != nil || !report.OK() || report.Head != 30 {
				t.Errorf("the archive: %+v, %v", report, err)
			}
		})
	}
}
