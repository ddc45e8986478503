package content

import (
	"slices"
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
	env := DirectiveEnv{
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
		if got := ExpandDirectives(in, env); got != want {
			t.Errorf("Expand(%q) = %q, want %q", in, got, want)
		}
	}
	empty := strings.Repeat(`{{config path="p"}}{{block type="cms/block" block_id="hours"}}`, 2)
	if got := ExpandDirectives(empty, DirectiveEnv{}); got != "" {
		t.Errorf("without an environment: %q", got)
	}
}

// TestADirectiveStaysInItsAttribute: a parameter cannot end the attribute that the directive is in.
func TestADirectiveStaysInItsAttribute(t *testing.T) {
	t.Parallel()
	got := ExpandDirectives(`<img src="{{media url='a"><script>.png'}}">`, DirectiveEnv{MediaURL: "https://shop.example/media/"})
	if want := `<img src="https://shop.example/media/a%22%3E%3Cscript%3E.png">`; got != want {
		t.Errorf("expanded to %s, want %s", got, want)
	}
}

// TestATextShowsSoManyBlocks: blocks that show blocks many times over come to an end.
func TestATextShowsSoManyBlocks(t *testing.T) {
	t.Parallel()
	times := func(id string) string { return strings.Repeat(`{{block type="cms/block" block_id="`+id+`"}}`, 100) }
	blocks := map[string]string{"a": times("b"), "b": times("c"), "c": times("d"), "d": "x"}
	env := DirectiveEnv{Block: func(id string) (string, bool) { return blocks[id], true }}
	if got := len(ExpandDirectives(times("a"), env)); got == 0 || got > maxBlocks {
		t.Errorf("%d blocks are shown", got)
	}
	ids := directiveBlocks(`{{media url="a"}}` + blocks["c"] + `{{block type="core/template" block_id="e"}}`)
	if len(ids) != 100 || ids[0] != "d" {
		t.Errorf("the blocks of a text: %v", ids)
	}
}

// TestBlockNames: a number has the form in which other directives write it, too.
func TestBlockNames(t *testing.T) {
	t.Parallel()
	text := `{{block type="cms/block" block_id="hours"}}{{block type='cms/block' block_id="+05"}}{{block type="cms/block"}}` +
		`{{block type="cms/block" block_id="hours"}}{{block type="core/template" block_id="x"}}`
	if got, want := BlockNames(text), []string{"+05", "5", "hours"}; !slices.Equal(got, want) {
		t.Errorf("BlockNames = %q, want %q", got, want)
	}
}
