package objects

import (
	"errors"
	"io"
	"io/fs"
	"testing"

	_ "gocloud.dev/blob/memblob" // opens mem:// URLs
)

// TestReadPart reads parts of a file in a directory and in a bucket.
func TestReadPart(t *testing.T) {
	t.Parallel()
	for _, target := range []string{t.TempDir(), "mem://"} {
		place, err := Open(t.Context(), target)
		if err != nil {
			t.Fatal(err)
		}
		defer place.Close()
		if err := place.Write(t.Context(), "file", []byte("0123456789")); err != nil {
			t.Fatal(err)
		}
		if got, err := place.ReadPart(t.Context(), "file", 3, 4); err != nil || string(got) != "3456" {
			t.Errorf("%s: %q, %v", target, got, err)
		}
		if _, err := place.ReadPart(t.Context(), "file", 8, 4); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: behind the end: %v", target, err)
		}
		if _, err := place.ReadPart(t.Context(), "other", 0, 1); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: no such file: %v", target, err)
		}
	}
}
