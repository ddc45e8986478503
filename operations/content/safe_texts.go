package content

import (
	"crypto/sha256"
	"strings"

	"tradelog/domain/content"
	"tradelog/internal/lru"
)

// Sanitising parses a text twice, so sanitised texts are cached by their digests. Long ones are sanitised each time, which bounds the
// memory.
var sanitised = lru.New[[sha256.Size]byte, string](1024)

const longestRemembered = 32 << 10

// safeHTML returns HTML without directives in the form for clients.
func safeHTML(text string) string { return remembered('s', content.Served, text) }

// SafeAsWritten returns HTML in the form for clients, with unexpanded directives.
func SafeAsWritten(text string) string { return remembered('w', content.ServedAsWritten, text) }

func remembered(kind byte, sanitise func(string) string, text string) string {
	if len(text) > longestRemembered || !strings.ContainsAny(text, "<{\x00") {
		return sanitise(text)
	}
	key := sha256.Sum256(append([]byte{kind}, text...))
	if known, ok := sanitised.Get(key); ok {
		return known
	}
	clean := sanitise(text)
	if len(clean) <= longestRemembered {
		sanitised.Add(key, clean)
	}
	return clean
}
