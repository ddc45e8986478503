package media

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	_ "gocloud.dev/blob/s3blob" // opens s3:// URLs
	"gocloud.dev/gcerrors"
	"golang.org/x/sync/singleflight"

	"tradelog/domain/content"
)

// Store holds the bytes of media files. Make it with Open.
type Store struct {
	bucket func() (*blob.Bucket, error)
	opened *blob.Bucket
	mu     sync.Mutex
	making singleflight.Group
	memory *memory
	dir    string // of files; empty for a store at a URL
}

// ErrNotExist means that there are no bytes under the key.
var ErrNotExist = errors.New("media: no such file")

// Open returns the store at a URL, such as s3://bucket?region=eu-central-1 or file:///var/media, or in a directory if the URL is empty. A
// store without either refuses every file. Nothing is made before the first file. memory bounds the memory of all conversions of pictures
// together, in bytes; 0 means defaultMemory.
func Open(url, dir string, memory int64) *Store {
	s := &Store{memory: newMemory(memory)}
	if url == "" && dir != "" {
		s.dir = dir
		_ = os.Chmod(filepath.Join(dir, content.Options), 0o700) // a failure shows again at the first file
	}
	s.bucket = func() (*blob.Bucket, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.opened != nil {
			return s.opened, nil
		}
		opened, err := open(url, dir)
		if err == nil {
			s.opened = opened
		}
		return opened, err
	}
	return s
}

func open(url, dir string) (*blob.Bucket, error) {
	switch {
	case url != "":
		b, err := blob.OpenBucket(context.Background(), url)
		if err != nil {
			return nil, fmt.Errorf("media: the store cannot be opened: %w", err)
		}
		return b, nil
	case dir == "":
		return nil, content.ErrNoStore
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("media: the directory cannot be made: %w", err)
	}
	if err := privateDir(dir, content.Options); err != nil {
		return nil, err
	}
	// Files are written beside their final place, because a rename works only within one file system.
	return fileblob.OpenBucket(dir, &fileblob.Options{NoTempDir: true, Metadata: fileblob.MetadataDontWrite})
}

// Close ends the use of the store.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.opened == nil {
		return nil
	}
	err := s.opened.Close()
	s.opened = nil
	return err
}

// Put stores a file of a media type that is meant for a path and returns its key. The key is like the path, and no other file ever has it.
func (s *Store) Put(ctx context.Context, at, contentType string, content []byte) (key string, err error) {
	var unique [8]byte
	if _, err := rand.Read(unique[:]); err != nil {
		return "", err
	}
	extension := path.Ext(at)
	key = strings.TrimSuffix(at, extension) + "." + hex.EncodeToString(unique[:]) + extension
	return key, s.write(ctx, key, contentType, content)
}

func (s *Store) write(ctx context.Context, key, contentType string, bytes []byte) error {
	b, err := s.bucket()
	if err != nil {
		return err
	}
	if s.dir != "" && !content.Published(key) {
		if err := privateDir(s.dir, path.Dir(key)); err != nil {
			return err
		}
	}
	return b.WriteAll(ctx, key, bytes, &blob.WriterOptions{ContentType: contentType})
}

// privateDir makes a directory below the root that only the account of the shop can look into. One that an earlier version made for
// everybody is closed.
func privateDir(root, below string) error {
	at := filepath.Join(root, filepath.FromSlash(below))
	err := os.MkdirAll(at, 0o700)
	if err == nil {
		err = os.Chmod(at, 0o700)
	}
	if err != nil {
		return fmt.Errorf("media: the directory for files of buyers cannot be made: %w", err)
	}
	return nil
}

// Stored reads the bytes stored under a key. The caller closes it.
type Stored struct {
	*blob.Reader
}

// Modified returns the time at which the bytes were written.
func (s Stored) Modified() time.Time { return s.ModTime() }

// Get opens the bytes stored under a key.
func (s *Store) Get(ctx context.Context, key string) (Stored, error) {
	b, err := s.bucket()
	if err != nil {
		return Stored{}, err
	}
	r, err := b.NewReader(ctx, key, nil)
	if gcerrors.Code(err) == gcerrors.NotFound {
		err = ErrNotExist
	}
	return Stored{r}, err
}

// Remove deletes the bytes stored under a key, and the smaller pictures made of them. A missing key is no error.
func (s *Store) Remove(ctx context.Context, key string) error {
	b, err := s.bucket()
	if err != nil {
		return err
	}
	doomed := []string{key}
	list := b.List(&blob.ListOptions{Prefix: variants(key)})
	for {
		one, err := list.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		doomed = append(doomed, one.Key)
	}
	for _, k := range doomed {
		if err := b.Delete(ctx, k); err != nil && gcerrors.Code(err) != gcerrors.NotFound {
			return err
		}
	}
	return nil
}

// variants returns the prefix of the keys of a file's smaller pictures.
func variants(key string) string { return "cache/" + key + "/" }

// Smaller opens a picture that fits into a size, made of the one under a key. It is made once, however many ask for it at the same time.
func (s *Store) Smaller(ctx context.Context, key string, size Size, quality int) (Stored, error) {
	at := variants(key) + size.String() + path.Ext(key)
	found, err := s.Get(ctx, at)
	if !errors.Is(err, ErrNotExist) {
		return found, err
	}
	// Whoever asks first may leave before the picture is made; the others wait for it.
	making := s.making.DoChan(at, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), makingTimeout)
		defer cancel()
		return nil, s.makeSmaller(ctx, key, at, size, quality)
	})
	select {
	case <-ctx.Done():
		return Stored{}, ctx.Err()
	case done := <-making:
		if done.Err != nil {
			return Stored{}, done.Err
		}
	}
	return s.Get(ctx, at)
}

const makingTimeout = time.Minute

// makeSmaller stores the smaller picture, unless another request has done so since it was looked for.
func (s *Store) makeSmaller(ctx context.Context, key, at string, size Size, quality int) error {
	b, err := s.bucket()
	if err != nil {
		return err
	}
	if there, err := b.Exists(ctx, at); there || err != nil {
		return err
	}
	original, err := s.Get(ctx, key)
	if err != nil {
		return err
	}
	bytes, err := io.ReadAll(io.LimitReader(original, MaxBytes+1))
	if err = errors.Join(err, original.Close()); err != nil {
		return err
	}
	picture, err := s.resize(ctx, bytes, size, quality)
	if err != nil {
		return err
	}
	return s.write(ctx, at, picture.Format.Type, picture.Content)
}
