package folds

import (
	"tradelog/domain/catalog"
	"tradelog/readmodels/documents"
)

// scopeNumbers maps scopes to the numbers of the member isGlobal.
var scopeNumbers = map[string]int64{catalog.StoreScope: 0, catalog.GlobalScope: 1, catalog.WebsiteScope: 2}

// NewProductAttribute renders an attribute with its label, its scope and its options.
func NewProductAttribute(a catalog.ProductAttribute, label, scope string,
	options []documents.AttributeOptionValue) documents.ProductAttribute {
	if options == nil {
		options = []documents.AttributeOptionValue{}
	}
	return documents.ProductAttribute{
		Type: "ProductAttribute", ID: a.ID, Code: a.Code, Label: label, Input: a.Input, BackendType: a.Type, IsRequired: a.Required,
		IsUserDefined: a.UserDefined, IsUnique: a.Unique, Scope: scope, IsGlobal: scopeNumbers[scope], Default: a.Default,
		IsSearchable: a.Searchable, IsFilterable: a.Filterable, FilterableInSearch: a.FilterableInSearch, IsComparable: a.Comparable,
		IsVisibleOnFront: a.VisibleOnFront, IsHTMLAllowed: a.HTMLAllowed, ForPriceRules: a.PriceRules, InListing: a.InListing,
		ForSort: a.ForSort, InAdvancedSearch: a.AdvancedSearch, IsWysiwyg: a.Wysiwyg, IsConfigurable: a.Configurable,
		ApplyTo: append([]string{}, a.ApplyTo...), FrontendClass: a.Class, Note: a.Note, Position: a.Position, Options: options,
	}
}

// NewAttributeSet renders a set.
func NewAttributeSet(s catalog.AttributeSet) documents.AttributeSet {
	out := documents.AttributeSet{Type: "AttributeSet", ID: s.ID, Name: s.Name, Codes: s.Codes(), Groups: []documents.AttributeGroup{}}
	for _, g := range s.Groups {
		group := documents.AttributeGroup{Name: g.Name, SortOrder: g.SortOrder, Attributes: []documents.GroupedAttribute{}}
		for _, a := range g.Attributes {
			group.Attributes = append(group.Attributes, documents.GroupedAttribute(a))
		}
		out.Groups = append(out.Groups, group)
	}
	return out
}
