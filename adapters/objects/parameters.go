package objects

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// parameters reads the query of a URL. Each parameter that is asked for is a known one.
type parameters struct {
	values url.Values
	known  []string
	err    error
}

// text returns the value of a parameter, or "".
func (p *parameters) text(name string) string {
	p.known = append(p.known, name)
	return p.values.Get(name)
}

// flag returns the value of a parameter that is true or false. The value is false if the parameter is absent.
func (p *parameters) flag(name string) bool {
	text := p.text(name)
	if text == "" {
		return false
	}
	on, err := strconv.ParseBool(text)
	if err != nil {
		p.err = errors.Join(p.err, fmt.Errorf("the parameter %s is true or false", name))
	}
	return on
}

// ignore accepts parameters that have no effect.
func (p *parameters) ignore(names ...string) { p.known = append(p.known, names...) }

// check fails if a value is wrong or a parameter is unknown.
func (p *parameters) check() error {
	for _, name := range slices.Sorted(maps.Keys(p.values)) {
		if !slices.Contains(p.known, name) {
			return errors.Join(p.err, fmt.Errorf("the parameter %q is unknown; known are %s", name, strings.Join(p.known, ", ")))
		}
	}
	return p.err
}
