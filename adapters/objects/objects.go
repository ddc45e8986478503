// Package objects stores whole files in a directory or in a bucket, such as the segments of an archive of the event log.
package objects

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"gocloud.dev/blob"
	_ "gocloud.dev/blob/s3blob" // opens s3:// URLs
	"gocloud.dev/gcerrors"
)

// Place is a directory or a bucket. Close it.
type Place struct {
	target string
	dir    string       // empty for a bucket
	bucket *blob.Bucket // nil for a directory
}

// Open returns the place at a path, a file:// URL, or the URL of a bucket, such as s3://name?region=eu-central-1. It makes nothing.
func Open(ctx context.Context, target string) (*Place, error) {
	scheme, _, isURL := strings.Cut(target, "://")
	switch {
	case target == "":
		return nil, errors.New("no place is named")
	case !isURL:
		return &Place{target: target, dir: target}, nil
	case scheme == "file":
		u, err := url.Parse(target)
		if err != nil || u.Path == "" {
			return nil, fmt.Errorf("%q names no directory", target)
		}
		return &Place{target: target, dir: u.Path}, nil
	}
	bucket, err := blob.OpenBucket(ctx, target)
	if err != nil {
		return nil, fmt.Errorf("the bucket cannot be opened: %w", err)
	}
	return &Place{target: target, bucket: bucket}, nil
}

// String returns the place as it was named, without the query of a URL.
func (p *Place) String() string {
	name, _, _ := strings.Cut(p.target, "?")
	return name
}

// Close ends the use of the place.
func (p *Place) Close() error {
	if p.bucket == nil {
		return nil
	}
	return p.bucket.Close()
}

// Read returns a file. It fails with fs.ErrNotExist if there is none of that name.
func (p *Place) Read(ctx context.Context, name string) ([]byte, error) {
	if p.bucket == nil {
		return os.ReadFile(filepath.Join(p.dir, name))
	}
	content, err := p.bucket.ReadAll(ctx, name)
	return content, absent(name, err)
}

// ReadPart returns bytes of a file from an offset on. It fails with fs.ErrNotExist if there is no such file, and with
// io.ErrUnexpectedEOF if the file ends before.
func (p *Place) ReadPart(ctx context.Context, name string, offset, length int64) ([]byte, error) {
	part := make([]byte, length)
	if p.bucket == nil {
		file, err := os.Open(filepath.Join(p.dir, name))
		if err != nil {
			return nil, err
		}
		defer file.Close()
		_, err = io.ReadFull(io.NewSectionReader(file, offset, length), part)
		return part, err
	}
	from, err := p.bucket.NewRangeReader(ctx, name, offset, length, nil)
	if err != nil {
		return nil, absent(name, err)
	}
	defer from.Close()
	_, err = io.ReadFull(from, part)
	return part, err
}

// absent turns the error of a bucket for a missing file into fs.ErrNotExist.
func absent(name string, err error) error {
	if gcerrors.Code(err) == gcerrors.NotFound {
		return fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	return err
}

// Write stores a file, and replaces one of that name. The file appears complete or not at all. In a directory, which is made if it does not
// exist, the content is on the disk when Write returns.
func (p *Place) Write(ctx context.Context, name string, content []byte) error {
	if p.bucket != nil {
		return p.bucket.WriteAll(ctx, name, content, nil)
	}
	if err := os.MkdirAll(p.dir, 0o700); err != nil {
		return err
	}
	return WriteFile(filepath.Join(p.dir, name), content)
}

// WriteFile writes a file that only its owner may read. After a crash at any moment the file has its former content or all of the new one.
// The content is on the disk when WriteFile returns.
func WriteFile(name string, content []byte) (err error) {
	part := name + ".part"
	file, err := os.OpenFile(part, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Rename(part, name); err != nil {
		return err
	}
	return SyncDir(filepath.Dir(name))
}

// SyncDir makes the entries of a directory durable.
func SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
