package contract

import (
	"fmt"
	"slices"
	"strings"
)

// At follows a JSON pointer without its leading slash; ~1 is a slash in a name. It returns nil if there is nothing.
func At(doc any, pointer string) any {
	for _, step := range strings.Split(pointer, "/") {
		step = strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
		switch v := doc.(type) {
		case map[string]any:
			doc = v[step]
		case []any:
			var i int
			if _, err := fmt.Sscan(step, &i); err != nil || i >= len(v) {
				return nil
			}
			doc = v[i]
		default:
			return nil
		}
	}
	return doc
}

// PathPointer returns the pointer to a path of an OpenAPI document.
func PathPointer(path string) string { return "paths/" + strings.ReplaceAll(path, "/", "~1") }

// Names lists the members of an object.
func Names(object any) []string {
	var out []string
	for name := range object.(map[string]any) {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}
