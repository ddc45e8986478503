package representation

import (
	"crypto/md5"
	"encoding/hex"
	"net/http"
	"strings"

	"tradelog/domain/fault"
)

// Response is a rendered answer. Cached responses are shared and must not be changed.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
	// Fault is the failure, for transports with a failure format of their own.
	Fault *fault.Error
	// Message is the message in the body of a failure.
	Message string
	// List reports whether the body is a list.
	List bool
}

// Set sets a header.
func (r *Response) Set(name, value string) {
	if r.Header == nil {
		r.Header = http.Header{}
	}
	r.Header.Set(name, value)
}

// TagOf returns the entity tag of a content.
func TagOf(content []byte) string {
	sum := md5.Sum(content)
	return `"` + hex.EncodeToString(sum[:]) + `"`
}

// Finish adds the headers that all responses have. The ETag is the MD5 of the body (rest-v2 §Conventions) unless one is set.
func Finish(r *Response) *Response {
	if len(r.Body) > 0 && r.Header.Get("ETag") == "" {
		r.Set("ETag", TagOf(r.Body))
	}
	r.Set("Vary", "Authorization, Accept, Accept-Encoding, X-Store-Code, X-Currency-Code")
	r.Set("X-Content-Type-Options", "nosniff")
	if r.Header.Get("Cache-Control") == "" {
		r.Set("Cache-Control", "no-store")
	}
	return r
}

// Unchanged returns the 304 form of the response.
func (r *Response) Unchanged() *Response {
	out := &Response{Status: http.StatusNotModified, List: r.List}
	for _, name := range []string{"ETag", "Vary", "Cache-Control", "Link"} {
		if v := r.Header.Get(name); v != "" {
			out.Set(name, v)
		}
	}
	return out
}

// Matches reports whether an If-None-Match header names the response. The header is a list of tags, strong or weak, or * (RFC 9110
// §13.1.2).
func (r *Response) Matches(ifNoneMatch string) bool {
	return ifNoneMatch != "" && matches(ifNoneMatch, r.Header.Get("ETag"))
}

func matches(header, etag string) bool {
	header = strings.TrimSpace(header)
	if header == "*" {
		return true
	}
	etag = strings.TrimPrefix(etag, "W/")
	for len(header) > 0 {
		header = strings.TrimLeft(header, " \t,")
		header = strings.TrimPrefix(header, "W/")
		if !strings.HasPrefix(header, `"`) {
			tag, rest, _ := strings.Cut(header, ",") // some clients send tags without quotes
			if `"`+strings.TrimSpace(tag)+`"` == etag {
				return true
			}
			header = rest
			continue
		}
		end := strings.IndexByte(header[1:], '"')
		if end < 0 {
			return false
		}
		if header[:end+2] == etag {
			return true
		}
		header = header[end+2:]
	}
	return false
}
