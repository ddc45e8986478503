package objects

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tradelog/test/doubles"
)

// TestMain gives all tests the key that their server accepts, and no other credentials.
func TestMain(m *testing.M) {
	for name, value := range map[string]string{
		"AWS_ACCESS_KEY_ID": doubles.ObjectKey, "AWS_SECRET_ACCESS_KEY": doubles.ObjectSecret,
		"AWS_SESSION_TOKEN": "", "AWS_PROFILE": "", "AWS_REGION": "",
		"AWS_DEFAULT_REGION": "", "AWS_CONFIG_FILE": "/nowhere", "AWS_SHARED_CREDENTIALS_FILE": "/nowhere",
	} {
		_ = os.Setenv(name, value)
	}
	os.Exit(m.Run())
}

func open(t *testing.T, target string, access Access) *Storage {
	t.Helper()
	storage, err := Open(target, access)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = storage.Close() })
	return storage
}

// everywhere runs a test in a directory and in a bucket. names returns the stored names.
func everywhere(t *testing.T, run func(t *testing.T, storage *Storage, names func() []string)) {
	t.Run("directory", func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "new")
		run(t, open(t, dir, Shared), func() []string { return filesBelow(t, dir) })
	})
	t.Run("bucket", func(t *testing.T) {
		s := doubles.StartObjectStore(t)
		run(t, open(t, s.URL(""), Shared), s.Keys)
	})
}

func filesBelow(t *testing.T, dir string) (names []string) {
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			path, err = filepath.Rel(dir, path)
			names = append(names, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return names
}

// TestFiles writes, reads and removes files.
func TestFiles(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, storage *Storage, names func() []string) {
		ctx := t.Context()
		want := []string{"a..__0x2f__b ü+%&=#.webp", "empty", "folder/1", "folder/2/3", "folder/4", "folders/5", "large"}
		large := bytes.Repeat([]byte("0123456789abcdef"), 10_000)
		for _, name := range []string{"a../b ü+%&=#.webp", "folder/1", "folder/2/3", "folder/4", "folders/5"} {
			if err := storage.Put(ctx, name, "image/webp", []byte(name)); err != nil {
				t.Fatal(err)
			}
			if got, err := storage.Read(ctx, name); err != nil || string(got) != name {
				t.Errorf("%s: %q, %v", name, got, err)
			}
		}
		err := errors.Join(storage.Write(ctx, "large", nil), storage.Write(ctx, "large", large), storage.Write(ctx, "empty", nil))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := storage.Read(ctx, "large"); err != nil || !bytes.Equal(got, large) {
			t.Errorf("%d bytes, %v", len(got), err)
		}
		if got, err := storage.Read(ctx, "empty"); err != nil || len(got) != 0 {
			t.Errorf("%q, %v", got, err)
		}
		if got := names(); !slices.Equal(got, want) {
			t.Errorf("stored: %q", got)
		}
		if err := errors.Join(storage.RemoveBelow(ctx, "folder"), storage.RemoveBelow(ctx, "other"), storage.Remove(ctx, "other"),
			storage.Remove(ctx, "a../b ü+%&=#.webp")); err != nil {
			t.Fatal(err)
		}
		if got := names(); !slices.Equal(got, []string{"empty", "folders/5", "large"}) {
			t.Errorf("left: %q", got)
		}
		for name, want := range map[string]bool{"large": true, "folders": false, "other": false} {
			if there, err := storage.Exists(ctx, name); err != nil || there != want {
				t.Errorf("%s: %v, %v", name, there, err)
			}
		}
		for _, name := range []string{"other", "folders", "folder/1"} {
			if _, err := storage.Open(ctx, name); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s: %v", name, err)
			}
		}
		for _, name := range []string{"", ".", "..", "../a", "/a", "a/", "a//b", "a\xff"} {
			if err := storage.RemoveBelow(ctx, name); !errors.Is(err, fs.ErrInvalid) {
				t.Errorf("%q: %v", name, err)
			}
		}
		ended, end := context.WithCancel(ctx)
		end()
		if err := storage.Write(ended, "late", nil); !errors.Is(err, context.Canceled) {
			t.Errorf("after the end: %v", err)
		}
	})
}

// TestReadPart reads parts of a file in a directory and in a bucket.
func TestReadPart(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, storage *Storage, _ func() []string) {
		if err := storage.Write(t.Context(), "file", []byte("0123456789")); err != nil {
			t.Fatal(err)
		}
		for _, part := range []struct {
			offset, length int64
			want           string
		}{{3, 4, "3456"}, {0, 1, "0"}, {0, 10, "0123456789"}, {9, 1, "9"}, {4, 0, ""}} {
			if got, err := storage.ReadPart(t.Context(), "file", part.offset, part.length); err != nil || string(got) != part.want {
				t.Errorf("%v: %q, %v", part, got, err)
			}
		}
		for _, offset := range []int64{8, 10, 20} {
			if _, err := storage.ReadPart(t.Context(), "file", offset, 4); !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("from %d behind the end: %v", offset, err)
			}
		}
		for _, length := range []int64{0, 1} {
			if _, err := storage.ReadPart(t.Context(), "other", 0, length); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("no such file: %v", err)
			}
		}
	})
}

// TestSeek reads an opened file from several offsets, as ranges of HTTP do.
func TestSeek(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, storage *Storage, _ func() []string) {
		if err := storage.Write(t.Context(), "file", []byte("0123456789")); err != nil {
			t.Fatal(err)
		}
		file, err := storage.Open(t.Context(), "file")
		if err != nil {
			t.Fatal(err)
		}
		if file.Size != 10 || file.Modified.IsZero() {
			t.Errorf("%d bytes of %v", file.Size, file.Modified)
		}
		for _, step := range []struct {
			offset int64
			whence int
			want   string
		}{
			{0, io.SeekEnd, ""}, {0, io.SeekStart, "012"}, {2, io.SeekCurrent, "567"}, {-3, io.SeekEnd, "789"}, {1, io.SeekStart, "123"},
			{20, io.SeekStart, ""},
		} {
			if _, err := file.Seek(step.offset, step.whence); err != nil {
				t.Error(err)
			}
			got, err := io.ReadAll(io.LimitReader(file, 3))
			if string(got) != step.want || err != nil {
				t.Errorf("%v: %q, %v", step, got, err)
			}
		}
		if _, err := file.Seek(-1, io.SeekStart); err == nil {
			t.Error("a seek before the file")
		}
		if err := file.Close(); err != nil {
			t.Error(err)
		}
		if _, err := file.Read(make([]byte, 1)); !errors.Is(err, fs.ErrClosed) {
			t.Errorf("after Close: %v", err)
		}
	})
}

// TestDirectories: private files are for their owner alone, shared ones for others too, and the parts of a failed write are gone.
func TestDirectories(t *testing.T) {
	t.Parallel()
	for access, want := range map[Access][2]os.FileMode{Private: {0o600, 0o700}, Shared: {0o644, 0o755}} {
		dir := filepath.Join(t.TempDir(), "new")
		storage := open(t, dir, access)
		if err := storage.Write(t.Context(), "below/file", nil); err != nil {
			t.Fatal(err)
		}
		for i, path := range []string{filepath.Join(dir, "below", "file"), filepath.Join(dir, "below")} {
			// the umask may take more away
			if info, err := os.Stat(path); err != nil || info.Mode().Perm()&^0o022 != want[i] && access == Shared ||
				info.Mode().Perm() != want[i] && access == Private {
				t.Errorf("%s: %v, %v", path, info.Mode(), err)
			}
		}
		if err := storage.Write(t.Context(), "below", nil); err == nil {
			t.Error("a file has the name of a directory")
		}
		if got := filesBelow(t, dir); !slices.Equal(got, []string{"below/file"}) {
			t.Errorf("%q", got)
		}
		if storage.Dir() != dir {
			t.Errorf("%s", storage.Dir())
		}
	}
}

// TestFileURLs: a directory that a URL names has the media types of shared files beside them, in the format of gocloud.dev/blob.
func TestFileURLs(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	for query, want := range map[string][]string{
		"?create_dir=true&no_tmp_dir=true": {"a.webp", "a.webp.attrs"}, "?metadata=skip": {"a.webp"},
	} {
		dir := filepath.Join(t.TempDir(), "new")
		storage := open(t, "file://"+dir+query, Shared)
		if _, err := os.Stat(dir); (err == nil) != strings.Contains(query, "create_dir") {
			t.Errorf("%s: %v", query, err)
		}
		if storage.String() != "file://"+dir || storage.Dir() != dir {
			t.Errorf("%s in %s", storage, storage.Dir())
		}
		if err := storage.Put(ctx, "a.webp", "image/webp", []byte("a")); err != nil {
			t.Fatal(err)
		}
		if got := filesBelow(t, dir); !slices.Equal(got, want) {
			t.Errorf("%s: %q", query, got)
		}
		if len(want) > 1 {
			const sidecar = `{"user.cache_control":"","user.content_disposition":"","user.content_encoding":"","user.content_language":"",` +
				`"user.content_type":"image/webp","user.metadata":null,"md5":"DMF1ucDxtqgxw5niaXcmYQ=="}` + "\n"
			if got, err := os.ReadFile(filepath.Join(dir, want[1])); string(got) != sidecar || err != nil {
				t.Errorf("%s, %v", got, err)
			}
			if err := storage.Put(ctx, "b.attrs", "image/webp", nil); !errors.Is(err, fs.ErrInvalid) {
				t.Errorf("a name of a sidecar: %v", err)
			}
		}
		if err := storage.Remove(ctx, "a.webp"); err != nil {
			t.Error(err)
		}
		if got := filesBelow(t, dir); got != nil {
			t.Errorf("left: %q", got)
		}
		private := open(t, "file://"+dir, Private)
		if err := private.Write(ctx, "segment", nil); err != nil {
			t.Error(err)
		}
		if got := filesBelow(t, dir); !slices.Equal(got, []string{"segment"}) {
			t.Errorf("private: %q", got)
		}
	}
	if got := open(t, "file://./below/dir", Shared).Dir(); got != "below/dir" {
		t.Errorf("a relative directory is %s", got)
	}
}
