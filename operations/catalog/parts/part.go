package parts

import (
	"context"
	"errors"
	"slices"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/operations"
	"tradelog/operations/catalog/input"
	catalogproduct "tradelog/operations/catalog/product"
	"tradelog/readmodels"
	readcatalog "tradelog/readmodels/catalog"
	"tradelog/readmodels/documents"
)

// part is a sub-resource of products: a field of theirs that is a list of E, shown as D. Only its edits are special. Access, the product
// types that can have it, and the answers are the same for all (shapes-catalog §0).
type part[E, D any] struct {
	in       *handlers
	resource *operations.Resource
	path     string // below /products/{productId}
	field    func(*catalog.Parts) *[]E
	shared   bool            // a token that is limited to some stores must name one to write it
	scope    scope           // of the elements
	reads    operations.Auth // access of reads
	others   func(E) []int64 // the products that an element shows; nil: none
	// show makes an element's document; ok is false if the caller may not see it.
	show  func(s *shown, e E) (doc D, ok bool)
	order func(a, b E) int // nil: the order of writes
	// within returns the elements as a store view has them; nil: all have the same.
	within func(list []E, storeID int64) []E
	// maxBody bounds the bodies of writes, if the bound of the transport does not suit.
	maxBody int64
}

// scope tells for which stores the elements of a part hold: the zero value, for all.
type scope int

const (
	ofViews    scope = iota + 1 // for all; an update may write the values of a store view
	ofWebsites                  // each has its website, and the edits check it
)

// checkScope refuses a change that holds for all stores if the token is limited to some, and the product is sold elsewhere.
func (s scope) checkScope(c *operations.Call, product record.State, what string) error {
	if s == ofWebsites || s == ofViews && c.Operation.Verb == operations.Update && input.Written(c) != 0 {
		return nil
	}
	return input.CheckShared(c, input.WebsitesOf(product), what, "")
}

// shown is the context in which elements are shown: the view, and their product.
type shown struct {
	catalogproduct.View
	id     int64 // of the product
	index  int   // of the element
	store  int64 // store view whose values are shown
	single bool  // only one element is shown, since a write changed it
}

// naming holds the texts that describe an operation on a sub-resource.
type naming struct{ suffix, action, summary, doc string }

type partPath struct {
	ProductID int64 `path:"productId" doc:"ID of the product (not its SKU)"`
}

var errNoProduct = fault.NotFoundf("Product not found")

// checkKind refuses products that do not have a sub-resource, by Resource.For.
func (p *part[E, D]) checkKind(productType string) error {
	if of := p.resource.For; of != nil && productType != of.Value {
		return fault.Invalidf("Product is not a %s product", of.Value)
	}
	return nil
}

// guard finds the product of a write.
func (p *part[E, D]) guard(ctx context.Context, c *operations.Call) error {
	if p.shared {
		if err := input.Check(c); err != nil {
			return err
		}
	}
	s, err := p.in.commands.Product(ctx, c.PathID("productId"))
	if errors.Is(err, record.ErrNotFound) {
		return errNoProduct
	}
	if err != nil {
		return err
	}
	if err := input.CheckWebsites(c, input.WebsitesOf(s)); err != nil {
		return err
	}
	if err := p.scope.checkScope(c, s, p.path); err != nil {
		return err
	}
	c.Keep(s)
	return p.checkKind(input.TypeOf(s))
}

// all shows the elements of a product.
func (p *part[E, D]) all(ctx context.Context, c *operations.Call, id int64, parts catalog.Parts) ([]documents.Doc[D], error) {
	return p.docs(ctx, c, &shown{id: id}, parts)
}

// docs shows elements.
func (p *part[E, D]) docs(ctx context.Context, c *operations.Call, s *shown, parts catalog.Parts) ([]documents.Doc[D], error) {
	list := slices.Clone(*p.field(&parts))
	s.View, s.store = catalogproduct.ViewOf(ctx, c, p.in.reader), input.Viewed(c)
	if p.others != nil {
		var ids []int64
		for _, e := range list {
			ids = append(ids, p.others(e)...)
		}
		var err error
		if s.Others, err = p.in.known(ctx, c, ids); err != nil {
			return nil, err
		}
	}
	if p.within != nil {
		list = slices.Clone(p.within(list, s.store))
	}
	if p.order != nil {
		slices.SortStableFunc(list, p.order)
	}
	docs := []documents.Doc[D]{}
	for i, e := range list {
		s.index = i
		shown, ok := p.show(s, e)
		if !ok {
			continue
		}
		doc, err := documents.Ready(shown)
		if err != nil {
			return nil, err
		}
		docs = append(docs, doc)
	}
	return docs, nil
}

// read finds a product whose sub-resource is read.
func (p *part[E, D]) read(ctx context.Context, c *operations.Call) (*readcatalog.Product, error) {
	if err := c.Refresh(ctx); err != nil {
		return nil, err
	}
	product, err := catalogproduct.Readable(ctx, c, p.in.reader, c.PathID("productId"))
	if fault.KindOf(err) == fault.NotFound {
		return nil, errNoProduct
	}
	if err != nil {
		return nil, err
	}
	return product, p.checkKind(product.Type)
}

func (p *part[E, D]) operation(verb operations.Verb, method, permission string, n naming) operations.Declaration {
	o := operations.Declaration{
		Resource: p.resource, Verb: verb, Method: method, Path: "/products/{productId}/" + p.path + n.suffix,
		Access: operations.Backend.Access("products/" + permission), Summary: n.summary, Doc: n.doc,
	}
	if method != "GET" {
		o.Guard, o.Body.Max = p.guard, p.maxBody
	}
	return o
}

// list reads the elements.
func (p *part[E, D]) list(summary, doc string) *operations.Operation {
	return operations.Define(p.listing(summary, doc), func(ctx context.Context, c *operations.Call, _ partPath) (*documents.Page[D], error) {
		return p.listed(ctx, c, &shown{})
	})
}

// listing returns the declaration of the operation that lists the elements.
func (p *part[E, D]) listing(summary, doc string) operations.Declaration {
	o := p.operation(operations.List, "GET", "read", naming{summary: summary, doc: doc})
	if p.reads == operations.Public {
		o.Access = operations.Public.Access()
	}
	return o
}

// listed shows the elements of the product that the call names.
func (p *part[E, D]) listed(ctx context.Context, c *operations.Call, s *shown) (*documents.Page[D], error) {
	product, err := p.read(ctx, c)
	if err != nil {
		return nil, err
	}
	s.id = product.ID
	docs, err := p.docs(ctx, c, s, product.Parts)
	return documents.All(docs), err
}

// edit is a change of a product's elements. one finds the element for the answer among the changed elements.
type edit[E any] struct {
	to  func(product *catalog.Product, list []E) ([]E, error)
	one func(list []E) (E, bool)
	// undo removes files that were stored for the edit if the product refuses it; nil if none were.
	undo func(context.Context)
}

// last returns the element that was added.
func last[E any](list []E) (e E, ok bool) {
	if len(list) == 0 {
		return e, false
	}
	return list[len(list)-1], true
}

// write carries out an edit.
func (p *part[E, D]) write(ctx context.Context, c *operations.Call, n naming, e edit[E]) (catalog.Product, error) {
	product, err := p.in.changeParts(ctx, c, n.action, func(product *catalog.Product) error {
		field := p.field(&product.Parts)
		list, err := e.to(product, slices.Clone(*field))
		*field = list
		return err
	})
	if err != nil && e.undo != nil && fault.KindOf(err) != fault.Internal {
		e.undo(context.WithoutCancel(ctx))
	}
	return product, err
}

// changeParts changes the sub-resources of the product of a call.
func (h *handlers) changeParts(ctx context.Context, c *operations.Call, action string, change func(*catalog.Product) error) (
	catalog.Product, error) {
	return h.changePartsOf(ctx, c.PathID("productId"), action, change)
}

// changePartsOf changes the sub-resources of a product.
func (h *handlers) changePartsOf(ctx context.Context, id int64, action string, change func(*catalog.Product) error) (
	catalog.Product, error) {
	product, err := h.commands.ChangeParts(ctx, id, "ChangeProduct", change)
	if errors.Is(err, record.ErrNotFound) {
		err = errNoProduct
	}
	return product, input.Failed(action, err)
}

// editor makes the edit of a request.
type editor[In, E any] = func(ctx context.Context, c *operations.Call, in In) (edit[E], error)

// carryOut makes the edit of a request and writes it.
func carryOut[In, E, D any](ctx context.Context, c *operations.Call, p *part[E, D], n naming, do editor[In, E], in In) (
	e edit[E], product catalog.Product, err error) {
	if e, err = do(ctx, c, in); err != nil {
		return e, product, input.Failed(n.action, err)
	}
	product, err = p.write(ctx, c, n, e)
	return e, product, err
}

// answeringList returns the declaration of a write whose answer has all elements.
func answeringList[In, E, D any](p *part[E, D], verb operations.Verb, method string, n naming, do editor[In, E]) *operations.Operation {
	return operations.Define(p.operation(verb, method, "write", n),
		func(ctx context.Context, c *operations.Call, in In) (*documents.Page[D], error) {
			_, product, err := carryOut(ctx, c, p, n, do, in)
			if err != nil {
				return nil, err
			}
			docs, err := p.all(ctx, c, product.ID, product.Parts)
			return documents.All(docs), err
		})
}

// answeringOne returns the declaration of a write whose answer has the changed element.
func answeringOne[In, E, D any](p *part[E, D], verb operations.Verb, method string, n naming, do editor[In, E]) *operations.Operation {
	return operations.Define(p.operation(verb, method, "write", n),
		func(ctx context.Context, c *operations.Call, in In) (documents.Doc[D], error) {
			e, product, err := carryOut(ctx, c, p, n, do, in)
			if err != nil {
				return nil, err
			}
			element, ok := e.one(*p.field(&product.Parts))
			if !ok {
				return nil, readmodels.ErrNotFound
			}
			single := catalog.Parts{}
			*p.field(&single) = []E{element}
			docs, err := p.docs(ctx, c, &shown{id: product.ID, single: true}, single)
			if err != nil || len(docs) == 0 {
				return nil, err
			}
			return docs[0], nil
		})
}

// removing returns the declaration of a write whose answer is empty.
func removing[In, E, D any](p *part[E, D], n naming, do editor[In, E]) *operations.Operation {
	o := p.operation(operations.Delete, "DELETE", "delete", n)
	o.Body.Optional = true
	return operations.Define(o, func(ctx context.Context, c *operations.Call, in In) (none operations.Nothing, err error) {
		_, _, err = carryOut(ctx, c, p, n, do, in)
		return none, err
	})
}

// deleting is removing for elements that cannot be restored. Prices and references to products can be set again.
func deleting[In, E, D any](p *part[E, D], n naming, do editor[In, E]) *operations.Operation {
	o := removing(p, n, do)
	o.Effect.Irreversible = operations.Deleted
	return o
}

// without removes the elements for which found is true. If there are none it fails with missing, unless that is nil.
func without[E any](missing error, found func(E) bool) edit[E] {
	return edit[E]{to: func(_ *catalog.Product, list []E) ([]E, error) {
		if missing != nil && !slices.ContainsFunc(list, found) {
			return nil, missing
		}
		return slices.DeleteFunc(list, found), nil
	}}
}

// adding appends an element, which the answer shows.
func adding[E any](e E) edit[E] {
	return edit[E]{to: func(_ *catalog.Product, list []E) ([]E, error) { return append(list, e), nil }, one: last[E]}
}

// changing returns the edit that replaces the first element for which found is true by the result of change.
func changing[E any](missing error, found func(E) bool, change func(E) (E, error)) edit[E] {
	return edit[E]{
		to: func(_ *catalog.Product, list []E) (out []E, err error) {
			i := slices.IndexFunc(list, found)
			if i < 0 {
				return nil, missing
			}
			list[i], err = change(list[i])
			return list, err
		},
		one: func(list []E) (E, bool) { return domain.Find(list, found) },
	}
}

// putting replaces the elements with the same key and appends new ones.
func putting[E any, K comparable](e E, key func(E) K) edit[E] {
	same := func(other E) bool { return key(other) == key(e) }
	return edit[E]{
		to: func(_ *catalog.Product, list []E) ([]E, error) {
			if i := slices.IndexFunc(list, same); i >= 0 {
				list[i] = e
				return list, nil
			}
			return append(list, e), nil
		},
		one: func(list []E) (E, bool) { return domain.Find(list, same) },
	}
}

// replacing replaces all elements. Of several with one key the last counts.
func replacing[E any, K comparable](all []E, key func(E) K) edit[E] {
	return edit[E]{to: func(p *catalog.Product, _ []E) (list []E, err error) {
		for _, e := range all {
			if list, err = putting(e, key).to(p, list); err != nil {
				return nil, err
			}
		}
		return list, nil
	}}
}

// known finds other products by number, with the values of the store view or otherwise of all stores. For a write it also finds products
// that the read model does not have yet.
func (h *handlers) known(ctx context.Context, c *operations.Call, ids []int64) (map[int64]*readcatalog.Product, error) {
	found, err := h.reader.ProductsByID(ctx, input.Viewed(c), ids)
	if err != nil {
		return nil, err
	}
	missing := slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return found[id] != nil })
	if input.Viewed(c) != 0 && len(missing) > 0 {
		more, err := h.reader.ProductsByID(ctx, 0, missing)
		if err != nil {
			return nil, err
		}
		for id, p := range more {
			found[id] = p
		}
	}
	if c.Operation.Reads() {
		return found, nil
	}
	for _, id := range missing {
		if found[id] != nil || id <= 0 {
			continue
		}
		s, err := h.commands.FoldProduct(ctx, id)
		if errors.Is(err, record.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if found[id], err = readcatalog.FoldProduct(s.State, 0, 0, s.Created, s.Updated); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// member returns the path of the input's member with the product at an index of a list.
type member func(i int) string

// the returns the path of a member that has one product.
func the(name string) member { return func(int) string { return name } }

// of returns the paths of a member of the elements of a list.
func of(list, name string) member {
	return func(i int) string { return fault.Element(list, i) + "." + name }
}

// existing refuses products that do not exist.
func (h *handlers) existing(ctx context.Context, c *operations.Call, ids []int64, at member) (map[int64]*readcatalog.Product, error) {
	found, err := h.known(ctx, c, ids)
	if err != nil {
		return nil, err
	}
	for i, id := range ids {
		if found[id] == nil {
			return nil, fault.Preconditionf("Product %d does not exist.", id).About(fault.Unknown, at(i)).WithCause(errNoSuchProduct)
		}
	}
	return found, nil
}
