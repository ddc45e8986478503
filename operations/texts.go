package operations

import (
	"strings"
	"unicode/utf8"

	"tradelog/domain/fault"
	"tradelog/readmodels"
)

// The bounds on texts of requests that no field describes, in bytes.
const (
	maxPath      = 1024 // a variable that matches the rest of a path
	maxParameter = 8192 // the name of a parameter, or its value
)

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

// checkTexts refuses unreadable variables of the path, which can name nothing, and unreadable parameters, before a guard looks anything up.
func (c *Call) checkTexts() error {
	for _, name := range c.Operation.variables {
		most := longestSegment
		if c.Operation.DeepVariable(name) {
			most = maxPath
		}
		if text := c.input.Variable(name); !Readable(text) || len(text) > most && utf8.RuneCountInString(text) > most {
			return readmodels.ErrNotFound
		}
	}
	return CheckParameters(c.input.Parameters())
}
