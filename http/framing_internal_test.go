package http

import "testing"

// TestFramingFindsAmbiguousRequests in the bytes of a connection, however they are divided.
func TestFramingFindsAmbiguousRequests(t *testing.T) {
	t.Parallel()
	const (
		get    = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
		length = "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc"
		coding = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
		both   = "POST / HTTP/1.1\r\ncontent-LENGTH: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
	)
	for name, c := range map[string]struct {
		sent string
		want bool
	}{
		"both":                      {both, true},
		"both, the coding first":    {"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n", true},
		"both, with bare newlines":  {"POST / HTTP/1.1\nTransfer-Encoding: chunked\nContent-Length: 3\n\n", true},
		"both, after others":        {get + "POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n12\r\n3" + get + both, true},
		"both, of an older version": {"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n", true},
		"a length":                  {length + get, false},
		"a coding":                  {coding, false},
		"a coding, then a length":   {coding + "Content-Length: 3\r\n\r\n", false},
		"one each":                  {length + coding, false},
		"in a body":                 {"POST / HTTP/1.1\r\nContent-Length: 200\r\n\r\n" + both, false},
		"in a long line":            {"GET / HTTP/1.1\r\nX: " + string(make([]byte, 1000)) + "\r\n\r\n" + get, false},
		"no number":                 {"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n" + both, false},
		"after an upgrade":          {"GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n" + both, false},
	} {
		for _, size := range []int{1, 7, len(c.sent)} {
			f := &framing{}
			for rest := []byte(c.sent); len(rest) > 0; rest = rest[min(size, len(rest)):] {
				f.see(rest[:min(size, len(rest))])
			}
			if got := f.ambiguous.Load(); got != c.want || len(f.line) > longestLine {
				t.Errorf("%s, by %d bytes: %t", name, size, got)
			}
		}
	}
}
