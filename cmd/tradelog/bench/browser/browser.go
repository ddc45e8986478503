// Package browser is a browser without scripts. The suite and tests open the pages of the console with it. It sends the hidden fields of
// forms, stores cookies and follows redirections.
package browser

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// Browser is the browser of one person.
type Browser struct {
	Client *http.Client
	base   string
}

// Page is an answer to a browser.
type Page struct {
	Status int
	At     string // the path after redirections
	Header http.Header
	Text   string
	Sent   int           // bytes of the body on the wire, which are fewer if the shop compresses it
	Took   time.Duration // from the request to the last byte
}

// New opens a browser at a base URL, such as http://127.0.0.1:8080.
func New(base string) (*Browser, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	return &Browser{&http.Client{Jar: jar}, base}, nil
}

// LogIn logs in to the console. It returns the page that the login leads to.
func (b *Browser) LogIn(ctx context.Context, username, key string) (Page, error) {
	p, err := b.Submit(ctx, "/console/login", "username", username, "password", key)
	if err == nil && p.At != "/console" {
		err = fmt.Errorf("%s cannot log in to the console: status %d at %s", username, p.Status, p.At)
	}
	return p, err
}

// Open opens a page.
func (b *Browser) Open(ctx context.Context, path string) (Page, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, b.base+path, nil)
	if err != nil {
		return Page{}, err
	}
	return b.do(r)
}

// Post sends a form with exactly these fields, with headers by names.
func (b *Browser) Post(ctx context.Context, path string, form url.Values, headers ...string) (Page, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, b.base+path, strings.NewReader(form.Encode()))
	if err != nil {
		return Page{}, err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return b.do(r)
}

// Submit opens a page and sends a form to its address, with the page's hidden fields and with values by names.
func (b *Browser) Submit(ctx context.Context, path string, values ...string) (Page, error) {
	p, err := b.Open(ctx, path)
	if err != nil {
		return p, err
	}
	form := p.Hidden()
	for i := 0; i+1 < len(values); i += 2 {
		form.Set(values[i], values[i+1])
	}
	return b.Post(ctx, path, form)
}

var hidden = regexp.MustCompile(`<input type="hidden" name="([^"]*)" value="([^"]*)">`)

// Hidden returns the hidden fields of the page's forms. Of fields with the same name the last one counts.
func (p Page) Hidden() url.Values {
	form := url.Values{}
	for _, field := range hidden.FindAllStringSubmatch(p.Text, -1) {
		form.Set(field[1], html.UnescapeString(field[2]))
	}
	return form
}

// do sends a request and reads the answer.
func (b *Browser) do(r *http.Request) (p Page, err error) {
	r.Header.Set("Accept-Encoding", "gzip")
	began := time.Now()
	answer, err := b.Client.Do(r)
	if err != nil {
		return p, err
	}
	body, err := io.ReadAll(answer.Body)
	p = Page{
		Status: answer.StatusCode, At: answer.Request.URL.Path, Header: answer.Header, Sent: len(body), Took: time.Since(began),
	}
	err = errors.Join(err, answer.Body.Close())
	if err == nil && answer.Header.Get("Content-Encoding") == "gzip" {
		body, err = unpacked(body)
	}
	p.Text = string(body)
	return p, err
}

func unpacked(body []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}
