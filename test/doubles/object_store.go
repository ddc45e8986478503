package doubles

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// ObjectKey and ObjectSecret are the credentials that the server accepts.
const (
	ObjectKey    = "AKTEST"
	ObjectSecret = "secret of the tests"
)

// pageSize is the largest number of keys in an answer to a list. It is small, so that lists have several pages.
const pageSize = 2

// ObjectStore is an S3-compatible server with one bucket, named files and addressed by path. It checks signatures of version 4 and the MD5
// sums of uploads.
type ObjectStore struct {
	http     *httptest.Server
	mu       sync.Mutex
	stored   map[string]*Object
	requests []string
	header   http.Header
}

// Object is a stored file.
type Object struct {
	Type    string
	Content []byte
	sum     string // CRC-32 of the content as it was sent
}

// StartObjectStore starts a server that ends with the test.
func StartObjectStore(t testing.TB) *ObjectStore {
	s := &ObjectStore{stored: map[string]*Object{}}
	s.http = httptest.NewServer(s)
	t.Cleanup(s.http.Close)
	return s
}

// URL returns the URL of the bucket with further parameters, such as "&prefix=a/".
func (s *ObjectStore) URL(more string) string {
	return "s3://files?region=eu-test-1&use_path_style=true&endpoint=" + url.QueryEscape(s.http.URL) + more
}

// Keys returns the keys of all files, in order.
func (s *ObjectStore) Keys() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.stored))
}

// Stored returns the file under a key. Changes of its content change the file on the server.
func (s *ObjectStore) Stored(key string) *Object {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stored[key]
}

// Requests returns the requests until now, such as "GET a/b.webp bytes=3-6", and the header of the last one.
func (s *ObjectStore) Requests() ([]string, http.Header) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests), s.header.Clone()
}

// ServeHTTP answers a request of S3.
func (s *ObjectStore) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	bucket, key, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	s.requests = append(s.requests, strings.TrimSpace(r.Method+" "+key+" "+r.Header.Get("Range")))
	s.header = r.Header
	switch code := checkSignature(r); {
	case code != "":
		refuse(w, http.StatusForbidden, code)
	case bucket != "files":
		refuse(w, http.StatusNotFound, "NoSuchBucket")
	case r.Method == "PUT":
		s.put(w, r, key)
	case r.Method == "DELETE":
		delete(s.stored, key)
		w.WriteHeader(http.StatusNoContent)
	case r.URL.Query().Get("list-type") == "2":
		s.list(w, r.URL.Query())
	default:
		s.get(w, r, key)
	}
}

func (s *ObjectStore) get(w http.ResponseWriter, r *http.Request, key string) {
	found, ok := s.stored[key]
	switch {
	case !ok && r.Method == "HEAD":
		w.WriteHeader(http.StatusNotFound)
		return
	case !ok:
		refuse(w, http.StatusNotFound, "NoSuchKey")
		return
	}
	if from, _, ranged := strings.Cut(strings.TrimPrefix(r.Header.Get("Range"), "bytes="), "-"); ranged {
		if n, _ := strconv.Atoi(from); n >= len(found.Content) {
			refuse(w, http.StatusRequestedRangeNotSatisfiable, "InvalidRange")
			return
		}
	}
	w.Header().Set("Content-Type", found.Type)
	if r.Header.Get("X-Amz-Checksum-Mode") == "ENABLED" {
		w.Header().Set("X-Amz-Checksum-Crc32", found.sum)
		w.Header().Set("X-Amz-Checksum-Type", "FULL_OBJECT")
	}
	w.Header().Set("ETag", fmt.Sprintf(`"%x"`, md5.Sum(found.Content)))
	http.ServeContent(w, r, "", time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), bytes.NewReader(found.Content))
}

func (s *ObjectStore) put(w http.ResponseWriter, r *http.Request, key string) {
	body := io.Reader(r.Body)
	if strings.HasPrefix(r.Header.Get("X-Amz-Content-Sha256"), "STREAMING-") {
		body = &chunks{from: bufio.NewReader(r.Body)}
	}
	content, err := io.ReadAll(body)
	sum := md5.Sum(content)
	if err != nil || r.Header.Get("Content-Md5") != base64.StdEncoding.EncodeToString(sum[:]) {
		refuse(w, http.StatusBadRequest, "BadDigest")
		return
	}
	crc := binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(content))
	s.stored[key] = &Object{r.Header.Get("Content-Type"), content, base64.StdEncoding.EncodeToString(crc)}
	w.Header().Set("ETag", fmt.Sprintf(`"%x"`, sum))
}

func (s *ObjectStore) list(w http.ResponseWriter, query url.Values) {
	type contents struct {
		Key          string
		Size         int
		LastModified string
	}
	answer := struct {
		XMLName               xml.Name `xml:"ListBucketResult"`
		Name                  string
		EncodingType          string
		IsTruncated           bool
		NextContinuationToken string
		Contents              []contents
	}{Name: "files", EncodingType: "url"}
	for _, key := range slices.Sorted(maps.Keys(s.stored)) {
		if !strings.HasPrefix(key, query.Get("prefix")) || key <= query.Get("continuation-token") {
			continue
		}
		if len(answer.Contents) == pageSize {
			answer.IsTruncated = true
			break
		}
		answer.NextContinuationToken = key
		answer.Contents = append(answer.Contents, contents{url.QueryEscape(key), len(s.stored[key].Content), "2026-01-02T03:04:05.000Z"})
	}
	_ = xml.NewEncoder(w).Encode(answer)
}

func refuse(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	_, _ = fmt.Fprintf(w, "<Error><Code>%s</Code><Message>refused: %s</Message></Error>", code, code)
}

// checkSignature returns the code of a refusal, or "". See https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html.
func checkSignature(r *http.Request) (refusal string) {
	parameters, signed := strings.CutPrefix(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 ")
	if !signed {
		return "AccessDenied"
	}
	has := map[string]string{}
	for p := range strings.SplitSeq(parameters, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(p), "=")
		has[name] = value
	}
	key, scope, _ := strings.Cut(has["Credential"], "/")
	if key != ObjectKey {
		return "InvalidAccessKeyId"
	}
	canonical := r.Method + "\n" + r.URL.EscapedPath() + "\n" + strings.ReplaceAll(r.URL.Query().Encode(), "+", "%20") + "\n"
	for name := range strings.SplitSeq(has["SignedHeaders"], ";") {
		value := r.Header.Get(name)
		if name == "host" {
			value = r.Host
		} else if name == "content-length" {
			value = strconv.FormatInt(r.ContentLength, 10)
		}
		canonical += name + ":" + value + "\n"
	}
	canonical += "\n" + has["SignedHeaders"] + "\n" + r.Header.Get("X-Amz-Content-Sha256")
	text := fmt.Sprintf("AWS4-HMAC-SHA256\n%s\n%s\n%x", r.Header.Get("X-Amz-Date"), scope, sha256.Sum256([]byte(canonical)))
	signing := []byte("AWS4" + ObjectSecret)
	for part := range strings.SplitSeq(scope, "/") {
		signing = mac(signing, part)
	}
	if hex.EncodeToString(mac(signing, text)) != has["Signature"] {
		return "SignatureDoesNotMatch"
	}
	return ""
}

func mac(key []byte, text string) []byte {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(text))
	return m.Sum(nil)
}

// chunks reads a body that is sent in signed chunks: the length in hexadecimal, the signature, and the bytes.
type chunks struct {
	from *bufio.Reader
	rest io.Reader
	done bool
}

func (c *chunks) Read(p []byte) (int, error) {
	for !c.done {
		if c.rest != nil {
			if n, err := c.rest.Read(p); err == nil {
				return n, nil
			}
			if _, err := c.from.Discard(2); err != nil { // the end of the line
				return 0, err
			}
		}
		line, err := c.from.ReadString('\n')
		if err != nil {
			return 0, err
		}
		size, _, _ := strings.Cut(line, ";")
		n, err := strconv.ParseInt(size, 16, 64)
		if err != nil {
			return 0, err
		}
		c.rest, c.done = io.LimitReader(c.from, n), n == 0
	}
	return 0, io.EOF
}
