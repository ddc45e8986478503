package content

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"path"
	"strings"
)

// OptionPath is where a file goes that a buyer sends for a custom option. The key is 20 random hexadecimal digits, so nobody can guess
// the path. Its name is not in it, because that may tell who the buyer is: it is sealed together with the bytes.
func OptionPath(key string) string { return path.Join(Options, key[:2], key, "file") }

// StoredAt is the path for which the store keeps the bytes of a file. For a file of a buyer it is a digest: whoever can list the store,
// such as other accounts of the machine, must not learn the key from a name. Files of earlier versions stay where they are: the record
// of each file says where.
func StoredAt(at string) string {
	if Published(at) {
		return at
	}
	sum := sha256.Sum256([]byte(at))
	name := hex.EncodeToString(sum[:20])
	return path.Join(Options, name[:2], name, "file")
}

// Named puts the name of a file before its bytes.
func Named(name string, content []byte) []byte { return append([]byte(name+"\n"), content...) }

// Unnamed returns what Named was given.
func Unnamed(named []byte) (name string, content []byte) {
	before, content, _ := bytes.Cut(named, []byte("\n"))
	return string(before), content
}

// OptionName is the name such a file gets. It keeps its extension, and has none but the characters of CleanName.
func OptionName(sent string) string {
	extension := path.Ext(sent)
	if CleanName("x"+extension) != "x"+extension || len(extension) > 10 {
		extension = ""
	}
	stem := FileName("", strings.TrimSuffix(sent, path.Ext(sent)))
	return stem[:min(len(stem), maxName-len(extension))] + extension
}

// OptionKey is the key of such a file; empty for any other file.
func OptionKey(f File) string {
	if Published(f.Path) {
		return ""
	}
	return path.Base(path.Dir(f.Path))
}

// Opens tells whether a key is that of a file. The time it takes tells nothing of the key.
func Opens(f File, key string) bool {
	has := OptionKey(f)
	return has != "" && subtle.ConstantTimeCompare([]byte(has), []byte(key)) == 1
}
