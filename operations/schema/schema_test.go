package schema_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"tradelog/domain/money"
	"tradelog/operations/inputs"
	"tradelog/operations/schema"
	"tradelog/readmodels/documents"
)

// speaker has an unknown JSON form of its own.
type speaker struct{ n int }

func (speaker) MarshalJSON() ([]byte, error) { return []byte(`{}`), nil }
func (*speaker) UnmarshalJSON([]byte) error  { return nil }

// code has a text form.
type code int

func (code) MarshalText() ([]byte, error) { return []byte("x"), nil }

type tree struct {
	Name     string  `json:"name"`
	Children []*tree `json:"children"`
}

type base struct {
	Type   string `json:"@type"`
	ID     int64  `json:"id"`
	Status string `json:"status"`
	Note   string `json:"note,omitempty"`
	hidden int
}

type derived struct {
	base
	Status []string `json:"status"`
	Skip   string   `json:"-"`
	Price  *string  `json:"price"`
}

// TestOutputs compares schemas with the output of encoding/json.
func TestOutputs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		of   any
		want string
	}{
		{"text", "", `{"type":"string"}`},
		{"number", int64(0), `{"type":"integer"}`},
		{"a pointer where no member is", (*bool)(nil), `{"type":"boolean"}`},
		{"money", money.Zero, `{"type":"number"}`},
		{"time", time.Time{}, `{"type":"string","format":"date-time"}`},
		{"bytes", []byte(nil), `{"type":"string","contentEncoding":"base64"}`},
		{"ready JSON", json.RawMessage(nil), `{}`},
		{"list", []int{}, `{"type":"array","items":{"type":"integer"}}`},
		{"map of anything", map[string]any{}, `{"type":"object","additionalProperties":{}}`},
		{
			"extensions", documents.Extensions{},
			`{"type":["array","object"],"description":"Members added by modules: an object, or an empty list if there are none."}`,
		},
		{
			"amounts", documents.Amounts{},
			`{"type":["object","array"],"description":"An object, or an empty list if there are no values.",` +
				`"additionalProperties":{"type":"number"}}`,
		},
		{"own JSON form", speaker{}, `{}`},
		{"own text form", code(0), `{"type":"string"}`},
		{"nothing inside", struct{}{}, `{"type":"object"}`},
		{"always there, maybe null", struct {
			A *int  `json:"a"`
			B *int  `json:"b,omitempty"`
			C []int `json:"c"`
		}{}, `{"type":"object","properties":{"a":{"type":["integer","null"]},"b":{"type":"integer"},"c":{"type":"array",` +
			`"items":{"type":"integer"}}},"required":["a","c"]}`},
		{"no tag, quoted, zero left out", struct {
			Plain  string
			Quoted int64         `json:",string"`
			Zero   money.Decimal `json:"zero,omitzero"`
		}{}, `{"type":"object","properties":{"Plain":{"type":"string"},"Quoted":{"type":"string"},"zero":{"type":"number"}},` +
			`"required":["Plain","Quoted"]}`},
		{"embedded and hidden by the outer one", derived{},
			`{"type":"object","properties":{"id":{"type":"integer"},"note":{"type":"string"},"status":{"type":"array",` +
				`"items":{"type":"string"}},"price":{"type":["string","null"]}},"required":["id","status","price"]}`},
		{"null among values", struct {
			A *string `json:"a" enum:"x,y"`
		}{}, `{"type":"object","properties":{"a":{"type":["string","null"],"enum":["x","y",null]}},"required":["a"]}`},
		{"inside itself", tree{},
			`{"type":"object","properties":{"name":{"type":"string"},"children":{"type":"array","items":{"type":"object"}}},` +
				`"required":["name","children"]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := schema.New(schema.Inlined)
			same(t, b.Of(reflect.TypeOf(c.of)), c.want)
			noFault(t, b)
		})
	}
}

type shelf struct {
	Type  string           `json:"@type"`
	Books []*book          `json:"books"`
	By    map[string]*book `json:"by"`
	Size  size             `json:"extent"`
}

type book struct {
	Type  string `json:"@type"`
	Shelf *shelf `json:"shelf,omitempty"`
}

type size struct {
	Width int `json:"across"`
}

// linkedType is the schema of @type in OpenAPI documents.
const linkedType = `"@type":{"type":"string","description":"type of the object; in JSON-LD only","x-go-name":"AtType"}`

// TestLinked checks that only JSON-LD has "@type", at every depth. Types without one have the same component in both forms.
func TestLinked(t *testing.T) {
	t.Parallel()
	b := schema.New(schema.Referenced)
	same(t, b.Of(reflect.TypeFor[shelf]()), `{"$ref":"#/components/schemas/Shelf"}`)
	same(t, b.Linked(reflect.TypeFor[[]*shelf]()), `{"type":"array","items":{"$ref":"#/components/schemas/Shelf.jsonld"}}`)
	for name, want := range map[string]string{
		"Shelf": `{"type":"object","properties":{"books":{"type":"array","items":{"$ref":"#/components/schemas/Book"}},"by":{"type":"object",` +
			`"additionalProperties":{"$ref":"#/components/schemas/Book"}},"extent":{"$ref":"#/components/schemas/Size"}},` +
			`"required":["books","by","extent"]}`,
		"Shelf.jsonld": `{"type":"object","properties":{` + linkedType + `,"books":{"type":"array",` +
			`"items":{"$ref":"#/components/schemas/Book.jsonld"}},` +
			`"by":{"type":"object","additionalProperties":{"$ref":"#/components/schemas/Book.jsonld"}},` +
			`"extent":{"$ref":"#/components/schemas/Size"}},"required":["@type","books","by","extent"]}`,
		"Book": `{"type":"object","properties":{"shelf":{"$ref":"#/components/schemas/Shelf"}}}`,
		"Book.jsonld": `{"type":"object","properties":{` + linkedType + `,"shelf":{"$ref":"#/components/schemas/Shelf.jsonld"}},` +
			`"required":["@type"]}`,
		"Size": `{"type":"object","properties":{"across":{"type":"integer","format":"int64"}},"required":["across"]}`,
	} {
		got, ok := b.Components().Get(name)
		if !ok {
			t.Errorf("no component %s", name)
			continue
		}
		same(t, got, want)
	}
	if n := len(b.Components()); n != 5 {
		t.Errorf("%d components, want 5", n)
	}
	if !schema.Linkable(reflect.TypeFor[*shelf]()) || schema.Linkable(reflect.TypeFor[size]()) || schema.Linkable(reflect.TypeFor[[]shelf]()) {
		t.Error("Linkable is about objects that name their type")
	}
}

// TestInputs compares schemas of bodies with the values that binding accepts.
func TestInputs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		of   any
		want string
	}{
		{"optional, nonnull, required", struct {
			A *string  `json:"a"`
			B *string  `json:"b" nonnull:"true"`
			C *string  `json:"c" required:"true"`
			D string   `json:"d"`
			E []string `json:"e"`
		}{}, `{"type":"object","properties":{"a":{"type":["string","null"],"maxLength":1024},` +
			`"b":{"type":"string","maxLength":1024},"c":{"type":"string","maxLength":1024},"d":{"type":"string","maxLength":1024},` +
			`"e":{"type":["array","null"],"items":{"type":"string","maxLength":1024}}},"required":["c"]}`},
		{"limits", struct {
			Qty  *money.Decimal `json:"qty" min:"0.01" max:"99999999" example:"2.5" nonnull:"true"`
			Code string         `json:"code" minlength:"1" maxlength:"32" default:"x"`
			Day  string         `json:"day" format:"date" doc:"first day"`
		}{}, `{"type":"object","properties":{"qty":{"type":"number","examples":[2.5],"minimum":0.01,"maximum":99999999},` +
			`"code":{"type":"string","default":"x","minLength":1,"maxLength":32},"day":{"type":"string","format":"date",` +
			`"description":"first day","maxLength":1024}}}`},
		{"values of a list are about its elements", struct {
			Kinds []string `json:"kinds" enum:"a,b" nonnull:"true" example:"a,b"`
			IDs   []int64  `json:"ids" min:"1" nonnull:"true" default:"[]"`
			Level int      `json:"level" enum:"1,2"`
		}{}, `{"type":"object","properties":{"kinds":{"type":"array","examples":[["a","b"]],"items":{"type":"string","enum":["a",` +
			`"b"]}},"ids":{"type":"array","default":[],"items":{"type":"integer","minimum":1}},"level":{"type":"integer","enum":[1,2]}}}`},
		{"read leniently", struct {
			Qty    inputs.Lenient   `json:"qty"`
			Region inputs.LenientID `json:"regionId"`
			Street inputs.Lines     `json:"street" nonnull:"true"`
			Code   inputs.Text      `json:"code"`
			Any    json.RawMessage  `json:"any" nonnull:"true"`
			Data   map[string]any   `json:"data"`
			Odd    speaker          `json:"odd" type:"string,array"`
		}{}, `{"type":"object","properties":{"qty":{"type":["number","string"]},"regionId":{"type":["integer","string"]},` +
			`"street":{"type":["string","array"],"maxLength":1024,"items":{"type":"string","maxLength":1024}},` +
			`"code":{"type":"string","maxLength":1024},"any":{},"data":{"type":["object",` +
			`"null"],"additionalProperties":{}},"odd":{"type":["string","array"],"maxLength":1024}}}`},
		{"not advertised, and for the back office", struct {
			Old   string  `json:"old" hidden:"true"`
			Group *int64  `json:"groupId" grant:"customers/create customers/write" doc:"group"`
			Named *string `json:"websiteIds" alias:"websiteId"`
		}{}, `{"type":"object","properties":{"groupId":{"type":["integer","null"],` +
			`"description":"group; only from API tokens with customers/create or customers/write and from back-office users with the ACL node of ` +
			`that resource; ignored otherwise"},"websiteIds":{"type":["string","null"],"maxLength":1024}}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := schema.New(schema.Inlined)
			same(t, b.Body(reflect.TypeOf(c.of)), c.want)
			noFault(t, b)
		})
	}
}

// TestWhatOnlyDocumentsSay checks the tags about and shown. Tools are described without either, and bodies may have other forms of a text
// than answers have.
func TestWhatOnlyDocumentsSay(t *testing.T) {
	t.Parallel()
	type stay struct {
		Type  string `json:"@type"`
		From  string `json:"from" shown:"date" doc:"first day"`
		Until string `json:"until" shown:"time" about:"when it ends"`
	}
	of := reflect.TypeFor[stay]()
	inlined, referenced := schema.New(schema.Inlined), schema.New(schema.Referenced)
	same(t, inlined.Of(of), `{"type":"object","properties":{"from":{"type":"string","description":"first day"},`+
		`"until":{"type":"string"}},"required":["from","until"]}`)
	referenced.Of(of)
	referenced.Body(reflect.TypeFor[struct {
		Stay stay `json:"stay" about:"when somebody is here"`
	}]())
	components := referenced.Components()
	for name, want := range map[string]string{
		"Stay": `{"type":"object","properties":{"from":{"type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2}$","description":"first day"},` +
			`"until":{"type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$","description":"when it ends"}},` +
			`"required":["from","until"]}`,
		"StayInput": `{"type":"object","properties":{"@type":{"type":"string","maxLength":1024,"x-go-name":"AtType"},` +
			`"from":{"type":"string","description":"first day","maxLength":1024},` +
			`"until":{"type":"string","description":"when it ends","maxLength":1024}}}`,
	} {
		got, ok := components.Get(name)
		if !ok {
			t.Errorf("no component %s", name)
			continue
		}
		same(t, got, want)
	}
	noFault(t, inlined)
	noFault(t, referenced)
}

// TestNamesDescribeNothing checks that each field has the description of its member. Only @type and extensions, which mean the same in
// every document, have one without a tag.
func TestNamesDescribeNothing(t *testing.T) {
	t.Parallel()
	type thing struct {
		ID         int64                `json:"id"`
		Name       string               `json:"name"`
		Price      money.Decimal        `json:"price"`
		Currency   string               `json:"currency"`
		CreatedAt  string               `json:"createdAt"`
		Extensions documents.Extensions `json:"extensions"`
	}
	b := schema.New(schema.Referenced)
	b.Of(reflect.TypeFor[thing]())
	got, _ := b.Components().Get("Thing")
	for _, p := range got.Properties {
		if own := p.Name == "extensions"; own != (p.Value.Description != "") || p.Value.Pattern != "" {
			t.Errorf("%s is described by its name: %s", p.Name, text(t, p.Value))
		}
	}
}

// TestTagsThatCannotBeRead checks that a wrong tag is found at the start, with the name of the field.
func TestTagsThatCannotBeRead(t *testing.T) {
	t.Parallel()
	for _, of := range []any{
		struct {
			A int `json:"a" min:"one"`
		}{},
		struct {
			A string `json:"a" maxlength:"-1"`
		}{},
		struct {
			A int64 `json:"a" enum:"1,two"`
		}{},
		struct {
			A int64 `json:"a" default:"1.5"`
		}{},
		struct {
			A bool `json:"a" example:"yes"`
		}{},
		struct {
			A string `json:"a" shown:"noon"`
		}{},
		struct {
			A int `json:"a" shown:"time"`
		}{},
		struct {
			A string `json:"a" doc:"day" about:"first day"`
		}{},
	} {
		b := schema.New(schema.Referenced)
		b.Body(reflect.TypeOf(of))
		if err := b.Err(); err == nil || !strings.Contains(err.Error(), ".a: the tag ") {
			t.Errorf("%T: %v", of, err)
		}
	}
}

func same(t *testing.T, got *schema.Schema, want string) {
	t.Helper()
	if text := text(t, got); text != want {
		t.Errorf("schema\n got %s\nwant %s", text, want)
	}
}

func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func noFault(t *testing.T, b *schema.Builder) {
	t.Helper()
	if err := b.Err(); err != nil {
		t.Error(err)
	}
}
