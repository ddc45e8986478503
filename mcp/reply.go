package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
)

// appendQuoted appends text as a JSON string. The text must be valid UTF-8; printed JSON always is.
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

// answer is the answer to a message. Its tail may be shared and must not be changed.
type answer struct{ head, tail []byte }

func (a answer) size() int { return len(a.head) + len(a.tail) }

func failed(id json.RawMessage, code int, message string) answer {
	return answer{head: fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`, id, code, quoted(message))}
}

func succeeded(id json.RawMessage, result []byte) answer {
	return answer{head: fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":%s}`, id, result)}
}

// toolAnswer returns the answer to a tool call. wrap makes the tail.
func toolAnswer(id json.RawMessage, tail []byte) answer {
	return answer{head: fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s`, id), tail: tail}
}

// wrap makes the result of a tool from the body of an answer: as text and, if the body is an object, as structured content.
func wrap(body []byte) []byte {
	b := make([]byte, 0, 2*len(body)+len(body)/4+200)
	b = append(b, `,"result":{"content":[{"type":"text","text":`...)
	if len(body) == 0 {
		return append(b, `"null"}],"isError":false}}`...)
	}
	b = append(appendQuoted(b, body), `}],"isError":false`...)
	if body[0] == '{' {
		b = append(append(b, `,"structuredContent":`...), body...)
	}
	return append(b, `}}`...)
}
