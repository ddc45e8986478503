package readmodels

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
)

// Page is a stretch of a list.
type Page struct {
	Number int // from 1
	Size   int
}

// Offset is how many rows come before the page.
func (p Page) Offset() int { return (p.Number - 1) * p.Size }

// beyond tells whether a page lies so far behind the rows that were counted that there is nothing to read. The page right after
// them is read: rows that came since may have moved others there.
func (p Page) beyond(total int64) bool { return int64(p.Offset()) >= total+int64(p.Size) }

// atLeast is the number of rows of a list when its page has some. Rows that came since they were counted must not be beyond what
// callers take for the last page.
func (p Page) atLeast(total int64, rows int) int64 {
	if rows == 0 {
		return total
	}
	return max(total, int64(p.Offset()+rows))
}

// where builds a condition; $? becomes the next parameter.
type where struct {
	conditions []string
	args       []any
}

func (w *where) add(condition string, args ...any) {
	for _, a := range args {
		w.args = append(w.args, a)
		condition = strings.Replace(condition, "$?", fmt.Sprintf("$%d", len(w.args)), 1)
	}
	w.conditions = append(w.conditions, condition)
}

func (w *where) sql() string {
	if len(w.conditions) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(w.conditions, " AND ")
}

// listQuery reads a page of one column of ready documents.
type listQuery struct {
	table, column string
	where         where
	order         string
	page          Page
	// total gives the number of rows without counting them, where counters are kept.
	total func(ctx context.Context) (int64, bool, error)
	// scopes are what the rows belong to.
	scopes []scopes.Scope
	// count names the condition, so that its count is cached while counted stands; nil is scopes.
	count   string
	counted []scopes.Scope
}

// list reads a page and how many rows there are in all.
func list[T any](ctx context.Context, r *Reader, q listQuery) (*documents.Page[T], error) {
	total, err := r.total(ctx, q)
	if err != nil || q.page.beyond(total) {
		return &documents.Page[T]{Total: total}, err
	}
	args := append(append([]any{}, q.where.args...), q.page.Size, q.page.Offset())
	sql := fmt.Sprintf("SELECT %s FROM %s%s ORDER BY %s LIMIT $%d OFFSET $%d", q.column, q.table, q.where.sql(), q.order,
		len(args)-1, len(args))
	rows, err := r.From(ctx, q.scopes...).Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	docs, err := collectDocs[T](rows)
	return &documents.Page[T]{Docs: docs, Total: q.page.atLeast(total, len(docs))}, err
}

// collectDocs reads a column of ready documents.
func collectDocs[T any](rows pgx.Rows) ([]documents.Doc[T], error) {
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (doc documents.Doc[T], err error) {
		return doc, row.Scan((*[]byte)(&doc))
	})
}

// total is how many rows a list has: from counters, from memory, or counted.
func (r *Reader) total(ctx context.Context, q listQuery) (int64, error) {
	if q.total != nil {
		if n, known, err := q.total(ctx); known || err != nil {
			return n, err
		}
	}
	name, of := q.count, q.counted
	if len(name) > 500 { // what callers search for must not fill the memory
		sum := sha256.Sum256([]byte(name))
		name = string(sum[:])
	}
	if of == nil {
		of = q.scopes
	}
	had, known := r.counts.memory.Get(name)
	found, fresh, err := cached(ctx, r, of, had, known, func(from Source) (n int64, err error) {
		err = from.QueryRow(ctx, "SELECT count(*) FROM "+q.table+q.where.sql(), q.where.args...).Scan(&n)
		return n, err
	})
	if fresh {
		r.counts.memory.Add(name, found)
	}
	return found.value, err
}
