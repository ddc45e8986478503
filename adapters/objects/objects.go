// Package objects stores whole files in a directory or in a bucket: the segments of an archive of the event log, and media files.
//
// Open reads the name of a storage. directory.go has the files of a directory, bucket.go those of an S3-compatible bucket.
package objects

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// Storage is a directory or a bucket. Close it. The names of its files are paths with slashes, such as a/b.webp. A name that is no such
// path fails with fs.ErrInvalid.
type Storage struct {
	target string
	files  files
}

// files are the files of a directory or of a bucket. Errors for missing files are fs.ErrNotExist.
type files interface {
	open(ctx context.Context, name string) (*File, error)
	readPart(ctx context.Context, name string, part []byte, offset int64) error
	exists(ctx context.Context, name string) (bool, error)
	put(ctx context.Context, name, contentType string, content []byte) error
	remove(ctx context.Context, name string) error
	removeBelow(ctx context.Context, folder string) error
	close() error
}

// Access says who may read the files and directories that a storage makes in a directory. An Access is the mode of its files, before the
// umask.
type Access os.FileMode

// Private files are for their owner alone. Shared ones are for everybody whom the umask admits.
const (
	Private Access = 0o600
	Shared  Access = 0o666
)

// directories returns the mode of directories: accounts that may read their files may search them.
func (a Access) directories() os.FileMode { return os.FileMode(a | a&0o444>>2) }

// Open returns the storage at a path, a file:// URL, or the URL of a bucket, such as s3://name?region=eu-central-1. It makes nothing,
// unless a file:// URL has create_dir. A path in the URL of a bucket is ignored; the parameter prefix begins all keys.
func Open(target string, access Access) (*Storage, error) {
	if target == "" {
		return nil, errors.New("no place is named")
	}
	if !strings.Contains(target, "://") {
		return &Storage{target: target, files: &directory{root: target, access: access}}, nil
	}
	u, err := url.Parse(target)
	if err != nil {
		return nil, errors.New("the URL of a place for files cannot be read")
	}
	var f files
	switch u.Scheme {
	case "file":
		f, err = openDirectory(u, access)
	case "s3":
		f, err = openBucket(u)
	default:
		err = errors.New("places for files are paths and URLs of file:// and s3://")
	}
	p := &Storage{target: target, files: f}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be opened: %w", p, err)
	}
	return p, nil
}

// String returns the storage as it was named, without the query of a URL.
func (p *Storage) String() string {
	name, _, _ := strings.Cut(p.target, "?")
	return name
}

// Dir returns the path of a directory, and "" for a bucket.
func (p *Storage) Dir() string {
	if d, ok := p.files.(*directory); ok {
		return d.root
	}
	return ""
}

// Close ends the use of the storage.
func (p *Storage) Close() error { return p.files.close() }

// File is a file that is read. Close it.
type File struct {
	io.ReadSeekCloser
	Size     int64
	Modified time.Time // when it was written
}

// Open opens a file. The context ends its reading, too. It fails with fs.ErrNotExist if there is none of that name.
func (p *Storage) Open(ctx context.Context, name string) (*File, error) {
	if err := check(ctx, name); err != nil {
		return nil, err
	}
	return p.files.open(ctx, name)
}

// Read returns a file. It fails with fs.ErrNotExist if there is none of that name.
func (p *Storage) Read(ctx context.Context, name string) ([]byte, error) {
	file, err := p.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	content := bytes.NewBuffer(make([]byte, 0, max(file.Size, 0)+bytes.MinRead))
	_, err = content.ReadFrom(file) // to the end, where checksums are checked
	return content.Bytes(), errors.Join(err, file.Close())
}

// ReadPart returns bytes of a file from an offset on. It fails with fs.ErrNotExist if there is no such file, and with
// io.ErrUnexpectedEOF if the file ends before.
func (p *Storage) ReadPart(ctx context.Context, name string, offset, length int64) ([]byte, error) {
	if err := check(ctx, name); err != nil {
		return nil, err
	}
	part := make([]byte, length)
	err := p.files.readPart(ctx, name, part, offset)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return part, err
}

// Exists tells whether there is a file of that name.
func (p *Storage) Exists(ctx context.Context, name string) (bool, error) {
	if err := check(ctx, name); err != nil {
		return false, err
	}
	return p.files.exists(ctx, name)
}

// Write stores a file, and replaces one of that name. The file appears complete or not at all. In a directory, which is made if it does not
// exist, the content is on the disk when Write returns.
func (p *Storage) Write(ctx context.Context, name string, content []byte) error {
	return p.Put(ctx, name, http.DetectContentType(content), content)
}

// Put is Write for content of a media type that is known. Buckets store the type with the file.
func (p *Storage) Put(ctx context.Context, name, contentType string, content []byte) error {
	if err := check(ctx, name); err != nil {
		return err
	}
	return p.files.put(ctx, name, contentType, content)
}

// Remove deletes a file. A missing one is no error.
func (p *Storage) Remove(ctx context.Context, name string) error {
	if err := check(ctx, name); err != nil {
		return err
	}
	return p.files.remove(ctx, name)
}

// RemoveBelow deletes all files below a folder.
func (p *Storage) RemoveBelow(ctx context.Context, folder string) error {
	if err := check(ctx, folder); err != nil {
		return err
	}
	return p.files.removeBelow(ctx, folder)
}

// check refuses names that could leave the storage, and contexts that have ended.
func check(ctx context.Context, name string) error {
	if !fs.ValidPath(name) || name == "." {
		return fmt.Errorf("%q: %w", name, fs.ErrInvalid)
	}
	return ctx.Err()
}

// escaped returns the name under which a file is stored. Control characters, and slashes behind two dots, are written as __0x2f__. The
// notation is fixed, since files of earlier versions have it.
func escaped(name string) string {
	var b strings.Builder
	for i, c := range []byte(name) {
		if c < ' ' || c == '/' && strings.HasSuffix(name[:i], "..") {
			fmt.Fprintf(&b, "__%#x__", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
