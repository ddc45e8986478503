package transports_test

import (
	"context"
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tradelog/app"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/settings"
	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/test/apptest"
)

type body = map[string]any

// probe is a module with operations for tests of refusals, repetitions and interruptions. Its writes set a configuration value, so they
// appear in the log.
type probe struct {
	runs    atomic.Int64
	started chan struct{} // signals that the slow operation has begun
	release chan struct{} // lets it end
}

func newProbe() *probe {
	return &probe{started: make(chan struct{}, 10), release: make(chan struct{}, 10)}
}

// start starts a shop with the probe's operations.
func (p *probe) start(t *testing.T, options ...apptest.Option) *apptest.Shop {
	t.Helper()
	return apptest.Start(t, append(options, apptest.WithModules(app.Module{Name: "probe", Operations: p.operations}))...)
}

type probeDocument struct {
	Type string `json:"@type"`
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

type probeInput struct {
	Name   string         `json:"name" nonnull:"true"`
	Count  *int64         `json:"count"`
	Price  *money.Decimal `json:"price"`
	On     *bool          `json:"on"`
	Tags   []string       `json:"tags"`
	Secret string         `json:"secret" grant:"probes/delete"`
}

const probes = 45

func (p *probe) operations(services app.Services) []*operations.Operation {
	resource := &operations.Resource{Name: "Probe", Section: "test", Permission: "probes", ACL: "test/probe", Label: "probe"}
	bare := &operations.Resource{Name: "BareProbe", Section: "test", Permission: "bare-probes"}
	document := func(id int64) probeDocument { return probeDocument{"Probe", id, fmt.Sprintf("probe <%d>", id)} }
	guard := func(_ context.Context, c *operations.Call) error {
		if id := c.PathID("id"); id < 1 || id > probes {
			return readmodels.ErrNotFound
		}
		return nil
	}
	write := func(ctx context.Context, c *operations.Call, in probeInput) (probeDocument, error) {
		if in.Name == "bad" {
			return probeDocument{}, fault.Preconditionf("A probe is not called that.")
		}
		n := p.runs.Add(1)
		if in.Secret != "" {
			in.Name = in.Secret
		}
		err := services.Commands.Directory.SetConfig(ctx, settings.Default, map[string]string{"test/probe/runs": fmt.Sprint(n)})
		if in.Name == "half" && n == 1 {
			err = errors.New("what was done cannot be told")
		}
		return probeDocument{"Probe", n, in.Name}, err
	}
	one := func(_ context.Context, c *operations.Call, _ operations.None) (probeDocument, error) {
		return document(c.PathID("id")), nil
	}
	get := operations.Declaration{
		Resource: resource, Verb: operations.Get, Method: "GET", Access: operations.Public.Access(), Path: "/probes/{id}", Guard: guard,
	}
	closed := get
	closed.Access, closed.Path = operations.Backend.Access("probes/read"), "/closed-probes/{id}"
	undeclared := operations.Declaration{Resource: resource, Verb: operations.Get, Method: "GET", Path: "/undeclared-probe"}
	noACL := closed
	noACL.Resource, noACL.Access.Permission, noACL.Path, noACL.Guard = bare, "bare-probes/read", "/bare-probe", nil
	private := get
	private.Path, private.Response.NoStore = "/private-probes/{id}", true
	create := operations.Declaration{
		Resource: resource, Verb: operations.Create, Method: "POST", Access: operations.Backend.Access("probes/write"), Path: "/probes",
	}
	open := create
	open.Access, open.Path = operations.Public.Access(), "/open-probes"
	change := create
	change.Verb, change.Method, change.Path, change.Guard = operations.Update, "PUT", "/probes/{id}", guard
	remove := change
	remove.Verb, remove.Method = operations.Delete, "DELETE"
	limited := get
	limited.Path, limited.Guard, limited.Limits = "/limited-probe", nil,
		[]operations.Limit{{Config: "contact", Window: time.Minute, Early: true}}
	slow, waiting, large, broken := create, create, create, create
	waiting.Path = "/waiting-probes"
	slow.Path, large.Path, broken.Path = "/slow-probes", "/large-probes", "/broken-probes"
	return []*operations.Operation{
		operations.Define(operations.Declaration{
			Resource: resource, Verb: operations.List, Method: "GET", Access: operations.Public.Access(), Path: "/probes", Paged: true,
		},
			func(ctx context.Context, c *operations.Call, in struct {
				None string `query:"none"`
			}) (*documents.Page[probeDocument], error) {
				total := int64(probes)
				if in.None != "" {
					total = 0
				}
				out := &documents.Page[probeDocument]{Total: total}
				page := c.Page()
				for i := page.Offset(); i < min(page.Offset()+page.Size, int(total)); i++ {
					doc, err := documents.Ready(document(int64(i + 1)))
					if err != nil {
						return nil, err
					}
					out.Docs = append(out.Docs, doc)
				}
				return out, nil
			}),
		operations.Define(get, one), operations.Define(closed, one), operations.Define(undeclared, one), operations.Define(noACL, one),
		operations.Define(private, one), operations.Define(limited, one), operations.Define(create, write), operations.Define(open, write),
		operations.Define(change, write),
		operations.Define(remove, func(context.Context, *operations.Call, operations.None) (operations.Nothing, error) {
			p.runs.Add(1)
			return operations.Nothing{}, nil
		}),
		operations.Define(slow, func(ctx context.Context, c *operations.Call, in probeInput) (probeDocument, error) {
			p.started <- struct{}{}
			<-p.release
			return write(ctx, c, in)
		}),
		operations.Define(waiting, func(ctx context.Context, _ *operations.Call, _ probeInput) (probeDocument, error) {
			p.started <- struct{}{}
			<-ctx.Done()
			return probeDocument{}, ctx.Err()
		}),
		operations.Define(large, func(ctx context.Context, c *operations.Call, in probeInput) (probeDocument, error) {
			out, err := write(ctx, c, in)
			out.Name = strings.Repeat("x", int(*in.Count))
			return out, err
		}),
		operations.Define(broken, func(context.Context, *operations.Call, probeInput) (probeDocument, error) {
			p.runs.Add(1)
			panic("a secret text")
		}),
	}
}

// refusal is the expected answer to a refused request. noCode means that the body has no code.
type refusal struct {
	status         int
	error, message string
	noCode         bool
}

// refused checks a refusal: status, body, headers, and that the log did not grow.
func refused(t *testing.T, s *apptest.Shop, want refusal, method, path string, sent any, headers ...string) apptest.Answer {
	t.Helper()
	before := s.LogSize()
	a := s.Do(method, path, sent, headers...)
	what := fmt.Sprintf("%s %s %v %v", method, path, shortened(sent), headers)
	wanted := body{"error": want.error, "message": want.message, "code": float64(want.status)}
	if want.noCode {
		delete(wanted, "code")
	}
	var got body
	if method != "HEAD" {
		if err := json.Unmarshal(a.Body, &got); err != nil {
			t.Errorf("%s: the body is no JSON: %s", what, a.Body)
		}
	} else {
		got = wanted
	}
	if violations, named := got["violations"].([]any); named {
		if first, _ := violations[0].(map[string]any); first["message"] != want.message || first["field"] == "" {
			t.Errorf("%s: %s about %v", what, want.message, violations)
		}
		delete(got, "violations")
	}
	if a.Status != want.status || !maps.Equal(got, wanted) {
		t.Errorf("%s:\n got %d %s\nwant %d %v", what, a.Status, a.Body, want.status, wanted)
	}
	if is := a.Header.Get("Content-Type"); is != "application/json" {
		t.Errorf("%s: a refusal as %q", what, is)
	}
	if is := a.Header.Get("Cache-Control"); is != "no-store" {
		t.Errorf("%s: a refusal may be kept: %q", what, is)
	}
	if challenge := a.Header.Get("WWW-Authenticate"); (challenge == "Bearer") != (want.status == 401) {
		t.Errorf("%s: status %d with the challenge %q", what, a.Status, challenge)
	}
	tagged(t, a, method)
	if s.LogSize() != before {
		t.Errorf("%s: the refusal was stored", what)
	}
	return a
}

func shortened(v any) string {
	text := fmt.Sprint(v)
	return text[:min(len(text), 80)]
}

// tagged checks that the ETag is the MD5 of the body.
func tagged(t *testing.T, a apptest.Answer, method string) {
	t.Helper()
	if method == "HEAD" || len(a.Body) == 0 {
		return
	}
	sum := md5.Sum(a.Body)
	if want := `"` + hex.EncodeToString(sum[:]) + `"`; a.Header.Get("ETag") != want {
		t.Errorf("ETag %s of a body whose MD5 is %s", a.Header.Get("ETag"), want)
	}
	for _, name := range []string{"Authorization", "Accept"} {
		if !strings.Contains(a.Header.Get("Vary"), name) {
			t.Errorf("Vary is %q", a.Header.Get("Vary"))
		}
	}
}

// Many requests share these refusals.
var (
	unauthorized = refusal{401, "unauthorized", "Authentication required", true}
	denied       = refusal{403, "forbidden", "Access denied", false}
	notFound     = refusal{404, "not_found", "Not Found", false}
	badJSON      = refusal{400, "bad_request", "Invalid JSON in request body", false}
)
