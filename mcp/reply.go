package mcp

import (
	"encoding/json"
	"fmt"
	"strings"

	"tradelog/domain/fault"
)

// appendQuoted appends text as a JSON string. The text must be valid UTF-8, as printed JSON is.
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

// failed returns an error. Its data are the violations, if there are any.
func failed(id json.RawMessage, code int, message string, violations ...fault.Violation) answer {
	head := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s`, id, code, quoted(message))
	if data, err := json.Marshal(violations); err == nil && len(violations) > 0 {
		head = fmt.Appendf(head, `,"data":{"violations":%s}`, data)
	}
	return answer{head: append(head, '}', '}')}
}

func succeeded(id json.RawMessage, result []byte) answer {
	return answer{head: fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":%s}`, id, result)}
}

// result is the result of a tool: its members except _meta, without the opening brace, and the entity tag of the resource that it shows. It
// may be shared and must not be changed.
type result struct {
	tail []byte
	tag  string // empty: ifMatch does not apply to the result
}

// toolAnswer returns the answer to a tool call: a result with _meta, which has the entity tag and the ignored arguments.
func toolAnswer(id json.RawMessage, r result, ignored []string) answer {
	head := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{`, id)
	if r.tag != "" || len(ignored) > 0 {
		head = append(head, `"_meta":{`...)
		if r.tag != "" {
			head = append(append(head, `"etag":`...), r.tag...)
		}
		for i, name := range ignored {
			switch {
			case i > 0:
				head = append(head, ',')
			case r.tag != "":
				head = append(head, `,"ignored":[`...)
			default:
				head = append(head, `"ignored":[`...)
			}
			head = append(head, quoted(name)...)
		}
		if len(ignored) > 0 {
			head = append(head, ']')
		}
		head = append(head, `},`...)
	}
	return answer{head: head, tail: r.tail}
}

// wrap makes the result of a tool from the body of an answer: as text and, if the body is an object, as structured content.
func wrap(body []byte) []byte {
	b := make([]byte, 0, 2*len(body)+len(body)/4+200)
	b = append(b, `"content":[{"type":"text","text":`...)
	if len(body) == 0 {
		return append(b, `"null"}],"isError":false}}`...)
	}
	b = append(appendQuoted(b, body), `}],"isError":false`...)
	if body[0] == '{' {
		b = append(append(b, `,"structuredContent":`...), body...)
	}
	return append(b, `}}`...)
}
