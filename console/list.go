package console

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tradelog/operations"
	"tradelog/operations/representation"
)

// pageSize is the number of rows on a page of a list.
const pageSize = 25

// listView is the data of a list.
type listView struct {
	Kind     *kind
	Title    string
	Filters  []field
	Filtered bool
	Columns  []node
	Rows     []row
	Total    int64
	More     bool // there are more rows than Total, which were not counted
	Page     int
	// Before and After are the neighbouring pages; empty at an end.
	Before, After string
	Acts          []link
	New           string // path to create one; empty if the account may not
}

// row is a row of a list: the cells in the order of the columns.
type row struct {
	Href  string
	Cells []node
}

// kind returns the kind of the page's path. errMissing: there is none, or the account may not see it.
func (v *visit) kind() (*kind, error) {
	name := v.r.PathValue("kind")
	if wide := v.r.PathValue("wide"); wide != "" {
		name, _, _ = strings.Cut(wide, ".")
	}
	k := v.h.kinds.byName[name]
	if k == nil {
		return nil, errMissing
	}
	return k, nil
}

func (h *Handler) list(ctx context.Context, v *visit) error {
	k, err := v.kind()
	if err != nil {
		return err
	}
	o := k.list
	query := url.Values{}
	known := o.ParameterNames()
	for name, values := range v.query {
		if text := strings.TrimSpace(values[len(values)-1]); text != "" && slices.Contains(known, name) {
			query.Set(name, text)
		}
	}
	view := listView{Kind: k, Title: v.text(k.title), Page: 1, Filters: v.filters(o, query)}
	for name := range query {
		view.Filtered = view.Filtered || name != "page"
	}
	if number, err := strconv.Atoi(query.Get("page")); err == nil && number > 1 {
		view.Page = number
	}
	query.Set("itemsPerPage", strconv.Itoa(pageSize))
	caller := v.caller
	caller.Divides = true
	result, err := h.pipeline.Invoke(ctx, caller, o, &representation.Input{Query: query})
	if err != nil {
		return err
	}
	rows, err := v.rows(result.Answer.Items, shown(k))
	if err != nil {
		return err
	}
	view.Total, view.More, view.Columns = result.Answer.Total, result.Answer.More, columns(o, rows)
	if view.Columns != nil {
		for i := range view.Columns {
			view.Columns[i].Label, view.Columns[i].Is = label(v.l, last(view.Columns[i].Name)), shapeOf(rows, view.Columns[i].Name)
		}
	}
	for _, r := range rows {
		view.Rows = append(view.Rows, view.row(k, r))
	}
	if k.create != nil && k.create.Authorizes(v.call.Principal) {
		view.New = Path + "/new/" + k.name
	}
	for _, a := range k.wide {
		if a.operation.Authorizes(v.call.Principal) {
			view.Acts = append(view.Acts, link{Href: k.widePath(a.name), Text: v.text(a.operation.Summary)})
		}
	}
	view.turn(v)
	v.follow(k.Resource())
	return v.show("list", view.Title, view)
}

// shown returns the members that the list of a kind shows and needs; nil if the rows decide.
func shown(k *kind) []string {
	if len(k.list.Resource.Brief) == 0 || k.item == nil {
		return nil
	}
	return append(slices.Clone(k.list.Resource.Brief), k.item.Placeholders()[0])
}

// turn sets the links to the neighbouring pages.
func (view *listView) turn(v *visit) {
	at := func(page int) string {
		query := url.Values{}
		for name, values := range v.query {
			query[name] = values
		}
		query.Set("page", strconv.Itoa(page))
		return v.r.URL.Path + "?" + query.Encode()
	}
	if view.Page > 1 {
		view.Before = at(view.Page - 1)
	}
	if int64(view.Page*pageSize) < view.Total {
		view.After = at(view.Page + 1)
	}
}

// row makes a row with the columns of the list.
func (view *listView) row(k *kind, r node) row {
	out := row{}
	for _, c := range view.Columns {
		out.Cells = append(out.Cells, r.Get(c.Name))
	}
	if k.item != nil {
		if id := r.Get(k.item.Placeholders()[0]); id.Raw != "" {
			out.Href = k.path(id.Raw)
		}
	}
	return out
}

// shapeOf returns the shape of the values in a column.
func shapeOf(rows []node, name string) shape {
	for _, r := range rows {
		if cell := r.Get(name); !cell.Empty() {
			return cell.Is
		}
	}
	return isNothing
}

func last(path string) string { return path[strings.LastIndex(path, ".")+1:] }

// columns returns the columns of a list: the brief members of the resource, or its first plain ones.
func columns(o *operations.Operation, rows []node) (out []node) {
	for _, name := range o.Resource.Brief {
		out = append(out, node{Name: name})
	}
	if len(out) > 0 {
		return out
	}
	for _, r := range rows {
		for _, m := range r.Members {
			known := slices.ContainsFunc(out, func(c node) bool { return c.Name == m.Name })
			if m.Plain() && !m.Empty() && !known && len(out) < maxColumns && len(m.Text) < 80 {
				out = append(out, node{Name: m.Name})
			}
		}
	}
	return out
}

// filters are the parameters of a list as fields of a form.
func (v *visit) filters(o *operations.Operation, query url.Values) (out []field) {
	for _, p := range v.h.inputs(o).Query {
		f := v.fieldOf(p.Name, p.Schema, false)
		if slices.Contains(ofPages, p.Name) || f.Input == "" || f.Input == "json" {
			continue
		}
		f.Help = v.help(p.Description)
		switch f.Input {
		case "flag": // a filter can also be left open
			f.Input, f.Options = "choice", []option{{"true", v.text("Yes")}, {"false", v.text("No")}}
		case "text", "list":
			f.Input = "line"
		}
		f.Value = query.Get(p.Name)
		out = append(out, f)
	}
	return out
}

// ofPages are parameters of lists that are no filters.
var ofPages = []string{"page", "itemsPerPage", "pageSize", "after", "fields", "asOf", "ids"}
