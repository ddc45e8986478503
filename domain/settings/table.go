package settings

import (
	"embed"
	"fmt"
	"strings"

	"tradelog/domain/directory"
	"tradelog/domain/fault"
)

//go:embed *.tsv
var files embed.FS

// defaults holds the defaults that package directory defines.
var defaults = map[string]string{
	"general/locale/code":                    directory.DefaultLocale,
	"general/locale/timezone":                directory.DefaultZone,
	"general/country/allow":                  directory.DefaultAllow().String(),
	"general/country/optional_zip_countries": directory.DefaultOptionalZip,
	"general/region/state_required":          directory.DefaultStateRequired,
}

// The paths of each area. Each line of a file has a path, its type (types.go), its default and its description. The default @ refers to
// a default of package directory (conventions §19, shapes-sales §1, §2.3, §4, §5, §13.4, shapes-catalog §1.10). Two defaults differ
// from the reference, as the contract demands: REST v2 is on, MCP is off.
var (
	Platform    = read("platform")
	Access      = read("access")
	Directory   = read("directory")
	Catalog     = read("catalog")
	Customers   = read("customers")
	Checkout    = read("checkout")
	Sales       = append(read("sales"), read("invoices")...)
	Promotions  = read("promotions")
	GiftCards   = read("giftcards")
	Revocations = read("revocations")
	Taxes       = read("taxes")
	Content     = read("content")
	Newsletter  = read("newsletter")
	Proof       = read("proof")
	Contacts    = read("contacts")
)

func read(area string) (all []Path) {
	lines, err := files.ReadFile(area + ".tsv")
	if err != nil {
		panic(err)
	}
	for line := range strings.Lines(string(lines)) {
		if line[0] == '\n' {
			continue
		}
		cells := append(strings.Split(strings.TrimSuffix(line, "\n"), "\t"), "", "") // the last cells may be missing
		p := Path{Name: cells[0], Type: typeOf(cells[1]), Default: cells[2], About: cells[3]}
		if p.Default == "@" {
			p.Default = defaults[p.Name]
		}
		all = append(all, p)
	}
	return all
}

// Path is an entry of a table.
type Path struct {
	Name    string
	Type    *Type
	Default string
	About   string
}

// Table holds the paths that a shop knows. A nil table knows none.
type Table struct {
	paths   []Path
	byName  map[string]Path
	further map[string]func(value string) error
}

// Further adds a check of a path's values that only the whole program can make, such as that they name things that exist. Add checks before
// the table is used.
func (t *Table) Further(name string, check func(value string) error) { t.further[name] = check }

// NewTable joins lists of paths. It fails if a path is declared twice, or its default does not match its type.
func NewTable(lists ...[]Path) (*Table, error) {
	t := &Table{byName: map[string]Path{}, further: map[string]func(string) error{}}
	for _, list := range lists {
		for _, p := range list {
			if _, twice := t.byName[p.Name]; twice {
				return nil, fmt.Errorf("the configuration path %s is declared twice", p.Name)
			}
			t.paths, t.byName[p.Name] = append(t.paths, p), p
			if err := t.Check(p.Name, p.Default); err != nil && p.Type != tokenKey {
				return nil, fmt.Errorf("a default does not suit its path: %w", err)
			}
		}
	}
	return t, nil
}

// Paths returns all paths of the table, in the order of the lists.
func (t *Table) Paths() []Path { return t.paths }

// Lookup returns a path of the table.
func (t *Table) Lookup(name string) (Path, bool) {
	if t == nil {
		return Path{}, false
	}
	p, ok := t.byName[name]
	return p, ok
}

// Check returns an error if a path does not allow a value; the message describes the allowed values. Well-formed paths outside the table
// accept text, since other versions have other paths. Stored values are not checked.
func (t *Table) Check(name, value string) error {
	p, ok := t.Lookup(name)
	if !ok {
		if parts := strings.Split(name, "/"); len(parts) != 3 || strings.Contains(name, "//") || len(name) > 200 {
			return fault.Invalidf("%.200q is not a configuration path; paths have three parts, such as general/locale/code", name).
				About(fault.Format, "path")
		}
		return text.check(name, value)
	}
	if p.Type == tokenKey {
		return CheckTokenKey(name, value)
	}
	if check := t.further[name]; check != nil {
		if err := check(value); err != nil {
			return err
		}
	}
	return p.Type.check(name, value)
}
