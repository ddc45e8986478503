package catalog

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/jackc/pgx/v5"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/projections"
)

var (
	productTexts = &projections.Table{Name: "product_texts", Keys: 2, Columns: projections.Columns(`store_id bigint, product_id bigint,
		language text, name text, short text, long text, marks text[]`)}
	productLanguages = &projections.Table{Name: "product_languages", Keys: 1,
		Columns: projections.Columns("scope text, locale text, language text")}
	productAttributes = &projections.Table{Name: "product_attributes", Keys: 1, Columns: projections.Columns("id bigint, state text")}
)

// texts holds the settings of searches: the languages of store views, and the searchable attributes.
type texts struct {
	languages  map[settings.Scope]language // nil until they were read
	attributes map[int64]textAttribute
	searchable []string // codes of user-defined attributes whose values are words
}

// language holds the configured locale and search language of a scope; nil where the scope sets none.
type language struct{ locale, language *string }

// textAttribute holds the fields of an attribute that decide whether searches include its values.
type textAttribute struct {
	Code        string `json:"attributeCode"`
	Input       string `json:"frontendInput"`
	UserDefined bool   `json:"isUserDefined"`
	Searchable  bool   `json:"isSearchable"`
}

func (t *texts) load(ctx context.Context, w *projections.Writer) error {
	if t.languages != nil {
		return nil
	}
	rows, err := w.Query(ctx, `SELECT scope, locale, language FROM product_languages`)
	if err != nil {
		return err
	}
	t.languages, t.attributes = map[settings.Scope]language{}, map[int64]textAttribute{}
	var stream string
	var l language
	if _, err = pgx.ForEachRow(rows, []any{&stream, &l.locale, &l.language}, func() error {
		scope, _ := settings.ScopeOf(stream)
		t.languages[scope] = l
		return nil
	}); err != nil {
		return err
	}
	if rows, err = w.Query(ctx, `SELECT id, state FROM product_attributes`); err != nil {
		return err
	}
	var id int64
	var state []byte
	_, err = pgx.ForEachRow(rows, []any{&id, &state}, func() error {
		var a textAttribute
		err := json.Unmarshal(state, &a)
		t.attributes[id] = a
		return err
	})
	t.searchable = t.words()
	return err
}

// configOf returns the text search configuration of a store view; 0 stands for all stores.
func (t *texts) configOf(store, website int64) string {
	var locale, set *string
	for _, s := range []settings.Scope{{Level: "store", ID: store}, {Level: "website", ID: website}, settings.Default} {
		l := t.languages[s]
		if locale == nil {
			locale = l.locale
		}
		if set == nil {
			set = l.language
		}
	}
	return catalog.SearchLanguage(domain.Value(set), domain.Value(locale))
}

// configured notes the configuration of a scope. It tells whether the search language may have changed.
func (t *texts) configured(w *projections.Writer, e projections.Event) (bool, error) {
	scope, ok := settings.ScopeOf(e.Stream)
	if !ok {
		return false, nil
	}
	before := t.languages[scope]
	now := before
	set := func(values record.Values) error {
		for path, to := range map[string]**string{catalog.LocalePath: &now.locale, catalog.SearchLanguagePath: &now.language} {
			if raw, written := values[path]; written {
				if err := json.Unmarshal(raw, to); err != nil {
					return err
				}
			}
		}
		return nil
	}
	switch payload := e.Payload.(type) {
	case record.Created:
		if err := set(payload.Values); err != nil {
			return false, err
		}
	case record.Changed:
		if err := set(payload.Set); err != nil {
			return false, err
		}
		if slices.Contains(payload.Unset, catalog.LocalePath) {
			now.locale = nil
		}
		if slices.Contains(payload.Unset, catalog.SearchLanguagePath) {
			now.language = nil
		}
	case record.Deleted:
		now = language{}
	}
	if equal(before.locale, now.locale) && equal(before.language, now.language) {
		return false, nil
	}
	t.languages[scope] = now
	if now.locale == nil && now.language == nil {
		delete(t.languages, scope)
		w.Delete(productLanguages, e.Stream)
		return true, nil
	}
	w.Put(productLanguages, e.Stream, now.locale, now.language)
	return true, nil
}

func equal(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }

// attribute notes an attribute. It tells whether the values that searches include have changed.
func (t *texts) attribute(w *projections.Writer, e projections.Event) (bool, error) {
	id := domain.StreamID(e.Stream)
	a := t.attributes[id]
	var values record.Values
	switch payload := e.Payload.(type) {
	case record.Created:
		values = payload.Values
	case record.Changed:
		if payload.StoreID != 0 {
			return false, nil
		}
		values = payload.Set
	case record.Deleted:
		delete(t.attributes, id)
		w.Delete(productAttributes, id)
		return t.changed(), nil
	}
	encoded, err := json.Marshal(values)
	if err != nil {
		return false, err
	}
	if err := json.Unmarshal(encoded, &a); err != nil {
		return false, err
	}
	if !a.UserDefined || a == t.attributes[id] {
		return false, nil
	}
	t.attributes[id] = a
	state, err := json.Marshal(a)
	w.Put(productAttributes, id, state)
	return t.changed(), err
}

func (t *texts) changed() bool {
	before := t.searchable
	t.searchable = t.words()
	return !slices.Equal(before, t.searchable)
}

func (t *texts) words() []string {
	var codes []string
	for _, a := range t.attributes {
		chosen := slices.Contains([]string{"select", "multiselect", "boolean"}, a.Input)
		if binding, bound := catalog.ProductAttributes.Find(a.Code); a.Searchable && !chosen && (!bound || binding.Field == "") {
			codes = append(codes, a.Code)
		}
	}
	slices.Sort(codes)
	return codes
}

// put writes the text of a product that searches look through in a store view.
func (t *texts) put(w *projections.Writer, store int64, language string, product catalog.Product, custom record.Values, facets []string) {
	var values []string
	for _, code := range t.searchable {
		if text := catalog.CustomText(custom[code]); text != "" {
			values = append(values, text)
		}
	}
	name, short, long := product.Searched(values)
	marks := append([]string{catalog.StoreMark(store)}, facets...)
	w.Put(productTexts, store, product.ID, language, name, short, long, marks)
}

// noteSharedChanges notes events that concern all products: store views, languages, attributes. It tells whether products must be rendered
// again.
func (p *productsProjector) noteSharedChanges(w *projections.Writer, e projections.Event) (bool, error) {
	switch domain.Category(e.Stream) {
	case settings.Kind.Name:
		again, err := p.texts.configured(w, e)
		return p.scope(w, e) || again, err
	case catalog.AttributeRecords.Name:
		return p.texts.attribute(w, e)
	}
	return p.store(w, e), nil
}
