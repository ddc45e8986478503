package content

import (
	"crypto/subtle"
	"path"
	"strings"
)

// OptionPath is where a file goes that a buyer sends for a custom option. The key is 20 random hexadecimal digits, so nobody can guess
// the path. The name keeps its extension, and has none but the characters of CleanName.
func OptionPath(key, name string) string {
	return path.Join(Options, key[:2], key, OptionName(name))
}

// OptionName is the name such a file gets.
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
