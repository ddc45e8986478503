package content

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// DirectiveEnv provides the values that directives expand to. A nil function makes its directives empty.
type DirectiveEnv struct {
	BaseURL  string // with a slash at its end
	MediaURL string // with a slash at its end
	// Config returns a public value of the configuration, empty for all others.
	Config func(path string) string
	// Block returns the text of an active block of content.
	Block func(id string) (text string, ok bool)
}

// Limits of expansion: depth of nested blocks, number of blocks in a text, and bytes of all blocks.
const (
	maxDirectiveDepth = 5
	maxBlocks         = 500
	mostBytes         = 4 << 20
)

var (
	directives = regexp.MustCompile(`(?s)\{\{\s*([a-zA-Z]*)(.*?)\}\}`)
	parameters = regexp.MustCompile(`([a-zA-Z_]+)\s*=\s*(?:"([^"]*)"|'([^']*)')`)
)

// ExpandDirectives replaces every directive, such as {{media url="a.png"}}, by its value (shapes-catalog §0.7). Text between double braces
// is never shown. Text is stored as it was written and expanded when it is read, so that it follows the configuration.
func ExpandDirectives(text string, env DirectiveEnv) string {
	return (&expansion{env: env}).expand(text, nil)
}

// EachDirective replaces every directive of a text by the result of replace.
func EachDirective(text string, replace func(found string) string) string {
	if !strings.Contains(text, "{{") {
		return text
	}
	return directives.ReplaceAllStringFunc(text, replace)
}

// BlockNames returns the names of the blocks that a text shows, identifiers and numbers. A number is also written as strconv does.
func BlockNames(text string) []string {
	names := slices.DeleteFunc(directiveBlocks(text), func(name string) bool { return name == "" })
	for _, name := range names {
		if number, err := strconv.ParseInt(name, 10, 64); err == nil {
			names = append(names, strconv.FormatInt(number, 10))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// directiveBlocks returns the identifiers of the blocks that a text shows.
func directiveBlocks(text string) (ids []string) {
	EachDirective(text, func(found string) string {
		if name, with := read(found); name == "block" && with["type"] == "cms/block" {
			ids = append(ids, with["block_id"])
		}
		return found
	})
	return ids
}

// read returns the name of a directive and its parameters.
func read(found string) (name string, with map[string]string) {
	parts := directives.FindStringSubmatch(found)
	with = map[string]string{}
	for _, p := range parameters.FindAllStringSubmatch(parts[2], -1) {
		with[strings.ToLower(p[1])] = p[2] + p[3]
	}
	return strings.ToLower(parts[1]), with
}

// expansion is the state of one call of Expand.
type expansion struct {
	env   DirectiveEnv
	shown int // blocks
	bytes int // of all blocks so far
}

func (x *expansion) expand(text string, inside []string) string {
	marked := markDirectives(text)
	return marked.fill(marked.Text, func(found string, inTag bool) string {
		switch name, with := read(found); {
		case name == "block" && !inTag:
			return x.block(with, inside)
		case inTag:
			return attribute.Replace(x.value(name, with))
		default:
			return x.value(name, with)
		}
	})
}

// value returns the plain value of a directive, which is no markup.
func (x *expansion) value(name string, with map[string]string) string {
	switch name {
	case "media":
		return x.env.MediaURL + address(with["url"])
	case "store":
		return x.env.BaseURL + address(with["url"]+with["direct_url"])
	case "config":
		if x.env.Config != nil {
			return x.env.Config(with["path"])
		}
	}
	return ""
}

// block returns the expanded text of a block of content. The text is empty for a block inside itself, and beyond the limits.
func (x *expansion) block(with map[string]string, inside []string) string {
	id := with["block_id"]
	if with["type"] != "cms/block" || id == "" || x.env.Block == nil || slices.Contains(inside, id) {
		return ""
	}
	if len(inside) >= maxDirectiveDepth || x.shown >= maxBlocks {
		return ""
	}
	text, ok := x.env.Block(id)
	if !ok {
		return ""
	}
	if x.bytes += len(text); x.bytes > mostBytes {
		return ""
	}
	x.shown++
	return x.expand(text, append(inside[:len(inside):len(inside)], id))
}

// address returns the path of a URL with all characters escaped that could end its attribute.
func address(path string) string { return unquoted.Replace(strings.TrimLeft(path, "/")) }

// attribute escapes a value so that it cannot end its attribute.
var attribute = strings.NewReplacer(`"`, "&#34;", "'", "&#39;", "<", "&lt;", ">", "&gt;")

var brackets = strings.NewReplacer("<", "&lt;", ">", "&gt;")

var unquoted = strings.NewReplacer(`"`, "%22", "'", "%27", "<", "%3C", ">", "%3E")
