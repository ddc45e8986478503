package directory

import (
	"context"
	"errors"

	"tradelog/domain/directory"
	"tradelog/domain/fault"
	"tradelog/internal/lru"
	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
)

// countries caches rendered countries. They depend only on the language and on the countries that a store allows.
type countries struct {
	lists lru.Cache[listKey, *documents.Page[documents.Country]]
	each  lru.Cache[countryKey, documents.Doc[documents.Country]]
}

type (
	listKey    struct{ locale, allow string }
	countryKey struct{ locale, code string }
)

func newCountries() *countries {
	return &countries{
		lists: lru.New[listKey, *documents.Page[documents.Country]](64),
		each:  lru.New[countryKey, documents.Doc[documents.Country]](4096), // all countries in 16 languages
	}
}

// allowed renders the countries of a configured list.
func (r *countries) allowed(locale, allow string) (*documents.Page[documents.Country], error) {
	key := listKey{locale, allow}
	if list, ok := r.lists.Get(key); ok {
		return list, nil
	}
	docs := []documents.Doc[documents.Country]{}
	for _, c := range directory.AllowedCountries(directory.ParseCodes(allow), locale) {
		document, err := r.countryOf(locale, c)
		if err != nil {
			return nil, err
		}
		docs = append(docs, document)
	}
	list := documents.All(docs)
	r.lists.Add(key, list)
	return list, nil
}

func (r *countries) countryOf(locale string, c directory.Country) (documents.Doc[documents.Country], error) {
	key := countryKey{locale, c.ISO2}
	if document, ok := r.each.Get(key); ok {
		return document, nil
	}
	document, err := documents.Ready(folds.NewCountry(c, locale))
	if err == nil {
		r.each.Add(key, document)
	}
	return document, err
}

func (h *handlers) listCountries(ctx context.Context, c *operations.Call, _ operations.None) (*documents.Page[documents.Country], error) {
	if err := c.Refresh(ctx); err != nil {
		return nil, err
	}
	return h.countries.allowed(localeOf(c.Shop, c.Store), c.Config().Text("general/country/allow"))
}

type countryPath struct {
	ID string `path:"id" doc:"ISO 3166-1 code of two or three letters, case-insensitive" example:"DE"`
}

func (h *handlers) country(ctx context.Context, c *operations.Call, in countryPath) (documents.Doc[documents.Country], error) {
	found, err := directory.FindCountry(in.ID)
	var code directory.CountryCodeError
	switch {
	case errors.As(err, &code):
		return nil, fault.Preconditionf("Invalid country code: %.64s", code.Code)
	case err != nil:
		return nil, readmodels.ErrNotFound
	}
	if err := c.Refresh(ctx); err != nil {
		return nil, err
	}
	return h.countries.countryOf(localeOf(c.Shop, c.Store), found)
}
