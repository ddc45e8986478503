package contract

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// Watch is a transport of a client. It checks all exchanges with the REST interface against the document: every answer, and every request
// that the server accepts.
type Watch struct {
	Document *Document
	Through  http.RoundTripper
	// Report is called with the differences, each once for an operation.
	Report func(error)

	mu   sync.Mutex
	seen map[string]bool // operations with a status, and differences
}

// RoundTrip sends a request.
func (w *Watch) RoundTrip(r *http.Request) (*http.Response, error) {
	if !strings.HasPrefix(r.URL.Path, w.Document.prefix+"/") {
		return w.Through.RoundTrip(r)
	}
	sent, err := drain(&r.Body)
	if err != nil {
		return nil, err
	}
	answer, err := w.Through.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	got, err := drain(&answer.Body)
	if err != nil {
		return nil, err
	}
	if err := w.check(r, sent, answer, got); err != nil && w.first(r.Method+" "+err.Error()) {
		w.Report(fmt.Errorf("%s %s answered %d: %w\nsent %.600s\n got %.600s", r.Method, r.URL.RequestURI(), answer.StatusCode, err, sent, got))
	}
	return answer, nil
}

// drain reads a body and puts it back.
func drain(body *io.ReadCloser) ([]byte, error) {
	if *body == nil {
		return nil, nil
	}
	defer (*body).Close()
	b, err := io.ReadAll(*body)
	*body = io.NopCloser(bytes.NewReader(b))
	return b, err
}

// first tells whether a key is new.
func (w *Watch) first(what string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.seen == nil {
		w.seen = map[string]bool{}
	}
	defer func() { w.seen[what] = true }()
	return !w.seen[what]
}

func (w *Watch) check(r *http.Request, sent []byte, answer *http.Response, got []byte) error {
	d, path := w.Document, r.URL.EscapedPath()
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	operation, _, err := d.operation(method, path)
	if err != nil && (answer.StatusCode == http.StatusNotFound || answer.StatusCode == http.StatusMethodNotAllowed) {
		return nil // it has no body
	}
	if err != nil {
		return err
	}
	w.first(fmt.Sprint(operation.pointer, " ", answer.StatusCode))
	if err := d.Verify(r.Method, path, answer.StatusCode, answer.Header.Get("Content-Type"), got); err != nil {
		return err
	}
	if err := d.VerifyHeader(r.Method, path, answer.StatusCode, answer.Header); err != nil {
		return err
	}
	if answer.StatusCode >= 300 {
		return nil
	}
	if err := d.VerifyRequest(r.Method, r.URL.RequestURI(), r.Header, sent); err != nil {
		return fmt.Errorf("the request: %w", err)
	}
	return nil
}

// Unseen lists the statuses that the document promises of operations and that no answer had, each with the number of operations.
func (w *Watch) Unseen() (out []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	promised, had := map[string]int{}, map[string]int{}
	paths, _ := w.Document.child(node{"#", w.Document.root}, "paths")
	for path := range paths.value {
		item, _ := w.Document.child(paths, path)
		for method := range item.value {
			operation, _ := w.Document.child(item, method)
			responses, _ := w.Document.child(operation, "responses")
			for status := range responses.value {
				promised[status]++
				if w.seen[operation.pointer+" "+status] {
					had[status]++
				}
			}
		}
	}
	for status, n := range promised {
		out = append(out, fmt.Sprintf("%s: of %d operations, seen of %d", status, n, had[status]))
	}
	slices.Sort(out)
	return out
}
