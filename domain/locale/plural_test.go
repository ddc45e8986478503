package locale

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"tradelog/domain/money"
)

// TestPluralForms: a count chooses the form by the rules of the language, for whole and for other numbers.
func TestPluralForms(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{}
	for language, forms := range map[string]string{
		"en": `{"one": "%d parcel of %s", "other": "%d parcels of %s"}`,
		"de": `{"one": "%d Paket von %s", "other": "%d Pakete von %s"}`,
		"fr": `{"one": "%d colis seul de %s", "other": "%d colis de %s"}`,
		"pl": `{"one": "%d paczka od %s", "few": "%d paczki od %s", "many": "%d paczek od %s", "other": "%d paczki (ułamek) od %s"}`,
		"ja": `{"other": "%[2]sの荷物%[1]d個"}`,
	} {
		metres := strings.NewReplacer("%d parcel ", "%v metre ", "%d", "%v").Replace(forms)
		files["messages/"+language+".json"] = &fstest.MapFile{
			Data: []byte(`{"%d parcels of %s": ` + forms + `, "%v metres of %s": ` + metres + `}`),
		}
	}
	files["messages/en.json"].Data = []byte(`{"%d parcels of %s": {"one": "%d parcel of %s", "other": "%d parcels of %s"},
		"%v metres of %s": {"one": "%v metre of %s", "other": "%v metres of %s"}}`)
	Add(files)
	parcels, metres := Text("%d parcels of %s"), Text("%v metres of %s")
	for code, want := range map[string]string{
		"en_GB": "0 parcels of A|1 parcel of A|2 parcels of A|5 parcels of A|12 parcels of A|22 parcels of A|1,022 parcels of A",
		"de_DE": "0 Pakete von A|1 Paket von A|2 Pakete von A|5 Pakete von A|12 Pakete von A|22 Pakete von A|1.022 Pakete von A",
		"fr_FR": "0 colis seul de A|1 colis seul de A|2 colis de A|5 colis de A|12 colis de A|22 colis de A|1 022 colis de A",
		"pl_PL": "0 paczek od A|1 paczka od A|2 paczki od A|5 paczek od A|12 paczek od A|22 paczki od A|1022 paczki od A",
		"ja_JP": "Aの荷物0個|Aの荷物1個|Aの荷物2個|Aの荷物5個|Aの荷物12個|Aの荷物22個|Aの荷物1,022個",
		"pt_PT": "0 parcels of A|1 parcel of A|2 parcels of A|5 parcels of A|12 parcels of A|22 parcels of A|1 022 parcels of A",
	} {
		l := Of(code, nil)
		var got []string
		for _, n := range []int{0, 1, 2, 5, 12, 22, 1022} {
			got = append(got, l.Translate(parcels, n, "A"))
		}
		if text := plainSpaces.Replace(strings.Join(got, "|")); text != want {
			t.Errorf("%s: %s\nwant %s", code, text, want)
		}
	}
	for code, want := range map[string]string{
		"en_US": "0 metres of A|1 metre of A|2 metres of A|1.5 metres of A|1,002.25 metres of A",
		"fr_FR": "0 colis seul de A|1 colis seul de A|2 colis de A|1,5 colis seul de A|1 002,25 colis de A",
		"pl_PL": "0 paczek od A|1 paczka od A|2 paczki od A|1,5 paczki (ułamek) od A|1002,25 paczki (ułamek) od A",
	} {
		l := Of(code, nil)
		var got []string
		for _, n := range []string{"0", "1", "2", "1.5", "1002.25"} {
			got = append(got, l.Translate(metres, money.MustParse(n), "A"))
		}
		if text := plainSpaces.Replace(strings.Join(got, "|")); text != want {
			t.Errorf("%s: %s\nwant %s", code, text, want)
		}
	}
	if got := In("pl", "%d parcels of %s"); got != "%d paczki (ułamek) od %s" {
		t.Errorf("without a count it is %q", got)
	}
}

var plainSpaces = strings.NewReplacer("\u00a0", " ", "\u202f", " ")

// TestVerbs: the arguments of verbs are known, also of those that name them.
func TestVerbs(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]verb{
		"%s of %d":          {{1, 's'}, {2, 'd'}},
		"%[2]d von %[1]s":   {{2, 'd'}, {1, 's'}},
		"%[2]s, %s, 5%% %s": {{2, 's'}, {3, 's'}, {0, '%'}, {4, 's'}},
		"50%":               nil,
		"":                  nil,
		"%[x]s":             {{1, '['}},
	} {
		if got := verbsOf(text); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
