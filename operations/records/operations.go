package records

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"tradelog/commands"
	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
)

// handlers implements the operations on the records of a declaration.
type handlers struct {
	*declaration
	Services
	commands commands.Members[any]
	rows     *readmodels.Records[any]
}

// Operations makes the five operations: list, get, create, update and delete. Records that are read-only have the first two.
func (d *declaration) Operations(s Services) []*operations.Operation {
	if d.Part.Of != "" {
		return nil
	}
	h := &handlers{declaration: d, Services: s, commands: d.commands(s.Deciders)}
	h.rows = readmodels.OpenRecordsAs(s.Reader, d.Spec.Kind, d.read, d.Sort)
	of, many, docs := d.of, d.many, d.Resource
	one, path := article(of.Label)+of.Label, docs.Path
	item := path + "/{id}"
	operation := func(verb operations.Verb, method, path, permission, summary, doc string) operations.Declaration {
		return operations.Declaration{
			Resource: of, Verb: verb, Method: method, Path: path, Access: operations.Backend.Access(of.Permission + "/" + permission),
			Summary: summary, Doc: doc,
		}
	}
	list := operation(operations.List, "GET", path, "read", "List "+many, cmp.Or(docs.List, "Lists the "+many+"."))
	get := operation(operations.Get, "GET", item, "read", "Get "+one, cmp.Or(docs.Get, "Returns "+one+"."))
	create := operation(operations.Create, "POST", path, "write", "Create "+one, cmp.Or(docs.Create, "Adds "+one+"."))
	update := operation(operations.Update, "PUT", item, "write", "Change "+one,
		cmp.Or(docs.Update, "Changes only what is sent."))
	remove := operation(operations.Delete, "DELETE", item, "delete", "Delete "+one, cmp.Or(docs.Delete, "Removes "+one+"."))
	remove.Effect.Irreversible = operations.Deleted
	list.Paged = true
	list.Extra, get.Extra = docs.Extra, docs.Extra
	get.AsOf = true
	for _, write := range []*operations.Declaration{&create, &update, &remove} {
		write.Extra = docs.Extra || docs.ExtraWrites
	}
	update.Guard = h.exists
	if d.published != nil {
		for _, read := range []*operations.Declaration{&list, &get} {
			read.Access = operations.Public.Access()
		}
	}
	if d.guarded {
		remove.Guard = h.exists
	}
	shown := d.shownType()
	out := []*operations.Operation{
		operations.DefineOf(list, d.listType(), h.list), operations.DefineOf(get, d.itemType(), h.get),
	}
	out[0].Output, out[1].Output = reflect.SliceOf(shown), shown
	if docs.ReadOnly {
		return out
	}
	changes := []*operations.Operation{
		operations.DefineOf(create, bodyOf(d.members), h.create), operations.DefineOf(update, bodyOf(d.members, d.pathField()), h.update),
	}
	for _, o := range changes {
		o.Output = shown
	}
	return append(append(out, changes...), operations.DefineOf(remove, d.itemType(), h.remove))
}

func article(label string) string {
	if strings.ContainsAny(label[:1], "aeiou") {
		return "an "
	}
	return "a "
}

func (h *handlers) request(c *operations.Call) Request { return Request{h.Services, c, h.commands} }

// exists is the guard of changes. It reads the stream, which has a new record at once. It also accepts records that the storefront does not
// show.
func (h *handlers) exists(ctx context.Context, c *operations.Call) error {
	id := c.PathID("id")
	if h.fixed(id) {
		return readmodels.ErrNotFound
	}
	v, err := h.commands.Get(ctx, id)
	if err != nil {
		return err
	}
	return h.Allowed(c, v)
}

func (h *handlers) fixed(id int64) bool { return h.Fixed != nil && h.Fixed(id) }

func (h *handlers) list(ctx context.Context, c *operations.Call, in reflect.Value) (*documents.Page[any], error) {
	if err := h.refresh(ctx, c); err != nil {
		return nil, err
	}
	all, err := h.rows.All(ctx)
	if err != nil {
		return nil, err
	}
	r, asked := h.request(c), parameters(in)
	render := func(v any) (documents.Doc[any], error) { return h.show(ctx, r, v, false) }
	if p := h.published; p != nil {
		if key := strings.TrimSpace(asked(p.key.Name).(string)); key != "" && (!p.keyPart || c.Caller.Exact) {
			page := &documents.Page[any]{}
			for _, v := range h.keyed(r, all, key) {
				doc, err := render(v)
				if err != nil {
					return nil, err
				}
				page.Docs, page.Total = append(page.Docs, doc), page.Total+1
			}
			return page, nil
		}
	}
	keep, err := h.keep(r, asked)
	if err != nil {
		return nil, err
	}
	return operations.PageFrom(c, all, keep, render)
}

// keep returns a function that tells whether a list shows a record.
func (h *handlers) keep(r Request, asked func(name string) any) (func(any) bool, error) {
	text := func(name string) string {
		s, _ := asked(name).(string)
		return s
	}
	visible, err := h.visible(r, text("scope"))
	if err != nil {
		return nil, err
	}
	inTime, err := within(text)
	if err != nil {
		return nil, err
	}
	search := strings.TrimSpace(text("search"))
	if utf8.RuneCountInString(search) < h.ShortestSearch {
		search = ""
	}
	part := ""
	if p := h.published; p != nil && p.keyPart {
		part = strings.TrimSpace(text(p.key.Name))
	}
	return func(v any) bool {
		if part != "" && !operations.Contains(h.published.key.Of(v), part) {
			return false
		}
		if !visible(v) || !inTime(v) || search != "" && !operations.Contains(h.Search(v), search) {
			return false
		}
		return !slices.ContainsFunc(h.Filters, func(f Filter[any]) bool { return !f.keeps(v, asked(f.Name)) })
	}, nil
}

// refresh renews the call's view of the shop for published records, because their answers depend on the configuration of the store.
func (h *handlers) refresh(ctx context.Context, c *operations.Call) error {
	if h.published == nil {
		return nil
	}
	return c.Refresh(ctx)
}

func (h *handlers) get(ctx context.Context, c *operations.Call, in reflect.Value) (documents.Doc[any], error) {
	id := in.Field(0).Int()
	if h.fixed(id) {
		return nil, readmodels.ErrNotFound
	}
	if err := h.refresh(ctx, c); err != nil {
		return nil, err
	}
	v, err := h.find(ctx, c, id)
	if err != nil {
		return nil, err
	}
	r := h.request(c)
	if p := h.published; p != nil {
		if !h.backend(c) {
			if !p.shown(r, v) {
				return nil, readmodels.ErrNotFound
			}
		} else if err := p.allow(c, v); err != nil {
			return nil, err
		}
	} else if err := h.Allowed(c, v); err != nil {
		return nil, err
	}
	return h.show(ctx, r, v, false)
}

// find reads a record, as of the past if the call requests that. If the record still exists, the caller must be able to see it today as
// well.
func (h *handlers) find(ctx context.Context, c *operations.Call, id int64) (any, error) {
	now, err := h.rows.Find(ctx, id)
	switch {
	case !c.InPast():
		return now, err
	case err == nil:
		err = h.Allowed(c, now)
	case errors.Is(err, readmodels.ErrNotFound): // deleted since, or never there
		err = nil
	}
	if err != nil {
		return nil, err
	}
	return h.commands.GetUntil(ctx, id, c.AsOf())
}

// written answers a write with the present record of the stream.
func (h *handlers) written(ctx context.Context, r Request, id int64) (documents.Doc[any], error) {
	v, err := h.commands.GetDated(ctx, id)
	if err != nil {
		return nil, err
	}
	return h.show(ctx, r, v, true)
}

// before reads the sent members, and calls the hook Spec.Before with v as they change it.
func (h *handlers) before(ctx context.Context, r Request, id int64, v any, in reflect.Value) (any, sent, error) {
	s, err := h.sentIn(r, in)
	if err != nil {
		return nil, s, err
	}
	v = s.apply(v)
	if h.Before != nil {
		err = h.Before(ctx, Change[any]{Request: r, ID: id, Value: v, sent: s.names})
	}
	return v, s, err
}

func (h *handlers) failed(action string, err error) error {
	return operations.Failed(action+" "+h.of.Name, err)
}

func (h *handlers) create(ctx context.Context, c *operations.Call, in reflect.Value) (documents.Doc[any], error) {
	r := h.request(c)
	v, _, err := h.before(ctx, r, 0, h.New, in)
	if err != nil {
		return nil, err
	}
	if err := h.Allowed(c, v); err != nil {
		return nil, err
	}
	id, err := h.commands.Create(ctx, v)
	if err != nil {
		return nil, h.failed("create", err)
	}
	c.Created(id)
	return h.written(ctx, r, id)
}

func (h *handlers) update(ctx context.Context, c *operations.Call, in reflect.Value) (documents.Doc[any], error) {
	r, id := h.request(c), in.Field(0).Int()
	_, s, err := h.before(ctx, r, id, reflect.Zero(h.typ).Interface(), in)
	if err != nil {
		return nil, err
	}
	var had, now any
	if err := h.commands.Change(ctx, id, func(v any) (any, error) {
		had, now = v, s.apply(v)
		return now, h.Allowed(c, now)
	}); err != nil {
		return nil, h.failed("update", err)
	}
	if h.After != nil {
		r.Deciders.Step("record: changed")
		undo, refused := h.After(ctx, Change[any]{Request: r, ID: id, Value: now, sent: s.names}, had)
		if refused != nil {
			err := h.commands.Change(ctx, id, func(v any) (any, error) {
				undo(&v)
				return v, nil
			})
			return nil, h.failed("update", errors.Join(refused, err))
		}
	}
	return h.written(ctx, r, id)
}

func (h *handlers) remove(ctx context.Context, c *operations.Call, in reflect.Value) (none operations.Nothing, err error) {
	id := in.Field(0).Int()
	if h.fixed(id) {
		return none, readmodels.ErrNotFound
	}
	var after func(context.Context) error
	if h.Deleting != nil {
		if after, err = h.Deleting(ctx, h.request(c), id); err != nil {
			return none, h.failed("delete", err)
		}
	}
	if err = h.commands.Delete(ctx, id); err != nil || after == nil {
		return none, h.failed("delete", err)
	}
	return none, after(ctx)
}
