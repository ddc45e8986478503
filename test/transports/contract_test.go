package transports_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"tradelog/app"
	"tradelog/domain/money"
	"tradelog/operations"
	"tradelog/readmodels/documents"
	"tradelog/test/apptest"
	"tradelog/test/contract"
)

// TestTheDocumentIsOpenAPI validates the shop's document with an independent implementation.
func TestTheDocumentIsOpenAPI(t *testing.T) {
	t.Parallel()
	shop := apptest.Start(t, apptest.WithModules(widgets()))
	for _, version := range []string{"3.1.0", "3.0.3"} {
		doc, err := openapi3.NewLoader().LoadFromData(shop.Must(200, "GET", "/api/docs.json?spec_version="+version, nil).Body)
		if err != nil {
			t.Fatal(err)
		}
		if err := doc.Validate(context.Background()); err != nil {
			t.Fatalf("%s: %v", version, err)
		}
		described := 0
		for _, item := range doc.Paths.Map() {
			described += len(item.Operations())
		}
		if n := len(shop.Pipeline.Registry.All()); described != n || n == 0 {
			t.Errorf("%d operations are declared, %d described", n, described)
		}
		for _, o := range shop.Pipeline.Registry.All() {
			if item := doc.Paths.Find(o.Path); item == nil || item.GetOperation(o.Method) == nil {
				t.Errorf("%s %s is not found in the document", o.Method, o.Path)
			}
		}
	}
}

// widget is a document with all kinds of members.
type widget struct {
	Type       string               `json:"@type"`
	ID         int64                `json:"id"`
	Kind       string               `json:"kind" enum:"oak,elm"`
	Price      *money.Decimal       `json:"price"`
	Note       *string              `json:"note,omitempty"`
	Amounts    documents.Amounts    `json:"amounts"`
	Parent     *widget              `json:"parent,omitempty"`
	Children   []*widget            `json:"children"`
	Data       map[string]any       `json:"data"`
	Ready      json.RawMessage      `json:"ready"`
	Extensions documents.Extensions `json:"extensions"`
}

func tree() widget {
	price := money.MustParse("19.99")
	leaf := &widget{Type: "Widget", ID: 2, Kind: "elm", Children: []*widget{}, Data: map[string]any{}, Ready: json.RawMessage(`[1]`)}
	return widget{Type: "Widget", ID: 1, Kind: "oak", Price: &price, Amounts: documents.Amounts{"A": price}, Parent: leaf,
		Children: []*widget{leaf},
		Data:     map[string]any{"a": []int{1}}, Ready: json.RawMessage(`{"b":null}`)}
}

type pathID struct {
	ID int64 `path:"id"`
}

type created struct {
	Name *string `json:"name" required:"true"`
}

// widgets is a module whose handlers answer in every possible way.
func widgets() app.Module {
	r := &operations.Resource{Name: "Widget", Section: "catalog", Permission: "widgets", ACL: "catalog/widgets"}
	public := operations.Declaration{Resource: r, Access: operations.Public.Access(), Extra: true}
	at := func(method, path string, verb operations.Verb) operations.Declaration {
		o := public
		o.Method, o.Path, o.Verb = method, path, verb
		return o
	}
	list := at("GET", "/widgets", operations.List)
	list.Paged = true
	wrong := at("GET", "/wrong-widgets/{id}", operations.Get)
	file := at("GET", "/widgets/{id}/file", operations.Get)
	file.Response.Produces = "application/pdf"
	raw := at("GET", "/widgets/{id}/raw", operations.Get)
	return app.Module{Name: "widgets", Operations: func(app.Services) []*operations.Operation {
		return []*operations.Operation{
			operations.Define(list, func(context.Context, *operations.Call, operations.None) (*documents.Page[widget], error) {
				doc, err := documents.Ready(tree())
				return &documents.Page[widget]{Docs: []documents.Doc[widget]{doc, doc}, Total: 41}, err
			}),
			operations.Define(at("GET", "/widgets/{id}", operations.Get),
				func(_ context.Context, _ *operations.Call, in pathID) (widget, error) { return tree(), nil }),
			operations.Define(at("GET", "/widgets/{id}/parts", operations.List),
				func(context.Context, *operations.Call, pathID) ([]widget, error) { return []widget{tree()}, nil }),
			operations.Define(at("POST", "/widgets", operations.Create),
				func(context.Context, *operations.Call, created) (widget, error) { return tree(), nil }),
			operations.Define(at("DELETE", "/widgets/{id}", operations.Delete),
				func(context.Context, *operations.Call, pathID) (operations.Nothing, error) {
					return operations.Nothing{}, nil
				}),
			operations.Define(file, func(context.Context, *operations.Call, pathID) (*documents.File, error) {
				return &documents.File{Type: "application/pdf", Name: "widget.pdf", Body: []byte("%PDF")}, nil
			}),
			operations.Define(raw, func(context.Context, *operations.Call, pathID) (documents.Bare[documents.Amounts], error) {
				return documents.Plainly(documents.Amounts{"A": money.One})
			}),
			// wrong returns another document than it declares.
			operations.Define(wrong, func(_ context.Context, _ *operations.Call, in pathID) (documents.Doc[widget], error) {
				return documents.Doc[widget]([]string{
					`{"@type":"Widget","id":"1","kind":"oak","price":null,"amounts":[],"children":[],"data":{},"ready":1,"extensions":[]}`,
					`{"@type":"Widget","id":1}`,
					`{"@type":"Widget","id":1,"kind":"ash","price":null,"amounts":[],"children":[],"data":{},"ready":1,"extensions":[]}`,
					`{"id":1,"kind":"oak","price":null,"amounts":[],"children":[],"data":{"x":{"y":[{"@id":"1"}]}},"ready":1,` +
						`"extensions":[]}`,
				}[in.ID]), nil
			}),
		}
	}}
}

// TestAnswersAreWhatTheDocumentSays sends requests to the real program and checks every answer against its own document.
func TestAnswersAreWhatTheDocumentSays(t *testing.T) {
	t.Parallel()
	shop := apptest.Start(t, apptest.WithModules(widgets()))
	doc := contract.Fetch(t, shop.URL)
	const linked = "application/ld+json"
	etag := shop.Must(200, "GET", "/widgets/1", nil).Header.Get("ETag")
	for _, c := range []struct {
		status       int
		method, path string
		body         any
		headers      []string
	}{
		{200, "GET", "/widgets?page=2&itemsPerPage=20", nil, nil},
		{200, "GET", "/widgets?page=2&itemsPerPage=20", nil, []string{"Accept", linked}},
		{200, "GET", "/widgets/1", nil, nil},
		{200, "GET", "/widgets/1", nil, []string{"Accept", linked}},
		{200, "HEAD", "/widgets/1", nil, nil},
		{304, "GET", "/widgets/1", nil, []string{"If-None-Match", etag}},
		{200, "GET", "/widgets/1/parts", nil, nil},
		{200, "GET", "/widgets/1/parts", nil, []string{"Accept", linked}},
		{201, "POST", "/widgets", map[string]any{"name": "x"}, nil},
		{201, "POST", "/widgets", map[string]any{"name": "x"}, []string{"Accept", linked}},
		{204, "DELETE", "/widgets/1", nil, nil},
		{200, "GET", "/widgets/1/file", nil, nil},
		{200, "GET", "/widgets/1/raw", nil, []string{"Accept", linked}},

		// Failures that need no operation in particular.
		{400, "POST", "/widgets", "{", nil},
		{400, "POST", "/widgets", map[string]any{"name": 1}, nil},
		{400, "GET", "/widgets", nil, []string{"X-Store-Code", "nowhere"}},
		{400, "GET", "/widgets", nil, []string{"X-Currency-Code", "XXX"}},
		{401, "GET", "/widgets", nil, []string{"Authorization", "Bearer x"}},
		{406, "GET", "/widgets", nil, []string{"Accept", "text/csv"}},
		{409, "GET", "/widgets", nil, []string{"X-Min-Position", "another.1"}},
		{413, "POST", "/widgets", `{"name":"` + strings.Repeat("x", 3<<20) + `"}`, nil},
		{415, "POST", "/widgets", "name=x", []string{"Content-Type", "application/x-www-form-urlencoded"}},
	} {
		a := shop.Must(c.status, c.method, c.path, c.body, c.headers...)
		contract.Check(t, doc, c.method, c.path, a.Status, a.Header.Get("Content-Type"), a.Body)
	}
}

// TestWrongAnswersAreFound checks that the check fails for wrong answers.
func TestWrongAnswersAreFound(t *testing.T) {
	t.Parallel()
	shop := apptest.Start(t, apptest.WithModules(widgets()))
	doc := contract.Fetch(t, shop.URL)
	for path, want := range map[string]string{
		"/wrong-widgets/0": "'/id': got string, want integer",
		"/wrong-widgets/1": "missing properties",
		"/wrong-widgets/2": "'/kind': value must be one of",
		"/wrong-widgets/3": `plain JSON has a member of JSON-LD at "/data/x/y/0/@id"`,
	} {
		a := shop.Must(200, "GET", path, nil)
		if err := doc.Verify("GET", path, a.Status, a.Header.Get("Content-Type"), a.Body); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
	for _, c := range []struct {
		method, path string
		status       int
		contentType  string
		body         string
		want         string
	}{
		{"GET", "/nothing", 200, "application/json", "{}", "not in the document"},
		{"PATCH", "/widgets", 200, "application/json", "{}", "not in the document"},
		{"GET", "/widgets", 418, "application/json", "{}", "does not know this status"},
		{"GET", "/widgets", 200, "text/html", "x", "does not know media type text/html"},
		{"GET", "/widgets", 200, "application/json", "{}", "got object, want array"},
		{"GET", "/widgets", 200, "application/ld+json", `{"member":[]}`, "missing properties"},
		{"DELETE", "/widgets/1", 204, "", "x", "there must be no body"},
		{"GET", "/widgets", 304, "", "x", "there must be no body"},
		{"GET", "/widgets", 404, "application/json", `{"error":"not_found"}`, "missing property 'message'"},
		{"GET", "/widgets", 200, "application/json", "[", "not JSON"},
	} {
		if err := doc.Verify(c.method, c.path, c.status, c.contentType, []byte(c.body)); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s %d %s: %v, want %s", c.method, c.path, c.status, c.body, err, c.want)
		}
	}
}
