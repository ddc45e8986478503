package catalog

import (
	"slices"
	"strings"
)

// Home is what the empty path stands for.
const Home = "home"

// AddressForms lists the forms of a path that are tried in order: the path itself, with .html, and without it (shapes-catalog §19).
func AddressForms(path string) []string {
	path = strings.ToLower(strings.Trim(path, "/ "))
	if path == "" {
		path = Home
	}
	forms := []string{path, path + pageSuffix}
	if short, ok := strings.CutSuffix(path, pageSuffix); ok && short != "" {
		forms = append(forms, short)
	}
	return forms
}

const pageSuffix = ".html"

// AddressName is the last part of a path, without .html.
func AddressName(path string) string {
	return strings.TrimSuffix(path[strings.LastIndex(path, "/")+1:], pageSuffix)
}

// AddressKeys returns the URL keys of a path that ends with a configured suffix, such as .html; nil when it does not, or has more
// parts than an address can have.
func AddressKeys(path, suffix string) []string {
	path, ok := strings.CutSuffix(path, strings.ToLower(suffix))
	keys := strings.Split(path, "/")
	if !ok || len(keys) > 50 || slices.Contains(keys, "") {
		return nil
	}
	return keys
}
