package platform_test

import (
	"strings"
	"testing"

	"tradelog/app"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/operations/records"
	"tradelog/test/apptest"
)

// badge is a plain record of this test alone.
type badge struct {
	ID     int64    `json:"id"`
	Label  string   `json:"label" required:"true" doc:"what is printed on it"`
	Colour string   `json:"colour" enum:"red,blue"`
	Rank   int64    `json:"rank"`
	Notes  []string `json:"notes"`
	Secret string   `json:"secret" input:"-"`
}

func (b badge) Normalise() badge {
	b.Label = strings.TrimSpace(b.Label)
	return b
}

func (b badge) Check() error {
	if b.Label == "" {
		return errBlank
	}
	return nil
}

// nameless is a record without an identifier.
type nameless struct {
	Label string `json:"label"`
}

func (n nameless) Normalise() nameless { return n }
func (n nameless) Check() error        { return nil }

var (
	errTaken = fault.Preconditionf("There is such a badge.")
	errBlank = fault.Invalidf("A badge needs a label.")

	badges = records.Define(records.Spec[badge, badge]{
		Kind: record.KindOf[badge]("badge", "Badge"), New: badge{Colour: "red"},
		Resource: records.Resource{Path: "/badges", Section: "catalog", ACL: "catalog/badges", Doc: "A badge shown on products."},
		Unique:   func(b badge) string { return b.Label }, Taken: errTaken,
		Search:  func(b badge) string { return b.Label },
		Filters: []records.Filter[badge]{{Name: "colour", Doc: "its colour", Of: func(b badge) string { return b.Colour }}},
		Seeds:   func() []badge { return []badge{{ID: 1, Label: "New", Colour: "blue"}} },
	})
	badgeModule = app.Module{Name: "badges", Records: []records.Record{badges}}
)

// TestOneDeclarationIsEverywhere finds the record in REST, OpenAPI, MCP and the read models.
func TestOneDeclarationIsEverywhere(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.WithModules(badgeModule))
	on := map[string]string{"apiplatform/protocols/mcp": "1"}
	if err := s.Commands.Directory.SetConfig(apptest.Operator(), settings.Default, on); err != nil {
		t.Fatal(err)
	}
	token := apptest.Bearer(s.Service([]string{"badges/all"}))

	made := s.Must(201, "POST", "/badges", fields{"label": " Sale ", "secret": "x"}, token...)
	want := `{"id":2,"label":"Sale","colour":"red","rank":0,"notes":[],"secret":"","extensions":[]}`
	if got := strings.TrimSpace(string(made.Body)); got != want || !strings.HasSuffix(made.Header.Get("Location"), "/badges/2") {
		t.Errorf("made %s at %s, want %s", got, made.Header.Get("Location"), want)
	}
	s.Must(403, "POST", "/badges", fields{"label": "Sale"}, apptest.Bearer(s.Service([]string{"badges/read"}))...)
	for _, refused := range []struct {
		method, path string
		body         fields
		status       int
		message      string
	}{
		{"POST", "/badges", fields{"label": " "}, 400, errBlank.Message},
		{"POST", "/badges", fields{"label": "sale"}, 422, "Failed to create Badge: " + errTaken.Message},
		{"PUT", "/badges/2", fields{"label": "New"}, 422, "Failed to update Badge: " + errTaken.Message},
		{"PUT", "/badges/9", fields{"label": "New"}, 404, "Not Found"},
		{"DELETE", "/badges/9", nil, 404, "Not Found"},
	} {
		if got := s.Must(refused.status, refused.method, refused.path, refused.body, token...).Message(); got != refused.message {
			t.Errorf("%s %s: %q, want %q", refused.method, refused.path, got, refused.message)
		}
	}
	s.Must(200, "PUT", "/badges/2", fields{"colour": "blue", "notes": []string{"a"}}, token...)
	for path, labels := range map[string]string{
		"/badges": "New Sale", "/badges?search=SAL": "Sale", "/badges?colour=red": "", "/badges?itemsPerPage=1&page=2": "Sale",
	} {
		var got []string
		for _, row := range s.Must(200, "GET", path, nil, token...).List(t) {
			got = append(got, row["label"].(string))
		}
		if strings.Join(got, " ") != labels {
			t.Errorf("%s lists %v, want %s", path, got, labels)
		}
	}
	one := s.Must(200, "GET", "/badges/2", nil, token...)
	s.Must(304, "GET", "/badges/2", nil, append(token, "If-None-Match", one.Header.Get("ETag"))...)
	s.Must(204, "DELETE", "/badges/2", nil, token...)
	s.Must(404, "GET", "/badges/2", nil, token...)
	s.Must(201, "POST", "/badges", fields{"label": "Sale"}, token...)

	described := s.Must(200, "GET", "/api/docs.json", nil).Object(t)
	schemas := described["components"].(fields)["schemas"].(fields)
	if schemas["Badge"] == nil || schemas["Badge.jsonld"] == nil {
		t.Error("OpenAPI has no schema of the record")
	}
	tell := func(method string, params fields, headers ...string) apptest.Answer {
		body := fields{"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
		return s.Must(200, "POST", "/api/mcp", body, append(headers, token...)...)
	}
	hello := fields{"protocolVersion": "2025-11-25", "capabilities": fields{}, "clientInfo": fields{"name": "test", "version": "1"}}
	session := tell("initialize", hello).Header.Get("Mcp-Session-Id")
	call := fields{"name": "catalog_badges_list", "arguments": fields{"colour": "blue"}}
	told := tell("tools/call", call, "Mcp-Session-Id", session, "Mcp-Protocol-Version", "2025-11-25")
	if !strings.Contains(string(told.Body), "New") {
		t.Errorf("the tool answers %s", told.Body)
	}
	s.Settle()
	for _, name := range []string{"records", "sequences"} {
		differences, err := s.Projections.Verify(t.Context(), name, nil)
		if err != nil || len(differences) > 0 {
			t.Errorf("the rebuild of %s is not equal: %v, %v", name, differences, err)
		}
	}
}

// TestARecordNeedsItsParts refuses incomplete declarations.
func TestARecordNeedsItsParts(t *testing.T) {
	t.Parallel()
	at := func(path string) records.Resource { return records.Resource{Path: path} }
	for name, define := range map[string]func(){
		"identifier": func() {
			records.Define(records.Spec[nameless, nameless]{Kind: record.KindOf[nameless]("nameless", "Nameless"), Resource: at("/nameless")})
		},
		"path": func() {
			records.Define(records.Spec[badge, badge]{Kind: record.KindOf[badge]("badge", "Badge")})
		},
		"well-formed path": func() {
			records.Define(records.Spec[badge, badge]{Kind: record.KindOf[badge]("badge", "Badge"), Resource: at("badges/all")})
		},
		"rendering": func() {
			records.Define(records.Spec[badge, nameless]{Kind: record.KindOf[badge]("badge", "Badge"), Resource: at("/badges")})
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a declaration without %s is accepted", name)
				}
			}()
			define()
		}()
	}
}
