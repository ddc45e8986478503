package catalogfile

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	readcatalog "tradelog/readmodels/catalog"
)

// positionsField is the field of a category for the positions of its products, by identifier.
const positionsField = "productPositions"

// placeColumn is the column for the position of a product within a category.
var positionColumn = &column{name: "position", field: record.Field{Name: "position", Global: true}, read: readPosition}

func readPosition(raw json.RawMessage) (json.RawMessage, error) {
	n, err := strconv.ParseInt(strings.TrimSpace(plainText(raw)), 10, 32)
	if err != nil {
		return nil, fault.Invalidf("position must be a whole number").About(fault.Type, "position")
	}
	return encoded(n), nil
}

// applyPositions carries out rows that give products their positions in categories. Each category of a batch is written once.
func (i *importer) applyPositions(ctx context.Context, rows []*work) error {
	skus := make([]string, len(rows))
	for n, w := range rows {
		skus[n] = w.key
	}
	states, err := i.shop.Rows.ProductStates(ctx, skus)
	if err != nil {
		return err
	}
	i.tree.mu.Lock()
	defer i.tree.mu.Unlock()
	placed := map[int64][]*work{}
	for _, w := range rows {
		id, err := i.placed(ctx, w, states)
		if err != nil {
			if err := w.fail("", err); err != nil {
				return err
			}
			if i.options.StopOnError {
				break
			}
		} else if w.id != 0 {
			placed[id] = append(placed[id], w)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(placed)) {
		if err := i.writePositions(ctx, id, placed[id]); err != nil {
			return err
		}
	}
	return nil
}

// placed finds the category and the product of a row. A product that a dry run would have made has no identifier.
func (i *importer) placed(ctx context.Context, w *work, states map[string]readcatalog.ProductState) (category int64, err error) {
	begin, names, err := i.tree.steps(w.path)
	if err != nil {
		return 0, err
	}
	if category, err = i.tree.walk(ctx, begin, names, nil); err != nil {
		return 0, err
	}
	s, known := states[strings.ToLower(w.key)]
	if !known {
		_, err := i.unknown(w)
		return 0, err
	}
	if !slices.Contains(categoriesOf(&s), category) {
		return 0, fault.Invalidf("The product is not in this category").About(fault.Unknown, pathColumn)
	}
	w.id = s.ID
	return category, nil
}

// categoriesOf lists the categories that a product is in.
func categoriesOf(p *readcatalog.ProductState) (ids []int64) {
	_ = json.Unmarshal(p.Values[0]["categoryIds"], &ids)
	return ids
}

// unknown refuses a SKU that no product has, unless a dry run would have made a product of the type with it.
func (i *importer) unknown(w *work) (productType string, err error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if made, ok := i.trialTypes[i.hash(product, w.key)]; ok {
		return made, nil
	}
	return "", fault.NotFoundf("There is no product with this SKU").About(fault.Unknown, skuColumn)
}

// writePositions writes the positions that differ from those of the category.
func (i *importer) writePositions(ctx context.Context, id int64, rows []*work) error {
	err := i.positions(ctx, id, rows)
	if err == nil {
		return nil
	}
	for _, w := range rows {
		if err := w.fail("", err); err != nil {
			return err
		}
	}
	return nil
}

func (i *importer) positions(ctx context.Context, id int64, rows []*work) error {
	s, err := i.shop.Commands.Category(ctx, id)
	if err != nil {
		return err
	}
	c, err := record.Read[catalog.Category](s.In(0))
	if err != nil {
		return err
	}
	positions := map[string]int64{}
	maps.Copy(positions, c.Positions)
	for _, w := range rows {
		key := strconv.FormatInt(w.id, 10)
		var wanted int64
		if json.Unmarshal(w.values[0]["position"], &wanted) != nil {
			return fault.Invalidf("position is required").About(fault.Required, "position")
		}
		if was, has := positions[key]; !has || was != wanted {
			if has && i.options.Mode == Create {
				if err := w.fail("position", fault.Conflictf("The product has another position in this category already")); err != nil {
					return err
				}
				continue
			}
			positions[key], w.outcome = wanted, changed
		}
	}
	if maps.Equal(positions, c.Positions) {
		return nil
	}
	return i.shop.Commands.UpdateCategory(ctx, id, 0, record.Values{positionsField: encoded(positions)}, nil)
}

// categoryPosition is the position of a product in a category.
type categoryPosition struct {
	sku      json.RawMessage
	position int64
}

// categoryPositions adds the positions of a product in its categories.
func (e *exporter) categoryPositions(all map[int64][]categoryPosition, p *readcatalog.ProductState) {
	for _, id := range categoriesOf(p) {
		c := e.index.In(0)[id]
		if c == nil {
			continue
		}
		if position, has := c.Positions[strconv.FormatInt(p.ID, 10)]; has {
			all[id] = append(all[id], categoryPosition{p.Values[0]["sku"], position})
		}
	}
}

// writePositions calls write with the positions of products in categories.
func (e *exporter) writePositions(all map[int64][]categoryPosition, write func(values) error) error {
	for _, id := range e.ordered {
		for _, at := range all[id] {
			if err := write(values{
				kindColumn: encoded(position), pathColumn: encoded(e.paths[id]), skuColumn: at.sku, positionColumn.name: encoded(at.position),
			}); err != nil {
				return err
			}
		}
	}
	return nil
}
