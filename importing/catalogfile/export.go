package catalogfile

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/domain/spreadsheet"
	"tradelog/domain/stock"
	readcatalog "tradelog/readmodels/catalog"
)

// exporter writes rows.
type exporter struct {
	shop     Shop
	sheet    sheet
	tree     *tree
	index    *readcatalog.CategoryIndex
	views    []shop.Store
	websites map[int64]string
	classes  map[int64]string
	sets     map[int64]string
	names    *names // of what products refer to
	paths    map[int64]string
	ordered  []int64 // categories, each after its parent
	save     func(name string, content io.Reader) error
	saved    map[string]bool // pictures, by path
	storage  settings.View   // of pictures
	// ownPrices tells whether websites have prices of their own.
	ownPrices bool
}

// values are a row by column.
type values map[string]json.RawMessage

// Export writes the catalog as Import reads it: the categories, and the products in the order of their SKUs. It returns the number of rows.
// save stores a picture under a path beside the file; without save, pictures are left out.
func Export(ctx context.Context, s Shop, to io.Writer, format Format, save func(name string, content io.Reader) error) (rows int,
	err error) {
	e, err := newExporter(ctx, s)
	if err != nil {
		return 0, err
	}
	e.save, e.saved = save, map[string]bool{}
	out := bufio.NewWriterSize(to, 1<<16)
	if format == JSON {
		order := e.order(nil)
		err = e.each(ctx, func(v values) error {
			rows++
			return writeObject(out, order, v)
		})
	} else {
		rows, err = e.csv(ctx, out)
	}
	if err != nil {
		return rows, err
	}
	return rows, out.Flush()
}

func newExporter(ctx context.Context, s Shop) (*exporter, error) {
	known, err := s.Structure.Shop(ctx)
	if err != nil {
		return nil, err
	}
	e := &exporter{
		shop:     s,
		storage:  known.Settings.In(0),
		views:    known.Stores,
		websites: map[int64]string{},
		classes:  map[int64]string{0: noClass},
		sets:     map[int64]string{},
	}
	e.ownPrices = e.storage.Flag("catalog/price/scope")
	e.names = &names{groups: map[int64]string{}, websites: e.websites, views: map[int64]string{}}
	for _, view := range known.Stores {
		e.names.views[view.ID] = view.Code
	}
	for _, w := range known.Websites {
		e.websites[w.ID] = w.Code
	}
	taxes, err := s.Taxes.Taxes(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range taxes.ProductClasses() {
		e.classes[c.ID] = c.Name
	}
	for _, g := range taxes.Groups() {
		e.names.groups[g.ID] = g.Code
	}
	book, err := s.Rows.Attributes(ctx)
	if err != nil {
		return nil, err
	}
	e.sheet = newSheet(book)
	for _, s := range book.Sets() {
		e.sets[s.ID] = s.Name
	}
	if e.index, err = s.Rows.Categories(ctx); err != nil {
		return nil, err
	}
	usual, _ := known.Default()
	e.tree = newTree(e.index, known.RootCategory(usual))
	e.ordered, e.paths = e.tree.paths()
	return e, nil
}

// csv writes the columns that any row uses. The catalog is read twice, so that it need not be kept.
func (e *exporter) csv(ctx context.Context, out *bufio.Writer) (rows int, err error) {
	used := map[string]bool{}
	if err := e.each(ctx, func(v values) error {
		for name, value := range v {
			used[name] = used[name] || cellOf(name, value) != ""
		}
		return nil
	}); err != nil {
		return 0, err
	}
	order := e.order(func(name string) bool { return used[name] })
	writeRecord(out, order, func(name string) string { return name })
	err = e.each(ctx, func(v values) error {
		for name, value := range v {
			if !used[name] && cellOf(name, value) != "" {
				return fault.Conflictf("The catalog changed while it was exported; %s is a column now. Please export it again", name)
			}
		}
		rows++
		writeRecord(out, order, func(name string) string {
			if value, has := v[name]; has {
				return cellOf(name, value)
			}
			return ""
		})
		return nil
	})
	return rows, err
}

// cellOf returns the cell of a column with a value. A product without websites says so, since an empty cell stands for the default website.
func cellOf(name string, value json.RawMessage) string {
	if name == named["websiteIds"] && string(value) == `""` {
		return clearing
	}
	return spreadsheet.Quote(toText(cellText(value)))
}

// cellText returns the text of a value in a cell: lists of plain values joined by commas, all other lists and objects as JSON.
func cellText(value json.RawMessage) string {
	var list []json.RawMessage
	if json.Unmarshal(value, &list) != nil || list == nil {
		return plainText(value)
	}
	parts := make([]string, len(list))
	for i, part := range list {
		if part[0] == '{' || part[0] == '[' {
			return string(value)
		}
		parts[i] = plainText(part)
	}
	return strings.Join(parts, ",")
}

// order lists the names of columns, those of store views behind those of all stores.
func (e *exporter) order(used func(string) bool) (out []string) {
	for _, name := range e.sheet.names() {
		all := []string{name}
		for _, view := range e.views {
			all = append(all, name+"@"+view.Code)
		}
		for _, name := range all {
			if used == nil || used(name) {
				out = append(out, name)
			}
		}
	}
	return out
}

func writeRecord(out *bufio.Writer, order []string, text func(string) string) {
	for i, name := range order {
		if i > 0 {
			out.WriteByte(',')
		}
		value := text(name)
		if strings.ContainsAny(value, ",\"\r\n") || strings.HasPrefix(value, " ") || strings.HasSuffix(value, " ") || len(order) == 1 {
			value = `"` + strings.ReplaceAll(value, `"`, `""`) + `"`
		}
		out.WriteString(value)
	}
	out.WriteByte('\n')
}

func writeObject(out *bufio.Writer, order []string, v values) error {
	begin := "{"
	for _, name := range order {
		if value, has := v[name]; has {
			fmt.Fprintf(out, "%s%s:%s", begin, encoded(name), value)
			begin = ","
		}
	}
	_, err := out.WriteString("}\n")
	return err
}

const exportPage = 500

// written returns the stock of a product as an import reads it. A product that is sold as its parts has no quantity, whatever its level has
// from times when one could be set.
func written(p *readcatalog.ProductState) stock.Change {
	change := p.Level.Written()
	if !catalog.HasStock(plainText(p.Values[0]["type"])) {
		change = change.WithoutQty()
	}
	return change
}

// each calls write with every row.
func (e *exporter) each(ctx context.Context, write func(values) error) error {
	for _, id := range e.ordered {
		v := values{kindColumn: encoded(category), pathColumn: encoded(e.paths[id])}
		e.fields(v, category, e.index.Values(id))
		if err := write(v); err != nil {
			return err
		}
	}
	placed, linked := map[int64][]categoryPosition{}, false
	if err := e.products(ctx, func(page []readcatalog.ProductState) error {
		for _, p := range page {
			v := values{kindColumn: encoded(product), skuColumn: p.Values[0]["sku"]}
			e.fields(v, product, p.Values)
			if p.HasLevel {
				maps.Copy(v, stockValues(written(&p)))
			}
			if err := e.pictures(ctx, v, p.Values); err != nil {
				return err
			}
			if err := write(v); err != nil {
				return err
			}
			e.categoryPositions(placed, &p)
			linked = linked || hasLinks(&p)
		}
		return nil
	}); err != nil {
		return err
	}
	if linked {
		if err := e.products(ctx, func(page []readcatalog.ProductState) error { return e.links(ctx, page, write) }); err != nil {
			return err
		}
	}
	return e.writePositions(placed, write)
}

// products calls each with all products, in the order of their SKUs.
func (e *exporter) products(ctx context.Context, each func([]readcatalog.ProductState) error) error {
	for last := (*readcatalog.ProductState)(nil); ; {
		page, err := e.shop.Rows.ProductsAfter(ctx, last, exportPage)
		if err != nil || len(page) == 0 {
			return err
		}
		if err := each(page); err != nil {
			return err
		}
		last = &page[len(page)-1]
	}
}

// links calls write with the references between products. Their rows follow all products, so that an import finds the products that they
// name.
func (e *exporter) links(ctx context.Context, page []readcatalog.ProductState, write func(values) error) (err error) {
	var ids []int64
	for _, p := range page {
		ids = append(ids, otherProducts(&p)...)
	}
	if e.names.products, err = e.shop.Rows.SKUs(ctx, ids); err != nil {
		return err
	}
	for _, p := range page {
		v := values{kindColumn: encoded(links), skuColumn: p.Values[0]["sku"]}
		about := len(v)
		if e.fields(v, links, p.Values); len(v) == about {
			continue
		}
		if err := write(v); err != nil {
			return err
		}
	}
	return nil
}

// hasLinks reports whether a product has a column of references between products. A bundle's options are one without selections, too.
func hasLinks(p *readcatalog.ProductState) bool {
	return slices.ContainsFunc(columns[links], func(c *column) bool { return p.Values[0][c.field.Name] != nil })
}

// otherProducts returns the identifiers of the products that a product refers to.
func otherProducts(p *readcatalog.ProductState) (ids []int64) {
	for _, c := range columns[links] {
		if value, has := p.Values[0][c.field.Name]; has {
			ids = append(ids, c.refers.others(value)...)
		}
	}
	return ids
}

// fields adds the fields of a record.
func (e *exporter) fields(v values, kind string, has map[int64]record.Values) {
	for _, c := range e.sheet[kind] {
		if c.field.Name == "" {
			continue
		}
		if c.refers != nil {
			if value, ok := has[0][c.field.Name]; ok && (kind == links || !c.refers.products) {
				if shown, some := c.refers.show(e.names, value); some {
					v[c.name] = shown
				}
			}
			continue
		}
		if value, ok := has[0][c.field.Name]; ok && string(value) != `""` {
			v[c.name] = e.value(c, value)
		}
		if !e.ownPrices && slices.Contains(catalog.PriceFields, c.field.Name) {
			continue // own prices from a time when websites had some count no more
		}
		for _, view := range e.views {
			if value, ok := has[view.ID][c.field.Name]; ok {
				v[c.name+"@"+view.Code] = e.value(c, value)
			}
		}
	}
}

// plainNumbers writes a number, or a list of numbers, without needless digits: records keep them as they were sent.
func plainNumbers(value json.RawMessage) json.RawMessage {
	if value[0] == '[' {
		var list []json.RawMessage
		if json.Unmarshal(value, &list) != nil {
			return value
		}
		for i := range list {
			list[i] = plainNumbers(list[i])
		}
		return encoded(list)
	}
	if d, err := money.Parse(string(value)); err == nil {
		return encoded(d)
	}
	return value
}

// value returns a value of a record in the form that files have.
func (e *exporter) value(c *column, value json.RawMessage) json.RawMessage {
	switch {
	case c.show != nil:
		return c.show(value)
	case c.read != nil:
		var decoded any
		if value[0] == '"' && json.Unmarshal(value, &decoded) == nil {
			return encoded(decoded) // as it is written everywhere
		}
		return plainNumbers(value)
	case c.field.Type != record.List:
		var id int64
		_ = json.Unmarshal(value, &id)
		if c.field.Name == "attributeSetId" {
			return encoded(e.sets[id])
		}
		if name, ok := e.classes[id]; ok {
			return encoded(name)
		}
		return encoded(noClass)
	}
	var ids []int64
	_ = json.Unmarshal(value, &ids)
	known := e.websites
	if c.field.Name == "categoryIds" {
		known = e.paths
	}
	out := []string{}
	for _, id := range ids {
		if name, ok := known[id]; ok && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return encoded(strings.Join(out, "|"))
}
