package transports_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tradelog/operations"
	"tradelog/test/apptest"
)

// tokens estimates the number of a model's tokens for a text: one for each four bytes.
func tokens(text []byte) int { return len(text) / 4 }

// choose returns an agent whose URL chooses tools.
func choose(t testing.TB, s *apptest.Shop, tools string, headers ...string) *agent {
	t.Helper()
	a := introduce(t, s, headers...)
	a.query = "?tools=" + tools
	return a
}

func namesOf(all []tool) (names []string) {
	for _, t := range all {
		names = append(names, t.Name)
	}
	return names
}

// TestToolSetsAreSmall: each set has less than 8,000 tokens of descriptions on one page, and all of its tools exist.
func TestToolSetsAreSmall(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	token := apptest.Bearer(s.Service([]string{"all"}))
	whole, _ := introduce(t, s, token...).tools()
	for _, set := range operations.ToolSets() {
		a := choose(t, s, set.Name, token...)
		listed, pages := a.tools()
		size := tokens(a.ask("tools/list", object{}).Result)
		t.Logf("%-12s %2d tools, %5d tokens", set.Name, len(listed), size)
		if size >= 8000 || len(pages) != 1 || set.Doc == "" {
			t.Errorf("%s has %d tokens on %d pages", set.Name, size, len(pages))
		}
		for _, pattern := range set.Tools {
			if !slices.ContainsFunc(whole, func(t tool) bool { return operations.ToolMatches(pattern, t.Name) }) {
				t.Errorf("%s: nothing is %s", set.Name, pattern)
			}
		}
		for _, one := range listed {
			if !slices.ContainsFunc(set.Tools, func(pattern string) bool { return operations.ToolMatches(pattern, one.Name) }) {
				t.Errorf("%s lists %s", set.Name, one.Name)
			}
			if set.Name == "read-only" && !one.Annotations["readOnlyHint"] {
				t.Errorf("%s writes", one.Name)
			}
		}
	}
}

// TestChosenTools chooses tools by URL, token and configuration.
func TestChosenTools(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	product(t, s, "MUG", "19.99", 10)
	service := apptest.Bearer(s.Service([]string{"all"}))
	s.Configure("apiplatform/mcp/tool_sets", "night = sales_orders_get, catalog_products_*; shelves=catalog_inventory_list")

	t.Run("by URL", func(t *testing.T) {
		t.Parallel()
		a := choose(t, s, "shelves,sales_orders_list", service...)
		listed, _ := a.tools()
		if got := strings.Join(namesOf(listed), " "); got != "catalog_inventory_list sales_orders_list" {
			t.Errorf("the tools are %s", got)
		}
		a.call("sales_orders_list", object{})
		a.refused(`-32601 Tool not found: "catalog_products_list". This connection has only the tools that its URL names.`,
			"catalog_products_list", object{})
		refused := a.ask("tools/list", object{"cursor": "MjA="}).failed()
		if !strings.Contains(refused, "all chosen tools are on one page") {
			t.Error(refused)
		}
		for _, wrong := range []string{"@nothing", "suport", "sales_orders_lst"} {
			answer := s.Do("POST", "/api/mcp?tools="+wrong, request("initialize", introduction), service...)
			if answer.Status != 400 || !strings.Contains(string(answer.Body), "there is no tool") {
				t.Errorf("%s: %d %s", wrong, answer.Status, answer.Body)
			}
		}
	})
	t.Run("by token, on every interface", func(t *testing.T) {
		t.Parallel()
		token := apptest.Bearer(limitedToken(t, s, "@night"))
		for range 2 {
			a := introduce(t, s, token...)
			listed, _ := a.tools()
			for _, one := range namesOf(listed) {
				if one != "sales_orders_get" && !strings.HasPrefix(one, "catalog_products_") {
					t.Errorf("%s is listed", one)
				}
			}
			if len(listed) < 5 {
				t.Errorf("only %d tools", len(listed))
			}
			a.refused("-32603 This token is not allowed to use this tool.", "sales_orders_list", object{})
			s.Must(200, "GET", "/products", nil, token...)
			s.Must(403, "GET", "/orders", nil, token...)
			token = apptest.Bearer(s.Must(200, "POST", "/auth/refresh", nil, token...).Object(t)["token"].(string))
		}
	})
	t.Run("by account, with all of its tokens", func(t *testing.T) {
		t.Parallel()
		id := account(t, s, "night shift")
		free, narrow := apptest.Bearer(tokenOf(t, s, id)), apptest.Bearer(tokenOf(t, s, id, "catalog_*", "sales_orders_*"))
		s.Must(200, "GET", "/inventory", nil, free...)
		if err := s.Commands.Access.RestrictTools(apptest.Operator(), id, []string{"@night"}); err != nil {
			t.Fatal(err)
		}
		s.Settle()
		for _, token := range [][]string{free, narrow} {
			s.Must(403, "GET", "/inventory", nil, token...)
			s.Must(403, "GET", "/orders", nil, token...)
			s.Must(200, "GET", "/products", nil, token...)
			introduce(t, s, token...).refused("-32603 This token is not allowed to use this tool.", "sales_orders_list", object{})
		}
		if err := s.Commands.Access.RestrictTools(apptest.Operator(), id, nil); err != nil {
			t.Fatal(err)
		}
		s.Settle()
		s.Must(200, "GET", "/inventory", nil, free...)
		s.Must(200, "GET", "/orders", nil, narrow...)
		s.Must(403, "GET", "/customers", nil, narrow...)
	})
	t.Run("a set that is gone permits nothing", func(t *testing.T) {
		t.Parallel()
		token := apptest.Bearer(limitedToken(t, s, "@former"))
		if listed, _ := introduce(t, s, token...).tools(); len(listed) != 0 {
			t.Errorf("%v", namesOf(listed))
		}
		s.Must(403, "GET", "/orders", nil, token...)
	})
	for value, want := range map[string]string{
		"night": "is no tool set", "night=": "has no tools", "night=sales_orders_lst": "which is no tool",
		"a b=sales_orders_get": "is no tool set",
	} {
		err := s.Settings.Check(operations.ToolSetsSetting, value)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", value, err)
		}
	}
}

// TestBriefAnswers: agents with chosen tools get brief rows, as text and as structured content alike.
func TestBriefAnswers(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	product(t, s, "MUG", "19.99", 10)
	id := order(t, s, "MUG", 1)
	order(t, s, "MUG", 2)
	s.Settle()
	token := apptest.Bearer(s.Service([]string{"all"}))
	a := choose(t, s, "support,catalog", token...)
	brief := a.call("sales_orders_list", object{"itemsPerPage": 1})
	shown := brief.object(t)
	row := shown["member"].([]any)[0].(map[string]any)
	if shown["totalItems"] != 2.0 || row["grandTotal"] != 49.98 || row["state"] != "new" || row["items"] != nil || row["prices"] != nil {
		t.Errorf("%s", brief.Structured)
	}
	const note = "1 of 2 rows. page=2 has more. Rows are brief; fields=* shows all of their members."
	if shown["note"] != note || brief.Content[0].Text != string(brief.Structured) {
		t.Errorf("%v, %s", shown["note"], brief.Content[0].Text)
	}
	encoded, _ := json.Marshal(row)
	if len(encoded) > 250 {
		t.Errorf("a row has %d bytes: %s", len(encoded), encoded)
	}
	whole := a.call("sales_orders_list", object{"fields": "*"}).object(t)
	if row := whole["member"].([]any)[0].(map[string]any); row["items"] == nil || whole["note"] != "2 of 2 rows." {
		t.Errorf("%v", whole)
	}
	namedRows := a.call("sales_orders_list", object{"fields": "id,weight"}).object(t)
	if row := namedRows["member"].([]any)[0].(map[string]any); row["weight"] == nil || row["state"] != nil {
		t.Errorf("%v", namedRows)
	}
	if one := a.call("sales_orders_get", object{"id": id}); one.object(t)["items"] == nil || one.Content[0].Text != string(one.Structured) {
		t.Errorf("%+v", one.Content)
	}
	// A resource that declares no brief members shows the short ones.
	attributes := a.call("catalog_product_attributes_list", object{}).object(t)
	if row := attributes["member"].([]any)[0].(map[string]any); row["id"] == nil {
		t.Errorf("%v", row)
	}

	// Without a set, answers are those of the contract.
	all := introduce(t, s, token...).call("sales_orders_list", object{})
	if row := all.object(t)["member"].([]any)[0].(map[string]any); row["items"] == nil || all.Content[0].Text != string(all.Structured) {
		t.Errorf("%s", all.Content[0].Text)
	}
}

// TestBriefMembersExist checks that resources declare members that their lists have.
func TestBriefMembersExist(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	checked := 0
	for _, o := range s.Pipeline.Registry.All() {
		if o.Verb != operations.List || o.ToolName() == "" || o.Resource.Brief == nil || o.Output == nil || o.Output.Kind() != reflect.Slice {
			continue
		}
		checked++
		for _, path := range o.Resource.Brief {
			of := o.Output.Elem()
			for _, name := range strings.Split(path, ".") {
				at := memberType(of, name)
				if at == nil {
					t.Errorf("%s: rows of %s have no %s", o.Name(), o.Resource.Name, path)
					break
				}
				of = at
			}
		}
	}
	for _, o := range s.Pipeline.Registry.All() {
		if !o.Tool.Entries {
			continue
		}
		checked++
		for _, name := range o.Resource.Brief {
			if memberType(memberType(o.Output, "entries").Elem(), name) == nil {
				t.Errorf("%s: entries of %s have no %s", o.Name(), o.Resource.Name, name)
			}
		}
	}
	if checked < 18 {
		t.Errorf("only %d lists were checked", checked)
	}
}

// memberType returns the type of a member of a document; nil if it has none.
func memberType(of reflect.Type, name string) reflect.Type {
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	if of.Kind() != reflect.Struct {
		return nil
	}
	for _, f := range reflect.VisibleFields(of) {
		if is, _, _ := strings.Cut(f.Tag.Get("json"), ","); is == name {
			return f.Type
		}
	}
	return nil
}

// BenchmarkToolSets reports the number of tokens of each set.
func BenchmarkToolSets(b *testing.B) {
	s := startMCP(b)
	token := apptest.Bearer(s.Service([]string{"all"}))
	for _, set := range append(operations.ToolSets(), operations.ToolSet{Name: "*_*"}) {
		b.Run(fmt.Sprintf("set=%s", set.Name), func(b *testing.B) {
			a := choose(b, s, set.Name, token...)
			size := 0
			for b.Loop() {
				size = tokens(a.ask("tools/list", object{}).Result)
			}
			b.ReportMetric(float64(size), "tokens")
		})
	}
}
