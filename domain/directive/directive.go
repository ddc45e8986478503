// Package directive expands the directives that descriptions and content may hold, such as {{media url="a.png"}}
// (shapes-catalog §0.7). Text is kept as it was written and expanded when it is read, so that it follows the configuration.
package directive

import (
	"regexp"
	"strings"
)

// Env is what directives stand for. Functions may be nil: what they would give is then empty.
type Env struct {
	BaseURL  string // with a slash at its end
	MediaURL string // with a slash at its end
	// Config returns a value of the configuration that anybody may see, empty for all others.
	Config func(path string) string
	// Block returns the text of an active block of content.
	Block func(id string) (text string, ok bool)
}

// deepest is how many blocks may stand inside one another.
const deepest = 5

var (
	directives = regexp.MustCompile(`(?s)\{\{\s*([a-zA-Z]*)(.*?)\}\}`)
	parameters = regexp.MustCompile(`([a-zA-Z_]+)\s*=\s*(?:"([^"]*)"|'([^']*)')`)
)

// Expand replaces every directive by what it stands for. Nothing between double braces is ever shown as it is.
func Expand(text string, env Env) string { return expand(text, env, nil) }

func expand(text string, env Env, inside []string) string {
	if !strings.Contains(text, "{{") {
		return text
	}
	return directives.ReplaceAllStringFunc(text, func(found string) string {
		parts := directives.FindStringSubmatch(found)
		with := map[string]string{}
		for _, p := range parameters.FindAllStringSubmatch(parts[2], -1) {
			with[strings.ToLower(p[1])] = p[2] + p[3]
		}
		switch strings.ToLower(parts[1]) {
		case "media":
			return env.MediaURL + strings.TrimLeft(with["url"], "/")
		case "store":
			return env.BaseURL + strings.TrimLeft(with["url"]+with["direct_url"], "/")
		case "config":
			if env.Config != nil {
				return env.Config(with["path"])
			}
		case "block":
			return block(with, env, inside)
		}
		return ""
	})
}

// block shows a block of content. One that stands inside itself, or too deep, is empty.
func block(with map[string]string, env Env, inside []string) string {
	id := with["block_id"]
	if with["type"] != "cms/block" || id == "" || env.Block == nil || len(inside) >= deepest {
		return ""
	}
	for _, up := range inside {
		if up == id {
			return ""
		}
	}
	text, ok := env.Block(id)
	if !ok {
		return ""
	}
	return expand(text, env, append(inside[:len(inside):len(inside)], id))
}
