package clients_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"testing"

	"tradelog/test/clienttest"
)

// document is the OpenAPI document that types are generated from.
const document = "openapi.json"

// TestGeneratedDocument checks that the document is that of the shop. UPDATE_GOLDEN=1 (make generate) renews it.
func TestGeneratedDocument(t *testing.T) {
	t.Parallel()
	shop := clienttest.Start(t)
	answer, err := http.Get(shop.URL + "/api/docs.json")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, document, forClients(t, body))
}

// golden compares a file with what it should be, or renews it.
func golden(t *testing.T, file string, want []byte) {
	t.Helper()
	had, err := os.ReadFile(file)
	if os.Getenv("UPDATE_GOLDEN") != "" {
		err = os.WriteFile(file, want, 0o644)
	} else if !bytes.Equal(had, want) {
		t.Errorf("%s is behind: make generate", file)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// forClients leaves out of a document what no client has: examples, JSON-LD and its schemas, and the answers that are failures, because
// libraries have one error for all.
func forClients(t *testing.T, body []byte) []byte {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var all map[string]any
	if err := d.Decode(&all); err != nil {
		t.Fatal(err)
	}
	lean := without(all, "").(map[string]any)
	delete(lean, "tags")
	components := lean["components"].(map[string]any)
	used := map[string]bool{}
	uses(lean["paths"], components, used)
	for kind, members := range components {
		for name := range members.(map[string]any) {
			if kind != "securitySchemes" && !used["#/components/"+kind+"/"+name] {
				delete(members.(map[string]any), name)
			}
		}
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(lean); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// without returns a value of the document without what clients do not need. in is the member whose value it is.
func without(v any, in string) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, member := range v {
			unwanted := name == "example" || name == "examples" || name == "application/ld+json" || in == "responses" && name >= "3"
			if in == "properties" || in == "schemas" || !unwanted {
				out[name] = without(member, name)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, element := range v {
			out[i] = without(element, "")
		}
		return out
	}
	return v
}

// uses notes the components that a value refers to, and those that these refer to.
func uses(v any, components map[string]any, used map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		if to, ok := v["$ref"].(string); ok && !used[to] {
			used[to] = true
			uses(component(to, components), components, used)
		}
		for _, member := range v {
			uses(member, components, used)
		}
	case []any:
		for _, element := range v {
			uses(element, components, used)
		}
	}
}

// component returns what a reference such as #/components/schemas/Order leads to.
func component(to string, components map[string]any) any {
	var at any = map[string]any{"components": components}
	for _, name := range bytes.Split([]byte(to), []byte("/"))[1:] {
		members, ok := at.(map[string]any)
		if !ok {
			return nil
		}
		at = members[string(name)]
	}
	return at
}
