package lineage

import (
	"bytes"
	"os"
	"testing"
)

const log = "6a1f3c52-8a0e-4a7e-9d52-0123456789ab"

func TestWhatWasNotedIsRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir() + "/data"
	if _, ok, err := readWitness(dir, log); ok || err != nil {
		t.Fatalf("before there is anything: %v %v", ok, err)
	}
	w, err := OpenWitness(dir, log, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []int64{7, 120, 119} {
		if err := w.Note(at, bytes.Repeat([]byte{byte(at)}, 32)); err != nil {
			t.Fatal(err)
		}
	}
	if s, ok, err := readWitness(dir, log); !ok || err != nil || s.Epoch != 2 || s.Position != 120 ||
		!bytes.Equal(s.Seal, bytes.Repeat([]byte{120}, 32)) {
		t.Errorf("%+v %v %v", s, ok, err)
	}
	if _, ok, _ := readWitness(dir, "0123"); ok {
		t.Error("another log has a file of its own")
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := w.Note(121, make([]byte, 32)); err != nil {
		t.Errorf("a late note: %v", err)
	}
	// An earlier position replaces a later one in a new epoch.
	again, err := OpenWitness(dir, log, 3)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if err := again.Note(80, make([]byte, 32)); err != nil {
		t.Fatal(err)
	}
	if s, ok, _ := readWitness(dir, log); !ok || s.Position != 80 || s.Epoch != 3 {
		t.Errorf("%+v %v", s, ok)
	}
}

func TestAFileThatIsDamagedSaysNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	whole := line(seenEnd{Epoch: 1, Position: 5, Seal: make([]byte, 32)})
	for _, text := range [][]byte{nil, []byte("seen"), whole[:len(whole)-1], bytes.Replace(whole, []byte("05 seal"), []byte("06 seal"), 1),
		make([]byte, len(whole))} {
		if err := os.WriteFile(witnessPath(dir, log), text, 0o644); err != nil {
			t.Fatal(err)
		}
		if s, ok, err := readWitness(dir, log); ok || err != nil {
			t.Errorf("%q was read as %+v, %v", text, s, err)
		}
	}
}
