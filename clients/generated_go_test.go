package clients_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"tradelog/test/suite"
)

// TestGeneratedGo checks that the types of the Go library are those that oapi-codegen makes of the document.
func TestGeneratedGo(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	made := generateGo(t)
	golden(t, "go/api/types.go", made)
	if bytes.Contains(made, []byte("float32")) || bytes.Contains(made, []byte("float64")) {
		t.Error("a decimal is a binary float")
	}
}

// generateGo runs the generator of test/conformance/http/generator, whose module pins its version.
func generateGo(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	forGo(all)
	for _, item := range all["paths"].(map[string]any) {
		for _, operation := range item.(map[string]any) {
			list, _ := operation.(map[string]any)["parameters"].([]any)
			operation.(map[string]any)["parameters"] = slices.DeleteFunc(list, func(p any) bool {
				return p.(map[string]any)["in"] != "path" // queries are url.Values
			})
		}
	}
	lean, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "openapi.json")
	if err := os.WriteFile(file, lean, 0o644); err != nil {
		t.Fatal(err)
	}
	config, err := filepath.Abs("go/api/oapi-codegen.yaml")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "go", "tool", "oapi-codegen", "-config", config, file)
	cmd.Dir, cmd.Stderr = "../test/conformance/http/generator", t.Output()
	made, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return formatGo(t, made)
}

// formatGo formats code as scripts/format.sh does, which formats generated code too.
func formatGo(t *testing.T, code []byte) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "tool", "golines", "--max-len=140", "--tab-len=1", "--base-formatter=gofmt",
		"--no-reformat-tags", "--shorten-comments", "--no-ignore-generated")
	cmd.Dir, cmd.Stdin, cmd.Stderr = "../scripts/format", bytes.NewReader(code), t.Output()
	formatted, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return formatted
}

// forGo gives values of several types a type in Go, because the generator's own for them needs a module: ID for a number or a text,
// and else the JSON as it is.
func forGo(v any) {
	switch v := v.(type) {
	case map[string]any:
		if types := alternatives(v); len(types) > 1 {
			about := v["description"]
			clear(v)
			v["x-go-type"] = "json.RawMessage"
			if slices.Equal(types, []string{"integer", "string"}) {
				v["x-go-type"] = "ID"
			}
			if about != nil {
				v["description"] = about
			}
		}
		for _, member := range v {
			forGo(member)
		}
	case []any:
		for _, element := range v {
			forGo(element)
		}
	}
}

// alternatives returns the types that a schema allows, except null, in their order.
func alternatives(schema map[string]any) (types []string) {
	list, _ := schema["anyOf"].([]any)
	for _, one := range list {
		kind, _ := one.(map[string]any)["type"].(string)
		if kind != "null" {
			types = append(types, kind)
		}
	}
	slices.Sort(types)
	return types
}
