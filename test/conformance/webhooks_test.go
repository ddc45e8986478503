package conformance_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"tradelog/adapters/outside"
	"tradelog/adapters/webhook"
	"tradelog/app"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
	"tradelog/test/suite"
)

// loopback is the network of the receiver.
var loopback = outside.Networks{netip.MustParsePrefix("127.0.0.0/8")}

// receiver runs receiver.mjs. It returns its address, its input and its output.
func receiver(t *testing.T) (address string, secret io.Writer, printed *bufio.Scanner) {
	t.Helper()
	program := node(t, "webhooks", "receiver.mjs")
	program.Stderr = t.Output()
	in, err := program.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		program.Process.Kill()
		program.Wait()
	})
	printed = bufio.NewScanner(out)
	printed.Buffer(nil, 1<<20)
	if !printed.Scan() {
		t.Fatalf("the receiver did not start: %v", printed.Err())
	}
	return printed.Text(), in, printed
}

// tampering returns the address of a proxy in front of a receiver. The proxy changes the requests.
func tampering(t *testing.T, receiver string, change func(*http.Request)) string {
	t.Helper()
	target, err := url.Parse(receiver)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.Out.URL.Scheme, r.Out.URL.Host = target.Scheme, target.Host
		change(r.Out)
	}})
	t.Cleanup(proxy.Close)
	return proxy.URL + target.Path
}

// TestWebhookReceiver: official libraries of another language accept deliveries, and refuse changed ones.
func TestWebhookReceiver(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	s := salestest.Start(t, apptest.WithConfig(func(c *app.Config) {
		c.Outside.WebhookNetworks = loopback
		c.Outside.WebhookPause = func(int, time.Duration) time.Duration { return 20 * time.Millisecond }
	}))
	address, input, printed := receiver(t)
	hook := s.Must(201, "POST", "/webhooks", fields{"name": "ERP", "url": address, "resources": []string{"blog-categories"},
		"payload": "document"}, s.Service...).Object(t)
	path := fmt.Sprintf("/webhooks/%v", hook["id"])
	secret := fmt.Sprint(s.Must(200, "GET", path+"/secret", nil, s.Service...).Object(t)["secret"])
	fmt.Fprintln(input, secret)
	s.Must(200, "POST", path+"/test", fields{}, s.Service...)
	type message struct {
		ID, Type, Source, Subject, Time, Position string
		Data                                      struct {
			Change, Document fields
			Test             string
		}
	}
	next := func() (m message) {
		t.Helper()
		if !printed.Scan() {
			t.Fatalf("the receiver has ended: %v", printed.Err())
		}
		if err := json.Unmarshal(printed.Bytes(), &m); err != nil {
			t.Fatalf("%s: %v", printed.Bytes(), err)
		}
		return m
	}
	if m := next(); m.Data.Test == "" || m.ID == "" {
		t.Errorf("the test message: %+v", m)
	}
	made := s.Must(201, "POST", "/blog-categories", fields{"name": "Tassen und Gläser ☕"}, s.Service...).Object(t)
	m := next()
	if m.Type != "tradelog.blog-categories.created" || m.Subject != fmt.Sprintf("blog-categories/%v", made["id"]) ||
		m.Source != "/logs/"+s.Store.LogID() || m.Data.Change["what"] != "created" || m.Data.Document["name"] != made["name"] ||
		m.Position != fmt.Sprint(m.Data.Change["position"]) {
		t.Errorf("a change: %+v", m)
	}
	if at, err := time.Parse(time.RFC3339, m.Time); err != nil || at.IsZero() {
		t.Errorf("time %q: %v", m.Time, err)
	}

	key, err := webhook.ParseSecret(secret)
	if err != nil {
		t.Fatal(err)
	}
	send := func(change func(*http.Request)) int {
		t.Helper()
		sender := webhook.New(webhook.Options{Networks: loopback, Clock: time.Now})
		defer sender.Close()
		status, _ := sender.Send(t.Context(), tampering(t, address, change), []webhook.Secret{key}, webhook.Message{ID: "x",
			ContentType: "application/cloudevents+json", Body: []byte(`{"specversion":"1.0","id":"x","source":"/logs/x","type":"t","data":{}}`)})
		return status
	}
	for what, c := range map[string]struct {
		change func(*http.Request)
		status int
	}{
		"as it was sent": {func(*http.Request) {}, 204},
		"another body":   {func(r *http.Request) { r.Body, r.ContentLength = io.NopCloser(strings.NewReader("{}")), 2 }, 401},
		"another ID":     {func(r *http.Request) { r.Header.Set("webhook-id", "y") }, 401},
		"a later time":   {func(r *http.Request) { r.Header.Set("webhook-timestamp", fmt.Sprint(time.Now().Unix()+1)) }, 401},
	} {
		if status := send(c.change); status != c.status {
			t.Errorf("%s: status %d, want %d", what, status, c.status)
		}
	}
}
