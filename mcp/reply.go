package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
)

// appendQuoted appends text as a JSON string. It must be valid UTF-8, as what was printed as JSON is.
func appendQuoted(b []byte, text []byte) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	from := 0
	for i, c := range text {
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b = append(b, text[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	return append(append(b, text[from:]...), '"')
}

func quoted(text string) string {
	return string(appendQuoted(nil, []byte(strings.ToValidUTF8(text, "\uFFFD"))))
}

func appendError(b []byte, id json.RawMessage, code int, message string) []byte {
	return fmt.Appendf(b, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`, id, code, quoted(message))
}

func appendResult(b []byte, id json.RawMessage, result []byte) []byte {
	b = append(append(b, `{"jsonrpc":"2.0","id":`...), id...)
	b = append(append(b, `,"result":`...), result...)
	return append(b, '}')
}
