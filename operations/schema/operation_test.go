package schema_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tradelog/domain/money"
	"tradelog/operations"
	"tradelog/operations/schema"
	"tradelog/readmodels/documents"
)

var widgets = &operations.Resource{Name: "Widget", Section: "catalog"}

type addressed struct {
	ID int64 `path:"id" doc:"number of the widget"`
}

type widgetList struct {
	Search   string         `query:"search" doc:"part of the name"`
	PriceMin *money.Decimal `query:"priceMin" min:"0"`
	Parent   int64          `query:"parentId" required:"true" about:"ID of the parent; 0 at the top"`
	Old      string         `query:"q" hidden:"true"`
}

type part struct {
	SKU string         `json:"sku" required:"true" about:"SKU (article number)"`
	Qty *money.Decimal `json:"qty" min:"0.0001" doc:"how many"`
}

type widgetInput struct {
	addressed
	Name  *string         `json:"name" maxlength:"255" example:"Mug" about:"name"`
	Kind  *string         `json:"kind" enum:"simple,virtual" default:"simple"`
	Parts []part          `json:"parts" doc:"what it is made of"`
	Main  *part           `json:"main"`
	Extra json.RawMessage `json:"extra"`
}

// branch contains itself, as categories do.
type branch struct {
	Type       string               `json:"@type"`
	ID         int64                `json:"id"`
	Kind       string               `json:"kind" enum:"oak,elm" doc:"of wood"`
	Price      *money.Decimal       `json:"price,omitempty" about:"price of one unit"`
	Children   []*branch            `json:"children" about:"children, one level below"`
	Extensions documents.Extensions `json:"extensions"`
}

type wholeBody struct {
	Code string                     `path:"code" about:"code"`
	All  map[string]json.RawMessage `raw:"body"`
}

func declare[In, Out any](o operations.Declaration) *operations.Operation {
	o.Resource = widgets
	return operations.Define(o, func(context.Context, *operations.Call, In) (out Out, err error) { return out, nil })
}

// TestOperations checks the input of operations for MCP and OpenAPI. A changed golden file is a change of the interface. UPDATE_GOLDEN=1
// renews it.
func TestOperations(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]*operations.Operation{
		"list": declare[widgetList, []branch](operations.Declaration{
			Verb: operations.List, Method: "GET", Path: "/widgets", Paged: true,
		}),
		"update": declare[widgetInput, any](operations.Declaration{Verb: operations.Update, Method: "PUT", Path: "/widgets/{id}/of/{storeCode}"}),
		"delete": declare[addressed, any](operations.Declaration{Verb: operations.Delete, Method: "DELETE", Path: "/widgets/{id}"}),
		"anything": declare[wholeBody, any](operations.Declaration{
			Verb: operations.Action, Method: "POST", Path: "/widgets/{code}", Body: operations.Body{Optional: true},
		}),
	} {
		for mode, in := range map[schema.Mode]string{schema.Referenced: "referenced", schema.Inlined: "inlined"} {
			t.Run(name+" "+in, func(t *testing.T) {
				t.Parallel()
				b := schema.New(mode)
				seen := map[string]any{"input": b.Input(o), "output": b.Of(o.Output), "linked": b.Linked(o.Output)}
				if components := b.Components(); len(components) > 0 {
					seen["components"] = components
				}
				noFault(t, b)
				golden(t, name+"_"+in+".json", seen)
				if made := text(t, seen); mode == schema.Inlined && strings.Contains(made, "$ref") {
					t.Errorf("an inlined schema refers: %s", made)
				}
			})
		}
	}
}

// TestTheSameBytes checks that a program always makes the same document.
func TestTheSameBytes(t *testing.T) {
	t.Parallel()
	describe := func() string {
		b := schema.New(schema.Referenced)
		in := b.Input(declare[widgetInput, any](operations.Declaration{Method: "PUT", Path: "/widgets/{id}"}))
		return text(t, []any{in, b.Of(reflect.TypeFor[documents.Order]()), b.Linked(reflect.TypeFor[documents.Customer]()), b.Components()})
	}
	first := describe()
	for range 20 {
		if again := describe(); again != first {
			t.Fatalf("made twice, differs\n%s\n%s", first, again)
		}
	}
}

// TestPagesAreNotDeclaredTwice checks an operation that declares its paging parameters itself.
func TestPagesAreNotDeclaredTwice(t *testing.T) {
	t.Parallel()
	type own struct {
		Page int64 `query:"page" doc:"own words"`
	}
	in := schema.New(schema.Inlined).Input(declare[own, any](operations.Declaration{Method: "GET", Path: "/widgets", Paged: true}))
	var names []string
	for _, p := range in.Query {
		names = append(names, p.Name)
	}
	if got := strings.Join(names, " "); got != "page itemsPerPage after fields" || in.Query[0].Description != "own words" {
		t.Errorf("query %s, page is %q", got, in.Query[0].Description)
	}
}

func golden(t *testing.T, name string, v any) {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", name)
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, b.Bytes()) {
		t.Errorf("%s differs; UPDATE_GOLDEN=1 renews it\n%s", file, b.Bytes())
	}
}
