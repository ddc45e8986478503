package catalog

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/catalog"
	"tradelog/readmodels"
	"tradelog/readmodels/scopes"
)

// Search holds the words and the kind of a search for products (shapes-catalog §1.9). The zero value searches for nothing.
type Search struct {
	Text     string
	Type     int    // catalog.LikeSearch, FullTextSearch or CombinedSearch; anything else is LikeSearch
	Language string // PostgreSQL's name of the language
	found    searched
}

// searched is the prepared form of a search, for queries.
type searched struct {
	parts [][]string // facets, by the words of a search for parts
	query string     // the full-text query; empty: no word is in it
	fuzzy []string   // words that something in the name must be similar to; nothing was found without
	hits  []hit      // the products that the texts alone find; nil if there are many
}

// hit is a product that a search finds.
type hit struct {
	id   int64
	rank float32 // its relevance
}

func (s Search) fullText() bool {
	return s.Type == catalog.FullTextSearch || s.Type == catalog.CombinedSearch
}

const (
	textSource = ` JOIN read.product_texts t ON t.store_id = v.store_id AND t.product_id = v.product_id`
	allText    = `(t.name || E'\n' || t.short || E'\n' || t.long)`
)

// Ranked tells whether the results of a search have a relevance to order by.
func (s Search) Ranked() bool { return s.Text != "" && s.fullText() }

// find counts the products of a list, and finds them if there are at most fewProducts. A full-text search without a result becomes one for
// similar words.
func (r *Reader) find(ctx context.Context, f *ProductFilter) (total int64, err error) {
	if f.Single() {
		f.Search = Search{}
	}
	if err := r.prepare(ctx, f); err != nil {
		return 0, err
	}
	if total, err = r.count(ctx, f); err != nil || total > 0 || f.Search.Text == "" || !f.Search.fullText() {
		return total, err
	}
	return r.similar(ctx, f)
}

// mostSimilar bounds the number of words of a search for similar words, and longestSimilar the characters of each. PostgreSQL compares each
// word with parts of all names. People misspell single words; a longer search without a result has other reasons.
const (
	mostSimilar    = 4
	longestSimilar = 32
)

// similarityKey is the key under which it is cached whether names of a store view have words similar to some words.
type similarityKey struct {
	storeID int64
	words   string
}

// similar searches for similar words. Such a search is expensive. So words without similar ones are remembered until a product changes, and
// ProductFilter.Similar may refuse the search.
func (r *Reader) similar(ctx context.Context, f *ProductFilter) (int64, error) {
	words := catalog.SearchTerms(f.Search.Text)
	if len(words) == 0 || len(words) > mostSimilar ||
		slices.ContainsFunc(words, func(w string) bool { return utf8.RuneCountInString(w) > longestSimilar }) {
		return 0, nil
	}
	resembles, err := r.resembling.Get(ctx, similarityKey{f.StoreID, strings.Join(words, " ")},
		func(ctx context.Context, from readmodels.Source) (bool, error) {
			if f.Similar != nil {
				if err := f.Similar(); err != nil {
					return false, err
				}
			}
			return resembles(ctx, from, f.StoreID, words)
		}, scopes.Products)
	if err != nil || !resembles {
		return 0, err
	}
	f.Search.found.fuzzy = words
	return r.count(ctx, f)
}

// resembles reports whether some name has words similar to all of the words. The result is false if the database has no pg_trgm.
func resembles(ctx context.Context, from readmodels.Source, storeID int64, words []string) (found bool, err error) {
	err = from.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm')`).Scan(&found)
	if err != nil || !found {
		return false, err
	}
	w := readmodels.Where{}
	w.Add("(t.store_id = $?) IS TRUE", storeID)
	Search{Text: strings.Join(words, " "), found: searched{fuzzy: words}}.add(&w)
	err = from.QueryRow(ctx, "SELECT EXISTS (SELECT FROM read.product_texts t"+w.SQL()+")", w.Args()...).Scan(&found)
	return found, err
}

func (r *Reader) count(ctx context.Context, f *ProductFilter) (int64, error) {
	switch _, marked := f.groups(); {
	case marked && f.Search.Text != "":
		if few, err := r.look(ctx, f); few || err != nil {
			return int64(len(f.among)), err
		}
	case marked && len(f.CategoryIDs)+len(f.Attributes) > 0:
		return r.countByMarks(ctx, f)
	}
	return r.countProducts(ctx, *f)
}

// look finds products by their texts alone, and keeps those that the marks have as well. few is false if there are more than fewProducts.
// The condition on the store view uses no index, which would be read whole beside that of the words.
func (r *Reader) look(ctx context.Context, f *ProductFilter) (few bool, err error) {
	s := &f.Search
	w := readmodels.Where{}
	w.Add("(t.store_id = $?) IS TRUE", f.StoreID)
	s.add(&w)
	rank, args := s.rank(w.Args())
	rows, err := r.From(ctx, scopes.Products).Query(ctx, fmt.Sprintf("SELECT t.product_id, (%s)::real FROM read.product_texts t%s LIMIT %d",
		rank, w.SQL(), fewProducts+1), slices.Insert(args, 0, any(pgx.QueryExecModeCacheDescribe))...)
	if err != nil {
		return false, err
	}
	hits, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (h hit, err error) { return h, row.Scan(&h.id, &h.rank) })
	if err != nil || len(hits) > fewProducts {
		return false, err
	}
	found, err := r.bitmaps(ctx, *f)
	if err != nil {
		return false, err
	}
	s.found.hits, f.among = []hit{}, []int64{}
	for _, h := range hits {
		if found.products.has(h.id) {
			s.found.hits, f.among = append(s.found.hits, h), append(f.among, h.id)
		}
	}
	return true, nil
}

// prepare makes the conditions of a search. It needs the options of searchable attributes, and PostgreSQL's dictionary of the language.
func (r *Reader) prepare(ctx context.Context, f *ProductFilter) error {
	s := &f.Search
	if s.Text == "" {
		return nil
	}
	book, err := r.Attributes(ctx)
	if err != nil {
		return err
	}
	if s.Type != catalog.FullTextSearch {
		for _, word := range catalog.SearchWords(s.Text) {
			s.found.parts = append(s.found.parts, optionFacets(book, f.StoreID, word, strings.Contains))
		}
	}
	if s.fullText() {
		s.found.query, err = r.textQuery(ctx, book, f)
	}
	return err
}

// optionFacets lists the facets of options of searchable attributes whose label in a store view has a word.
func optionFacets(book *catalog.Book, storeID int64, word string, has func(label, word string) bool) []string {
	var facets []string
	for i := range book.All() {
		a := &book.All()[i]
		if !a.Searchable || !a.Custom() || !a.Chosen() {
			continue
		}
		options := book.Options(a.ID)
		for j := range options {
			if has(catalog.WithoutAccents(book.OptionLabel(&options[j], storeID)), word) {
				facets = append(facets, catalog.Facet(a.Code, strconv.FormatInt(options[j].ID, 10)))
			}
		}
	}
	return facets
}

// textQuery makes the full-text query: every word in any of its forms, or an option with that label. The beginning of the last word is
// enough. Every word may also match as it is written. The query contains only letters and digits of the words.
func (r *Reader) textQuery(ctx context.Context, book *catalog.Book, f *ProductFilter) (string, error) {
	words := catalog.SearchTerms(f.Search.Text)
	if len(words) == 0 {
		return "", nil
	}
	args := []any{f.Search.Language, facetQuery([]string{catalog.StoreMark(f.StoreID)})}
	forms, written := make([]string, len(words)), make([]string, len(words))
	for i, word := range words {
		term, has := "'"+word+"'", func(label, word string) bool { return slices.Contains(catalog.SearchTerms(label), word) }
		if i == len(words)-1 {
			term, has = term+":*", func(label, word string) bool {
				return slices.ContainsFunc(catalog.SearchTerms(label), func(w string) bool { return strings.HasPrefix(w, word) })
			}
		}
		args = append(args, term)
		form := fmt.Sprintf("to_tsquery($1::regconfig, $%d)", len(args))
		written[i] = fmt.Sprintf("to_tsquery('simple', $%d)", len(args))
		if plain := catalog.WithoutAccents(word); plain != word {
			args = append(args, strings.Replace(term, word, plain, 1))
			form = fmt.Sprintf("CASE numnode(%[1]s) WHEN 0 THEN %[1]s ELSE %[1]s || to_tsquery($1::regconfig, $%[2]d) END", form, len(args))
			written[i] = fmt.Sprintf("(%s || to_tsquery('simple', $%d))", written[i], len(args))
		}
		if facets := optionFacets(book, f.StoreID, catalog.WithoutAccents(word), has); len(facets) > 0 {
			args = append(args, facetQuery(facets))
			form = fmt.Sprintf("CASE numnode(%[1]s) WHEN 0 THEN %[1]s ELSE %[1]s || $%[2]d::tsquery END", form, len(args))
		}
		forms[i] = form
	}
	var query string
	sql := "SELECT CASE WHEN numnode(q) = 0 THEN '' ELSE (q && $2::tsquery)::text END FROM (SELECT (" + strings.Join(forms, " && ") +
		") || (" + strings.Join(written, " && ") + ") AS q) AS words"
	err := r.From(ctx, scopes.Products).QueryRow(ctx, sql, args...).Scan(&query)
	return query, err
}

// facetQuery returns a full-text query for any of some facets.
func facetQuery(facets []string) string {
	quoted := make([]string, len(facets))
	for i, facet := range facets {
		quoted[i] = "'" + strings.NewReplacer(`\`, `\\`, "'", "''").Replace(facet) + "'"
	}
	return strings.Join(quoted, " | ")
}

// add adds the conditions of a search.
func (s Search) add(w *readmodels.Where) {
	switch {
	case s.Text == "":
	case s.found.fuzzy != nil:
		for _, word := range s.found.fuzzy {
			w.Add("t.name %> $?", word)
			w.Add(allText+" %> $?", word) // its index finds them, since a name is a part of all texts
		}
	case s.Type == catalog.FullTextSearch:
		s.words(w)
	case s.Type == catalog.CombinedSearch:
		w.Any(s.words, s.partConditions)
	default:
		s.partConditions(w)
	}
}

// words adds the condition of a full-text search.
func (s Search) words(w *readmodels.Where) {
	if s.found.query == "" {
		w.Add("false")
		return
	}
	w.Add("t.words @@ $?::tsquery", s.found.query)
}

// partConditions adds the conditions of a search for parts of words.
func (s Search) partConditions(w *readmodels.Where) {
	for i, word := range catalog.SearchWords(s.Text) {
		pattern := readmodels.LikeAnywhere(word)
		if facets := s.found.parts[i]; len(facets) > 0 {
			w.Add("("+allText+" LIKE $? OR t.words @@ $?::tsquery)", pattern, facetQuery(facets))
		} else {
			w.Add(allText+" LIKE $?", pattern)
		}
	}
}

// ranks lists the relevance of the products that were found, in their order.
func (s Search) ranks() []float32 {
	ranks := make([]float32, len(s.found.hits))
	for i, h := range s.found.hits {
		ranks[i] = h.rank
	}
	return ranks
}

// rank returns the SQL of a product's relevance, and args with its parameters appended.
func (s Search) rank(args []any) (string, []any) {
	switch {
	case s.found.fuzzy != nil:
		similar := make([]string, len(s.found.fuzzy))
		for i, word := range s.found.fuzzy {
			args = append(args, word)
			similar[i] = fmt.Sprintf("word_similarity($%d, t.name)", len(args))
		}
		return strings.Join(similar, " + "), args
	case s.found.query != "":
		args = append(args, s.found.query)
		return fmt.Sprintf("ts_rank(t.words, $%d::tsquery)", len(args)), args
	}
	return "0", args
}
