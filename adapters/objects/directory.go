package objects

import (
	"context"
	"crypto/md5"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// directory has the files of a directory and of those below it.
type directory struct {
	root     string
	access   Access
	sidecars bool // the media type of a file is in another file beside it, see sidecar
}

// openDirectory returns the directory of a file:// URL. The host is ignored, unless it is a dot: the path is relative then.
func openDirectory(u *url.URL, access Access) (*directory, error) {
	path := u.Path
	if u.Host == "." {
		path = strings.TrimPrefix(path, "/")
	}
	if path == "" {
		return nil, errors.New("it names no directory")
	}
	q := parameters{values: u.Query()}
	create, metadata := q.text("create_dir") != "", q.text("metadata")
	q.ignore("no_tmp_dir") // files are always written beside their final path
	if err := q.check(); err != nil {
		return nil, err
	}
	if metadata != "" && metadata != "skip" {
		return nil, errors.New(`the parameter metadata has one value, "skip"`)
	}
	d := &directory{root: path, access: access, sidecars: access == Shared && metadata == ""}
	if create {
		return d, makeDir(d.root, access.directories())
	}
	return d, nil
}

func (d *directory) close() error { return nil }

func (d *directory) path(name string) string {
	return filepath.Join(d.root, filepath.FromSlash(escaped(name)))
}

func (d *directory) open(_ context.Context, name string) (*File, error) {
	file, err := os.Open(d.path(name))
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && info.IsDir() {
		err = fmt.Errorf("%s is a directory: %w", name, fs.ErrNotExist)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &File{file, info.Size(), info.ModTime()}, nil
}

func (d *directory) readPart(ctx context.Context, name string, part []byte, offset int64) error {
	file, err := d.open(ctx, name)
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := file.Seek(offset, io.SeekStart); err != nil {
		return err
	}
	_, err = io.ReadFull(file, part)
	return err
}

func (d *directory) exists(_ context.Context, name string) (bool, error) {
	info, err := os.Stat(d.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && !info.IsDir(), err
}

func (d *directory) put(_ context.Context, name, contentType string, content []byte) error {
	path := d.path(name)
	if err := makeDir(filepath.Dir(path), d.access.directories()); err != nil {
		return err
	}
	if d.sidecars {
		if strings.HasSuffix(path, sidecarExtension) {
			return fmt.Errorf("%q: names that end in %s are reserved: %w", name, sidecarExtension, fs.ErrInvalid)
		}
		sum := md5.Sum(content)
		beside, err := json.Marshal(sidecar{ContentType: contentType, MD5: sum[:]})
		if err != nil {
			return err
		}
		if err := writeFile(path+sidecarExtension, append(beside, '\n'), d.access); err != nil {
			return err
		}
	}
	return writeFile(path, content, d.access)
}

// sidecarExtension is the extension of sidecars.
const sidecarExtension = ".attrs"

// sidecar is the description of a media file in a file beside it. Directories that are named by a URL have them, for programs that read
// such directories with gocloud.dev/blob; tradelog does not read them. The fields that it never sets are part of the format.
type sidecar struct {
	CacheControl       string            `json:"user.cache_control"`
	ContentDisposition string            `json:"user.content_disposition"`
	ContentEncoding    string            `json:"user.content_encoding"`
	ContentLanguage    string            `json:"user.content_language"`
	ContentType        string            `json:"user.content_type"`
	Metadata           map[string]string `json:"user.metadata"`
	MD5                []byte            `json:"md5"`
}

func (d *directory) remove(_ context.Context, name string) error {
	path := d.path(name)
	for _, one := range []string{path, path + sidecarExtension} {
		if err := os.Remove(one); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func (d *directory) removeBelow(_ context.Context, folder string) error {
	return os.RemoveAll(d.path(folder))
}

// WriteFile writes a file that only its owner may read. After a crash at any moment the file has its former content or all of the new one.
// The content is on the disk when WriteFile returns.
func WriteFile(name string, content []byte) error { return writeFile(name, content, Private) }

// writeFile is WriteFile for private and for shared files. A crash may leave a file whose name ends in .part.
func writeFile(name string, content []byte, access Access) error {
	part := name + ".part"
	if access == Shared { // several processes may write the file at once
		part = name + "." + rand.Text() + ".part"
	}
	file, err := os.OpenFile(part, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, os.FileMode(access))
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Sync(), file.Close()); err == nil {
		err = os.Rename(part, name)
	}
	if err != nil {
		_ = os.Remove(part) // no later write would replace it
		return err
	}
	return SyncDir(filepath.Dir(name))
}

// makeDir makes a directory and those above it, durably.
func makeDir(dir string, mode os.FileMode) error {
	if _, err := os.Stat(dir); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	above := filepath.Dir(dir)
	if err := makeDir(above, mode); err != nil {
		return err
	}
	if err := os.Mkdir(dir, mode); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return SyncDir(above)
}

// SyncDir makes the entries of a directory durable. Some network file systems cannot do that, which is no error.
func SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		err = nil
	}
	return errors.Join(err, d.Close())
}
