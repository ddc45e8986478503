package schema_test

import (
	"reflect"
	"testing"

	"tradelog/domain/money"
	"tradelog/operations/inputs"
	"tradelog/operations/schema"
	"tradelog/readmodels/documents"
)

type crate struct {
	Kind    *string              `json:"kind" enum:"oak,elm" doc:"wood"`
	Note    *string              `json:"note" doc:"remark"`
	Inner   *crate               `json:"inner" doc:"a smaller one"`
	Always  size                 `json:"always" doc:"how large"`
	Price   money.Decimal        `json:"price" min:"0" example:"2.5" doc:"price"`
	Picture []byte               `json:"picture" doc:"picture"`
	Group   documents.GroupRef   `json:"group" type:"integer|string" doc:"number or all"`
	Extra   documents.Extensions `json:"extra" doc:"more"`
}

// TestOneTypeForAValue checks that schemas for OpenAPI have one type apart from null, and never null among values.
func TestOneTypeForAValue(t *testing.T) {
	t.Parallel()
	b := schema.New(schema.Referenced)
	b.Of(reflect.TypeFor[crate]())
	components := b.Components()
	got, _ := components.Get("Crate")
	same(t, got, `{"type":"object","properties":{`+
		`"kind":{"description":"wood","anyOf":[{"type":"string","enum":["oak","elm"]},{"type":"null"}]},`+
		`"note":{"type":["string","null"],"description":"remark"},`+
		`"inner":{"description":"a smaller one","anyOf":[{"$ref":"#/components/schemas/Crate"},{"type":"null"}]},`+
		`"always":{"$ref":"#/components/schemas/Size","description":"how large"},`+
		`"price":{"type":"number","format":"double","description":"price","examples":[2.5],"minimum":0},`+
		`"picture":{"type":"string","description":"picture","contentEncoding":"base64"},`+
		`"group":{"description":"number or all","anyOf":[{"type":"integer","format":"int64"},{"type":"string"}]},`+
		`"extra":{"$ref":"#/components/schemas/Extensions","description":"more"}},`+
		`"required":["kind","note","inner","always","price","picture","group","extra"]}`)
	extensions, _ := components.Get("Extensions")
	same(t, extensions, `{"description":"Members added by modules: an object, or an empty list if there are none.",`+
		`"anyOf":[{"type":"array","maxItems":0,"items":{}},{"type":"object"}]}`)
	body := b.Body(reflect.TypeFor[struct {
		Qty    inputs.Lenient `json:"qty" doc:"read leniently"`
		Street inputs.Lines   `json:"street" doc:"lines" nonnull:"true"`
		Stores []int64        `json:"stores" type:"array" items:"integer" doc:"numbers" nonnull:"true"`
	}]())
	same(t, body, `{"type":"object","properties":{"qty":{"type":"number","format":"double","description":"read leniently"},`+
		`"street":{"$ref":"#/components/schemas/LinesInput","description":"lines"},`+
		`"stores":{"type":"array","description":"numbers","items":{"type":"integer","format":"int64"}}}}`)
	noFault(t, b)
}

// TestOpenAPI30 checks each translation into the dialect of OpenAPI 3.0.
func TestOpenAPI30(t *testing.T) {
	t.Parallel()
	b := schema.New(schema.Referenced)
	b.Of(reflect.TypeFor[crate]())
	got, _ := b.Components().Get("Crate")
	if text := text(t, got.OpenAPI30()); text != `{"type":"object","properties":{`+
		`"kind":{"type":"string","nullable":true,"description":"wood","enum":["oak","elm"]},`+
		`"note":{"type":"string","nullable":true,"description":"remark"},`+
		`"inner":{"type":"object","nullable":true,"description":"a smaller one","allOf":[{"$ref":"#/components/schemas/Crate"}]},`+
		`"always":{"description":"how large","allOf":[{"$ref":"#/components/schemas/Size"}]},`+
		`"price":{"type":"number","format":"double","description":"price","example":2.5,"minimum":0},`+
		`"picture":{"type":"string","format":"byte","description":"picture"},`+
		`"group":{"description":"number or all","anyOf":[{"type":"integer","format":"int64"},{"type":"string"}]},`+
		`"extra":{"description":"more","allOf":[{"$ref":"#/components/schemas/Extensions"}]}},`+
		`"required":["kind","note","inner","always","price","picture","group","extra"]}` {
		t.Error(text)
	}
	several := &schema.Schema{AnyOf: []*schema.Schema{
		{Type: schema.Types{schema.Text}}, {Type: schema.Types{schema.Integer}}, {Type: schema.Types{schema.Null}},
	}}
	if text := text(t, several.OpenAPI30()); text != `{"anyOf":[{"type":"string","nullable":true},{"type":"integer"}]}` {
		t.Error(text)
	}
	if text := text(t, (&schema.Schema{Type: schema.Types{schema.Text}, Const: "Collection"}).OpenAPI30()); text !=
		`{"type":"string","enum":["Collection"]}` {
		t.Error(text)
	}
}
