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

// Cursor is where a walk through a list goes on: behind a row, which is known by the values that the list is ordered by. Rows that come,
// change or go in between move no others.
type Cursor struct {
	Order string   `json:"o,omitempty"` // what the values belong to
	Keys  []string `json:"k,omitempty"` // values of the row; none at the beginning
	Rows  int      `json:"n,omitempty"` // how many rows came before, in short lists that are kept in memory
}

var errCursor = fault.Invalidf("after does not belong to this list in this order. Take it from the next link of the page before, " +
	"or leave it empty to begin")

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

// String is the form of a cursor that callers pass on.
func (c Cursor) String() string {
	encoded, _ := json.Marshal(c) // texts and a number
	return base64.RawURLEncoding.EncodeToString(encoded)
}

// Order is the order of a list: by its keys, all of them ascending or all descending. The last key is different in each row.
type Order struct {
	Keys       []Key
	Descending bool
}

// Key is a column, or an expression, of a type of PostgreSQL. It is never null.
type Key struct{ Column, Type string }

// ByID is the order by the column id, the newest first.
var ByID = Order{Keys: []Key{{Column: "id", Type: "bigint"}}, Descending: true}

// ByTime is the order by the column of a time and within it by id, the newest first.
func ByTime(column string) Order {
	return Order{Keys: append([]Key{{Column: column, Type: "timestamptz"}}, ByID.Keys...), Descending: true}
}

// Ascending is the order from the other end, if so.
func (o Order) Ascending(so bool) Order {
	o.Descending = o.Descending != so
	return o
}

// SQL is the order in a query.
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

// Values is the column with the values of a row, for Cursor.
func (o Order) Values() string { return "ARRAY[" + strings.Join(o.columns("(%s)::text"), ", ") + "]" }

// Next is the cursor behind a page whose last row has some values; empty: there is no further page, or the list is not walked through.
func (o Order) Next(p Page, rows int, last []string) string {
	if p.After == nil || rows < p.Size {
		return ""
	}
	return Cursor{Order: o.SQL(), Keys: last}.String()
}

// After adds that rows are behind a cursor. The error says that the cursor is one of another list.
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

// Misread is the refusal of a cursor whose values the database cannot read.
func (p Page) Misread(err error) error {
	var refused *pgconn.PgError
	if p.After != nil && errors.As(err, &refused) && strings.HasPrefix(refused.Code, "22") { // a data exception
		return errCursor
	}
	return err
}

// Next is the cursor behind a page of a list that is kept in memory; empty: the page is the last one, or the list is not walked through.
func (p Page) Next(rows, total int) string {
	if behind := p.Offset() + rows; p.After != nil && behind < total {
		return Cursor{Rows: behind}.String()
	}
	return ""
}

// Stretch is the part of a list in memory that is on a page.
func Stretch[T any](p Page, list []T) []T {
	from := min(p.Offset(), len(list))
	return slices.Clip(list[from:min(from+p.Size, len(list))])
}
