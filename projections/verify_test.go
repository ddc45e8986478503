package projections

import (
	"slices"
	"testing"
)

// TestVerifyNamesWhatDiffers: rows changed, deleted and added by hand, and versions that lie.
func TestVerifyNamesWhatDiffers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		tamper string
		want   Difference
	}{
		"a row is changed": {`UPDATE read.tallies SET n = n + 1 WHERE name = 'name 1'`,
			Difference{"tallies", 1, 1, []string{"name=name 1"}}},
		"a row is deleted":   {`DELETE FROM read.tallies WHERE name = 'name 2'`, Difference{"tallies", 1, 0, []string{"name=name 2"}}},
		"a row is added":     {`INSERT INTO read.tallies VALUES ('nobody', 1, 1)`, Difference{"tallies", 0, 1, []string{"name=nobody"}}},
		"a counter is wrong": {`UPDATE read.tally_counts SET n = 99`, Difference{"tally_counts", 1, 1, []string{"kind=added"}}},
		"a version is changed": {`UPDATE read.versions SET version = 1 WHERE scope = 'tally name 0'`,
			Difference{"versions", 1, 1, []string{"projector=tallies, scope=tally name 0"}}},
		"two rows differ": {`UPDATE read.tallies SET n = 0 WHERE name <> 'name 1'`,
			Difference{"tallies", 2, 2, []string{"name=name 0", "name=name 2"}}},
		"many rows differ": {`INSERT INTO read.tallies SELECT 'x' || n, 1, 1 FROM generate_series(10, 99) AS n`,
			Difference{"tallies", 0, 90, []string{"name=x10", "name=x11", "name=x12", "name=x13", "name=x14", "name=x15", "name=x16",
				"name=x17", "name=x18", "name=x19"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			i := w.start(nil, talliesWith(nil), notesDefinition)
			i.reaches("tallies", w.add(7))
			i.same("tallies")
			w.exec(c.tamper)
			w.append(noted{Text: "of no concern"})
			got, err := i.Verify(t.Context(), "tallies", nil)
			if err != nil || len(got) != 1 {
				t.Fatalf("%+v, error %v", got, err)
			}
			d := got[0]
			if d.Table != c.want.Table || d.Missing != c.want.Missing || d.Excess != c.want.Excess || !slices.Equal(d.Rows, c.want.Rows) {
				t.Errorf("found %+v, want %+v", d, c.want)
			}
			if left := w.schemas(); left != "" {
				t.Errorf("schemas left: %q", left)
			}
			// Looking has changed nothing, and a rebuild mends it.
			if err := i.Rebuild(t.Context(), "tallies", nil); err != nil {
				t.Fatal(err)
			}
			i.same("tallies")
		})
	}
}

// TestVerifyOfAStoppedProjector compares as of where it stopped.
func TestVerifyOfAStoppedProjector(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.start(nil, talliesWith(nil), notesDefinition)
	i.reaches("tallies", w.add(3))
	i.Stop()
	w.add(4)
	i.same("tallies")
	// A log that ends before the rows do cannot be compared with, and must not be waited for.
	w.exec(`UPDATE projection_checkpoints SET position = 99 WHERE projector = 'tallies'`)
	if _, err := i.Verify(t.Context(), "tallies", nil); err == nil {
		t.Error("rows of a position the log does not have were compared")
	}
}
