package backup

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// baseManifest is the name of the file in which PostgreSQL lists the files of a base.
const baseManifest = "backup_manifest"

// baseFile is a file of a base.
type baseFile struct {
	Path      string
	Size      int64
	Algorithm string `json:"Checksum-Algorithm"`
	Checksum  string
}

// readBaseManifest reads the list of the files of a base. The last line of the manifest has the checksum of the lines before.
func readBaseManifest(dir string) (map[string]baseFile, error) {
	text, err := os.ReadFile(filepath.Join(dir, baseManifest))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is no base: it has no %s. tradelog backup base makes one", dir, baseManifest)
	}
	if err != nil {
		return nil, err
	}
	var m struct {
		Files    []baseFile
		Checksum string `json:"Manifest-Checksum"`
	}
	last := bytes.LastIndexByte(bytes.TrimRight(text, "\n"), '\n') + 1
	if digest := sha256.Sum256(text[:last]); json.Unmarshal(text, &m) != nil || m.Checksum != hex.EncodeToString(digest[:]) {
		return nil, fmt.Errorf("%w: %s in %s was changed", errDamaged, baseManifest, dir)
	}
	files := map[string]baseFile{}
	for _, f := range m.Files {
		if f.Algorithm != "CRC32C" {
			return nil, fmt.Errorf("the base %s has checksums of the kind %q, and only CRC32C is known; tradelog backup base makes another", dir,
				f.Algorithm)
		}
		files[f.Path] = f
	}
	return files, nil
}

// unlisted tells whether a file belongs to a base although the manifest does not list it.
func unlisted(name string) bool { return name == baseManifest || strings.HasPrefix(name, "pg_wal/") }

// copyBase copies a base into a directory that does not exist, and checks it against its manifest. When it returns, everything is on the
// disk.
func copyBase(ctx context.Context, from, to string) error {
	listed, err := readBaseManifest(from)
	if err != nil {
		return err
	}
	err = filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, name)
		switch {
		case e.IsDir():
			return os.Mkdir(target, 0o700)
		case !e.Type().IsRegular():
			return fmt.Errorf("%s is neither a file nor a directory; bases with tablespaces cannot be recovered", path)
		}
		f, ok := listed[filepath.ToSlash(name)]
		if !ok && !unlisted(filepath.ToSlash(name)) {
			return fmt.Errorf("%w: %s does not belong to the base", errDamaged, path)
		}
		delete(listed, filepath.ToSlash(name))
		return copyBaseFile(path, target, f, ok)
	})
	for name := range listed {
		if err == nil {
			err = fmt.Errorf("%w: %s is missing", errDamaged, filepath.Join(from, name))
		}
	}
	return err
}

func copyBaseFile(from, to string, f baseFile, listed bool) error {
	hash := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	size, err := copyFile(from, to, hash)
	if err != nil || !listed {
		return err
	}
	// PostgreSQL writes the bytes of the number as they are in memory.
	digest := binary.NativeEndian.AppendUint32(nil, hash.Sum32())
	if size != f.Size || hex.EncodeToString(digest) != f.Checksum {
		return fmt.Errorf("%w: %s is not the file that was copied", errDamaged, from)
	}
	return nil
}

// copyFile copies a file durably.
func copyFile(from, to string, also io.Writer) (size int64, err error) {
	source, err := os.Open(from)
	if err != nil {
		return 0, err
	}
	defer source.Close()
	target, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, err
	}
	size, err = io.Copy(io.MultiWriter(target, also), source)
	return size, errors.Join(err, target.Sync(), target.Close())
}
