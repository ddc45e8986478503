package transports_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tradehttp "tradelog/http"
	"tradelog/installation/apisession"
	"tradelog/operations"
	"tradelog/soap"
	"tradelog/test/apptest"
	"tradelog/test/suite"
)

// instrumented is a server of SOAP V1 for a shop, with a hook at the calls of one operation.
type instrumented struct {
	*client
	address string
	calls   atomic.Int64
	answers chan int // the statuses of requests that have ended
}

// guarded is the watched operation of instrumented servers, which product_media.types invokes.
const guarded = "GET /attribute-sets/{id}"

// instrument starts a server. called receives each call of the operation and its number.
func instrument(t *testing.T, c *client, called func(ctx context.Context, n int64)) *instrumented {
	t.Helper()
	s := &instrumented{client: c, answers: make(chan int, 100)}
	var all []*operations.Operation
	for _, o := range c.Pipeline.Registry.All() {
		o := *o
		if o.Name() == guarded {
			before := o.Guard
			o.Guard = func(ctx context.Context, call *operations.Call) error {
				called(ctx, s.calls.Add(1))
				if before == nil {
					return nil
				}
				return before(ctx, call)
			}
		}
		all = append(all, &o)
	}
	registry, err := operations.NewRegistry(all)
	if err != nil {
		t.Fatal(err)
	}
	pipeline := *c.Pipeline
	pipeline.Registry = registry
	handler, err := soap.New(soap.Options{Pipeline: &pipeline, Accounts: c.Readers.Access, Sessions: apisession.New(c.Pool, pipeline.Clock)})
	if err != nil {
		t.Fatal(err)
	}
	server, err := tradehttp.New(tradehttp.Options{
		Pipeline: &pipeline, Observe: func(_ string, status int, _ time.Duration) { s.answers <- status },
		Endpoints: []tradehttp.Endpoint{{Path: soap.V1.Path(), Protocol: string(soap.V1), Legacy: true, Serve: handler.Serve(soap.V1)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	s.address = apptest.Listen(t, server)
	return s
}

// multi is a multiCall with so many calls that differ.
func (c *client) multi(n int, path string) string {
	calls := ""
	for i := range n {
		calls += fmt.Sprintf(`<item xsi:type="Array"><item>%s</item><item xsi:type="Array"><item>%d</item></item></item>`, path, 1000+i)
	}
	return "<multiCall><sessionId>" + c.session + "</sessionId><calls>" + calls + "</calls></multiCall>"
}

// dial opens a connection whose reads and writes have a deadline.
func dial(t *testing.T, address string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	return conn
}

// TestMultiCallEndsWithItsClient: when the client has gone, the call in progress is the last one.
func TestMultiCallEndsWithItsClient(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	c := startSOAP(t)
	begun := make(chan struct{}, 1000)
	s := instrument(t, c, func(ctx context.Context, _ int64) {
		begun <- struct{}{}
		<-ctx.Done()
	})
	conn, body := dial(t, s.address), envelope(c.multi(500, "product_media.types"))
	if _, err := fmt.Fprintf(conn, "POST /api/soap HTTP/1.1\r\nHost: shop\r\nContent-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		t.Fatal(err)
	}
	<-begun
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	<-s.answers
	if n := s.calls.Load(); n != 1 {
		t.Errorf("%d calls were made for a client that had gone", n)
	}
}

// TestMultiCallHasTime: calls are begun for a limited time. The client gets the answers of the calls that were made.
func TestMultiCallHasTime(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	c := startSOAP(t, apptest.WithClock(clock))
	s := instrument(t, c, func(_ context.Context, n int64) {
		if n == 3 {
			clock.Advance(21 * time.Second)
		}
	})
	answer, err := http.Post("http://"+s.address+"/api/soap", "text/xml", strings.NewReader(envelope(c.multi(10, "product_media.types"))))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	const late = "The calls of this message took more than 20 seconds, so this one was not made. Send it again in a message of its own."
	if made, refused := s.calls.Load(), strings.Count(string(text), late); made != 3 || refused != 7 {
		t.Errorf("%d calls were made and %d refused: %s", made, refused, text)
	}
}

// TestMultiCallHasRoom: the answers of a multiCall are bounded. An answer beyond the bound is a fault, and no further call is made.
func TestMultiCallHasRoom(t *testing.T) {
	t.Parallel()
	c := startSOAP(t)
	admin := apptest.Bearer(c.Admin("all"))
	c.Must(201, "POST", "/products", map[string]any{"sku": "LONG", "name": "Long", "price": 5, "description": strings.Repeat("long ", 12_000)},
		admin...)
	c.Settle()
	calls := strings.Repeat(`<item xsi:type="Array"><item>product.info</item><item xsi:type="Array"><item>LONG</item></item></item>`, 200) +
		`<item xsi:type="Array"><item>product.update</item><item xsi:type="Array"><item>LONG</item><item><name>New</name></item></item></item>`
	before := c.LogSize()
	a := c.Do("POST", "/api/soap", envelope("<multiCall><sessionId>"+c.session+"</sessionId><calls>"+calls+"</calls></multiCall>"))
	const beyond = "The answers of this message exceed 8388608 bytes, so this call was not answered. Send it again in a message of its own."
	answered, refused := strings.Count(string(a.Body), "<key xsi:type=\"xsd:string\">sku</key>"), strings.Count(string(a.Body), beyond)
	if answered < 100 || answered > 140 || answered+refused != 201 || len(a.Body) > 12<<20 {
		t.Errorf("%d answered, %d refused, %d bytes", answered, refused, len(a.Body))
	}
	if c.LogSize() != before {
		t.Error("a method that writes was called although there was no room for its answer")
	}
}

// TestLargeMessagesNeedASession: only 1 MB is read of a message without a live session. Sessions are found in every wire and encoding.
func TestLargeMessagesNeedASession(t *testing.T) {
	t.Parallel()
	c := startSOAP(t)
	gone := c.login("warehouse")
	c.send("/api/soap", "<endSession><sessionId>"+gone+"</sessionId></endSession>")
	none := c.text(c.send("/api/soap", "<startSession/>"))
	none = strings.TrimSuffix(strings.TrimPrefix(none, "{startSessionReturn="), "}")
	long := strings.Repeat("x", 3<<19)
	wires := []struct{ path, before, after, refused, known string }{
		{"/api/soap", `<E:Envelope xmlns:E="http://schemas.xmlsoap.org/soap/envelope/"><E:Body><call><sessionId>`,
			`</sessionId><resourcePath>customer_address.info</resourcePath><args>` + long + `</args></call></E:Body></E:Envelope>`,
			"<faultcode>SOAP-ENV:Client</faultcode>", "<faultcode>102</faultcode>"},
		{"/api/v2_soap/", `<E:Envelope xmlns:E="http://schemas.xmlsoap.org/soap/envelope/"><E:Body><customerAddressInfo><sessionId>`,
			`</sessionId><addressId>` + long + `</addressId></customerAddressInfo></E:Body></E:Envelope>`,
			"<faultcode>SOAP-ENV:Client</faultcode>", "<faultcode>102</faultcode>"},
		{"/api/xmlrpc", `<methodCall><methodName>call</methodName><params><param><value>`, `</value></param><param><value>` +
			`customer_address.info</value></param><param><value><array><data><value>` + long + `</value></data></array></value></param></params>` +
			`</methodCall>`, "<int>1</int>", "<int>102</int>"},
		{"/api/jsonrpc", `{"jsonrpc":"2.0","id":1,"method":"customer_address.info","params":["`, `","` + long + `"]}`,
			`"code":1,`, `"code":102,`},
	}
	const need = "A message of more than 1048576 bytes needs a session that has not expired, in its first 1048576 bytes."
	for _, w := range wires {
		for _, session := range []string{"", "x", gone, none, "0123456789abcdef0123456789abcdef"} {
			a := c.Do("POST", w.path, w.before+session+w.after)
			if !strings.Contains(string(a.Body), w.refused) || !strings.Contains(string(a.Body), need) ||
				strings.Contains(w.path, "soap") && a.Status != 413 {
				t.Errorf("%s with the session %q: %d %.300s", w.path, session, a.Status, a.Body)
			}
		}
		if a := c.Do("POST", w.path, w.before+c.session+w.after); a.Status != 200 || !strings.Contains(string(a.Body), w.known) {
			t.Errorf("%s with a session: %d %.300s", w.path, a.Status, a.Body)
		}
		// A session beyond the first megabyte is not found.
		if a := c.Do("POST", w.path, strings.Repeat(" ", 1<<20)+w.before+c.session+w.after); !strings.Contains(string(a.Body), need) {
			t.Errorf("%s with a late session: %d %.300s", w.path, a.Status, a.Body)
		}
		// The refusal comes before the rest of the message.
		conn := dial(t, strings.TrimPrefix(c.URL, "http://"))
		if _, err := fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: shop\r\nContent-Length: %d\r\n\r\n%s", w.path, 20<<20,
			strings.Repeat(" ", 1<<20+1)); err != nil {
			t.Fatal(err)
		}
		response, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		if text, _ := io.ReadAll(response.Body); !strings.Contains(string(text), need) || !response.Close {
			t.Errorf("%s: %d %s", w.path, response.StatusCode, text)
		}
	}
	// Credentials of HTTP Basic replace a session.
	of := func(password string) string {
		a := c.Do("POST", "/api/v2_soap", strings.Replace(wires[1].before, "<sessionId>", `<sessionId nil="true">`, 1)+wires[1].after,
			"Authorization", basic("warehouse", password))
		return string(a.Body)
	}
	if got := of("warehouse-key"); !strings.Contains(got, "<faultcode>102</faultcode>") {
		t.Errorf("with credentials: %.300s", got)
	}
	a := c.Do("POST", "/api/soap", wires[0].before+c.session+wires[0].after, "Authorization", basic("proxy", "x"))
	if !strings.Contains(string(a.Body), wires[0].known) {
		t.Errorf("with a session, and credentials for a proxy: %.300s", a.Body)
	}
	if got := of("x"); !strings.Contains(got, "<faultcode>2</faultcode>") {
		t.Errorf("with wrong credentials: %.300s", got)
	}
}

// TestSilentClientsHoldNoTurns: six clients authenticate and send nothing more. Other clients can still send large messages.
func TestSilentClientsHoldNoTurns(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	c := startSOAP(t)
	for range 6 {
		conn := dial(t, strings.TrimPrefix(c.URL, "http://"))
		const header = "POST /api/soap HTTP/1.1\r\nHost: shop\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n"
		if _, err := fmt.Fprintf(conn, header, 20<<20); err != nil {
			t.Fatal(err)
		}
		if asked, err := http.ReadResponse(bufio.NewReader(conn), nil); err != nil || asked.StatusCode != http.StatusContinue {
			t.Fatalf("the body is not asked for: %v, %v", asked, err)
		}
		if _, err := fmt.Fprintf(conn, "<a>%s%s", c.session, strings.Repeat(" ", 1<<20)); err != nil {
			t.Fatal(err)
		}
	}
	c.want("a large message", c.call("customer_address.info", list("1", strings.Repeat("x", 3<<20))), "fault 102 Address not exists.")
}
