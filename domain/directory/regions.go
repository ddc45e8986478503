package directory

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Region is a state, province or the like from the fixed list of its country. ID is stable and unique among all countries, 1 to 484;
// Country is an ISO-2 code; Name is the canonical name.
type Region struct {
	ID      int64
	Country string
	Code    string
	Name    string
}

// HasRegions reports whether the country, an ISO-2 code in any case, has a fixed list of regions.
func HasRegions(country string) bool {
	k, ok := key2(country)
	return ok && len(regions().lists[k]) > 0
}

// Regions returns a country's regions sorted by name in byte order (shapes-customer §13); empty if it has no list. The caller may modify
// the slice.
func Regions(country string) []Region {
	k, ok := key2(country)
	if !ok {
		return nil
	}
	return slices.Clone(regions().lists[k])
}

func RegionByID(id int64) (Region, bool) {
	rows := regions().rows
	if id < 1 || id > int64(len(rows)) {
		return Region{}, false
	}
	return rows[id-1], true
}

// RegionIn returns the region with an ID if it belongs to the country.
func RegionIn(country string, id int64) (Region, bool) {
	r, ok := RegionByID(id)
	if !ok || !strings.EqualFold(r.Country, country) {
		return Region{}, false
	}
	return r, true
}

// ResolveRegion returns the region of a country that a text names: first by code, then by name (rest-v2 §4.7 rule 1, shapes-sales §0.4).
// Neither source mentions case. An exact match takes precedence; otherwise letter case, accents and surrounding blanks do not count, so
// "ny" is New York and "Zurich" Zürich. It returns false for a country without a list.
func ResolveRegion(country, text string) (Region, bool) {
	k, ok := key2(country)
	if !ok || len(text) > maxRegionText {
		return Region{}, false
	}
	g := regions()
	if len(g.lists[k]) == 0 {
		return Region{}, false
	}
	i, ok := g.exact[regionKey{k, text}]
	if !ok {
		i, ok = g.folded[regionKey{k, fold(text)}]
	}
	if !ok {
		return Region{}, false
	}
	return g.rows[i], true
}

// maxRegionText bounds the texts that are compared, in bytes. The bound is far longer than any name, with any accents.
const maxRegionText = 512

type regionKey struct {
	country letters2
	text    string
}

type regionTable struct {
	rows          []Region              // rows[i].ID == i+1
	lists         map[letters2][]Region // sorted by name
	exact, folded map[regionKey]int     // codes before names
}

//go:embed regions.tsv
var regionsTSV string

var regions = sync.OnceValue(func() regionTable {
	rows, err := parseRegions(regionsTSV)
	if err != nil {
		panic(err) // the build is damaged: tests read the same bytes
	}
	g := regionTable{
		rows: rows, lists: make(map[letters2][]Region),
		exact: make(map[regionKey]int), folded: make(map[regionKey]int),
	}
	for _, text := range []func(Region) string{
		func(r Region) string { return r.Code },
		func(r Region) string { return r.Name },
	} {
		for i, r := range rows {
			k := letters2([]byte(r.Country))
			keep(g.exact, regionKey{k, text(r)}, i)
			keep(g.folded, regionKey{k, fold(text(r))}, i)
		}
	}
	for _, r := range rows {
		k := letters2([]byte(r.Country))
		g.lists[k] = append(g.lists[k], r)
	}
	for _, list := range g.lists {
		slices.SortFunc(list, func(a, b Region) int { return strings.Compare(a.Name, b.Name) })
	}
	return g
})

func keep(m map[regionKey]int, k regionKey, i int) {
	if _, taken := m[k]; !taken {
		m[k] = i
	}
}

// parseRegions reads a table with a heading, of ID, country, code and name; IDs count up from 1.
func parseRegions(tsv string) ([]Region, error) {
	var rows []Region
	for line := range strings.Lines(tsv) {
		line = strings.TrimSuffix(line, "\n")
		if line == "id\tcountry\tcode\tname" {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 4 || len(f[1]) != 2 || f[0] != strconv.Itoa(len(rows)+1) {
			return nil, fmt.Errorf("directory: region row %d is malformed: %q", len(rows)+1, line)
		}
		rows = append(rows, Region{ID: int64(len(rows) + 1), Country: f[1], Code: f[2], Name: f[3]})
	}
	return rows, nil
}

// fold removes letter case, accents and surrounding blanks from a text.
func fold(s string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.TrimSpace(s)) {
		if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}
