package catalog

import (
	"context"
	"encoding/json"

	"tradelog/domain/catalog"
	"tradelog/domain/record"
	"tradelog/readmodels"
	"tradelog/readmodels/scopes"
)

// Attributes returns attributes, options and attribute sets as they are now, from memory while nothing changed.
func (r *Reader) Attributes(ctx context.Context) (*catalog.Book, error) {
	return AttributesOf(ctx, r.Reader)
}

// AttributesOf is Attributes for hooks of plain records, which have only the engine.
func AttributesOf(ctx context.Context, engine *readmodels.Reader) (*catalog.Book, error) {
	book := readmodels.Shared(engine, func() *readmodels.Snapshot[*catalog.Book] {
		return readmodels.NewSnapshot(engine, loadAttributes, scopes.Attributes...)
	})
	return book.Get(ctx)
}

func loadAttributes(ctx context.Context, from readmodels.Source) (*catalog.Book, error) {
	book := catalog.NewBook()
	err := readmodels.EachRecord(ctx, from, "records", readmodels.RecordRows{
		catalog.AttributeRecords: labelled("frontendLabel", book.AddAttribute), catalog.OptionRecords: labelled("label", book.AddOption),
		catalog.SetRecords: func(row readmodels.RecordRow) error {
			set, err := record.Read[catalog.AttributeSet](row.Values[0])
			book.AddSet(set)
			return err
		},
	})
	if err != nil {
		return nil, err
	}
	return book.Close(), nil
}

// labelled reads records whose label may differ between store views, and calls add with each.
func labelled[V any](field string, add func(v V, labels map[int64]string)) func(readmodels.RecordRow) error {
	return func(row readmodels.RecordRow) error {
		v, err := record.Read[V](row.Values[0])
		if err != nil {
			return err
		}
		labels := map[int64]string{}
		for store, values := range row.Values {
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
