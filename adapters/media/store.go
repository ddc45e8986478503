package media

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"tradelog/adapters/objects"
	domaincontent "tradelog/domain/content"
)

// Store holds the bytes of media files. Make it with Open.
type Store struct {
	url, dir string // dir is empty for a store at a URL
	mu       sync.Mutex
	opened   *objects.Storage
	making   singleflight.Group
	memory   *memory
}

// ErrNotExist means that there are no bytes under the key.
var ErrNotExist = errors.New("media: no such file")

// Open returns the store at a URL, such as s3://bucket?region=eu-central-1 or file:///var/media, or in a directory if the URL is empty. A
// store without either refuses every file. Nothing is made before the first file. memory bounds the memory of all conversions of pictures
// together, in bytes; 0 means defaultMemory.
func Open(url, dir string, memory int64) *Store {
	s := &Store{url: url, memory: newMemory(memory)}
	if url == "" && dir != "" {
		s.dir = dir
		_ = os.Chmod(filepath.Join(dir, domaincontent.Options), 0o700) // a failure shows again at the first file
	}
	return s
}

// storage returns the storage of the files, which the first call opens.
func (s *Store) storage() (*objects.Storage, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.opened != nil {
		return s.opened, nil
	}
	opened, err := s.open()
	if err == nil {
		s.opened = opened
	}
	return opened, err
}

func (s *Store) open() (*objects.Storage, error) {
	switch {
	case s.url != "":
		storage, err := objects.Open(s.url, objects.Shared)
		if err == nil && storage.Dir() != "" {
			_, err = os.Stat(storage.Dir()) // the directory of a URL must exist: it may be a volume that is not mounted
		}
		if err != nil {
			return nil, fmt.Errorf("media: the store cannot be opened: %w", err)
		}
		return storage, nil
	case s.dir == "":
		return nil, domaincontent.ErrNoStore
	}
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return nil, fmt.Errorf("media: the directory cannot be made: %w", err)
	}
	if err := privateDir(s.dir, domaincontent.Options); err != nil {
		return nil, err
	}
	return objects.Open(s.dir, objects.Shared)
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
	storage, err := s.storage()
	if err != nil {
		return err
	}
	if s.dir != "" && !domaincontent.Published(key) {
		if err := privateDir(s.dir, path.Dir(key)); err != nil {
			return err
		}
	}
	return storage.Put(ctx, key, contentType, bytes)
}

// privateDir makes a directory below the root that only the account of the shop can look into. A directory that an earlier version made for
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
type Stored struct{ *objects.File }

// Get opens the bytes stored under a key.
func (s *Store) Get(ctx context.Context, key string) (Stored, error) {
	storage, err := s.storage()
	if err != nil {
		return Stored{}, err
	}
	file, err := storage.Open(ctx, key)
	if errors.Is(err, fs.ErrNotExist) {
		err = ErrNotExist
	}
	return Stored{file}, err
}

// Remove deletes the bytes stored under a key, and the smaller pictures made of them. A missing key is no error.
func (s *Store) Remove(ctx context.Context, key string) error {
	storage, err := s.storage()
	if err != nil {
		return err
	}
	if err := storage.Remove(ctx, key); err != nil {
		return err
	}
	return storage.RemoveBelow(ctx, variants(key))
}

// variants returns the folder of a file's smaller pictures.
func variants(key string) string { return "cache/" + key }

// Smaller opens a picture that fits into a size, made of the one under a key. The picture is made once, however many ask for it at the same
// time.
func (s *Store) Smaller(ctx context.Context, key string, size Size, quality int) (Stored, error) {
	at := variants(key) + "/" + size.String() + path.Ext(key)
	found, err := s.Get(ctx, at)
	if !errors.Is(err, ErrNotExist) {
		return found, err
	}
	// The first caller may leave before the picture is made; the others wait for it.
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
	storage, err := s.storage()
	if err != nil {
		return err
	}
	if there, err := storage.Exists(ctx, at); there || err != nil {
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
