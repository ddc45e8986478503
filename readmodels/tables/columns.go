// Package tables describes rows of the read tables, one struct for each. The fields name their columns, so one list serves the projector
// that writes a table and the readers that select from it.
package tables

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/money"
	"tradelog/readmodels/documents"
)

// Columns maps the fields of R to columns. A field has the tag db:"name". Options follow the name:
//
//	json       the value is stored as JSON, as encoding/json has it
//	document   the value is stored as JSON, as documents.Encode has it
//	omitempty  an empty JSON value is stored as NULL
//
// Fields without the tag are not stored. The fields of an embedded struct are fields of R. With the tag from:"v" they are selected from the
// table with the alias v. With from:"v,outer" that table may have no row, which reads as zero values.
type Columns[R any] struct {
	list []column
	sql  string
}

// Column is a column and its PostgreSQL type.
type Column struct{ Name, Type string }

type column struct {
	Column
	index     []int
	alias     string // of the table
	outer     bool
	encode    func(any) ([]byte, error) // for JSON
	omitEmpty bool
	nullable  bool
	plain     reflect.Type // the type that the database driver knows, if the field has another one
}

// Of returns the columns of R. It panics on a field that cannot be stored, which is a programming error.
func Of[R any]() *Columns[R] {
	c := &Columns[R]{}
	c.add(reflect.TypeFor[R](), nil, "", false)
	c.sql = c.Without()
	return c
}

func (c *Columns[R]) add(t reflect.Type, path []int, alias string, outer bool) {
	for i := range t.NumField() {
		f := t.Field(i)
		index := append(slices.Clone(path), i)
		tag, stored := f.Tag.Lookup("db")
		if f.Anonymous && !stored {
			if f.Type.Kind() != reflect.Struct {
				continue
			}
			of, optional := alias, outer
			if from := f.Tag.Get("from"); from != "" {
				of, optional = strings.TrimSuffix(from, ",outer"), strings.HasSuffix(from, ",outer")
			}
			c.add(f.Type, index, of, optional)
			continue
		}
		if !stored {
			continue
		}
		options := strings.Split(tag, ",")
		k := column{Column: Column{Name: options[0]}, index: index, alias: alias, outer: outer,
			omitEmpty: slices.Contains(options, "omitempty")}
		switch {
		case slices.Contains(options, "json"):
			k.encode = json.Marshal
		case slices.Contains(options, "document"):
			k.encode = documents.Encode
		}
		if k.Type, k.plain = stores(f.Type, k.encode != nil); k.Type == "" {
			panic(fmt.Sprintf("tables: %s.%s of type %s has no column type; store it as JSON", t, f.Name, f.Type))
		}
		k.nullable = k.encode != nil || f.Type.Kind() == reflect.Pointer ||
			f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Uint8
		c.list = append(c.list, k)
	}
}

// stores returns the PostgreSQL type of a field, and the type that the driver knows its values by. Without the first the field cannot be
// stored; without the second the driver knows the type of the field.
func stores(t reflect.Type, encoded bool) (sql string, plain reflect.Type) {
	if encoded {
		return "text", nil
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
		sql, plain = stores(t, false)
		if plain != nil {
			return "", nil
		}
		return sql, nil
	}
	switch t {
	case reflect.TypeFor[money.Decimal]():
		return "numeric", nil
	case reflect.TypeFor[time.Time]():
		return "timestamptz", nil
	}
	for sql, known := range map[string]reflect.Type{
		"text": reflect.TypeFor[string](), "bigint": reflect.TypeFor[int64](), "boolean": reflect.TypeFor[bool](),
		"bigint[]": reflect.TypeFor[[]int64](), "text[]": reflect.TypeFor[[]string](),
	} {
		switch {
		case t == known:
			return sql, nil
		case t.Kind() == known.Kind() && t.ConvertibleTo(known) && t.Kind() != reflect.Slice:
			return sql, known
		}
	}
	if t == reflect.TypeFor[[]byte]() {
		return "text", nil
	}
	if t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 {
		return "text", reflect.TypeFor[[]byte]()
	}
	return "", nil
}

// List returns the columns in the order of the fields.
func (c *Columns[R]) List() []Column {
	list := make([]Column, len(c.list))
	for i, k := range c.list {
		list[i] = k.Column
	}
	return list
}

// SQL returns the list of columns of a SELECT whose rows Read reads.
func (c *Columns[R]) SQL() string { return c.sql }

// Without returns the list of columns of a SELECT that leaves out some of them. Read leaves their fields empty.
func (c *Columns[R]) Without(names ...string) string {
	for _, name := range names {
		if !slices.ContainsFunc(c.list, func(k column) bool { return k.Name == name }) {
			panic(fmt.Sprintf("tables: %s has no column %s", reflect.TypeFor[R](), name))
		}
	}
	parts := make([]string, len(c.list))
	for i, k := range c.list {
		name := k.Name
		if k.alias != "" {
			name = k.alias + "." + name
		}
		switch {
		case slices.Contains(names, k.Name):
			name = k.empty()
		case k.outer && !k.nullable:
			name = "coalesce(" + name + ", " + k.empty() + ")"
		}
		parts[i] = name
	}
	return strings.Join(parts, ", ")
}

// empty returns the SQL of a value that reads as the zero value.
func (k column) empty() string {
	literal := map[string]string{"text": "''", "bigint": "0", "numeric": "0", "boolean": "false", "bigint[]": "'{}'", "text[]": "'{}'",
		"timestamptz": "'epoch'"}[k.Type]
	if k.nullable {
		literal = "NULL"
	}
	return literal + "::" + k.Type
}

// Row is a row of a query.
type Row interface{ Scan(into ...any) error }

// Read reads a row of a query for SQL. The targets of further columns of the query follow.
func (c *Columns[R]) Read(row Row, more ...any) (*R, error) {
	r := new(R)
	return r, c.Into(r, row, more...)
}

// Collect is Read for the collecting functions of pgx.
func (c *Columns[R]) Collect(row pgx.CollectableRow) (*R, error) { return c.Read(row) }

// CollectValue is Collect for lists of values.
func (c *Columns[R]) CollectValue(row pgx.CollectableRow) (r R, err error) {
	err = c.Into(&r, row)
	return r, err
}

// Into is Read into a value that may have other fields already. The columns of more come after those of R.
func (c *Columns[R]) Into(r *R, row Row, more ...any) error {
	return row.Scan(append(c.targets(r, len(more)), more...)...)
}

// targets returns pointers to the fields, with room for more.
func (c *Columns[R]) targets(r *R, more int) []any {
	into := make([]any, 0, len(c.list)+more)
	v := reflect.ValueOf(r).Elem()
	for i := range c.list {
		k := &c.list[i]
		p := v.FieldByIndex(k.index).Addr()
		switch {
		case k.encode != nil:
			into = append(into, fromJSON{p.Interface()})
			continue
		case k.plain != nil:
			p = p.Convert(reflect.PointerTo(k.plain))
		}
		into = append(into, p.Interface())
	}
	return into
}

// Values returns the values of the columns, in the types that writers of rows know. A nil is NULL.
func (c *Columns[R]) Values(r *R) ([]any, error) {
	values := make([]any, len(c.list))
	v := reflect.ValueOf(r).Elem()
	for i := range c.list {
		k := &c.list[i]
		f := v.FieldByIndex(k.index)
		switch {
		case k.encode != nil:
			if k.omitEmpty && (f.IsZero() || f.Kind() == reflect.Slice && f.Len() == 0) {
				continue
			}
			encoded, err := k.encode(f.Interface())
			if err != nil {
				return nil, fmt.Errorf("encode %s: %w", k.Name, err)
			}
			values[i] = encoded
		case f.Kind() == reflect.Pointer:
			if !f.IsNil() {
				values[i] = f.Elem().Interface()
			}
		case k.plain != nil:
			values[i] = f.Convert(k.plain).Interface()
		default:
			values[i] = f.Interface()
		}
	}
	return values, nil
}

// fromJSON decodes a column with JSON into a value. NULL leaves the value as it is.
type fromJSON struct{ into any }

// ScanBytes decodes the driver's buffer without keeping any of it.
func (f fromJSON) ScanBytes(text []byte) error {
	if text == nil {
		return nil
	}
	return json.Unmarshal(text, f.into)
}
