package product

import (
	"context"
	"slices"

	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/operations"
	"tradelog/operations/records"
)

// attributesResource is the resource of attributes, options and sets together.
var attributesResource = &operations.Resource{Name: "ProductAttributes", Section: "catalog", Label: "attribute",
	Doc: "Attributes of products, their options, and attribute sets."}

// AttributeOperations declares the operations that read and change all attributes, options and sets. They have no route.
func AttributeOperations(w *AttributeWrites) []*operations.Operation {
	declare := func(name string, verb operations.Verb, summary, doc string) operations.Declaration {
		return operations.ForOperator(attributesResource, name, verb, summary, doc)
	}
	const set, end, label = "Changes the members that are sent, or makes one without an id.", "Deletes one that no product uses.",
		"Sets the label of a store view; an empty one removes it."
	ops := []*operations.Operation{
		operations.Define(declare("attributes.get", operations.Get, "Get all attributes", "Returns all attributes, options and sets."), w.all),
		records.Setter(w.setAttribute)(declare("attribute.set", operations.Update, "Set an attribute", set)),
		records.Setter(w.SetOption)(declare("option.set", operations.Update, "Set an option", set)),
		operations.Define(declare("set.set", operations.Update, "Set an attribute set", set), w.setSet),
	}
	for _, of := range []struct {
		name, title string
		kind        *record.Kind
	}{
		{"attribute", "an attribute", catalog.AttributeRecords},
		{"option", "an option", catalog.OptionRecords},
		{"set", "an attribute set", catalog.SetRecords},
	} {
		ops = append(ops, operations.Define(declare(of.name+".delete", operations.Delete, "Delete "+of.title, end),
			operations.Remover(func(ctx context.Context, id int64) error { return w.Delete(ctx, of.kind, id) })))
		if of.kind == catalog.SetRecords {
			continue // sets have no labels
		}
		ops = append(ops, operations.Define(declare(of.name+".label", operations.Update, "Label "+of.title, label),
			func(ctx context.Context, c *operations.Call, in labelInput) (operations.Identified, error) {
				view, ok := c.Shop.FindStore(in.Store)
				if !ok {
					return operations.Identified{}, fault.NotFoundf("There is no store view %s; tradelog stores list view shows them", in.Store)
				}
				return operations.Identified{ID: in.ID}, w.Label(ctx, of.kind, in.ID, view.ID, in.Label)
			}))
	}
	return ops
}

type attributeBook struct {
	Attributes []catalog.ProductAttribute `json:"attributes"`
	Options    []catalog.AttributeOption  `json:"options"`
	Sets       []catalog.AttributeSet     `json:"sets"`
}

func (w *AttributeWrites) all(ctx context.Context, _ *operations.Call, _ operations.None) (attributeBook, error) {
	book, err := w.reader.Attributes(ctx)
	if err != nil {
		return attributeBook{}, err
	}
	all := attributeBook{Attributes: book.All(), Sets: book.Sets()}
	for _, a := range book.All() {
		all.Options = append(all.Options, book.Options(a.ID)...)
	}
	return all, nil
}

// setAttribute is SetAttribute with an empty text for none.
func (w *AttributeWrites) setAttribute(ctx context.Context, id int64, change func(*catalog.ProductAttribute)) (int64, error) {
	return w.SetAttribute(ctx, id, func(a *catalog.ProductAttribute) {
		change(a)
		for _, text := range []**string{&a.Default, &a.Note, &a.Class} {
			if *text != nil && **text == "" {
				*text = nil
			}
		}
	})
}

type setInput struct {
	operations.Numbered
	Name   *string  `json:"name" doc:"name"`
	Add    []string `json:"add" doc:"codes of attributes that join the set"`
	Remove []string `json:"remove" doc:"codes of attributes that leave the set"`
	Group  string   `json:"group" doc:"group that attributes are added to; the first one by default"`
}

// setSet changes a set, or creates one.
func (w *AttributeWrites) setSet(ctx context.Context, c *operations.Call, in setInput) (operations.Identified, error) {
	book, err := w.reader.Attributes(ctx)
	if err != nil {
		return operations.Identified{}, err
	}
	for _, code := range slices.Concat(in.Add, in.Remove) {
		if book.Find(code) == nil {
			return operations.Identified{}, fault.NotFoundf("There is no attribute %s; tradelog attributes list attribute shows them", code)
		}
	}
	id, err := w.SetSet(ctx, in.ID, func(s *catalog.AttributeSet) {
		if in.Name != nil {
			s.Name = *in.Name
		}
		for _, code := range in.Remove {
			*s = s.Without(code)
		}
		for _, code := range in.Add {
			*s = s.With(in.Group, code)
		}
	})
	c.Created(id)
	return operations.Identified{ID: id}, err
}

type labelInput struct {
	operations.Numbered
	Store string `json:"store" doc:"code or number of the store view"`
	Label string `json:"label" doc:"the label"`
}
