package catalogfile

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	catalogcommands "tradelog/commands/catalog"
	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/domain/stock"
	readcatalog "tradelog/readmodels/catalog"
)

// apply carries out the rows of a batch, which are all of one class. It returns errors of the shop only: refusals are noted in the rows.
func (i *importer) apply(ctx context.Context, rows []*work) error {
	var fit []*work
	for _, w := range rows {
		if w.outcome != failed {
			if err := i.parse(w); err != nil {
				return err
			}
		}
		if w.outcome != failed {
			fit = append(fit, w)
		} else if i.options.StopOnError {
			break
		}
	}
	if len(fit) == 0 {
		return nil
	}
	switch fit[0].kind {
	case category:
		return i.categories(fit)
	case position:
		return i.applyPositions(i.attempt(ctx), fit)
	}
	return i.products(i.attempt(ctx), fit)
}

func (i *importer) products(ctx context.Context, rows []*work) error {
	defer i.dropUnused(rows)
	if err := i.resolve(ctx, rows); err != nil {
		return err
	}
	fresh, changing, err := i.prepareAll(ctx, rows)
	if err != nil {
		return err
	}
	if err := i.number(ctx, rows); err != nil {
		return err
	}
	existing, err := i.create(ctx, fresh)
	if err != nil {
		return err
	}
	if err := i.change(ctx, append(changing, existing...)); err != nil {
		return err
	}
	return i.setStock(ctx, rows)
}

// prepareAll prepares rows and returns those that create a product and those that may change one. With StopOnError it ends at the first
// row that fails.
func (i *importer) prepareAll(ctx context.Context, rows []*work) (fresh, changing []*work, err error) {
	skus := make([]string, len(rows))
	for n, w := range rows {
		skus[n] = w.key
	}
	states, err := i.shop.Rows.ProductStates(ctx, skus)
	if err != nil {
		return nil, nil, err
	}
	for _, w := range rows {
		if s, ok := states[strings.ToLower(w.key)]; ok {
			w.state = &s
		}
		if w.outcome != failed {
			if err := i.prepare(w); err != nil {
				return nil, nil, err
			}
		}
		switch {
		case w.outcome == failed && i.options.StopOnError:
			return fresh, changing, nil
		case w.outcome == created:
			fresh = append(fresh, w)
		case w.outcome != failed:
			changing = append(changing, w)
		}
	}
	return fresh, changing, nil
}

// create creates the products of rows. It returns the rows whose products somebody else has created since the read model was read, now
// prepared as changes.
func (i *importer) create(ctx context.Context, fresh []*work) (existing []*work, err error) {
	creating := make([]*catalogcommands.NewProduct, len(fresh))
	for n, w := range fresh {
		creating[n] = &catalogcommands.NewProduct{Values: w.values}
	}
	if err := i.shop.Commands.CreateProducts(ctx, creating); err != nil {
		return nil, err
	}
	for n, w := range fresh {
		w.id = creating[n].ID
		if err := creating[n].Err; errors.Is(err, catalog.ErrSKUTaken) && i.options.Mode == Upsert {
			if err := i.retryRow(ctx, w); err != nil {
				return nil, err
			}
			existing = append(existing, w)
		} else if err != nil {
			if err := w.fail("", err); err != nil {
				return nil, err
			}
		} else if i.options.DryRun {
			i.mu.Lock()
			i.trialTypes[i.hash(product, w.key)] = plainText(w.values[0]["type"])
			i.mu.Unlock()
		}
	}
	return existing, nil
}

// setStock sets the stock of rows whose product is there.
func (i *importer) setStock(ctx context.Context, rows []*work) error {
	var levels []stock.Change
	for _, w := range rows {
		if w.stock != nil && w.outcome != failed && w.id != 0 {
			w.stock.ProductID = w.id
			levels = append(levels, *w.stock)
		}
	}
	if len(levels) == 0 {
		return nil
	}
	_, err := i.shop.Commands.SetStock(ctx, levels)
	return err
}

// retryRow prepares a row for a product that the read model did not have.
func (i *importer) retryRow(ctx context.Context, w *work) error {
	s, err := i.shop.Commands.ProductOfSKU(ctx, w.key)
	if err != nil {
		return w.fail("", err)
	}
	levels, err := i.shop.Commands.Levels(ctx, []int64{s.ID})
	if err != nil {
		return err
	}
	level, has := levels[s.ID]
	w.state, w.outcome = &readcatalog.ProductState{State: s, Level: level, HasLevel: has}, unchanged
	return i.prepare(w)
}

// change changes products, many at once.
func (i *importer) change(ctx context.Context, rows []*work) error {
	var changing sync.WaitGroup
	errs := make([]error, len(rows))
	for n, w := range rows {
		if w.outcome == changed && len(w.values) > 0 && w.id != 0 {
			changing.Go(func() { errs[n] = i.shop.Commands.ChangeProduct(ctx, w.id, w.values) })
		}
	}
	changing.Wait()
	for n, w := range rows {
		if errs[n] != nil {
			if err := w.fail("", errs[n]); err != nil {
				return err
			}
		}
	}
	return nil
}

// prepare makes the checks of a row of a product and finds out what it changes.
func (i *importer) prepare(w *work) error {
	err := i.decide(w)
	if err != nil {
		return w.fail("", err)
	}
	return nil
}

func (i *importer) decide(w *work) error {
	if w.state == nil && w.kind == product && w.store == 0 && i.options.Mode != Update || w.state != nil {
		if err := i.gallery(w); err != nil {
			if err := w.fail(w.pictureColumn(), err); err != nil {
				return err
			}
			return nil
		}
	}
	switch {
	case w.state != nil:
		w.id = w.state.ID
		return i.decideChange(w)
	case w.kind == product && w.store == 0 && i.options.Mode != Update:
		w.outcome = created
		return i.decideNew(w)
	}
	productType, err := i.unknown(w)
	if err != nil {
		return err
	}
	// A dry run would have created it: the values are checked as those of any product.
	w.state = &readcatalog.ProductState{State: record.State{Exists: true, Values: map[int64]record.Values{0: {
		"sku": encoded(w.key), "name": encoded(w.key), "type": encoded(productType),
	}}}}
	return i.decideChange(w)
}

func (i *importer) decideNew(w *work) error {
	base := w.values[0]
	if base == nil {
		base = record.Values{}
		w.values[0] = base
	}
	base["sku"] = encoded(w.key)
	for field, value := range map[string]any{
		"type": "simple", "isActive": true, "attributeSetId": catalog.DefaultSet, "taxClassId": 0, "websiteIds": []int64{i.website},
	} {
		if _, given := base[field]; !given {
			base[field] = encoded(value)
		}
	}
	if err := cmp.Or(catalog.NormalizeProduct(base, nil, i.blocks), i.attributes.CheckSet(base)); err != nil {
		return err
	}
	productType := plainText(base["type"])
	if err := cmp.Or(checkReferences(base, productType), adopt(base, nil)); err != nil {
		return err
	}
	i.attributes.Defaults(base, productType, setOf(base))
	s := record.State{Exists: true, Values: map[int64]record.Values{0: base}}
	if err := cmp.Or(i.normalizeViews(w.values, s), i.checkAttributes(w.values, record.State{}, productType, setOf(base))); err != nil {
		return err
	}
	if err := w.whole(productType); err != nil {
		return err
	}
	if !i.options.StopOnError {
		return nil // the command refuses it
	}
	_, err := catalogcommands.FirstEvents(record.State{}, 0, w.values)
	return err
}

// setOf returns the attribute set in some values.
func setOf(v record.Values) (id int64) {
	_ = json.Unmarshal(v["attributeSetId"], &id)
	return id
}

// checkAttributes refuses values of attributes that the product does not have, and leaves none without a value that needs one. was is the
// present product, or a missing one if the row creates it.
func (i *importer) checkAttributes(values catalogcommands.Scoped, was record.State, productType string, set int64) error {
	for store, v := range values {
		var current record.Values
		if was.Exists {
			current = was.In(store)
		}
		err := i.attributes.CheckAttributes(v, productType, set)
		if err = cmp.Or(err, i.attributes.CheckRequired(v, current, productType, set, store != 0)); err != nil {
			return err
		}
	}
	return nil
}

// normalizeViews normalizes the values of single store views.
func (i *importer) normalizeViews(values catalogcommands.Scoped, s record.State) error {
	for store, set := range values {
		if store == 0 {
			continue
		}
		if err := catalog.NormalizeProduct(set, s.In(store), i.blocks); err != nil {
			return err
		}
	}
	return nil
}

// decideChange keeps the values that differ from the product.
func (i *importer) decideChange(w *work) error {
	s := w.state
	productType := plainText(s.Values[0]["type"])
	if wanted, given := w.values[0]["type"]; given && plainText(wanted) != productType {
		return fault.Invalidf("type cannot change; the product is %s", productType).About(fault.Fixed, "type")
	}
	if base := w.values[0]; base != nil {
		delete(base, "type")
		if strings.TrimSpace(plainText(base["name"])) == "" {
			delete(base, "name")
		}
		if err := cmp.Or(catalog.NormalizeProduct(base, s.In(0), i.blocks), i.attributes.CheckSet(base),
			checkReferences(base, productType), adopt(base, s.Values[0])); err != nil {
			return err
		}
	}
	set := setOf(s.Values[0])
	if written := setOf(w.values[0]); written != 0 {
		set = written
	}
	if err := cmp.Or(i.normalizeViews(w.values, s.State), i.checkAttributes(w.values, s.State, productType, set)); err != nil {
		return err
	}
	for store, set := range w.values {
		if err := i.keepDifferent(w, set, s.Values[store]); err != nil {
			return err
		}
		if len(set) == 0 {
			delete(w.values, store)
		}
	}
	events, err := catalogcommands.NextEvents(s.State, w.values)
	if err != nil {
		return err
	}
	isNew := i.options.Mode == Create && w.kind == product && w.store == 0
	if isNew && len(events) > 0 {
		return catalog.ErrSKUTaken
	}
	if isNew && s.HasLevel {
		w.stock = nil
	}
	if err := i.decideStock(w, productType); err != nil {
		return err
	}
	if i.options.Mode == Create && i.overwrites(w) {
		return catalog.ErrSKUTaken
	}
	if len(events) > 0 || w.stock != nil {
		w.outcome = changed
	}
	return nil
}

// overwrites tells whether a row of prices or stock changes existing values of a product. Adding missing values completes a product that
// another row of the import has made, perhaps in an earlier run.
func (i *importer) overwrites(w *work) bool {
	switch w.kind {
	case price, links:
		for store, set := range w.values {
			for name := range set {
				if _, has := w.state.Values[store][name]; has {
					return true
				}
			}
		}
	case stocks:
		return w.stock != nil && w.state.HasLevel
	}
	return false
}

// decideStock drops a change of the stock that changes nothing.
func (i *importer) decideStock(w *work, productType string) error {
	if w.stock == nil {
		return nil
	}
	if err := w.whole(productType); err != nil {
		return err
	}
	w.stock.ProductID = w.id
	ledger := stock.New(stock.Stream)
	if w.state.HasLevel {
		ledger.Levels[w.id] = &w.state.Level
	}
	events, _, _, err := ledger.Set([]stock.Change{*w.stock}, i.config)
	if len(events) == 0 {
		w.stock = nil
	}
	return err
}

// whole makes the stock of a product that is sold as its parts a mere stock status. Such a product has no quantity. Other products are sold
// in whole units, unless their stock has decimals.
func (w *work) whole(productType string) error {
	switch {
	case w.stock == nil:
		return nil
	case catalog.HasStock(productType) && w.state != nil && w.state.ID == 0:
		return nil // the product of a dry run, whose row may have allowed parts of units
	case catalog.HasStock(productType) && w.state != nil:
		return w.stock.CheckUnits(w.state.Level)
	case catalog.HasStock(productType):
		return w.stock.CheckUnits(stock.Fresh(0))
	}
	if w.stock.Qty != nil {
		if err := catalog.CheckQty(w.key, productType, *w.stock.Qty); err != nil {
			return err
		}
	}
	*w.stock = w.stock.WithoutQty()
	return nil
}

// keepDifferent removes values that the record has already, and those that files show alike: files show no references to records that are
// gone, and an export changes nothing when it is imported.
func (i *importer) keepDifferent(w *work, set, has record.Values) error {
	for name, value := range set {
		old, there := has[name]
		known := isNull(value) && !there || there && same(old, value)
		if !known && there {
			var err error
			if known, err = i.alike(w, name, old, value); err != nil {
				return err
			}
		}
		if known {
			delete(set, name)
		}
	}
	return nil
}

// alike tells whether files show two values of a reference alike.
func (i *importer) alike(w *work, field string, old, value json.RawMessage) (bool, error) {
	c, _ := domain.Find(w.sheet[w.kind], func(c *column) bool { return c.field.Name == field })
	switch {
	case c == nil || c.read != nil && c.show == nil:
		return false, nil
	case c.show != nil:
		return same(c.show(old), c.show(value)), nil
	case c.refers == nil:
		return same(i.living(field, old), i.living(field, value)), nil
	case c.refers.products:
		if err := i.showProducts(w, c.refers.others(old)); err != nil {
			return false, err
		}
	}
	before, had := c.refers.show(w.shown, old)
	after, has := c.refers.show(w.shown, value)
	return had == has && (!had || same(before, after)), nil
}

// showProducts adds the SKUs of products to the names that a row is compared by.
func (i *importer) showProducts(w *work, ids []int64) error {
	missing := slices.DeleteFunc(ids, func(id int64) bool { return w.shown.products[id] != "" })
	if len(missing) == 0 {
		return nil
	}
	found, err := i.shop.Rows.SKUs(i.making, missing)
	maps.Copy(w.shown.products, found)
	return err
}

// living returns categories, websites or a tax class without those that are gone.
func (i *importer) living(field string, value json.RawMessage) json.RawMessage {
	var one int64
	if json.Unmarshal(value, &one) == nil {
		if field == "taxClassId" && !slices.Contains(slices.Collect(maps.Values(i.classes)), one) {
			return encoded(0)
		}
		return value
	}
	ids := decoded[int64](value)
	i.tree.mu.Lock()
	defer i.tree.mu.Unlock()
	return encoded(slices.DeleteFunc(ids, func(id int64) bool {
		if field == "categoryIds" {
			return i.tree.nodes[id] == nil
		}
		return i.shown.websites[id] == ""
	}))
}

// same tells whether two JSON values are the same, however they are written.
func same(a, b json.RawMessage) bool {
	if string(a) == string(b) {
		return true
	}
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}

// categories carries out rows of categories, one after another.
func (i *importer) categories(rows []*work) error {
	i.tree.mu.Lock()
	defer i.tree.mu.Unlock()
	for _, w := range rows {
		var err error
		if w.outcome, err = i.category(w); err != nil {
			if err := w.fail("", err); err != nil || i.options.StopOnError {
				return err
			}
		}
	}
	return nil
}

func (i *importer) category(w *work) (outcome, error) {
	create := createCategory(nil)
	if i.options.CreateCategories {
		create = i.shop.Commands.CreateCategory
	}
	begin, names, err := i.tree.steps(w.key)
	if err != nil {
		return failed, err
	}
	last := len(names) - 1
	parent, err := i.tree.walk(i.making, begin, names[:last], create)
	if err != nil {
		return failed, err
	}
	n, err := i.tree.child(parent, names[last])
	if err != nil {
		return failed, err
	}
	if n != nil {
		result, err := i.changeCategory(w, n)
		return result, err
	}
	if w.store != 0 || i.options.Mode == Update {
		return failed, fault.NotFoundf("There is no such category").About(fault.Unknown, pathColumn)
	}
	base := w.values[0]
	if base == nil {
		base = record.Values{}
	}
	if _, given := base["name"]; !given {
		base["name"] = encoded(names[last])
	}
	delete(w.values, 0)
	if n, err = i.tree.create(i.making, parent, base, i.blocks, i.shop.Commands.CreateCategory); err != nil {
		return failed, err
	}
	if _, err := i.changeCategory(w, n); err != nil {
		return failed, err
	}
	return created, nil
}

// changeCategory changes a category in the store views that the row has values for.
func (i *importer) changeCategory(w *work, n *node) (outcome, error) {
	if len(w.values) == 0 {
		return unchanged, nil
	}
	s, err := i.shop.Commands.Category(i.making, n.id)
	if err != nil {
		return failed, err
	}
	result := unchanged
	for _, store := range slices.Sorted(maps.Keys(w.values)) {
		set := w.values[store]
		if strings.TrimSpace(plainText(set["name"])) == "" {
			delete(set, "name")
		}
		if err := catalog.NormalizeCategory(set, s.In(store), i.blocks); err != nil {
			return failed, err
		}
		if err := i.keepDifferent(w, set, s.Values[store]); err != nil {
			return failed, err
		}
		if len(set) == 0 {
			continue
		}
		if i.options.Mode == Create && w.store == 0 && store == 0 {
			return failed, fault.Conflictf("A category with this path exists already").About(fault.Taken, pathColumn)
		}
		if err := i.shop.Commands.UpdateCategory(i.making, n.id, store, set, nil); err != nil {
			return failed, err
		}
		result = changed
		if name := plainText(set["name"]); store == 0 && name != "" {
			n.name = name
		}
		if key := plainText(set["urlKey"]); store == 0 && key != "" {
			n.key = key
		}
	}
	return result, nil
}
