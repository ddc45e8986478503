package directory

import (
	"cmp"
	_ "embed"
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// NameIn returns the country's name in a store locale such as de_DE, else its English name, else its code (shapes-customer §13).
func (c Country) NameIn(locale string) string { return countryNames.get(locale).of(c) }

// nameTable holds the display names of one locale by ISO-2 code.
type nameTable map[string]string

func (t nameTable) of(c Country) string { return cmp.Or(t[c.ISO2], c.Name, c.ISO2) }

var countryNames = perLocale[nameTable]{build: namesFor}

func namesFor(tag language.Tag) nameTable {
	chain := lineage(tag)
	names := make(nameTable, 256)
	if namer := namerFor(chain); namer != nil {
		for _, code := range iso2() {
			names[code] = namer.Name(language.MustParseRegion(code))
		}
	}
	for i := len(chain) - 1; i >= 0; i-- { // the nearest ancestor takes precedence
		for code, name := range renamed()[chain[i]] {
			names[code] = name
		}
	}
	return names
}

// lineage returns a locale and its ancestors, nearest first: zh-TW, zh-Hant.
func lineage(tag language.Tag) []string {
	var chain []string
	for ; tag != language.Und; tag = tag.Parent() {
		name := tag.String()
		if name == "nb" {
			name = "no" // x/text names Bokmål no
		}
		chain = append(chain, name)
	}
	return chain
}

// namerFor returns x/text's names for the nearest locale of the chain that it supports, or nil. Without a supported locale x/text would
// choose another language.
func namerFor(chain []string) display.Namer {
	for _, name := range chain {
		if spoken()[name] {
			return display.Regions(language.Make(name))
		}
	}
	return nil
}

// spoken is the set of locales for which x/text has display names.
var spoken = sync.OnceValue(func() map[string]bool {
	set := make(map[string]bool)
	for _, tag := range display.Supported.Tags() {
		set[tag.String()] = true
	}
	return set
})

//go:embed renamed.tsv
var renamedTSV string

// renamed holds names newer than those of x/text, by locale and ISO-2 code.
var renamed = sync.OnceValue(func() map[string]nameTable {
	table := make(map[string]nameTable)
	for line := range strings.Lines(renamedTSV) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if table[f[0]] == nil {
			table[f[0]] = make(nameTable)
		}
		table[f[0]][f[1]] = f[2]
	}
	return table
})
