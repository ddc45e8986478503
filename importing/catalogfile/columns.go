package catalogfile

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/record"
	"tradelog/domain/stock"
)

// The kinds of rows. Rows of prices, stock, images, links and positions change products that exist.
const (
	product  = "product"
	price    = "price"
	stocks   = "stock"
	image    = "image"
	category = "category"
	links    = "links"
	position = "position"
)

var kinds = []string{product, price, stocks, image, category, links, position}

// The columns that name the subject of a row.
const (
	kindColumn  = "kind"
	skuColumn   = "sku"
	pathColumn  = "path"
	storeColumn = "store"
)

// column is a column of a row, besides those that name the row's subject.
type column struct {
	name  string
	field record.Field // field of the record; without a name if the column is no field of it
	// read converts a value into the record's form; nil for names of other records, which the shop resolves.
	read func(json.RawMessage) (json.RawMessage, error)
	// show converts a value of the record into the form of a file; nil if both are the same.
	show func(json.RawMessage) json.RawMessage
	// optional tells that the value can be cleared for all stores.
	optional bool
	// stock is the number of the field of stock.Change, from 1; 0 if the column is none.
	stock int
	image bool
	// refers resolves names of other records; nil if the values are no names.
	refers *reference
}

// named maps fields that hold identifiers to the columns that hold names instead.
var named = map[string]string{
	"categoryIds": "categories", "websiteIds": "websites", "taxClassId": "taxClass", "attributeSetId": "attributeSet",
}

// former maps columns of earlier formats, which held a shop's numbers, to the advice that replaces them.
var former = map[string]string{
	"attributeSetId": "attributeSet, with the name of the set", "childIds": "children, with SKUs and bars between them",
	"categoryIds": "categories, with paths and bars between them", "websiteIds": "websites, with codes and bars between them",
	"taxClassId": "taxClass, with the name of the class",
}

// checkFormer refuses columns that had numbers.
func checkFormer(name string) error {
	if instead, was := former[name]; was {
		return fault.Invalidf("The column %s has numbers, which mean nothing in another shop. Use %s", name, instead)
	}
	return nil
}

// unwritten lists fields without columns: identifiers that mean something in this shop alone, and values that other columns or rows have.
var unwritten = map[*record.Kind][]string{
	catalog.Products:   {"id", "sku", gallery},
	catalog.Categories: {"id", "parentId", "landingPageId", positionsField},
}

// prices lists the columns of rows of prices.
var prices = []string{
	"price", "specialPrice", "specialFromDate", "specialToDate", "cost", "msrp", "msrpEnabled", "msrpDisplayActualPriceType", "tierPrices",
	"groupPrices",
}

// images lists the columns for the paths of pictures.
var images = []string{"image", "images"}

var columns = func() map[string][]*column {
	levels := stockColumns()
	of := map[string][]*column{
		product:  slices.Concat(fields[catalog.Product](catalog.Products, catalog.ProductAttributes), levels, imageColumns()),
		category: fields[catalog.Category](catalog.Categories, catalog.CategoryAttributes),
		stocks:   levels, image: imageColumns(), position: {positionColumn},
	}
	for _, c := range of[product] {
		if slices.Contains(prices, c.name) {
			of[price] = append(of[price], c)
		}
		if c.refers != nil && c.refers.products {
			of[links] = append(of[links], c)
		}
	}
	return of
}()

// sheet holds the columns of a shop, by the kind of the row: those that every shop has, and those of user-defined attributes.
type sheet map[string][]*column

func newSheet(book *catalog.Book) sheet {
	s := maps.Clone(sheet(columns))
	s[product] = slices.Clone(columns[product])
	for i := range book.All() {
		a := &book.All()[i]
		if !a.Custom() {
			continue
		}
		c := &column{
			name: a.Code, field: record.Field{Name: catalog.CustomField(a.Code), Global: a.Scope == catalog.GlobalScope}, optional: true,
			read: func(raw json.RawMessage) (json.RawMessage, error) { return book.Cell(a, raw) },
			show: func(value json.RawMessage) json.RawMessage { return book.CellText(a, value) },
		}
		if slices.Contains(sheet(columns).names(), c.name) {
			c.name = "attribute:" + a.Code
		}
		s[product] = append(s[product], c)
	}
	return s
}

// find returns the column of a kind with a name, or nil.
func (s sheet) find(kind, name string) *column {
	c, _ := domain.Find(s[kind], func(c *column) bool { return c.name == name })
	return c
}

// names lists all columns.
func (s sheet) names() []string {
	out := []string{kindColumn, pathColumn, skuColumn, storeColumn}
	for _, kind := range kinds {
		for _, c := range s[kind] {
			if !slices.Contains(out, c.name) {
				out = append(out, c.name)
			}
		}
	}
	return out
}

// fields returns the columns of a kind of record, of which T is the struct.
func fields[T any](kind *record.Kind, attributes *catalog.Attributes) (out []*column) {
	optional := map[string]bool{}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		optional[name] = slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Map}, f.Type.Kind())
	}
	for _, f := range kind.Fields {
		if slices.Contains(unwritten[kind], f.Name) {
			continue
		}
		c := &column{name: f.Name, field: f, optional: optional[f.Name]}
		if name, ok := named[f.Name]; ok {
			c.name = name
		} else if r := references[f.Name]; r != nil && kind == catalog.Products {
			c.name, c.refers = r.name, r
		} else {
			c.read = attributes.CellReader(f)
		}
		out = append(out, c)
	}
	return out
}

func stockColumns() (out []*column) {
	for i, f := range reflect.VisibleFields(reflect.TypeFor[stock.Change]()) {
		if name := f.Tag.Get("json"); name != "-" {
			out = append(out, &column{name: name, stock: i + 1})
		}
	}
	return out
}

func imageColumns() (out []*column) {
	for _, name := range images {
		out = append(out, &column{name: name, image: true})
	}
	return out
}

// setStock reads a value of the stock.
func (c *column) setStock(change *stock.Change, value json.RawMessage) error {
	text, field := strings.TrimSpace(plainText(value)), reflect.ValueOf(change).Elem().Field(c.stock-1)
	switch into := field.Addr().Interface().(type) {
	case **money.Decimal:
		d, err := money.ParseStored(text)
		if err != nil {
			return fault.Invalidf("%s must be a number with at most %d decimal places", c.name, money.DecimalPlaces)
		}
		*into = &d
	case **bool:
		flag := text == "1" || strings.EqualFold(text, "true")
		if !flag && text != "0" && !strings.EqualFold(text, "false") {
			return fault.Invalidf("%s must be 1 or 0", c.name)
		}
		*into = &flag
	case **int:
		n, err := strconv.Atoi(text)
		if err != nil {
			return fault.Invalidf("%s must be a whole number", c.name)
		}
		*into = &n
	}
	return nil
}

// stockValues returns the values of a change that are not nil, by column.
func stockValues(change stock.Change) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	for _, c := range columns[stocks] {
		if f := reflect.ValueOf(change).Field(c.stock - 1); !f.IsNil() {
			out[c.name] = encoded(f.Interface())
		}
	}
	return out
}

// plainText returns the text of a JSON text, and any other value as it is.
func plainText(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

func isNull(value json.RawMessage) bool { return string(value) == "null" }

// scoped splits a column's name into field and store view: name@de is the value of the store view de.
func scoped(name string) (base, view string) {
	base, view, _ = strings.Cut(name, "@")
	return base, view
}
