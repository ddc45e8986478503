package catalog

import (
	"slices"
	"strings"
)

// home is the URL key that the empty path resolves to.
const home = "home"

// AddressForms returns the forms of a path in the order they are tried: the path itself, with .html, and without it (shapes-catalog §19).
func AddressForms(path string) []string {
	path = strings.ToLower(strings.Trim(path, "/ "))
	if path == "" {
		path = home
	}
	forms := []string{path, path + pageSuffix}
	if short, ok := strings.CutSuffix(path, pageSuffix); ok && short != "" {
		forms = append(forms, short)
	}
	return forms
}

const pageSuffix = ".html"

// AddressName returns the last part of a path, without .html.
func AddressName(path string) string {
	return strings.TrimSuffix(path[strings.LastIndex(path, "/")+1:], pageSuffix)
}

// AddressKeys returns the URL keys of a path that ends with a configured suffix, such as .html. It returns nil when the path does not end
// with the suffix, has an empty part, or has more than 50 parts.
func AddressKeys(path, suffix string) []string {
	path, ok := strings.CutSuffix(path, strings.ToLower(suffix))
	keys := strings.Split(path, "/")
	if !ok || len(keys) > 50 || slices.Contains(keys, "") {
		return nil
	}
	return keys
}
