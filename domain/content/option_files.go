package content

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"path"
	"strings"
)

// OptionPath returns the path of a file that a buyer sends for a custom option. The key is 20 random hexadecimal digits, so that the path
// cannot be guessed. The file's name may identify the buyer, so it is not in the path; it is sealed together with the bytes.
func OptionPath(key string) string { return path.Join(Options, key[:2], key, "file") }

// StoredAt returns the path under which the object store keeps the bytes of a file. For a buyer's file the path is a digest. Others who can
// list the store, such as other accounts of the machine, must not learn the key. Files of earlier versions keep their path, which is in
// the record of each file.
func StoredAt(at string) string {
	if Published(at) {
		return at
	}
	sum := sha256.Sum256([]byte(at))
	name := hex.EncodeToString(sum[:20])
	return path.Join(Options, name[:2], name, "file")
}

// Named returns a file's name and bytes as one byte slice.
func Named(name string, content []byte) []byte { return append([]byte(name+"\n"), content...) }

// Unnamed splits the bytes that Named returned.
func Unnamed(named []byte) (name string, content []byte) {
	before, content, _ := bytes.Cut(named, []byte("\n"))
	return string(before), content
}

// OptionName returns the stored name of a buyer's file. It keeps the extension and has only characters that cleanName allows.
func OptionName(sent string) string {
	extension := path.Ext(sent)
	if cleanName("x"+extension) != "x"+extension || len(extension) > 10 {
		extension = ""
	}
	stem := FileName("", strings.TrimSuffix(sent, path.Ext(sent)))
	return stem[:min(len(stem), maxName-len(extension))] + extension
}

// OptionKey returns the key of a buyer's file; empty for any other file.
func OptionKey(f File) string {
	if Published(f.Path) {
		return ""
	}
	return path.Base(path.Dir(f.Path))
}

// Opens tells whether a key belongs to a file. The comparison takes constant time.
func Opens(f File, key string) bool {
	has := OptionKey(f)
	return has != "" && subtle.ConstantTimeCompare([]byte(has), []byte(key)) == 1
}
