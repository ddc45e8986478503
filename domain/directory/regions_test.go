package directory_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tradelog/domain/directory"
)

// The table of shapes-customer §13: ids, number of rows, and codes in the order of ids where the sheet spells them out.
var regionTable = []struct {
	country     string
	first, last int64
	n           int
	codes       string
}{
	{"US", 1, 65, 65, `AL AK AS AZ AR AF AA AC AE AM AP CA CO CT DE DC FM FL GA GU HI ID IL IN IA KS KY LA ME MH MD MA MI MN
		MS MO MT NE NV NH NJ NM NY NC ND MP OH OK OR PW PA PR RI SC SD TN TX UT VT VI VA WA WV WI WY`},
	{"CA", 66, 78, 13, "AB BC MB NL NB NS NT NU ON PE QC SK YT"},
	{"DE", 79, 94, 16, "NDS BAW BAY BER BRG BRE HAM HES MEC NRW RHE SAR SAS SAC SCN THE"},
	{"AT", 95, 103, 9, "WI NO OO SB KN ST TI BL VB"},
	{"CH", 104, 129, 26, "AG AI AR BE BL BS FR GE GL GR JU LU NE NW OW SG SH SO SZ TG TI UR VD VS ZG ZH"},
	{"ES", 130, 181, 52, ""},
	{"FR", 182, 277, 96, ""},
	{"RO", 278, 319, 42, ""},
	{"FI", 320, 339, 20, ""},
	{"EE", 340, 354, 15, ""},
	{"LV", 355, 474, 120, ""},
	{"LT", 475, 484, 10, ""},
}

func TestTwelveCountriesHaveAListOfRegions(t *testing.T) {
	t.Parallel()
	total := 0
	for _, tt := range regionTable {
		list := directory.Regions(tt.country)
		total += len(list)
		if len(list) != tt.n || !directory.HasRegions(tt.country) {
			t.Errorf("%s has %d regions, want %d", tt.country, len(list), tt.n)
		}
		if !slices.IsSortedFunc(list, func(a, b directory.Region) int { return strings.Compare(a.Name, b.Name) }) {
			t.Errorf("%s: the list is not in byte order of names", tt.country)
		}
		slices.SortFunc(list, func(a, b directory.Region) int { return int(a.ID - b.ID) })
		if list[0].ID != tt.first || list[len(list)-1].ID != tt.last {
			t.Errorf("%s has ids %d to %d, want %d to %d", tt.country, list[0].ID, list[len(list)-1].ID, tt.first, tt.last)
		}
		for i, code := range strings.Fields(tt.codes) {
			if list[i].Code != code {
				t.Errorf("%s: id %d has code %s, want %s", tt.country, list[i].ID, list[i].Code, code)
			}
		}
	}
	if total != 484 || len(directory.AllRegions()) != 484 {
		t.Errorf("%d regions, %d in all, want 484", total, len(directory.AllRegions()))
	}
	for _, c := range directory.Countries() {
		listed := slices.ContainsFunc(directory.AllRegions(), func(r directory.Region) bool { return r.Country == c.ISO2 })
		if directory.HasRegions(c.ISO2) != listed {
			t.Errorf("%s: HasRegions is %v", c.ISO2, !listed)
		}
	}
	if directory.Regions("GB") != nil || directory.Regions("") != nil || directory.HasRegions("USA") {
		t.Error("a country without a list has regions")
	}
	if !directory.HasRegions("us") {
		t.Error("a country code in lower case is not understood")
	}
}

func TestRegionsAreTheCallersOwn(t *testing.T) {
	t.Parallel()
	directory.Regions("US")[0].Name = "changed"
	directory.AllRegions()[0].Name = "changed"
	if directory.Regions("US")[0].Name != "Alabama" || directory.AllRegions()[0].Name != "Alabama" {
		t.Error("a caller changed the list")
	}
}

func TestRegionByID(t *testing.T) {
	t.Parallel()
	for i, r := range directory.AllRegions() {
		got, ok := directory.RegionByID(int64(i + 1))
		if !ok || got != r || got.ID != int64(i+1) {
			t.Errorf("id %d is %+v", i+1, got)
		}
	}
	for _, id := range []int64{-1, 0, 485, 1 << 40} {
		if r, ok := directory.RegionByID(id); ok {
			t.Errorf("id %d is %+v", id, r)
		}
	}
	if _, ok := directory.RegionIn("us", 12); !ok {
		t.Error("California is not in the US")
	}
	if _, ok := directory.RegionIn("DE", 12); ok {
		t.Error("California is in Germany")
	}
}

func TestResolveRegion(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, country, text string
		want                int64 // 0: none
	}{
		{"by code", "US", "CA", 12},
		{"by name", "US", "California", 12},
		{"in the country asked for", "CA", "QC", 76},
		{"not in another country", "CA", "CA", 0},
		{"a country in lower case", "us", "NY", 43},
		{"a code in lower case", "US", "ny", 43},
		{"a name in capitals", "US", "NEW YORK", 43},
		{"with blanks around", "US", "  New York ", 43},
		{"with accents", "CH", "Zürich", 129},
		{"with accents apart from their letters", "CH", "Zu\u0308rich", 129},
		{"without accents", "CH", "zurich", 129},
		{"a department by number", "FR", "75", 257},
		{"a department by name", "FR", "Val-d'Oise", 277},
		{"a code that has a Cyrillic letter", "ES", "A Coruсa", 130},
		{"the name of that region", "ES", "A Coruña", 130},
		{"a name's code is not a region id", "US", "12", 0},
		{"an unknown text", "US", "Bavaria", 0},
		{"no text", "US", "", 0},
		{"only blanks", "US", "   ", 0},
		{"a country without a list", "GB", "Kent", 0},
		{"no country", "", "CA", 0},
		{"a text of silly length", "US", strings.Repeat(" ", 1<<20) + "CA", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, ok := directory.ResolveRegion(tt.country, tt.text)
			want, found := directory.RegionByID(tt.want)
			if ok != found || got != want {
				t.Errorf("ResolveRegion(%q, %.40q) = %+v, %v, want %+v", tt.country, tt.text, got, ok, want)
			}
		})
	}
}

// The test also proves that within a country no code or name is that of two regions, whatever its case and accents.
func TestARegionIsResolvedByItsOwnCodeAndName(t *testing.T) {
	t.Parallel()
	for _, r := range directory.AllRegions() {
		for _, text := range []string{
			r.Code, r.Name, strings.ToLower(r.Code), strings.ToLower(r.Name), strings.ToUpper(r.Name), " " + r.Name + "\t",
		} {
			if got, ok := directory.ResolveRegion(r.Country, text); !ok || got != r {
				t.Errorf("%s %q gives %+v, want %+v", r.Country, text, got, r)
			}
		}
	}
}

func TestResolvingTakesAnyInputAndStaysInTheCountry(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		country := rapid.OneOf(rapid.SampledFrom([]string{"US", "fr", "LV", "GB"}), rapid.String()).Draw(t, "country")
		text := rapid.OneOf(rapid.SampledFrom([]string{"CA", "1", "LV-RE"}), rapid.String()).Draw(t, "text")
		if r, ok := directory.ResolveRegion(country, text); ok && !strings.EqualFold(r.Country, country) {
			t.Fatalf("%q in %q gives %+v", text, country, r)
		}
	})
}
