package catalog

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/unicode/norm"

	"tradelog/domain/directory"
)

// Configuration paths of searches (shapes-catalog §1.9).
const (
	SearchTypePath     = "catalog/search/search_type"
	SearchLanguagePath = "catalog/search/language"
	LocalePath         = "general/locale/code"
)

// Ways to search: for parts of words, for words of a language, or for either.
const (
	likeSearch     = 1
	FullTextSearch = 2
	CombinedSearch = 3
)

// languages maps language codes to PostgreSQL's text search configurations.
var languages = map[string]string{
	"ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish", "eu": "basque",
	"fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian",
	"lt": "lithuanian", "nb": "norwegian", "ne": "nepali", "nl": "dutch", "nn": "norwegian", "no": "norwegian", "pt": "portuguese",
	"ro": "romanian", "ru": "russian", "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}

// SearchLanguage returns the text search configuration of a store view: the configured one, or that of the locale. For a language that
// PostgreSQL does not know it returns simple, which matches words as they are written.
func SearchLanguage(set, locale string) string {
	code, _, _ := strings.Cut(cmp.Or(locale, directory.DefaultLocale), "_")
	return cmp.Or(set, languages[strings.ToLower(code)], "simple")
}

// Limits of a search.
const (
	searchLetters = 50
	searchWords   = 10
)

// SearchWords splits a search: at most ten words of the first fifty characters, in lower case and without accents.
func SearchWords(search string) []string {
	words := writtenWords(search)
	for i, word := range words {
		words[i] = WithoutAccents(word)
	}
	return words
}

// writtenWords splits a search into its words as they are written, in lower case.
func writtenWords(search string) []string {
	runes := []rune(strings.ToLower(strings.TrimSpace(search)))
	words := strings.Fields(string(runes[:min(len(runes), searchLetters)]))
	return words[:min(len(words), searchWords)]
}

// WithoutAccents returns a text in lower case with Latin and Greek letters without marks: crème is creme, and Straße strasse. Marks of
// other scripts are letters, and stay.
func WithoutAccents(text string) string {
	text = strings.ToLower(text)
	if !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) {
		return text
	}
	var b strings.Builder
	bare := false
	for _, r := range norm.NFD.String(ligatures.Replace(text)) {
		if bare && accents.Contains(r) {
			continue
		}
		b.WriteRune(r)
		bare = unicode.In(r, unicode.Latin, unicode.Greek)
	}
	return norm.NFC.String(b.String())
}

var (
	ligatures = strings.NewReplacer("ß", "ss", "æ", "ae", "ø", "o", "œ", "oe", "đ", "d", "ł", "l", "þ", "th", "ð", "d", "ı", "i",
		"ς", "σ")
	accents = runes.Predicate(func(r rune) bool { return r >= 0x300 && r <= 0x36f })
)

var tags = regexp.MustCompile(`<[^>]*>`)

// searchable returns a text in lower case, with those of its words that have accents once more without them. So the text is found however
// its words are written, and words that a language passes over stay recognisable. The words once more have no tags: half a tag would hide
// what follows.
func searchable(text string) string {
	text = strings.ToLower(text)
	if WithoutAccents(text) == text {
		return text
	}
	var more []string
	known := map[string]bool{}
	for _, word := range strings.Fields(tags.ReplaceAllString(text, " ")) {
		if bare := WithoutAccents(word); bare != word && !known[bare] {
			known[bare] = true
			more = append(more, bare)
		}
	}
	return text + "\n" + strings.Join(more, " ")
}

// SearchTerms returns the words of a search without punctuation, so that each can be quoted in a full-text query.
func SearchTerms(search string) []string {
	words := strings.FieldsFunc(strings.Join(writtenWords(search), " "), func(r rune) bool {
		return r == unicode.ReplacementChar || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
	return words[:min(len(words), searchWords)]
}

// Searched returns the searchable texts of a product, by weight: name and SKU; short description; everything else. attributes holds the
// values of searchable attributes that are not chosen from options. They are part of the last text.
func (p Product) Searched(attributes []string) (name, short, long string) {
	var rest []string
	for _, s := range []*string{p.Description, p.Gtin, p.Mpn, p.Barcode} {
		if s != nil {
			rest = append(rest, *s)
		}
	}
	if p.ShortDescription != nil {
		short = searchable(*p.ShortDescription)
	}
	return searchable(p.Name + "\n" + p.SKU), short, searchable(strings.Join(append(rest, attributes...), "\n"))
}

// StoreMark returns the mark of a store view's words. Searches require it, so that they match no other view.
func StoreMark(id int64) string { return "store_id=" + strconv.FormatInt(id, 10) }

// BitmapSize is the number of products that one bitmap covers.
const BitmapSize = 8192

// Marks of products. They are indexed with the facets, whose names begin with a letter.
const (
	CatalogMark = "@catalog" // enabled, and shown by browsing
	SearchMark  = "@search"  // enabled, and shown by searches
	InStockMark = "in_stock"
	ManagedMark = "managed" // sold out where stock is not managed by default
)

// CategoryMark returns the mark of the products of a category.
func CategoryMark(id int64) string { return "@category=" + strconv.FormatInt(id, 10) }
