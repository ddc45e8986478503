package catalog

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"

	"tradelog/domain/record"
)

func TestAttributesHaveFields(t *testing.T) {
	t.Parallel()
	for name, attributes := range map[string]*Attributes{"product": ProductAttributes, "category": CategoryAttributes} {
		taken := map[string]string{}
		for code, a := range attributes.byCode {
			if a.Field == "" {
				continue
			}
			if _, ok := attributes.kind.Field(a.Field); !ok {
				t.Errorf("%s attribute %s: there is no field %s", name, code, a.Field)
			}
			if other := taken[a.Field]; other != "" {
				t.Errorf("%s field %s has two codes, %s and %s", name, a.Field, code, other)
			}
			taken[a.Field] = code
		}
		own := []string{"id", "type", "attributeSetId", "websiteIds", "productPositions"} // never written by a code
		for _, f := range attributes.kind.Fields {
			if taken[f.Name] == "" && !slices.Contains(own, f.Name) && !slices.Contains(partFields, f.Name) {
				t.Errorf("%s field %s has no code", name, f.Name)
			}
		}
	}
}

func written(pairs ...string) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	for i := 0; i+1 < len(pairs); i += 2 {
		out[pairs[i]] = json.RawMessage(pairs[i+1])
	}
	return out
}

func TestAssign(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		in    map[string]json.RawMessage
		of    string
		want  string
		fails string
	}{
		{
			"text", written("meta_title", `"T"`, "gtin", `12`, "mpn", `true`, "meta_robots", `""`), "simple",
			`{"gtin":"12","metaRobots":"","metaTitle":"T","mpn":"1"}`, "",
		},
		{
			"numbers", written("price", `"12.345600"`, "msrp", `5`, "weight", `""`, "msrp_enabled", `"2"`, "cost", `1e2`), "simple",
			`{"cost":100,"msrp":5,"msrpEnabled":2,"price":12.3456,"weight":null}`, "",
		},
		{"null", written("meta_title", `null`, "price", ` null `), "simple", `{"metaTitle":null,"price":null}`, ""},
		{"flags", written("links_purchased_separately", `"1"`), "downloadable", `{"linksPurchasedSeparately":true}`, ""},
		{
			"unknown and without a field",
			written("nonsense", `[1]`, "color", `4`, "image", `"x"`, "category_ids", `"1"`, "has_options", `1`), "simple", `{}`, "",
		},
		{"of other types", written("weight", `1`, "price_type", `1`, "links_title", `"x"`), "virtual", `{}`, ""},
		{"of its type", written("weight", `1`, "price_type", `1`), "bundle", `{"priceType":1,"weight":1}`, ""},
		{
			"protected", written("meta_title", `"T"`, "sku", `"S"`), "simple", "",
			"Attribute 'sku' cannot be set via customAttributes; use the dedicated field.",
		},
		{"a list", written("meta_title", `["T"]`), "simple", "", "Attribute 'meta_title' must be a scalar value"},
		{"no number", written("price", `"1,5"`), "simple", "", "Attribute 'price' must be a number"},
		{"more places than are stored", written("price", `"0.00001"`), "simple", "", "Attribute 'price' must have at most 4 decimal places"},
		{
			"lines of HTML", written("description", `"a\nb"`, "custom_layout_update", `"\t"`), "simple",
			`{"customLayoutUpdate":"\t","description":"a\nb"}`, "",
		},
		{
			"two lines for one", written("meta_title", `"a\nb"`), "simple", "",
			"Attribute 'meta_title' must be one line without control characters.",
		},
		{
			"a control character in HTML", written("description", `"\u001b"`), "simple", "",
			"Attribute 'description' must not have control characters other than tabs and line breaks.",
		},
		{"a number beyond measure", written("price", `1e9`), "simple", "", "Attribute 'price' must be a number"},
		{"no whole number", written("msrp_enabled", `1.5`), "simple", "", "Attribute 'msrp_enabled' must be a whole number"},
		{"no flag", written("links_purchased_separately", `2`), "downloadable", "", "Attribute 'links_purchased_separately' must be 0 or 1"},
		{
			"a character no database holds", written("meta_title", `"a\u0000"`), "simple", "",
			"Attribute 'meta_title' has characters that cannot be stored",
		},
	} {
		values := record.Values{}
		err := ProductAttributes.Assign(values, c.in, c.of)
		got, _ := json.Marshal(values)
		if err != nil && err.Error() != c.fails || (err == nil) != (c.fails == "") || c.fails == "" && string(got) != c.want {
			t.Errorf("%s: %s, %v; want %s%s", c.name, got, err, c.want, c.fails)
		}
	}
	values := record.Values{}
	if err := CategoryAttributes.Assign(
		values, written("available_sort_by", `"name, price,"`, "is_anchor", `0`), "",
	); err != nil || string(values["availableSortBy"]) != `["name","price"]` || string(values["isAnchor"]) != "false" {
		t.Errorf("category: %s, %v", values, err)
	}
}

func TestRevert(t *testing.T) {
	t.Parallel()
	got, err := ProductAttributes.Revert([]string{"name", "metaTitle", "status", "small_image"})
	if err != nil || fmt.Sprint(got) != "[name metaTitle isActive]" {
		t.Errorf("%v, %v", got, err)
	}
	for code, want := range map[string]string{
		"sku": "Unknown attribute in useDefault: sku", "created_at": "Unknown attribute in useDefault: created_at",
		"nonsense": "Unknown attribute in useDefault: nonsense",
		"weight":   "Attribute 'weight' is global scope and has no store override to revert.",
		"gallery":  "Attribute 'gallery' is global scope and has no store override to revert.",
	} {
		if _, err := ProductAttributes.Revert([]string{code}); err == nil || err.Error() != want {
			t.Errorf("%s: %v", code, err)
		}
	}
	for _, code := range []string{"special_price", "specialPrice"} {
		if err := CheckShared([]string{"name", code}); err == nil || err.Error() != errGlobal(code).Error() {
			t.Errorf("%s of all websites: %v", code, err)
		}
	}
	if err := CheckShared([]string{"name", "nonsense"}); err != nil {
		t.Error(err)
	}
}

func TestDate(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"2026-03-01": "2026-03-01", "2026-03-01 23:59:59": "2026-03-01", "2026-03-01T23:59:59Z": "2026-03-01",
		"2026-03-01T01:00:00.5+02:00": "2026-03-01", "2026/03/01": "2026-03-01",
		"3/1/2026": "2026-03-01", "1 March 2026": "2026-03-01", "Mar 1, 2026": "2026-03-01", " 2026-3-1 ": "2026-03-01",
		"20260301": "", "1772323200": "", "tomorrow": "", "2026-02-30": "", "0000-00-00": "",
	} {
		got, err := Date("specialFromDate", in)
		if got != want || (err != nil) != (want == "") {
			t.Errorf("%q: %q, %v", in, got, err)
		}
		if err != nil && err.Error() != "Invalid date for specialFromDate; use Y-m-d format." {
			t.Error(err)
		}
	}
}

func TestNormalizeProduct(t *testing.T) {
	t.Parallel()
	normal := func(current record.Values, pairs ...string) (string, error) {
		values := record.Values(written(pairs...))
		err := NormalizeProduct(values, current, []string{"install/show"})
		maps.DeleteFunc(values, func(string, json.RawMessage) bool { return err != nil })
		b, _ := json.Marshal(values)
		return string(b), err
	}
	had := record.Values(written("name", `"Old Name"`, "sku", `"S"`, "urlKey", `"old"`))
	for _, c := range []struct {
		name    string
		current record.Values
		in      []string
		want    string
	}{
		{
			"a new one", nil, []string{"sku", `" A "`, "name", `"Blue Mug"`},
			`{"name":"Blue Mug","sku":"A","urlKey":"blue-mug","visibility":"catalog_search"}`,
		},
		{
			"a new one in view", nil, []string{"name", `"日本"`, "sku", `"N 1"`, "visibility", `"search"`},
			`{"name":"日本","sku":"N 1","urlKey":"n-1","visibility":"search"}`,
		},
		{"nothing", had, nil, `{}`},
		{"a name leaves the key", had, []string{"name", `"New"`}, `{"name":"New"}`},
		{"an empty key", had, []string{"urlKey", `" "`}, `{"urlKey":"old-name"}`},
		{"an empty key and a name", had, []string{"urlKey", `""`, "name", `"New"`}, `{"name":"New","urlKey":"new"}`},
		{"no key", had, []string{"urlKey", `null`}, `{}`},
		{"an unknown visibility", had, []string{"visibility", `"nowhere"`}, `{}`},
		{
			"dates", had, []string{"newsFromDate", `"2026-01-01 10:00:00"`, "newsToDate", `""`, "specialToDate", `null`},
			`{"newsFromDate":"2026-01-01","newsToDate":null,"specialToDate":null}`,
		},
		{"no layout", had, []string{"customLayoutUpdate", `" "`}, `{"customLayoutUpdate":null}`},
	} {
		if got, err := normal(c.current, c.in...); err != nil || got != c.want {
			t.Errorf("%s: %s, %v", c.name, got, err)
		}
	}
	if _, err := normal(
		had, "customLayoutUpdate", `"<block type=\"install/show\"/>"`,
	); err == nil || err.Error() != "Invalid customLayoutUpdate: Disallowed block name for frontend." {
		t.Error(err)
	}
}

func TestCategoryCheck(t *testing.T) {
	t.Parallel()
	text := func(s string) *string { return &s }
	for name, c := range map[string]struct {
		category Category
		want     string
	}{
		"a category":     {Category{Name: "A", Image: text("a.webp"), AvailableSortBy: []string{"name"}, DefaultSortBy: text("price")}, ""},
		"no name":        {Category{Name: " "}, "Name is required"},
		"a hidden image": {Category{Name: "A", Image: text(".png")}, "image must be a bare filename (stored under media/catalog/category)"},
		"a script":       {Category{Name: "A", Image: text("a.png.php")}, "image must have a valid image file extension"},
		"a sort code":    {Category{Name: "A", AvailableSortBy: []string{"sku"}}, `Invalid sort-by code "sku". Valid: position, name, price`},
	} {
		err := c.category.Check()
		if (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
