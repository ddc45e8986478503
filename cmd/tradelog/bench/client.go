package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/valyala/fasthttp"
)

// client sends requests to one server and uses little CPU itself. A worker has one request in flight.
type client struct {
	base string
	host *fasthttp.HostClient
}

// newClient makes a client for a base URL, such as http://127.0.0.1:8080.
func newClient(base string) (*client, error) {
	u, err := url.Parse(strings.TrimRight(base, "/"))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("%q is not the base URL of a shop; give one such as http://127.0.0.1:8080", base)
	}
	address := u.Host
	if u.Port() == "" {
		address += map[string]string{"http": ":80", "https": ":443"}[u.Scheme]
	}
	return &client{base: u.String(), host: &fasthttp.HostClient{Addr: address, IsTLS: u.Scheme == "https", MaxConns: 1024,
		ReadTimeout:  30 * time.Second,
		WriteTimeout: 30 * time.Second, MaxResponseBodySize: 64 << 20, NoDefaultUserAgentHeader: true}}, nil
}

// request is a request that is sent many times.
type request struct {
	Method, Path string
	Header       []string // names and values in turn
	Body         any      // XML unchanged, anything else as JSON
	Want         int      // expected status; any other is a failure
}

// xmlBody is a body of XML.
type xmlBody string

// Once sends a request and returns the body and a header's value.
func (c *client) Once(r request, header string) (body []byte, value string, err error) {
	step, answer, err := c.prepare(r)
	if err != nil {
		return nil, "", err
	}
	if err := step(context.Background()); err != nil {
		return nil, "", err
	}
	return append([]byte(nil), answer.Body()...), string(answer.Header.Peek(header)), nil
}

// Step makes a step that sends the request at each call.
func (c *client) Step(r request) (loadStep, error) {
	step, _, err := c.prepare(r)
	return step, err
}

func (c *client) prepare(r request) (loadStep, *fasthttp.Response, error) {
	request, response := &fasthttp.Request{}, &fasthttp.Response{}
	request.Header.SetMethod(r.Method)
	request.SetRequestURI(c.base + r.Path)
	for i := 0; i < len(r.Header); i += 2 {
		request.Header.Set(r.Header[i], r.Header[i+1])
	}
	if xml, ok := r.Body.(xmlBody); ok {
		request.Header.SetContentType("text/xml; charset=utf-8")
		request.SetBodyString(string(xml))
	} else if r.Body != nil {
		body, err := json.Marshal(r.Body)
		if err != nil {
			return nil, nil, err
		}
		request.Header.SetContentType("application/json")
		request.SetBody(body)
	}
	return func(context.Context) error {
		if err := c.host.Do(request, response); err != nil {
			return fmt.Errorf("%s %s: %w", r.Method, r.Path, err)
		}
		if got := response.StatusCode(); got != r.Want {
			return fmt.Errorf("%s %s: answered %d instead of %d: %.300s", r.Method, r.Path, got, r.Want, response.Body())
		}
		return nil
	}, response, nil
}
