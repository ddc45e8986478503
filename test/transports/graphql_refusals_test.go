package transports_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"

	"tradelog/graphql"
	"tradelog/operations"
	"tradelog/test/apptest"
)

// TestEveryMutationIsRefusedAsOverREST calls every field of Mutation that calls one operation. Callers have no right, and resources do not
// exist. The answer must require a login, or deny the right, as REST's answer does.
func TestEveryMutationIsRefusedAsOverREST(t *testing.T) {
	t.Parallel()
	s := startGraphQL(t)
	_, customer := s.Customer("anna@example.com")
	h := graphql.New(graphql.Options{Pipeline: s.Pipeline})
	if err := h.Prepare(); err != nil {
		t.Fatal(err)
	}
	callers := map[string][]string{
		"nobody": nil, "a customer": customer, "a service without permissions": apptest.Bearer(s.Shop.Shop.Service([]string{"stores/read"})),
		"an admin without permissions": apptest.Bearer(s.Admin("nothing")),
	}
	refused, passed := 0, 0
	for _, f := range h.Fields() {
		if f.Of != "Mutation" || f.Operation == nil || f.Operation.Unrouted.Name != "" || f.Operation.Reads() ||
			strings.HasPrefix(f.Operation.Path, "/auth/") { // several operations, or the end of the token
			continue
		}
		def := h.Schema().Types["Mutation"].Fields.ForName(f.Name)
		query := fmt.Sprintf("mutation ($input: %s) { %s(input: $input) { __typename } }", def.Arguments.ForName("input").Type, f.Name)
		restPath := f.Operation.Path
		for _, name := range f.Operation.Placeholders() {
			restPath = strings.Replace(restPath, "{"+name+"}", "4711", 1)
		}
		for caller, headers := range callers {
			where := f.Name + " as " + caller
			input := filler(h.Schema(), def.Arguments.ForName("input").Type)
			rest := s.Do(f.Operation.Method, restPath, input, headers...)
			got := s.Do("POST", path, object{"query": query, "variables": object{"input": input}}, headers...)
			var graphReply struct {
				Errors []struct {
					Message    string
					Extensions struct{ Status int }
				}
			}
			if err := json.Unmarshal(got.Body, &graphReply); err != nil {
				t.Fatalf("%s: %s", where, got.Body)
			}
			status, message := 0, ""
			if len(graphReply.Errors) > 0 {
				status, message = graphReply.Errors[0].Extensions.Status, graphReply.Errors[0].Message
			}
			if rest.Status != 401 && rest.Status != 403 {
				if passed++; status == 401 || status == 403 {
					t.Errorf("%s: %d %s, over REST %d %s", where, status, message, rest.Status, rest.Body)
				}
				continue
			}
			wanted, told := rest.Status, rest.Message()
			if told == "Access denied" || wanted == 401 && f.Operation.Access.Auth == operations.Backend { // a login would not help (graphql §6)
				wanted, told = 403, "Access Denied."
			}
			if refused++; status != wanted || message != told {
				t.Errorf("%s: %d %s, over REST %d %s", where, status, message, rest.Status, rest.Body)
			}
		}
	}
	t.Logf("%d are refused, %d are not", refused, passed)
	if refused < 500 {
		t.Error("too few to tell")
	}
}

// filler makes a value of an input type with as few members as possible.
func filler(schema *ast.Schema, of *ast.Type) any {
	if of.Elem != nil {
		return []any{}
	}
	def := schema.Types[of.NamedType]
	switch {
	case def.Kind == ast.InputObject:
		out := object{}
		for _, f := range def.Fields {
			other := f.Name == "maskedId" || f.Name == "clientMutationId"
			if f.Type.NonNull || !other && strings.HasSuffix(strings.ToLower(f.Name), "id") {
				out[f.Name] = filler(schema, f.Type)
			}
		}
		return out
	case def.Kind == ast.Enum:
		return def.EnumValues[0].Name
	}
	switch def.Name {
	case "Int", "Float":
		return 4711
	case "Boolean":
		return true
	case "Iterable":
		return object{}
	}
	return "4711"
}
