package settings

import (
	_ "embed"
	"slices"
	"strings"

	"tradelog/domain/directory"
)

// defaults are those that settings.tsv leaves to package directory.
var defaults = map[string]string{
	"general/locale/code":                    directory.DefaultLocale,
	"general/locale/timezone":                directory.DefaultZone,
	"general/country/allow":                  directory.DefaultAllow().String(),
	"general/country/optional_zip_countries": directory.DefaultOptionalZip,
	"general/region/state_required":          directory.DefaultStateRequired,
}

//go:embed settings.tsv
var settingsTSV string

var table, byName = func() ([]Path, map[string]Path) {
	var all []Path
	byName := map[string]Path{}
	for line := range strings.Lines(settingsTSV) {
		if line[0] == '#' || line[0] == '\n' {
			continue
		}
		cells := append(strings.Split(strings.TrimSuffix(line, "\n"), "\t"), "", "") // the last cells may be missing
		p := Path{Name: cells[0], Type: typeOf(cells[1]), Default: cells[2], About: cells[3]}
		if p.Default == "@" {
			p.Default = defaults[p.Name]
		}
		all = append(all, p)
		byName[p.Name] = p
	}
	return all, byName
}()

// Table lists every path the shop knows.
func Table() []Path { return slices.Clone(table) }
