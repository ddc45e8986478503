package cli_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"tradelog/test/apptest"
)

// TestAttributesAreWrittenWithCommands: the change of a command is in effect on the running server when the command returns.
func TestAttributesAreWrittenWithCommands(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	token := apptest.Bearer(s.Service([]string{"all"}))
	id := func(args ...string) string {
		t.Helper()
		var made struct {
			ID int64 `json:"id"`
		}
		if err := json.Unmarshal([]byte(done(t, s, append(args, "--json")...)), &made); err != nil || made.ID == 0 {
			t.Fatalf("%v: %v, %v", args, made, err)
		}
		return fmt.Sprint(made.ID)
	}
	size := id("attributes", "set", "attribute", "--code", "size", "--label", "Size", "--input", "select", "--scope", "global",
		"--filterable", "1", "--on", "visible-on-front,configurable")
	small := id("attributes", "set", "option", "--attribute", "size", "--label", "Small", "--swatch", "S")
	id("attributes", "set", "option", "--id", small, "--store", "default", "--label", "Little")
	shown := s.Must(200, "GET", "/product-attributes/"+size, nil, token...).Object(t)
	if got, want := fmt.Sprint(shown["options"], shown["isVisibleOnFront"], shown["isFilterable"]),
		"[map[label:Little value:"+small+"]] true 1"; got != want {
		t.Errorf("the attribute is shown with %s, want %s", got, want)
	}
	body := map[string]any{"sku": "SHIRT", "name": "Shirt", "customAttributesWrite": map[string]any{"size": small}}
	product := s.Must(201, "POST", "/products", body, token...).Object(t)
	if got := fmt.Sprint(product["customAttributes"]); got != "map[size:"+small+"]" {
		t.Errorf("the product has %s", got)
	}
	plain := id("attributes", "set", "set", "--label", "Plain", "--remove", "size,cost")
	id("attributes", "set", "set", "--id", plain, "--add", "cost", "--group", "Money")
	for _, c := range []struct {
		want string
		args []string
	}{
		{"A new attribute needs --code", []string{"set", "attribute", "--label", "x"}},
		{"A new option needs --attribute", []string{"set", "option", "--label", "x"}},
		{"There is no attribute width", []string{"set", "option", "--attribute", "width", "--label", "x"}},
		{"not --swatch", []string{"set", "attribute", "--code", "x", "--label", "x", "--swatch", "x"}},
		{"--on and --off take advanced-search", []string{"set", "attribute", "--id", size, "--on", "shiny"}},
		{"it needs --id and --label", []string{"set", "attribute", "--store", "default", "--label", "x"}},
		{"There is no store view nowhere", []string{"set", "attribute", "--id", size, "--store", "nowhere", "--label", "x"}},
		{"The input is text", []string{"set", "attribute", "--code", "x", "--label", "x", "--input", "gallery"}},
		{"Only attributes of the inputs", []string{"set", "attribute", "--code", "x", "--label", "x", "--filterable", "1"}},
		{"There is no attribute 9999", []string{"set", "attribute", "--id", "9999", "--label", "x"}},
		{"The code of attribute size cannot be changed", []string{"set", "attribute", "--id", size, "--code", "x"}},
		{"It is used by 1 products", []string{"delete", "attribute", size}},
		{"It is used by 1 products", []string{"delete", "option", "--id", small}},
		{"The default attribute set cannot be deleted", []string{"delete", "set", "4"}},
		{"Say which set with --id", []string{"delete", "set"}},
	} {
		refused(t, s, c.want, append([]string{"attributes"}, c.args...)...)
	}
	s.Must(204, "DELETE", fmt.Sprintf("/products/%v", product["id"]), nil, token...)
	done(t, s, "attributes", "delete", "attribute", size)
	done(t, s, "attributes", "delete", "set", plain, "--json")
	s.Must(404, "GET", "/product-attributes/"+size, nil, token...)
}
