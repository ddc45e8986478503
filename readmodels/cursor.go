package readmodels

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"tradelog/domain/fault"
)

// Cursor is a position in a walk through a list: behind a row, which is identified by the values that the list is ordered by. Rows that are
// added, changed or removed in between move no others.
type Cursor struct {
	Order string   `json:"o,omitempty"` // the SQL of the order that the values belong to
	Keys  []string `json:"k,omitempty"` // values of the row; none at the beginning
	Rows  int      `json:"n,omitempty"` // number of rows before, in lists that are kept in memory
}

var errCursor = fault.Invalidf("after does not belong to this list in this order. Take it from the next link of the page before, "+
	"or leave it empty to begin").About(fault.Other, "after")

// ParseCursor reads what String has written. An empty text is the beginning of a list.
func ParseCursor(text string) (*Cursor, error) {
	c := &Cursor{}
	if text == "" {
		return c, nil
	}
	encoded, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || json.Unmarshal(encoded, c) != nil || c.Rows < 0 {
		return nil, errCursor
	}
	return c, nil
}

// String returns the text form of a cursor, which callers pass on.
func (c Cursor) String() string {
	encoded, _ := json.Marshal(c) // texts and a number
	return base64.RawURLEncoding.EncodeToString(encoded)
}

// Order is the order of a list: by its keys, all of them ascending or all descending. The last key is unique.
type Order struct {
	Keys       []Key
	Descending bool
}

// Key is a column, or an expression, of a type of PostgreSQL. A key is never null.
type Key struct{ Column, Type string }

// ByID is the order by the column id, the newest first.
var ByID = Order{Keys: []Key{{Column: "id", Type: "bigint"}}, Descending: true}

// ByTime returns the order by a column of times and within it by id, the newest first.
func ByTime(column string) Order {
	return Order{Keys: append([]Key{{Column: column, Type: "timestamptz"}}, ByID.Keys...), Descending: true}
}

// Ascending returns the order from the other end if so is true.
func (o Order) Ascending(so bool) Order {
	o.Descending = o.Descending != so
	return o
}

// SQL returns the columns of an ORDER BY clause.
func (o Order) SQL() string {
	columns := o.columns("%s")
	if o.Descending {
		columns = o.columns("%s DESC")
	}
	return strings.Join(columns, ", ")
}

func (o Order) columns(format string) []string {
	columns := make([]string, len(o.Keys))
	for i, k := range o.Keys {
		columns[i] = fmt.Sprintf(format, k.Column)
	}
	return columns
}

// Values returns the SQL of a column with the values of a row, for Cursor.
func (o Order) Values() string { return "ARRAY[" + strings.Join(o.columns("(%s)::text"), ", ") + "]" }

// Next returns the cursor behind a page. last has the values of its last row. The cursor is empty if there is no further page, or if the
// list is not walked through.
func (o Order) Next(p Page, rows int, last []string) string {
	if p.After == nil || rows < p.Size {
		return ""
	}
	return Cursor{Order: o.SQL(), Keys: last}.String()
}

// After adds the condition that rows are behind a cursor. It fails if the cursor is of another list.
func (o Order) After(c *Cursor, w *Where) error {
	if c == nil || len(c.Keys) == 0 && c.Rows == 0 {
		return nil
	}
	if c.Order != o.SQL() || len(c.Keys) != len(o.Keys) {
		return errCursor
	}
	values, args := make([]string, len(o.Keys)), make([]any, len(o.Keys))
	for i, k := range o.Keys {
		values[i], args[i] = "$?::text::"+k.Type, c.Keys[i]
	}
	than := ">"
	if o.Descending {
		than = "<"
	}
	w.Add(fmt.Sprintf("(%s) %s (%s)", strings.Join(o.columns("%s"), ", "), than, strings.Join(values, ", ")), args...)
	return nil
}

// Misread returns errCursor if the database could not read the values of a cursor, and every other error as it is.
func (p Page) Misread(err error) error {
	var refused *pgconn.PgError
	if p.After != nil && errors.As(err, &refused) && strings.HasPrefix(refused.Code, "22") { // a data exception
		return errCursor
	}
	return err
}

// Next returns the cursor behind a page of a list that is kept in memory. The cursor is empty if the page is the last one, or if the list
// is not walked through.
func (p Page) Next(rows, total int) string {
	if behind := p.Offset() + rows; p.After != nil && behind < total {
		return Cursor{Rows: behind}.String()
	}
	return ""
}

// Paginate returns the part of a list in memory that is on a page.
func Paginate[T any](p Page, list []T) []T {
	from := min(p.Offset(), len(list))
	return slices.Clip(list[from:min(from+p.Size, len(list))])
}
