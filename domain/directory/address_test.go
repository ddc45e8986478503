package directory_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"tradelog/domain/directory"
)

func TestNormalise(t *testing.T) {
	t.Parallel()
	type address = directory.Address
	long := strings.Repeat("ä", 300)
	for _, tt := range []struct {
		name        string
		given, want address
	}{
		{
			name:  "a region code becomes id and canonical name",
			given: address{CountryID: "US", Region: "CA"},
			want:  address{CountryID: "US", Region: "California", RegionID: 12},
		},
		{
			name:  "a region name becomes id and canonical name",
			given: address{CountryID: "us", Region: "california"},
			want:  address{CountryID: "US", Region: "California", RegionID: 12},
		},
		{
			name:  "a region id gives the canonical name",
			given: address{CountryID: "DE", RegionID: 81, Region: "Bavaria"},
			want:  address{CountryID: "DE", RegionID: 81, Region: "Bayern"},
		},
		{
			name:  "a region id wins over the region",
			given: address{CountryID: "US", RegionID: 12, Region: "NY"},
			want:  address{CountryID: "US", RegionID: 12, Region: "California"},
		},
		{
			name:  "a region id of another country is kept with its text",
			given: address{CountryID: "DE", RegionID: 12, Region: "Bayern"},
			want:  address{CountryID: "DE", RegionID: 12, Region: "Bayern"},
		},
		{
			name:  "an unknown region keeps its text",
			given: address{CountryID: "US", Region: "Bavaria"},
			want:  address{CountryID: "US", Region: "Bavaria"},
		},
		{
			name:  "a country without a list keeps the text",
			given: address{CountryID: "GB", Region: "Kent"},
			want:  address{CountryID: "GB", Region: "Kent"},
		},
		{
			name:  "without a country there is nothing to look the region up in",
			given: address{Region: "CA"},
			want:  address{Region: "CA"},
		},
		{
			name:  "no id is negative",
			given: address{CountryID: "US", RegionID: -1, Region: "CA"},
			want:  address{CountryID: "US", RegionID: 12, Region: "California"},
		},
		{
			name:  "the region is looked up without its tags",
			given: address{CountryID: "<i>US</i>", Region: " <b>CA</b> "},
			want:  address{CountryID: "US", Region: "California", RegionID: 12},
		},
		{
			name: "every text loses its tags",
			given: address{
				Firstname: "<b>A</b>", Lastname: "<b>B</b>", Prefix: "<b>C</b>", Middlename: "<b>D</b>", Suffix: "<b>E</b>",
				Company: "<b>F</b>", Street: []string{"<b>G</b>"}, City: "<b>H</b>", Region: "<b>I</b>", Postcode: "<b>J</b>",
				CountryID: "<b>KK</b>", Telephone: "<b>L</b>", Fax: "<b>M</b>", VatID: "<b>N</b>", Email: "<b>O</b>",
			},
			want: address{
				Firstname: "A", Lastname: "B", Prefix: "C", Middlename: "D", Suffix: "E", Company: "F", Street: []string{"G"},
				City: "H", Region: "I", Postcode: "J", CountryID: "KK", Telephone: "L", Fax: "M", VatID: "N", Email: "O",
			},
		},
		{
			name: "texts are cut to their lengths at a character; e-mail and country are not",
			given: address{
				Firstname: long, Lastname: long, Prefix: long, Middlename: long, Suffix: long, Company: long,
				Street: []string{long, "2"}, City: long, Region: long, Postcode: long, CountryID: long, Telephone: long, Fax: long,
				VatID: long, Email: long,
			},
			want: address{
				Firstname: long[:510], Lastname: long[:510], Prefix: long[:510], Middlename: long[:510], Suffix: long[:510],
				Company: long[:510], Street: []string{long[:510], "2"}, City: long[:510], Region: long[:510],
				Postcode: long[:40], CountryID: long, Telephone: long[:100], Fax: long[:100], VatID: long[:510], Email: long,
			},
		},
		{
			name:  "a street given as one text is split into lines",
			given: address{Street: []string{"Main Street 1\r\n\n  2nd floor ", " ", "rear"}},
			want:  address{Street: []string{"Main Street 1", "2nd floor", "rear"}},
		},
		{
			name:  "a tag may span the lines of a street",
			given: address{Street: []string{"<a\nhref='x'>Main</a> Street\n1"}},
			want:  address{Street: []string{"Main Street", "1"}},
		},
		{
			name:  "control characters and broken UTF-8 go",
			given: address{Firstname: "A\x00nn\xff\r\nBcc: x", City: "\tX\u0085"},
			want:  address{Firstname: "Ann  Bcc: x", City: "X"},
		},
		{name: "nothing stays nothing"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := tt.given.Normalise(); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("\n got %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

// text draws typical texts of addresses: plain words, pieces of markup, broken bytes, and lengths around the limits.
func text() *rapid.Generator[string] {
	piece := rapid.OneOf(
		rapid.SampledFrom([]string{
			"<", ">", "<<", "b>", "</", "<b", "< ", "=\"", "'", "<!--", "\xff", "\x00", "\n", "\r", " ", "\u00a0", "ä",
			"CA", "New York", strings.Repeat("x", 19), strings.Repeat("ö", 49), strings.Repeat("y", 254),
		}),
		rapid.String(),
	)
	return rapid.Map(rapid.SliceOfN(piece, 0, 8), func(s []string) string { return strings.Join(s, "") })
}

func addresses() *rapid.Generator[directory.Address] {
	return rapid.Custom(func(t *rapid.T) directory.Address {
		return directory.Address{
			Firstname: text().Draw(t, "firstname"), Lastname: text().Draw(t, "lastname"), Prefix: text().Draw(t, "prefix"),
			Middlename: text().Draw(t, "middlename"), Suffix: text().Draw(t, "suffix"), Company: text().Draw(t, "company"),
			Street: rapid.SliceOfN(text(), 0, 3).Draw(t, "street"), City: text().Draw(t, "city"),
			Region: text().Draw(t, "region"), RegionID: rapid.Int64Range(-2, 500).Draw(t, "regionId"),
			Postcode:  text().Draw(t, "postcode"),
			CountryID: rapid.OneOf(rapid.SampledFrom([]string{"US", "us ", "LV", "GB"}), text()).Draw(t, "countryId"),
			Telephone: text().Draw(t, "telephone"), Fax: text().Draw(t, "fax"), VatID: text().Draw(t, "vatId"),
			Email: text().Draw(t, "email"),
		}
	})
}

// texts lists the one-line texts of an address but the region, which grows into its canonical name.
func texts(a directory.Address) []string {
	return []string{
		a.Firstname, a.Lastname, a.Prefix, a.Middlename, a.Suffix, a.Company, a.City, a.Postcode, a.CountryID, a.Telephone,
		a.Fax, a.VatID, a.Email,
	}
}

func TestNormaliseIsIdempotentCleansAndNeverLengthens(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		given := addresses().Draw(t, "address")
		street := slices.Clone(given.Street)
		once := given.Normalise()
		if !slices.Equal(given.Street, street) {
			t.Fatal("the street it was given has changed")
		}
		if twice := once.Normalise(); !reflect.DeepEqual(once, twice) {
			t.Fatalf("not idempotent:\n once %+v\ntwice %+v", once, twice)
		}
		before, after := texts(given), texts(once)
		for i := range before {
			if len(after[i]) > len(before[i]) {
				t.Fatalf("%q grew to %q", before[i], after[i])
			}
		}
		if len(strings.Join(once.Street, "\n")) > len(strings.Join(given.Street, "\n")) {
			t.Fatalf("the street grew from %q to %q", given.Street, once.Street)
		}
		for _, s := range append(after, append(once.Street, once.Region)...) {
			if !utf8.ValidString(s) || strings.ContainsAny(s, "\x00\r\n") || strings.TrimSpace(s) != s {
				t.Fatalf("%q is not clean", s)
			}
		}
		if utf8.RuneCountInString(once.Firstname) > 255 || utf8.RuneCountInString(once.Postcode) > 20 ||
			utf8.RuneCountInString(once.Telephone) > 50 || utf8.RuneCountInString(once.Fax) > 50 {
			t.Fatalf("too long: %+v", once)
		}
	})
}

func TestNormaliseResolvesEveryRegion(t *testing.T) {
	t.Parallel()
	for _, r := range directory.AllRegions() {
		want := directory.Address{CountryID: r.Country, RegionID: r.ID, Region: r.Name}
		for _, given := range []directory.Address{
			{CountryID: r.Country, Region: r.Code}, {CountryID: r.Country, Region: r.Name}, {CountryID: r.Country, RegionID: r.ID},
		} {
			if got := given.Normalise(); !reflect.DeepEqual(got, want) {
				t.Errorf("%+v becomes %+v, want %+v", given, got, want)
			}
		}
	}
}

func TestTheStoredFormOfAnAddressIsStable(t *testing.T) {
	t.Parallel()
	a := directory.Address{
		Firstname: "a", Lastname: "b", Prefix: "c", Middlename: "d", Suffix: "e", Company: "f", Street: []string{"g", "h"},
		City: "i", Region: "California", RegionID: 12, Postcode: "j", CountryID: "US", Telephone: "k", Fax: "l", VatID: "m", Email: "n",
	}
	const stored = `{"firstname":"a","lastname":"b","prefix":"c","middlename":"d","suffix":"e","company":"f",` +
		`"street":["g","h"],"city":"i","region":"California","regionId":12,"postcode":"j","countryId":"US","telephone":"k",` +
		`"fax":"l","vatId":"m","email":"n"}`
	for want, a := range map[string]directory.Address{stored: a, "{}": {}} {
		got, err := json.Marshal(a)
		if err != nil || string(got) != want {
			t.Errorf("stored as %s (%v), want %s", got, err, want)
		}
		var back directory.Address
		if err := json.Unmarshal(got, &back); err != nil || !reflect.DeepEqual(back, a) {
			t.Errorf("read back as %+v (%v)", back, err)
		}
	}
}
