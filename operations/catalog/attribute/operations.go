package attribute

import (
	"context"
	"slices"

	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/operations"
)

// attributesResource is the resource of attributes, options and sets together.
var attributesResource = &operations.Resource{Name: "ProductAttributes", Section: "catalog", Label: "attribute",
	Doc: "Attributes of products, their options, and attribute sets."}

// Operations declares the operations that read and change all attributes, options and sets. They have no route.
func Operations(w *AttributeWrites) []*operations.Operation {
	declare := func(name string, verb operations.Verb, summary, doc string) operations.Operation {
		return operations.ForOperator(attributesResource, name, verb, summary, doc)
	}
	const set, end, label = "Changes the members that are sent, or makes one without an id.", "Deletes one that no product uses.",
		"Sets the label of a store view; an empty one removes it."
	ops := []*operations.Operation{
		operations.Define(declare("attributes.get", operations.Get, "Get all attributes", "Returns all attributes, options and sets."), w.all),
		operations.Define(declare("attribute.set", operations.Update, "Set an attribute", set),
			operations.Setter[attributeInput](w.setAttribute)),
		operations.Define(declare("option.set", operations.Update, "Set an option", set), operations.Setter[optionInput](w.SetOption)),
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

// attributeInput has the members of an attribute that can be set. Empty text for a default, note or class means none.
type attributeInput struct {
	operations.Numbered
	Code               *string   `json:"attributeCode" doc:"code of a new attribute: a-z, 0-9 and _"`
	Label              *string   `json:"frontendLabel" doc:"label"`
	Input              *string   `json:"frontendInput" doc:"how values of a new attribute are entered"`
	Type               *string   `json:"backendType" doc:"what text of a new attribute is kept as"`
	Scope              *string   `json:"scope" doc:"where values of a new attribute may differ"`
	Default            *string   `json:"defaultValue" doc:"value of new products"`
	Note               *string   `json:"note" doc:"note for people who enter values"`
	Class              *string   `json:"frontendClass" doc:"class that checks what is entered"`
	Position           *int64    `json:"position" doc:"place among others: small numbers first"`
	ApplyTo            *[]string `json:"applyTo" doc:"types of products that have the attribute; empty for all"`
	Filterable         *int64    `json:"isFilterable" enum:"0,1,2" doc:"whether categories can be filtered by it: 0, 1, or 2 also by values that no product has"`
	Required           *bool     `json:"isRequired" doc:"products need a value"`
	Unique             *bool     `json:"isUnique" doc:"no two products share a value"`
	Searchable         *bool     `json:"isSearchable" doc:"search finds values"`
	FilterableInSearch *bool     `json:"isFilterableInSearch" doc:"results of a search can be filtered by it"`
	Comparable         *bool     `json:"isComparable" doc:"shown where products are compared"`
	VisibleOnFront     *bool     `json:"isVisibleOnFront" doc:"shown on the product's page"`
	HTMLAllowed        *bool     `json:"isHtmlAllowedOnFront" doc:"values may have HTML"`
	Wysiwyg            *bool     `json:"isWysiwygEnabled" doc:"values are entered with an editor"`
	PriceRules         *bool     `json:"isUsedForPriceRules" doc:"price rules may use it"`
	InListing          *bool     `json:"usedInProductListing" doc:"shown in lists"`
	ForSort            *bool     `json:"usedForSortBy" doc:"lists can be sorted by it"`
	AdvancedSearch     *bool     `json:"isVisibleInAdvancedSearch" doc:"advanced search has it"`
	Configurable       *bool     `json:"isConfigurable" doc:"configurable products may vary by it"`
}

// setAttribute is SetAttribute in which empty text stands for none.
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

type optionInput struct {
	operations.Numbered
	Attribute *int64  `json:"attributeId" doc:"attribute of a new option"`
	Label     *string `json:"label" doc:"label"`
	Position  *int64  `json:"position" doc:"place among others: small numbers first"`
	Swatch    *string `json:"swatch" doc:"a colour, a file of pictures, or a short text; empty for none"`
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
