package readmodels

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/catalog"
	"tradelog/domain/record"
	"tradelog/readmodels/scopes"
)

// attributeBook keeps the book of attributes while none changes.
func (r *Reader) attributeBook() snapshot[*catalog.Book] {
	return snapshot[*catalog.Book]{reader: r, scopes: scopes.Attributes, load: loadAttributes}
}

// Attributes returns attributes, options and attribute sets as they are now, from memory while nothing changed.
func (r *Reader) Attributes(ctx context.Context) (*catalog.Book, error) { return r.attributes.get(ctx) }

func loadAttributes(ctx context.Context, from Source) (*catalog.Book, error) {
	book := catalog.NewBook()
	err := eachRecord(ctx, from, "records", map[*record.Kind]func(recordRow) error{
		catalog.AttributeRecords: labelled("frontendLabel", book.AddAttribute), catalog.OptionRecords: labelled("label", book.AddOption),
		catalog.SetRecords: func(row recordRow) error {
			set, err := record.Read[catalog.AttributeSet](row.values[0])
			book.AddSet(set)
			return err
		},
	})
	if err != nil {
		return nil, err
	}
	return book.Close(), nil
}

// labelled reads records whose label may differ between store views.
func labelled[V any](field string, add func(v V, labels map[int64]string)) func(recordRow) error {
	return func(row recordRow) error {
		v, err := record.Read[V](row.values[0])
		if err != nil {
			return err
		}
		labels := map[int64]string{}
		for store, values := range row.values {
			var own string
			if raw, has := values[field]; has && store != 0 {
				if err := json.Unmarshal(raw, &own); err != nil {
					return err
				}
				labels[store] = own
			}
		}
		add(v, labels)
		return nil
	}
}

// FacetCounts counts the products of a list by their facets. It is remembered while the same products are listed and none has other
// facets: neither prices nor quantities matter.
func (r *Reader) FacetCounts(ctx context.Context, f ProductFilter) (map[string]int64, error) {
	w := f.where()
	of := []scopes.Scope{scopes.Membership, scopes.Facets, scopes.Availability}
	name := fmt.Sprintf("%q %#v", w.conditions, w.args)
	had, known := r.facets.memory.Get(name)
	found, fresh, err := cached(ctx, r, of, had, known, func(from Source) (map[string]int64, error) {
		rows, err := from.Query(ctx, "SELECT facet, count(*)"+productSource+" CROSS JOIN unnest(v.facets) AS facet"+w.sql()+" GROUP BY facet",
			w.args...)
		if err != nil {
			return nil, err
		}
		counts := map[string]int64{}
		var facet string
		var count int64
		_, err = pgx.ForEachRow(rows, []any{&facet, &count}, func() error {
			counts[facet] = count
			return nil
		})
		return counts, err
	})
	if fresh {
		r.facets.memory.Add(name, found)
	}
	return found.value, err
}
