package catalogfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	readcatalog "tradelog/readmodels/catalog"
)

// reference is a column for elements of a product that refer to other records of the shop, or have numbers of their own. Files name
// records: products by SKU, customer groups by name, websites and store views by code. Numbers of one shop mean nothing in another.
type reference struct {
	name    string // of the column
	example string
	types   []string // of product that have it; nil: all
	// products tells that the column names products. Its values then stand in rows behind those of all products.
	products bool
	// parse reads the elements of a file.
	parse func(c *column, raw json.RawMessage) (parsed, error)
	// show returns the form that files have of a value; false if nothing is left of it.
	show func(n *names, value json.RawMessage) (json.RawMessage, bool)
	// others returns the products that a value refers to; nil if values refer to none.
	others func(value json.RawMessage) []int64
}

// parsed holds the elements of a row. build converts them to the list of elements that records have.
type parsed struct {
	column *column
	skus   []string
	build  func(n *numbers) (list any, err error)
}

// numbers maps names in files to this shop's numbers.
type numbers struct {
	products map[string]readcatalog.SKU // by lower-case SKU
	groups   map[string]int64
	websites map[string]int64
	views    map[string]int64
	book     *catalog.Book
	// forbidden lists extensions of files that buyers must not send.
	forbidden []string
}

func (n *numbers) product(sku string) (readcatalog.SKU, error) {
	found, ok := n.products[strings.ToLower(sku)]
	if !ok {
		return found, fault.NotFoundf("There is no product with the SKU %.80q; rows of the kind %s, behind those of all products, may name it",
			sku, links)
	}
	return found, nil
}

// piece finds a product that can be part of composite products.
func (n *numbers) piece(sku string) (int64, error) {
	found, err := n.product(sku)
	if err == nil && !catalog.HasStock(found.Type) {
		err = fault.Invalidf("Product %.80s is a %s product and cannot be part of another one", sku, found.Type)
	}
	return found.ID, err
}

func known(of map[string]int64, what, name string) (int64, error) {
	id, ok := of[name]
	if !ok {
		return 0, fault.Invalidf("There is no %s %.60q", what, name)
	}
	return id, nil
}

// names maps this shop's numbers to names in files.
type names struct {
	products map[int64]string
	groups   map[int64]string
	websites map[int64]string
	views    map[int64]string
}

// list makes a column of elements. F is an element of files, E one of records.
func list[F, E any](r reference, skus func(F) []string, to func(*numbers, F) (E, error), from func(*names, E) (F, bool),
	others func(E) []int64) *reference {
	r.products = others != nil
	r.parse = func(c *column, raw json.RawMessage) (parsed, error) {
		elements, err := strict[F](&r, raw)
		if err != nil {
			return parsed{}, err
		}
		p := parsed{column: c}
		for _, f := range elements {
			for _, sku := range skus(f) {
				if strings.TrimSpace(sku) == "" {
					return p, fault.Invalidf("%s has an element without sku; it must be a list such as %s", r.name, r.example)
				}
				p.skus = append(p.skus, sku)
			}
		}
		p.build = func(n *numbers) (any, error) {
			out := make([]E, len(elements))
			for i, f := range elements {
				var err error
				if out[i], err = to(n, f); err != nil {
					return nil, err
				}
			}
			return out, nil
		}
		return p, nil
	}
	r.show = func(n *names, value json.RawMessage) (json.RawMessage, bool) {
		out := []F{}
		for _, e := range decoded[E](value) {
			if f, ok := from(n, e); ok {
				out = append(out, f)
			}
		}
		return encoded(out), len(out) > 0
	}
	r.others = func(value json.RawMessage) (ids []int64) {
		if others == nil {
			return nil
		}
		for _, e := range decoded[E](value) {
			ids = append(ids, others(e)...)
		}
		return ids
	}
	return &r
}

func decoded[E any](value json.RawMessage) (list []E) {
	_ = json.Unmarshal(value, &list)
	return list
}

// strict reads a list and refuses unknown members. A cell of comma-separated values has the list as text.
func strict[F any](r *reference, raw json.RawMessage) (elements []F, err error) {
	text := strings.TrimSpace(plainText(raw))
	if text == "" {
		return nil, nil
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	err = d.Decode(&elements)
	if err == nil && !d.More() {
		return elements, nil
	}
	reason := ""
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) && wrong.Field != "" {
		reason = fmt.Sprintf("; %s is no %s", wrong.Field, wrong.Value)
	} else if err != nil {
		if _, member, unknown := strings.Cut(err.Error(), "unknown field "); unknown {
			reason = fmt.Sprintf("; it has the member %.60s", member)
		}
	}
	return nil, fault.Invalidf("%s must be a list such as %s%s. Things are named and not numbered", r.name, r.example, reason)
}

// words makes a column of names with a separator between them, or a list of names.
func words(r reference, separator byte, skus bool, to func(*numbers, []string) (any, error),
	from func(*names, json.RawMessage) (json.RawMessage, bool), others func(json.RawMessage) []int64) *reference {
	r.products = skus
	r.parse = func(c *column, raw json.RawMessage) (parsed, error) {
		var list []string
		text := strings.TrimSpace(plainText(raw))
		switch {
		case strings.HasPrefix(text, "["):
			var err error
			if list, err = strict[string](&r, raw); err != nil {
				return parsed{}, err
			}
		case text != "":
			list = split(text, separator)
			for i := range list {
				list[i] = unescape(list[i])
			}
		}
		for i := range list {
			list[i] = strings.TrimSpace(list[i])
			if slices.Contains(list[:i], list[i]) || list[i] == "" {
				return parsed{}, fault.Invalidf("%s names %.80q twice or has an empty name", r.name, list[i])
			}
		}
		p := parsed{column: c, build: func(n *numbers) (any, error) { return to(n, list) }}
		if skus {
			p.skus = list
		}
		return p, nil
	}
	r.show, r.others = from, others
	return &r
}

// The elements of files.
type (
	linkRow struct {
		SKU      string `json:"sku"`
		Position int64  `json:"position,omitempty"`
	}
	groupedRow struct {
		SKU      string         `json:"sku"`
		Qty      *money.Decimal `json:"qty,omitempty"`
		Position int64          `json:"position,omitempty"`
	}
	priceRow struct {
		Group   *string       `json:"group,omitempty"`   // nil: all groups
		Website string        `json:"website,omitempty"` // empty: all websites
		Price   money.Decimal `json:"price"`
	}
	tierRow struct {
		priceRow
		Qty money.Decimal `json:"qty"`
	}
	bundleRow struct {
		Title      string         `json:"title"`
		Type       string         `json:"type"`
		Required   bool           `json:"required,omitempty"`
		Position   int64          `json:"position,omitempty"`
		Selections []selectionRow `json:"selections,omitempty"`
	}
	selectionRow struct {
		SKU       string         `json:"sku"`
		Price     money.Decimal  `json:"price"`
		PriceType string         `json:"priceType,omitempty"`
		Qty       *money.Decimal `json:"qty,omitempty"`
		AnyQty    bool           `json:"anyQty,omitempty"`
		Default   bool           `json:"default,omitempty"`
		Position  int64          `json:"position,omitempty"`
	}
	optionRow struct {
		Title         string         `json:"title"`
		Type          string         `json:"type"`
		Required      bool           `json:"required,omitempty"`
		SortOrder     int64          `json:"sortOrder,omitempty"`
		Price         *money.Decimal `json:"price,omitempty"`
		PriceType     string         `json:"priceType,omitempty"`
		SKU           string         `json:"sku,omitempty"`
		MaxCharacters int64          `json:"maxCharacters,omitempty"`
		Extensions    string         `json:"fileExtensions,omitempty"`
		ImageSizeX    int64          `json:"imageSizeX,omitempty"`
		ImageSizeY    int64          `json:"imageSizeY,omitempty"`
		Values        []valueRow     `json:"values,omitempty"`
	}
	valueRow struct {
		Title     string                            `json:"title"`
		Price     money.Decimal                     `json:"price"`
		PriceType string                            `json:"priceType,omitempty"`
		SKU       string                            `json:"sku,omitempty"`
		SortOrder int64                             `json:"sortOrder,omitempty"`
		Own       map[string]catalog.OwnOptionValue `json:"own,omitempty"` // by code of the store view
	}
	downloadRow struct {
		Title      string        `json:"title"`
		Price      money.Decimal `json:"price"`
		SortOrder  int64         `json:"sortOrder,omitempty"`
		Limit      int64         `json:"limit,omitempty"`
		Shareable  int64         `json:"shareable"`
		Type       string        `json:"type"`
		URL        string        `json:"url,omitempty"`
		SampleType string        `json:"sampleType,omitempty"`
		SampleURL  string        `json:"sampleUrl,omitempty"`
	}
)
