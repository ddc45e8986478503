package media_test

import (
	"errors"
	"image"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tradelog/adapters/media"
	"tradelog/domain/content"
	"tradelog/test/doubles"
)

func read(t *testing.T, stored media.Stored, err error) string {
	t.Helper()
	if err != nil {
		t.Error(err)
		return ""
	}
	got, err := io.ReadAll(stored)
	if err = errors.Join(err, stored.Close()); err != nil || int64(len(got)) != stored.Size || stored.Modified.IsZero() {
		t.Errorf("%d of %d bytes of %v: %v", len(got), stored.Size, stored.Modified, err)
	}
	return string(got)
}

// TestStores: the same files are in a directory, in that of a URL and in a bucket.
func TestStores(t *testing.T) {
	dir, named := t.TempDir(), t.TempDir()
	server := doubles.StartObjectStore(t)
	t.Setenv("AWS_ACCESS_KEY_ID", doubles.ObjectKey)
	t.Setenv("AWS_SECRET_ACCESS_KEY", doubles.ObjectSecret)
	for name, target := range map[string]struct {
		url, dir string
		names    func() []string
		sidecars bool
	}{
		"directory": {"", dir, func() []string { return filesBelow(t, dir) }, false},
		"URL":       {"file://" + named, "", func() []string { return filesBelow(t, named) }, true},
		"bucket":    {server.URL(""), "", server.Keys, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := media.Open(target.url, target.dir, 0)
			defer s.Close()
			picture, err := media.Encode(image.NewGray(image.Rect(0, 0, 60, 40)), media.PNG, 0)
			if err != nil {
				t.Fatal(err)
			}
			key, err := s.Put(t.Context(), "wysiwyg/a.. ü/b.png", "image/png", picture.Content)
			if err != nil || !strings.HasPrefix(key, "wysiwyg/a.. ü/b.") {
				t.Fatalf("%s, %v", key, err)
			}
			stored, err := s.Get(t.Context(), key)
			if got := read(t, stored, err); got != string(picture.Content) {
				t.Errorf("%d bytes", len(got))
			}
			smaller, err := s.Smaller(t.Context(), key, media.Size{Width: 30, Height: 30}, 80)
			if c, kind, err := image.DecodeConfig(strings.NewReader(read(t, smaller, err))); err != nil || kind != "png" || c.Width != 30 {
				t.Errorf("%s, %v, %v", kind, c.Width, err)
			}
			want := []string{"cache/" + key + "/30x30.png", key}
			if target.sidecars {
				want = []string{want[0], want[0] + ".attrs", key, key + ".attrs"}
			}
			if got := target.names(); !slices.Equal(got, want) {
				t.Errorf("stored: %q", got)
			}
			for range 2 {
				if err := s.Remove(t.Context(), key); err != nil {
					t.Error(err)
				}
			}
			if got := target.names(); len(got) > 0 {
				t.Errorf("left: %q", got)
			}
			if _, err := s.Get(t.Context(), key); !errors.Is(err, media.ErrNotExist) {
				t.Errorf("removed: %v", err)
			}
		})
	}
}

func filesBelow(t *testing.T, dir string) (names []string) {
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			path, err = filepath.Rel(dir, path)
			names = append(names, filepath.ToSlash(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestFormerFiles reads and removes files as former versions wrote them: with media types beside them, and with the slash behind two dots
// written in hexadecimal.
func TestFormerFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"wysiwyg/a..__0x2f__b.12.png", "cache/wysiwyg/a..__0x2f__b.12.png/75x75.png"} {
		for _, extension := range []string{"", ".attrs"} {
			path := filepath.Join(dir, name+extension)
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(name), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
	}
	s := media.Open("", dir, 0)
	defer s.Close()
	stored, err := s.Get(t.Context(), "wysiwyg/a../b.12.png")
	if got := read(t, stored, err); got != "wysiwyg/a..__0x2f__b.12.png" {
		t.Error(got)
	}
	stored, err = s.Smaller(t.Context(), "wysiwyg/a../b.12.png", media.Size{Width: 75, Height: 75}, 80)
	if got := read(t, stored, err); got != "cache/wysiwyg/a..__0x2f__b.12.png/75x75.png" {
		t.Error(got)
	}
	if err := s.Remove(t.Context(), "wysiwyg/a../b.12.png"); err != nil {
		t.Error(err)
	}
	if got := filesBelow(t, dir); got != nil {
		t.Errorf("left: %q", got)
	}
}

// TestNoStore: a store without a storage refuses every file, and so does one whose directory is not there, which may be a missing volume.
func TestNoStore(t *testing.T) {
	t.Parallel()
	if _, err := media.Open("", "", 0).Get(t.Context(), "a"); !errors.Is(err, content.ErrNoStore) {
		t.Error(err)
	}
	missing := filepath.Join(t.TempDir(), "volume")
	if _, err := media.Open("file://"+missing, "", 0).Put(t.Context(), "a.png", "image/png", nil); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	made := media.Open("file://"+missing+"?create_dir=1", "", 0)
	if _, err := made.Put(t.Context(), "a.png", "image/png", nil); err != nil {
		t.Error(err)
	}
}
