package catalog

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"

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

// SearchWords splits a search: at most ten words of the first fifty characters, in lower case.
func SearchWords(search string) []string {
	runes := []rune(strings.ToLower(strings.TrimSpace(search)))
	words := strings.Fields(string(runes[:min(len(runes), searchLetters)]))
	return words[:min(len(words), searchWords)]
}

// SearchTerms returns the words of a search without punctuation, so that each can be quoted in a full-text query.
func SearchTerms(search string) []string {
	words := strings.FieldsFunc(strings.Join(SearchWords(search), " "), func(r rune) bool {
		return r == unicode.ReplacementChar || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
	return words[:min(len(words), searchWords)]
}

// Searched returns the searchable texts of a product in lower case, by weight: name and SKU; short description; everything else. attributes
// holds the values of searchable attributes that are not chosen from options. They are part of the last text.
func (p Product) Searched(attributes []string) (name, short, long string) {
	var rest []string
	for _, s := range []*string{p.Description, p.Gtin, p.Mpn, p.Barcode} {
		if s != nil {
			rest = append(rest, *s)
		}
	}
	if p.ShortDescription != nil {
		short = strings.ToLower(*p.ShortDescription)
	}
	return strings.ToLower(p.Name + "\n" + p.SKU), short, strings.ToLower(strings.Join(append(rest, attributes...), "\n"))
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
