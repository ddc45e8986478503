package transports_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/test/salestest"
)

// unadvertised are accepted arguments that schemas leave out, with the reason. The key is a name, or a tool with a name.
var unadvertised = map[string]string{
	"store":    "the store of a call is that of the header X-Store-Code; instructions tell of it",
	"pageSize": "another name of itemsPerPage",
	"since":    "the contract has it as accepted and not advertised (rest-v2 §4.12)",

	"catalog_categories_create productPositions": "read for the SOAP interface", "catalog_categories_update productPositions": "as above",
}

// TestSchemasAreComplete: a tool accepts no argument that its schema lacks. Exceptions are unadvertised ones, other names of an argument,
// columns of stock that the contract gives to GraphQL, and parameters of reads of one resource. Reads of one resource take only identifiers
// (rest-v2 §4.12 rule 7).
func TestSchemasAreComplete(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Configure("apiplatform/protocols/mcp", "1")
	listed, _ := introduce(t, s.Shop, s.Service...).tools()
	for _, d := range listed {
		o := s.Pipeline.Registry.ByTool(d.Name)
		var sent schemaOf
		if err := json.Unmarshal(d.InputSchema, &sent); err != nil {
			t.Fatal(err)
		}
		advertised, _ := sent.properties(t)
		accepted := o.Placeholders()
		if o.Method == "GET" {
			accepted = append(slices.Clone(accepted), o.ParameterNames()...)
		} else {
			accepted = append(slices.Clone(accepted), "dryRun")
		}
		if o.Effect.Lasts() {
			accepted = append(accepted, "confirm")
		}
		others := map[string]bool{}
		for _, f := range inputs.Fields(o.Input) {
			for _, name := range f.Aliases {
				others[name] = true
			}
			if f.Source == inputs.SourceMember {
				accepted = append(accepted, f.Name)
			}
			if o.Resource.Name == "Stock" && f.Tag.Get("hidden") == "true" {
				others[f.Name] = true
			}
		}
		for _, name := range accepted {
			one := o.Method == "GET" && o.Verb != operations.List
			excused := one && (name == operations.AsOfParameter || !o.Extra && len(o.Placeholders()) > 0) || others[name] ||
				unadvertised[name] != "" ||
				unadvertised[d.Name+" "+name] != ""
			if !slices.Contains(advertised, name) && !excused {
				t.Errorf("%s accepts %s and does not advertise it", d.Name, name)
			}
		}
		for _, name := range advertised {
			if !slices.Contains(accepted, name) && name != "ifMatch" && !elements(o, name) {
				t.Errorf("%s advertises %s and does not accept it", d.Name, name)
			}
		}
	}
}

// elements tells whether an argument is the list that makes up the operation's body.
func elements(o *operations.Operation, name string) bool { return o.Elements() == name }

// TestAdvertisedArgumentsWork calls the list tools with each common argument of lists, and checks its effect.
func TestAdvertisedArgumentsWork(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Configure("apiplatform/protocols/mcp", "1", "revocation/general/enabled", "1")
	known, anna := stocked(s)
	tools, mine := introduce(t, s.Shop, s.Service...), introduce(t, s.Shop, anna...)
	listed, _ := tools.tools()
	seen := map[string]int{}
	for _, d := range listed {
		o := s.Pipeline.Registry.ByTool(d.Name)
		if o.Verb != operations.List || o.Method != "GET" {
			continue
		}
		agent := tools
		if strings.Contains(o.Path, "/me/") || o.Path == "/addresses" {
			agent = mine
		}
		arguments := object{}
		for _, name := range o.Placeholders() {
			arguments[name] = map[string]any{"orderId": known.held, "customerId": known.anna}[name]
			if arguments[name] == nil {
				arguments[name] = 1
			}
		}
		if o.Path == "/url-resolver" {
			arguments["path"] = "mug"
		}
		tryList(t, agent, d, arguments, seen)
	}
	for _, name := range []string{"fields", "itemsPerPage", "page", "after", "sortBy", "ids"} {
		if seen[name] == 0 {
			t.Errorf("no list showed an effect of %s", name)
		}
	}
	t.Logf("lists with an effect: %v", seen)
}

// tryList calls a list with each of the arguments.
func tryList(t *testing.T, a *agent, d tool, arguments object, seen map[string]int) {
	t.Helper()
	var sent schemaOf
	if err := json.Unmarshal(d.InputSchema, &sent); err != nil {
		t.Fatal(err)
	}
	advertised, _ := sent.properties(t)
	ask := func(more object) (rows []any, text string) {
		with := maps.Clone(arguments)
		maps.Copy(with, more)
		r := a.ask("tools/call", object{"name": d.Name, "arguments": with})
		if r.Error != nil {
			return nil, r.failed()
		}
		body := resultOf(t, r).Content[0].Text
		var list struct{ Member []any }
		if err := json.Unmarshal([]byte(body), &list); err != nil {
			t.Fatalf("%s: %v", d.Name, err)
		}
		return list.Member, body
	}
	rows, whole := ask(nil)
	if strings.HasPrefix(whole, "-32603") {
		return // the shop has no product of this type
	}
	wrong := func(name, text string) {
		t.Helper()
		t.Errorf("%s advertises %s, which has no effect: %.300s", d.Name, name, text)
	}
	for _, name := range advertised {
		switch {
		case name == "fields" && len(rows) > 0:
			if lean, text := ask(object{"fields": "nothing"}); len(lean) != len(rows) || len(lean[0].(object)) > 1 {
				wrong(name, text)
			}
		case name == "itemsPerPage" && len(rows) > 1:
			if one, text := ask(object{"itemsPerPage": 1}); len(one) != 1 {
				wrong(name, text)
			}
		case name == "page" && len(rows) > 1:
			if second, text := ask(object{"itemsPerPage": 1, "page": 2}); len(second) != 1 || fmt.Sprint(second[0]) != fmt.Sprint(rows[1]) {
				wrong(name, text)
			}
		case name == "after":
			if _, text := ask(object{"after": ""}); !strings.Contains(text, "after=") {
				wrong(name, text)
			}
		case name == "sortBy":
			if _, text := ask(object{"sortBy": "nothing"}); !strings.HasPrefix(text, "-32603") {
				wrong(name, text)
			}
		case name == "ids":
			if _, text := ask(object{"ids": "1", "asOf": "1"}); text == whole && len(rows) > 0 {
				wrong(name, text)
			}
		default:
			continue
		}
		seen[name]++
	}
}
