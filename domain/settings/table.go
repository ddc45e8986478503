package settings

import (
	"fmt"
	"strings"

	"tradelog/domain/fault"
)

// Path is an entry of a table.
type Path struct {
	Name    string
	Type    *Type
	Default string
	About   string
}

// Table is the paths that a shop knows, with their defaults (conventions §19, shapes-sales §1, §4, §5, shapes-catalog §1.10). Two
// defaults differ from the reference as the contract asks: REST v2 is on, MCP off. A nil table knows none.
type Table struct {
	paths  []Path
	byName map[string]Path
}

// NewTable joins lists of paths. It fails when a path is there twice, or when its default does not suit its type.
func NewTable(lists ...[]Path) (*Table, error) {
	t := &Table{byName: map[string]Path{}}
	for _, list := range lists {
		for _, p := range list {
			if _, twice := t.byName[p.Name]; twice {
				return nil, fmt.Errorf("the configuration path %s is declared twice", p.Name)
			}
			t.paths, t.byName[p.Name] = append(t.paths, p), p
			if err := t.Check(p.Name, p.Default); err != nil && p.Type != TokenKey {
				return nil, fmt.Errorf("a default does not suit its path: %w", err)
			}
		}
	}
	return t, nil
}

// Paths lists the table.
func (t *Table) Paths() []Path { return t.paths }

// Lookup finds a path in the table.
func (t *Table) Lookup(name string) (Path, bool) {
	if t == nil {
		return Path{}, false
	}
	p, ok := t.byName[name]
	return p, ok
}

// Check refuses values that mean nothing to a path, and says what it takes. Paths outside the table are allowed as text, since
// other versions have other paths, as long as they look like paths. Values that are in the log already are read as they are.
func (t *Table) Check(name, value string) error {
	p, ok := t.Lookup(name)
	if !ok {
		if parts := strings.Split(name, "/"); len(parts) != 3 || strings.Contains(name, "//") || len(name) > 200 {
			return fault.Invalidf("%.200q is not a configuration path; paths have three parts, such as general/locale/code", name)
		}
		return Text.check(name, value)
	}
	if p.Type == TokenKey {
		return CheckTokenKey(name, value)
	}
	return p.Type.check(name, value)
}
