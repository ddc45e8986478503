package graphql

import (
	"context"
	"encoding/base64"
	"strconv"

	"github.com/vektah/gqlparser/v2/ast"

	"tradelog/domain/fault"
)

// page is a range of the rows of a list.
type page struct {
	rows   [][]byte
	offset int // number of rows before it
	total  int
	of     *objectType
	at     *pathNode
}

// The default and the maximum size of a page (graphql §2).
const (
	usualRows = 20
	mostRows  = 100
)

// window is the range of a list that arguments select.
type window struct {
	offset, size int
	last         bool // the last rows of the list; offset is not known
}

// windowOf reads the arguments of a list: page and pageSize, or else cursors.
func windowOf(arguments map[string]any) (w window, err error) {
	number, paged := whole(arguments["page"])
	size, sized := whole(arguments["pageSize"])
	if paged || sized {
		w.size = usualRows
		if sized {
			w.size = min(max(1, size), mostRows)
		}
		w.offset = (min(max(1, number), 10_000_000) - 1) * w.size
		return w, nil
	}
	first, hasFirst := whole(arguments["first"])
	last, hasLast := whole(arguments["last"])
	after, err := cursorOf(arguments, "after")
	if err != nil {
		return w, err
	}
	before, err := cursorOf(arguments, "before")
	if err != nil {
		return w, err
	}
	first, last = min(max(0, first), mostRows), min(max(0, last), mostRows)
	w.offset, w.size = after+1, usualRows
	if hasFirst {
		w.size = first
	}
	if before >= 0 {
		if between := max(0, before-w.offset); hasFirst || !hasLast {
			w.size = min(w.size, between)
		} else {
			w.size = min(last, between)
			w.offset = before - w.size
			return w, nil
		}
	}
	if !hasLast {
		return w, nil
	}
	if hasFirst || before >= 0 {
		if w.size > last {
			w.offset, w.size = w.offset+w.size-last, last
		}
		return w, nil
	}
	return window{offset: w.offset, size: last, last: true}, nil
}

// whole returns an argument that is a whole number.
func whole(v any) (int, bool) {
	switch v := v.(type) {
	case int64:
		return int(min(max(v, -1<<30), 1<<30)), true
	case int:
		return v, true
	case float64:
		return int(v), true
	}
	if v == nil {
		return 0, false
	}
	n, err := strconv.Atoi(textOf(v))
	return n, err == nil
}

// cursorOf reads a cursor: the number of a row, from 0, in base64. It returns -1 if none was sent.
func cursorOf(arguments map[string]any, name string) (int, error) {
	text, sent := arguments[name].(string)
	if !sent || text == "" {
		return -1, nil
	}
	number, err := base64.StdEncoding.DecodeString(text)
	if err == nil {
		var n int
		if n, err = strconv.Atoi(string(number)); err == nil && n >= 0 && n < 1<<30 {
			return n, nil
		}
	}
	return 0, fault.Invalidf("%s is not a cursor of this list.", name)
}

func cursorAt(row int) []byte {
	return strconv.AppendQuote(nil, base64.StdEncoding.EncodeToString([]byte(strconv.Itoa(row))))
}

// cut returns the rows of a whole list that a window shows.
func (w window) cut(rows [][]byte) (shown [][]byte, offset int) {
	offset, end := w.offset, w.offset+w.size
	if w.last {
		offset, end = max(w.offset, len(rows)-w.size), len(rows)
	}
	offset, end = min(offset, len(rows)), min(end, len(rows))
	return rows[offset:max(offset, end)], offset
}

// embedded completes a field whose lists are parts of documents.
func (x *execution) embedded(ctx context.Context, f *selection, pages []page, values [][]byte) {
	w, err := windowOf(f.field.ArgumentMap(x.variables))
	for i := range pages {
		if err != nil {
			x.fail(err, pages[i].at, f.field)
			values[i] = null
			continue
		}
		if len(f.field.Arguments) > 0 {
			pages[i].rows, pages[i].offset = w.cut(pages[i].rows)
		}
	}
	if err == nil {
		copy(values, x.pages(ctx, f.sets, pages))
	}
}

// pages prints connections. The rows of all pages are completed together.
func (x *execution) pages(ctx context.Context, sets []ast.SelectionSet, pages []page) [][]byte {
	out := make([][]byte, len(pages))
	if len(pages) == 0 {
		return out
	}
	name := pages[0].of.name
	fields := x.collect(sets, x.h.catalogue.schema.Types[name+connectionSuffix])
	values := make([][]byte, len(pages)*len(fields))
	for i, f := range fields {
		var edges [][]byte
		if f.field.Name == "edges" {
			edges = x.edges(ctx, f, pages)
		}
		for p, at := range pages {
			var v []byte
			switch f.field.Name {
			case "edges":
				v = edges[p]
			case "totalCount":
				v = strconv.AppendInt(nil, int64(at.total), 10)
			case "pageInfo":
				v = x.pageInfo(f, at)
			default: // __typename
				v = strconv.AppendQuote(nil, name+connectionSuffix)
			}
			values[p*len(fields)+i] = v
		}
	}
	for p := range pages {
		out[p] = x.object(fields, values[p*len(fields):(p+1)*len(fields)])
	}
	return out
}

// edges prints the rows of pages.
func (x *execution) edges(ctx context.Context, f *selection, pages []page) [][]byte {
	of := pages[0].of
	fields := x.collect(f.sets, x.h.catalogue.schema.Types[of.name+"Edge"])
	rows := 0
	for _, p := range pages {
		rows += len(p.rows)
	}
	values := make([][]byte, rows*len(fields))
	for i, field := range fields {
		var docs []document
		row := 0
		for _, p := range pages {
			in := &pathNode{in: p.at, key: f.key}
			for n, json := range p.rows {
				switch field.field.Name {
				case "node":
					docs = append(docs, document{json, of, &pathNode{in: &pathNode{in: in, index: n}, key: field.key}})
				case "cursor":
					values[row*len(fields)+i] = cursorAt(p.offset + n)
				default:
					values[row*len(fields)+i] = strconv.AppendQuote(nil, of.name+"Edge")
				}
				row++
			}
		}
		for row, node := range x.complete(ctx, field.sets, docs) {
			values[row*len(fields)+i] = node
		}
	}
	out, row := make([][]byte, len(pages)), 0
	for p, at := range pages {
		list := []byte{'['}
		for n := range at.rows {
			if n > 0 {
				list = append(list, ',')
			}
			list = append(list, x.object(fields, values[row*len(fields):(row+1)*len(fields)])...)
			row++
		}
		out[p] = append(list, ']')
	}
	return out
}

// pageInfo prints where a page begins and ends.
func (x *execution) pageInfo(f *selection, p page) []byte {
	name := p.of.name + "PageInfo"
	fields := x.collect(f.sets, x.h.catalogue.schema.Types[name])
	values := make([][]byte, len(fields))
	end := p.offset + len(p.rows)
	for i, field := range fields {
		v := null
		switch field.field.Name {
		case "startCursor":
			if len(p.rows) > 0 {
				v = cursorAt(p.offset)
			}
		case "endCursor":
			if len(p.rows) > 0 {
				v = cursorAt(end - 1)
			}
		case "hasNextPage":
			v = strconv.AppendBool(nil, end < p.total)
		case "hasPreviousPage":
			v = strconv.AppendBool(nil, p.offset > 0 && p.total > 0)
		default:
			v = strconv.AppendQuote(nil, name)
		}
		values[i] = v
	}
	return x.object(fields, values)
}
