package readmodels

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/person"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
)

// Page is a range of a list.
type Page struct {
	Number int // from 1
	Size   int
	After  *Cursor // for a walk through the list: the cursor that the page is behind. Number does not matter then
	// CountTo bounds the number of rows that are counted; 0: all are.
	CountTo int64
}

// Offset returns the number of rows before the page.
func (p Page) Offset() int {
	if p.After != nil {
		return p.After.Rows
	}
	return (p.Number - 1) * p.Size
}

// Beyond tells whether a page lies so far behind the rows that were counted that there is nothing to read. The page right after
// them is read: rows that came since may have moved others there.
func (p Page) Beyond(total int64) bool { return int64(p.Offset()) >= total+int64(p.Size) }

// AtLeast returns the number of rows of a list, given the rows of a page. Rows that were added since the count must not lie beyond the
// page that callers take for the last.
func (p Page) AtLeast(total int64, rows int) int64 {
	if rows == 0 {
		return total
	}
	return max(total, int64(p.Offset()+rows))
}

// Where builds the condition of a query.
type Where struct {
	conditions []string
	args       []any
}

// Add adds a condition that must hold too. Each $? in it becomes the next parameter.
func (w *Where) Add(condition string, args ...any) {
	for _, a := range args {
		w.args = append(w.args, a)
		condition = strings.Replace(condition, "$?", fmt.Sprintf("$%d", len(w.args)), 1)
	}
	w.conditions = append(w.conditions, condition)
}

// Email adds the condition that a column with e-mail addresses in lower case has a spelling of an address.
func (w *Where) Email(column, email string) {
	if spellings := person.Spellings(email); len(spellings) > 1 {
		w.Add(column+" = ANY ($?)", spellings)
	} else {
		w.Add(column+" = $?", spellings[0])
	}
}

// Any adds the condition that all conditions of at least one group hold.
func (w *Where) Any(groups ...func(*Where)) {
	var either []string
	for _, group := range groups {
		before := len(w.conditions)
		group(w)
		either = append(either, "("+strings.Join(w.conditions[before:], " AND ")+")")
		w.conditions = w.conditions[:before]
	}
	w.conditions = append(w.conditions, "("+strings.Join(either, " OR ")+")")
}

// Args returns the parameters of the conditions. The caller may append further ones.
func (w *Where) Args() []any { return slices.Clone(w.args) }

// SQL returns the WHERE clause; empty without conditions.
func (w *Where) SQL() string {
	if len(w.conditions) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(w.conditions, " AND ")
}

// Query reads a page of one column of ready documents.
type Query struct {
	Table, Column string
	Where         Where
	Order         Order
	Page          Page
	// Total gives the number of rows without counting them, where counters are kept.
	Total func(ctx context.Context) (n int64, known bool, err error)
	// Skip narrows the rows to those from a row shortly before the page on, where counters tell it. It returns how many of these are before
	// the page. Skip is called for late pages; nil reads all rows before them.
	Skip func(ctx context.Context, offset int, w *Where) (rest int, err error)
	// Open changes documents as they are read, such as those with sealed members; nil leaves them as they are.
	Open func(doc []byte) ([]byte, error)
	// Scopes are the scopes that the rows belong to.
	Scopes []scopes.Scope
	// Planned makes PostgreSQL plan the query for its parameters, because the best plan depends on them, as for a search.
	Planned bool
	// Made says that Column is an expression on long columns. The expression is computed for the rows of the page and not, as before a sort,
	// for all.
	Made bool
	// Counted are the scopes on which the number of rows depends; nil stands for Scopes.
	Counted []scopes.Scope
}

// List reads a page and the number of all rows.
func List[T any](ctx context.Context, r *Reader, q Query) (*documents.Page[T], error) {
	total, more, err := r.count(ctx, q)
	if err != nil || q.Page.Beyond(total) {
		return &documents.Page[T]{Total: total}, err
	}
	values := "NULL::text[]"
	if q.Page.After != nil {
		values = q.Order.Values()
		if err := q.Order.After(q.Page.After, &q.Where); err != nil {
			return nil, err
		}
	}
	offset := q.Page.Offset()
	if q.Skip != nil && offset >= skipFrom && q.Page.After == nil {
		if offset, err = q.Skip(ctx, offset, &q.Where); err != nil {
			return nil, err
		}
	}
	args := append(q.Where.Args(), q.Page.Size, offset)
	part := fmt.Sprintf(" FROM %s%s ORDER BY %s LIMIT $%d OFFSET $%d", q.Table, q.Where.SQL(), q.Order.SQL(), len(args)-1, len(args))
	if q.Made {
		part = fmt.Sprintf(" FROM (SELECT *%s) AS page ORDER BY %s", part, q.Order.SQL())
	}
	sql := fmt.Sprintf("SELECT %s, %s%s", q.Column, values, part)
	if q.Planned {
		args = slices.Insert(args, 0, any(pgx.QueryExecModeCacheDescribe))
	}
	rows, err := r.From(ctx, q.Scopes...).Query(ctx, sql, args...)
	if err != nil {
		return nil, q.Page.Misread(err)
	}
	var last []string
	docs, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (doc documents.Doc[T], err error) {
		if err = row.Scan((*[]byte)(&doc), &last); err == nil && q.Open != nil {
			doc, err = q.Open(doc)
		}
		return doc, err
	})
	return &documents.Page[T]{Docs: docs, Total: q.Page.AtLeast(total, len(docs)), More: more, Next: q.Order.Next(q.Page, len(docs), last)},
		q.Page.Misread(err)
}

// Rows is a page of a list whose documents are made of rows when they are read.
type Rows[T any] struct {
	List  []T
	Total int64  // number of rows on all pages
	More  bool   // there are more than Total, which were not counted
	Next  string // see documents.Page
}

// Select is List for rows that are not ready documents. collect reads a row of the columns that q.Column names. keys returns the values of
// a row in the order of the list.
func Select[T any](ctx context.Context, r *Reader, q Query, collect pgx.RowToFunc[T], keys func(T) []string) (Rows[T], error) {
	total, more, err := r.count(ctx, q)
	if err != nil || q.Page.Beyond(total) {
		return Rows[T]{Total: total}, err
	}
	if err := q.Order.After(q.Page.After, &q.Where); err != nil {
		return Rows[T]{}, err
	}
	args := append(q.Where.Args(), q.Page.Size, q.Page.Offset())
	rows, err := r.From(ctx, q.Scopes...).Query(ctx, fmt.Sprintf("SELECT %s FROM %s%s ORDER BY %s LIMIT $%d OFFSET $%d", q.Column, q.Table,
		q.Where.SQL(), q.Order.SQL(), len(args)-1, len(args)), args...)
	if err != nil {
		return Rows[T]{}, q.Page.Misread(err)
	}
	list, err := pgx.CollectRows(rows, collect)
	if err != nil {
		return Rows[T]{}, q.Page.Misread(err)
	}
	var last []string
	if len(list) > 0 {
		last = keys(list[len(list)-1])
	}
	return Rows[T]{List: list, Total: q.Page.AtLeast(total, len(list)), More: more, Next: q.Order.Next(q.Page, len(list), last)}, nil
}

// Docs reads a column of ready documents.
func Docs[T any](rows pgx.Rows) ([]documents.Doc[T], error) {
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (doc documents.Doc[T], err error) {
		return doc, row.Scan((*[]byte)(&doc))
	})
}

// skipFrom is the number of rows before a page from which Query.Skip is asked.
const skipFrom = 1000

// Total returns the number of rows of a list: from counters, from memory, or counted.
func (r *Reader) Total(ctx context.Context, q Query) (int64, error) {
	q.Page.CountTo = 0
	n, _, err := r.count(ctx, q)
	return n, err
}

// count is Total, but where rows are counted it ends at the bound of the page. more says that there are more.
func (r *Reader) count(ctx context.Context, q Query) (n int64, more bool, err error) {
	if q.Total != nil {
		if n, known, err := q.Total(ctx); known || err != nil {
			return n, false, err
		}
	}
	bound := q.Page.CountTo
	if n, err = r.counted(ctx, q, bound); bound > 0 && n > bound {
		return bound, true, err
	}
	return n, false, err
}

// counted counts rows, one more than a bound at most; 0 is none. It caches the number.
func (r *Reader) counted(ctx context.Context, q Query, bound int64) (int64, error) {
	of := q.Counted
	if of == nil {
		of = q.Scopes
	}
	sql := "SELECT count(*) FROM " + q.Table + q.Where.SQL()
	if bound > 0 {
		sql = fmt.Sprintf("SELECT count(*) FROM (SELECT FROM %s%s LIMIT %d) AS counted", q.Table, q.Where.SQL(), bound+1)
	}
	return r.counts.Get(ctx, CacheKey(sql, q.Where.args), func(ctx context.Context, from Source) (n int64, err error) {
		args := q.Where.args
		if q.Planned {
			args = slices.Insert(slices.Clone(args), 0, any(pgx.QueryExecModeCacheDescribe))
		}
		err = from.QueryRow(ctx, sql, args...).Scan(&n)
		return n, err
	}, of...)
}

// CacheKey returns the key of a query and its parameters in a cache. The key is short, so that long search texts do not fill the memory.
func CacheKey(sql string, args []any) string {
	name := fmt.Sprintf("%s %#v", sql, args)
	if len(name) <= 500 {
		return name
	}
	sum := sha256.Sum256([]byte(name))
	return string(sum[:])
}

var likeSpecial = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// LikePrefix returns the LIKE pattern of texts that begin with a text.
func LikePrefix(s string) string { return likeSpecial.Replace(s) + "%" }

// LikeAnywhere returns the LIKE pattern of texts that contain a text.
func LikeAnywhere(s string) string { return "%" + likeSpecial.Replace(s) + "%" }
