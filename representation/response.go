package representation

import (
	"crypto/md5"
	"encoding/hex"
	"net/http"
	"strings"

	"tradelog/domain/fault"
)

// Response is a rendered answer. Responses that were remembered are shared: nobody changes one.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
	// Fault is the failure, for transports that have their own form for it.
	Fault *fault.Error
	// Message is what the body of a failure says.
	Message string
	// List tells that the body lists things.
	List bool
}

// Set sets a header.
func (r *Response) Set(name, value string) {
	if r.Header == nil {
		r.Header = http.Header{}
	}
	r.Header.Set(name, value)
}

// Finish adds the headers all responses have. The ETag is the MD5 of the body (rest-v2 §Conventions).
func Finish(r *Response) *Response {
	if len(r.Body) > 0 && r.Header.Get("ETag") == "" {
		sum := md5.Sum(r.Body)
		r.Set("ETag", `"`+hex.EncodeToString(sum[:])+`"`)
	}
	r.Set("Vary", "Authorization, Accept, X-Store-Code, X-Currency-Code")
	r.Set("X-Content-Type-Options", "nosniff")
	if r.Header.Get("Cache-Control") == "" {
		r.Set("Cache-Control", "no-store")
	}
	return r
}

// Unchanged is the answer to somebody who has the representation.
func (r *Response) Unchanged() *Response {
	out := &Response{Status: http.StatusNotModified, List: r.List}
	for _, name := range []string{"ETag", "Vary", "Cache-Control", "Link"} {
		if v := r.Header.Get(name); v != "" {
			out.Set(name, v)
		}
	}
	return out
}

// Matches tells whether an If-None-Match header names the response: a list of tags, strong or weak, or * (RFC 9110 §13.1.2).
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
			tag, rest, _ := strings.Cut(header, ",") // unquoted, as some clients send it
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
