package http

import (
	"bytes"
	"io"
	"maps"
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"tradelog/domain/fault"
	"tradelog/operations/representation"
)

// coding is a content coding of answers (RFC 9110 §8.4.1).
type coding uint8

// The codings, in ascending preference at equal quality.
const (
	identity coding = iota
	gzipped
	zstandard
	codings // their number
)

var codingNames = [codings]string{"identity", "gzip", "zstd"}

// smallest is the size of the smallest body that is compressed, in bytes. Smaller ones fit into a packet anyway.
const smallest = 1 << 10

// acceptedCoding holds the content codings that a client accepts. The zero value accepts identity.
type acceptedCoding struct {
	coding coding // the best one
	only   bool   // identity is refused
}

// refusesAll reports whether the client refuses every coding.
func (w acceptedCoding) refusesAll() bool { return w.coding == identity && w.only }

// accepts reads Accept-Encoding (RFC 9110 §12.5.3). A coding that is not named has the quality of *, and is refused without *. Identity is
// refused only if its own quality or that of * is 0.
func accepts(header []string) acceptedCoding {
	if len(header) == 0 {
		return acceptedCoding{}
	}
	const unnamed = -1
	qualities, others := [codings]float64{unnamed, unnamed, unnamed}, float64(unnamed)
	for _, line := range header {
		for part := range strings.SplitSeq(line, ",") {
			name, parameter, _ := strings.Cut(part, ";")
			q := 1.0
			if name, value, ok := strings.Cut(parameter, "="); ok && strings.EqualFold(strings.TrimSpace(name), "q") {
				q = quality(strings.TrimSpace(value))
			}
			switch name = strings.TrimSpace(name); {
			case name == "*":
				others = q
			case strings.EqualFold(name, "zstd"):
				qualities[zstandard] = q
			case strings.EqualFold(name, "gzip"), strings.EqualFold(name, "x-gzip"):
				qualities[gzipped] = q
			case strings.EqualFold(name, "identity"):
				qualities[identity] = q
			}
		}
	}
	if qualities[identity] == unnamed && others != 0 {
		qualities[identity] = .0001 // allowed, and never preferred
	}
	w, best := acceptedCoding{only: max(qualities[identity], 0) == 0}, 0.0
	for c, q := range qualities {
		if q == unnamed {
			q = others
		}
		if q > 0 && q >= best {
			w.coding, best = coding(c), q
		}
	}
	return w
}

// wantedBy returns the codings that a request accepts. Answers with tokens are never compressed, because the compressed size could reveal
// parts of them.
func wantedBy(r *http.Request) acceptedCoding {
	header := r.Header["Accept-Encoding"]
	if len(header) == 0 || strings.Contains(r.URL.Path, "/auth/") {
		return acceptedCoding{}
	}
	return accepts(header)
}

// errNoCoding answers a client that refuses every coding.
func errNoCoding(header []string) error {
	return fault.New(fault.NotAcceptable, "No requested encoding of %q is supported. Supported encodings are %q, %q and %q.",
		shorten(strings.Join(header, ", "), 100), codingNames[zstandard], codingNames[gzipped], codingNames[identity])
}

// compresses reports whether a client wants a body of this type and length compressed. encoded is its Content-Encoding. Live answers are
// not compressed, because each of their events is sent at once.
func (w acceptedCoding) compresses(contentType, encoded string, length int) bool {
	if w.coding == identity || encoded != "" || length == 0 || length < smallest && !w.only {
		return false
	}
	kind, _, _ := strings.Cut(contentType, ";")
	return kind != representation.EventStream && strings.HasPrefix(kind, "text/") || strings.HasSuffix(kind, "json") ||
		strings.HasSuffix(kind, "xml")
}

// encoded returns the response in the coding that a client wants. The ETag stays that of the uncompressed body (rest-v2 §Conventions).
func (w acceptedCoding) encoded(r *representation.Response) *representation.Response {
	if !w.compresses(r.Header.Get("Content-Type"), r.Header.Get("Content-Encoding"), len(r.Body)) {
		return r
	}
	out := *r
	out.Body, out.Header = w.coding.encode(r.Body), maps.Clone(r.Header)
	out.Header["Content-Encoding"] = []string{codingNames[w.coding]}
	return &out
}

// The encoders are reused: creating one takes longer than compressing an answer.
var (
	gzipWriters = sync.Pool{New: func() any {
		w, err := gzip.NewWriterLevel(nil, gzip.BestSpeed)
		if err != nil {
			panic(err)
		}
		return w
	}}
	zstdEncoder = sync.OnceValue(func() *zstd.Encoder {
		e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithLowerEncoderMem(true), zstd.WithEncoderCRC(false))
		if err != nil {
			panic(err)
		}
		return e
	})
)

// encode compresses a body.
func (c coding) encode(body []byte) []byte {
	if c == zstandard {
		return zstdEncoder().EncodeAll(body, make([]byte, 0, len(body)/4+64))
	}
	w := gzipWriters.Get().(*gzip.Writer)
	defer gzipWriters.Put(w)
	var out bytes.Buffer
	out.Grow(len(body)/4 + 64)
	w.Reset(&out)
	_, _ = w.Write(body) // a buffer does not fail
	_ = w.Close()
	return out.Bytes()
}

// stream compresses the bytes written to it. Closing it does not close w.
func (c coding) stream(w io.Writer) io.WriteCloser {
	if c == zstandard {
		out, err := zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithLowerEncoderMem(true), zstd.WithEncoderConcurrency(1))
		if err != nil {
			panic(err)
		}
		return out
	}
	out, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
	if err != nil {
		panic(err)
	}
	return out
}

// answer holds a rendered answer: with its body, as a 304, and compressed. Each compressed form is made on first use.
type answer struct {
	full, unchanged *representation.Response // unchanged is nil if the answer is always sent whole
	forms           [codings]struct {
		once     sync.Once
		response *representation.Response
	}
}

// to returns the form for a client. grown is the size of a newly made form, or 0.
func (a *answer) to(ifNoneMatch string, w acceptedCoding) (r *representation.Response, grown int) {
	switch {
	case a.unchanged != nil && a.full.Matches(ifNoneMatch):
		return a.unchanged, 0
	case w.coding == identity:
		return a.full, 0
	case len(a.full.Body) < smallest:
		return w.encoded(a.full), 0
	}
	f := &a.forms[w.coding]
	f.once.Do(func() {
		if f.response = w.encoded(a.full); f.response != a.full {
			grown = len(f.response.Body)
		}
	})
	return f.response, grown
}

// document returns an answer of fixed content.
func document(contentType string, body []byte) *answer {
	return &answer{full: &representation.Response{Status: http.StatusOK, Header: http.Header{"Content-Type": {contentType}}, Body: body}}
}

// sendDocument sends an answer of fixed content.
func (s *Server) sendDocument(c *gin.Context, a *answer) {
	c.Writer.Header().Add("Vary", "Accept-Encoding")
	w := wantedBy(c.Request)
	if w.refusesAll() {
		s.fail(c, errNoCoding(c.Request.Header["Accept-Encoding"]), false)
		return
	}
	r, _ := a.to(strings.Join(c.Request.Header.Values("If-None-Match"), ", "), w)
	s.write(c, r)
}

// send sends a body that is not the answer of an operation.
func (s *Server) send(c *gin.Context, contentType string, body []byte) {
	s.sendDocument(c, document(contentType, body))
}

// encoder is the response writer of an endpoint whose client wants compressed answers. It collects a body with a Content-Length. A body
// without one is a stream and is compressed as it is written.
type encoder struct {
	http.ResponseWriter
	wanted  acceptedCoding
	status  int
	body    []byte
	missing int            // bytes still to be written; 0 while nothing is collected
	stream  io.WriteCloser // compresses a stream; nil for anything else
}

// WriteHeader sends the header, unless the body is collected and compressed as a whole.
func (e *encoder) WriteHeader(status int) {
	h := e.Header()
	announced := h.Get("Content-Length")
	length := math.MaxInt
	if announced != "" {
		length, _ = strconv.Atoi(announced)
	}
	if e.wanted.compresses(h.Get("Content-Type"), h.Get("Content-Encoding"), length) {
		if announced != "" {
			e.status, e.missing, e.body = status, length, make([]byte, 0, length)
			return
		}
		h.Set("Content-Encoding", codingNames[e.wanted.coding])
		e.stream = e.wanted.coding.stream(e.ResponseWriter)
	}
	e.ResponseWriter.WriteHeader(status)
}

// Write compresses a part of a stream, or collects a part of the body and sends the whole when it is complete.
func (e *encoder) Write(b []byte) (int, error) {
	if e.stream != nil {
		return e.stream.Write(b)
	}
	if e.missing == 0 {
		return e.ResponseWriter.Write(b)
	}
	e.body = append(e.body, b...)
	if e.missing -= len(b); e.missing > 0 {
		return len(b), nil
	}
	h := e.Header()
	e.body = e.wanted.coding.encode(e.body)
	h.Set("Content-Encoding", codingNames[e.wanted.coding])
	h.Set("Content-Length", strconv.Itoa(len(e.body)))
	e.missing = 0
	e.ResponseWriter.WriteHeader(e.status)
	_, err := e.ResponseWriter.Write(e.body)
	return len(b), err
}

// Unwrap returns the underlying writer, so that live and complete answers can be flushed.
func (e *encoder) Unwrap() http.ResponseWriter { return e.ResponseWriter }

// end ends a stream. For HEAD, whose answer has no body, it sends the header.
func (e *encoder) end() {
	switch {
	case e.stream != nil:
		_ = e.stream.Close() // an error means that the client has gone
	case e.missing > 0:
		e.ResponseWriter.WriteHeader(e.status)
	}
}
