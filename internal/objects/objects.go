// Package objects stores whole files in a directory or in a bucket, such as the segments of an archive of the event log.
package objects

import (
	"context"
	"errors"
	"fmt"
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
	if gcerrors.Code(err) == gcerrors.NotFound {
		err = fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	return content, err
}

// Write stores a file instead of one of that name. The name has all of the content or none. In a directory, which is made if it does
// not exist, the content is on the disk when Write returns.
func (p *Place) Write(ctx context.Context, name string, content []byte) error {
	if p.bucket != nil {
		return p.bucket.WriteAll(ctx, name, content, nil)
	}
	if err := os.MkdirAll(p.dir, 0o700); err != nil {
		return err
	}
	return WriteFile(filepath.Join(p.dir, name), content)
}

// WriteFile writes a file that only its owner may read. After a crash at any moment the name has the content of before or all of the
// new one. The content is on the disk when WriteFile returns.
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
