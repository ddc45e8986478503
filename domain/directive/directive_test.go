package directive

import (
	"strconv"
	"strings"
	"testing"
)

func TestExpand(t *testing.T) {
	t.Parallel()
	blocks := map[string]string{"hours": `Open <b>{{config path="a/b/c"}}</b>`, "self": `x{{block type="cms/block" block_id="self"}}`}
	for i := range 10 {
		blocks["deep"+strconv.Itoa(i)] = strconv.Itoa(i) + `{{block type="cms/block" block_id="deep` + strconv.Itoa(i+1) + `"}}`
	}
	env := Env{
		BaseURL: "https://shop.example/", MediaURL: "https://shop.example/media/", Config: func(path string) string { return "<" + path + ">" },
		Block: func(id string) (string, bool) {
			text, ok := blocks[id]
			return text, ok
		},
	}
	for in, want := range map[string]string{
		"plain { text }":                                   "plain { text }",
		`<img src="{{media url="a/b.png"}}">`:              `<img src="https://shop.example/media/a/b.png">`,
		`{{store url='contact'}} {{store direct_url="x"}}`: "https://shop.example/contact https://shop.example/x",
		`{{config path="a/b/c"}}`:                          "<a/b/c>",
		`a{{widget type="x" text="}"}}b`:                   "ab",
		"a{{widget\ntype=\"x\"}}b":                         "ab",
		`{{block type="cms/block" block_id="hours"}}`:      "Open <b><a/b/c></b>",
		`{{block type="core/template" block_id="hours"}}`:  "",
		`{{block type="cms/block" block_id="missing"}}`:    "",
		`{{block type="cms/block" block_id="self"}}`:       "x",
		`{{block type="cms/block" block_id="deep0"}}`:      "01234",
		`{{var customer.name}}{{}}{{ unknown }}.`:          ".",
		"an open {{ brace":                                 "an open {{ brace",
	} {
		if got := Expand(in, env); got != want {
			t.Errorf("Expand(%q) = %q, want %q", in, got, want)
		}
	}
	if got := Expand(strings.Repeat(`{{config path="p"}}{{block type="cms/block" block_id="hours"}}`, 2), Env{}); got != "" {
		t.Errorf("without an environment: %q", got)
	}
}
