package catalogfile

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"
	"sync"

	"tradelog/commands"
	catalogcommands "tradelog/commands/catalog"
	"tradelog/domain/catalog"
	"tradelog/domain/content"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/domain/stock"
	"tradelog/eventstore"
	readcatalog "tradelog/readmodels/catalog"
)

// outcome is the result of a row.
type outcome int

const (
	unchanged outcome = iota
	changed
	created
	failed
)

// work is a row on its way.
type work struct {
	row
	number  int // among the rows, from 1
	kind    string
	key     string // SKU, or path of a category
	path    string // of the category that a position is about
	store   int64  // the store view that the row is about, 0 for all
	values  catalogcommands.Scoped
	stock   *stock.Change
	state   *readcatalog.ProductState
	id      int64
	outcome outcome
	failure Problem
	// pictures are the pictures that the row asks for, and added the pictures that were stored for it.
	pictures wanted
	added    []catalog.Image
	// refers are the values of the row that refer to other records, and names the SKUs that a row of a product refers to, in lower case.
	refers []parsed
	names  []string
	sheet  sheet
	shown  *names // of the records that the row and the product refer to
}

// class returns the key of the batch that a row may join: rows of one class are imported together. Rows that name other products wait for
// the rows before them.
func (w *work) class() string { return fmt.Sprintf("%s@%t@%t", w.kind, w.store != 0, len(w.names) > 0) }

// fail notes why the row is refused. Without a column it is that of the field which the refusal names. An error of the shop itself is
// returned.
func (w *work) fail(column string, err error) error {
	message := err.Error()
	switch f, ok := fault.As(err); {
	case errors.Is(err, eventstore.ErrInvalidEvent):
	case !ok || f.Kind == fault.Internal:
		return fmt.Errorf("line %d: %w", w.line, err)
	default:
		message, column = f.Message, cmp.Or(column, w.column(f.Field()))
	}
	w.outcome, w.failure = failed, Problem{Line: w.line, SKU: w.key, Column: column, Message: message}
	return nil
}

// column returns the name of the column that has a field of a product or category; "" for none.
func (w *work) column(path string) string {
	field := path[:max(0, strings.IndexAny(path+".", ".["))]
	if code, custom := strings.CutPrefix(path, catalog.CustomPath("")); custom {
		field = catalog.AttributeField(code)
	}
	switch {
	case field == skuColumn || field == pathColumn:
		return field
	case field == "parentId":
		return pathColumn
	}
	for _, c := range w.sheet[w.kind] {
		if field != "" && (c.field.Name == field || c.name == field) {
			return c.name
		}
	}
	return ""
}

// importer is one run.
type importer struct {
	shop    Shop
	options Options

	tree     *tree
	making   context.Context // in which categories are made
	views    map[string]int64
	websites map[string]int64
	classes  map[string]int64
	website  int64    // of new products
	blocks   []string // that layouts may not have
	config   stock.Config
	storage  settings.View // of pictures
	// ownPrices tells whether websites have prices of their own.
	ownPrices bool

	seed       maphash.Seed
	attributes *catalog.Book
	sheet      sheet

	seen map[uint64]int32 // lines by what their rows are about

	mu         sync.Mutex
	trialTypes map[uint64]string // types of the products that a dry run would have created
	// numbers resolves the names in files, except SKUs. trial is the last number of a product that a dry run would have created.
	numbers *numbers
	shown   names // of the records that files name, except products
	sets    map[string]int64
	trial   int64
}

func newImporter(ctx context.Context, s Shop, o Options) (*importer, error) {
	i := &importer{shop: s, options: o, seed: maphash.MakeSeed(), seen: map[uint64]int32{},
		trialTypes: map[uint64]string{}, sets: map[string]int64{}, views: map[string]int64{}, websites: map[string]int64{},
		classes: map[string]int64{}}
	known, err := s.Structure.Shop(ctx)
	if err != nil {
		return nil, err
	}
	i.shown = names{groups: map[int64]string{}, websites: map[int64]string{}, views: map[int64]string{}}
	i.making, i.config = i.attempt(ctx), known.StockConfig()
	i.storage = known.Settings.In(0)
	i.blocks = i.storage.Codes("validators/custom_layout/disallowed_block")
	i.ownPrices = i.storage.Flag("catalog/price/scope")
	for _, s := range known.Stores {
		i.views[s.Code], i.shown.views[s.ID] = s.ID, s.Code
	}
	for _, w := range known.Websites {
		i.websites[w.Code], i.shown.websites[w.ID] = w.ID, w.Code
	}
	usual, _ := known.Default()
	i.website = usual.WebsiteID
	taxes, err := s.Taxes.Taxes(ctx)
	if err != nil {
		return nil, err
	}
	i.classes[noClass] = 0
	for _, c := range taxes.ProductClasses() {
		i.classes[c.Name] = c.ID
	}
	if i.attributes, err = s.Rows.Attributes(ctx); err != nil {
		return nil, err
	}
	i.sheet = newSheet(i.attributes)
	for _, s := range i.attributes.Sets() {
		i.sets[s.Name] = s.ID
	}
	i.numbers = &numbers{
		groups: map[string]int64{}, websites: i.websites, views: i.views, book: i.attributes,
		forbidden: i.storage.Codes("catalog/custom_options/forbidden_extensions"),
	}
	for _, g := range taxes.Groups() {
		i.numbers.groups[g.Code], i.shown.groups[g.ID] = g.ID, g.Code
	}
	index, err := s.Rows.Categories(ctx)
	i.tree = newTree(index, known.RootCategory(usual))
	return i, err
}

// noClass is the name of no tax class.
const noClass = "none"

// attempt returns the context of commands. Those of a dry run store nothing.
func (i *importer) attempt(ctx context.Context) context.Context {
	ctx = context.WithoutCancel(ctx)
	if !i.options.DryRun {
		return ctx
	}
	from := commands.RequestFrom(ctx)
	return commands.WithRequest(ctx, commands.NewTrial(commands.Cause{Actor: from.Actor, Client: from.Client}))
}

// begin finds the subject of a row. It runs for one row after another.
func (i *importer) begin(w *work) {
	refuse := func(column, format string, args ...any) {
		if w.outcome != failed {
			_ = w.fail(column, fault.Invalidf(format, args...))
		}
	}
	w.kind, w.sheet = product, i.sheet
	var view string
	for _, c := range w.cells {
		switch c.column {
		case kindColumn:
			w.kind = strings.ToLower(strings.TrimSpace(plainText(c.value)))
		case skuColumn:
			w.key = strings.TrimSpace(plainText(c.value))
		case pathColumn:
			w.path = strings.TrimSpace(plainText(c.value))
		case storeColumn:
			view = strings.TrimSpace(plainText(c.value))
		}
	}
	if w.kind == category {
		w.key = w.path
	}
	if w.problem != "" {
		refuse("", "%s", w.problem)
		return
	}
	if !slices.Contains(kinds, w.kind) {
		refuse(kindColumn, "There are no rows of the kind %.60q. Valid: %s", w.kind, strings.Join(kinds, ", "))
		return
	}
	if id, ok := i.views[view]; ok {
		w.store = id
	} else if view != "" && view != shop.AdminCode {
		refuse(storeColumn, "There is no store view %.60q", view)
	}
	switch {
	case w.kind == category && w.key == "":
		refuse(pathColumn, "A category needs a path")
	case w.key == "":
		refuse(skuColumn, "SKU is required")
	case w.kind == position && w.path == "":
		refuse(pathColumn, "A position needs the path of its category")
	}
	if w.outcome == failed {
		return
	}
	about := i.hash(fmt.Sprint(w.kind, "@", w.store), w.key)
	if w.kind == position {
		about = i.hash(position+"/"+w.path, w.key)
	}
	if line, had := i.seen[about]; had {
		refuse(map[bool]string{true: pathColumn, false: skuColumn}[w.kind == category], "Line %d is about the same already", line)
		return
	}
	i.seen[about] = int32(w.line)
	if w.kind == product {
		w.name()
	}
}

// name finds the other products that a row names.
func (w *work) name() {
	for _, c := range w.cells {
		if column := naming[c.column]; column != nil && !isNull(c.value) {
			if p, err := column.refers.parse(column, c.value); err == nil { // unreadable values are refused later
				for _, sku := range p.skus {
					w.names = append(w.names, strings.ToLower(sku))
				}
			}
		}
	}
}

// naming maps names to the columns in which products name other products.
var naming = func() map[string]*column {
	out := map[string]*column{}
	for _, c := range columns[links] {
		out[c.name] = c
	}
	return out
}()

func (i *importer) hash(class, key string) uint64 {
	return maphash.String(i.seed, class+"\x00"+strings.ToLower(key))
}

// parse reads the values of a row.
func (i *importer) parse(w *work) error {
	w.values = catalogcommands.Scoped{}
	for _, c := range w.cells {
		if slices.Contains([]string{kindColumn, skuColumn, pathColumn, storeColumn}, c.column) {
			continue
		}
		if err := i.cell(w, c); err != nil {
			if w.outcome == failed {
				return nil
			}
			return w.fail(c.column, err)
		}
	}
	return nil
}

// htmlFields lists fields with HTML, which records keep as it is sent. HTML of which sanitising would leave nothing is refused, as in other
// interfaces.
var htmlFields = []string{"description", "shortDescription"}

func (i *importer) cell(w *work, c cell) error {
	base, view := scoped(c.column)
	column := i.sheet.find(w.kind, base)
	if column == nil {
		if err := checkFormer(base); err != nil {
			return err
		}
		return fault.Invalidf("Rows of the kind %s have no column %.60q", w.kind, base)
	}
	store := w.store
	if view != "" {
		id, ok := i.views[view]
		if !ok {
			return fault.Invalidf("There is no store view %.60q", view)
		}
		store = id
	}
	shared := column.field.Global || !i.ownPrices && slices.Contains(catalog.PriceFields, column.field.Name)
	if store != 0 && (column.field.Name == "" || shared) {
		return fault.Invalidf("%s has one value for all store views", base)
	}
	switch {
	case column.image:
		return w.pictureCell(base, c.value)
	case column.stock > 0:
		return w.stockCell(column, base, c.value)
	case column.refers != nil && !isNull(c.value):
		p, err := column.refers.parse(column, c.value)
		w.refers = append(w.refers, p)
		return err
	}
	return i.fieldCell(w, column, store, c.value)
}

// stockCell reads a column of the stock.
func (w *work) stockCell(column *column, name string, raw json.RawMessage) error {
	if isNull(raw) {
		return fault.Invalidf("%s cannot be cleared", name)
	}
	if w.stock == nil {
		w.stock = &stock.Change{}
	}
	if err := column.setStock(w.stock, raw); err != nil {
		return err
	}
	return w.stock.Check()
}

// fieldCell reads the value of a field for a store. An empty text changes nothing if the field cannot be cleared.
func (i *importer) fieldCell(w *work, column *column, store int64, raw json.RawMessage) error {
	value, err := raw, error(nil)
	if column.refers == nil {
		value, err = i.value(column, raw)
	}
	if err == nil && slices.Contains(htmlFields, column.field.Name) && !isNull(value) {
		text := plainText(value)
		err = content.CheckHTML(column.name, &text)
	}
	if err != nil {
		return err
	}
	if isNull(value) && store == 0 && !column.optional {
		if !isNull(raw) {
			return nil
		}
		return fault.Invalidf("%s cannot be cleared", column.name)
	}
	if column.name == "visibility" && !isNull(value) && !slices.Contains(catalog.Visibilities, plainText(value)) {
		return fault.Invalidf("There is no visibility %.60q. Valid: %s", plainText(value), strings.Join(catalog.Visibilities, ", "))
	}
	if w.values[store] == nil {
		w.values[store] = record.Values{}
	}
	w.values[store][column.field.Name] = value
	return nil
}

// value converts a value into the form that records keep.
func (i *importer) value(c *column, raw json.RawMessage) (json.RawMessage, error) {
	if c.read != nil {
		return c.read(raw)
	}
	if c.field.Type != record.List {
		if isNull(raw) {
			return raw, nil
		}
		of, what := i.classes, "tax class of products"
		if c.field.Name == "attributeSetId" {
			of, what = i.sets, "attribute set"
		}
		name := strings.TrimSpace(plainText(raw))
		id, ok := of[name]
		if !ok {
			return nil, fault.Invalidf("There is no %s %.60q", what, name)
		}
		return encoded(id), nil
	}
	var names []string
	if !isNull(raw) && json.Unmarshal(raw, &names) != nil {
		if text := strings.TrimSpace(plainText(raw)); text != "" {
			names = split(text, '|')
		}
	}
	ids := []int64{}
	for _, name := range names {
		id, err := i.identifier(c, strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return encoded(ids), nil
}

func (i *importer) identifier(c *column, name string) (int64, error) {
	if c.field.Name == "websiteIds" {
		id, ok := i.websites[name]
		if !ok {
			return 0, fault.Invalidf("There is no website %.60q", name)
		}
		return id, nil
	}
	if !i.options.CreateCategories {
		return i.tree.find(i.making, name, nil)
	}
	return i.tree.find(i.making, name, i.shop.Commands.CreateCategory)
}
