package inputs

import (
	"strings"
	"unicode/utf8"

	"tradelog/domain/fault"
)

// maxParameter bounds the name of a parameter, or its value, in bytes.
const maxParameter = 8192

// MaxSecret is the greatest length of a password in characters. The tag longest of fields with passwords repeats it. Longer ones are
// refused before they are hashed.
const MaxSecret = 1024

// Readable reports whether a text can be looked up: the database stores neither NUL nor text that is not UTF-8.
func Readable(text string) bool {
	return utf8.ValidString(text) && strings.IndexByte(text, 0) < 0
}

// CheckParameters refuses a query with texts that cannot be looked up, or that are too long. It does not repeat them.
func CheckParameters(query map[string][]string) error {
	for name, values := range query {
		if len(name) > maxParameter || !Readable(name) {
			return fault.Invalidf("The names of parameters must be UTF-8 text without NUL, of at most %d bytes.", maxParameter)
		}
		for _, value := range values {
			if len(value) > maxParameter || !Readable(value) {
				return fault.Invalidf("The %.64q parameter must be UTF-8 text without NUL, of at most %d bytes.", fault.Name(name), maxParameter)
			}
		}
	}
	return nil
}

// Storable replaces characters that the database cannot store. A search for such text then finds nothing.
func Storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}
