package catalog

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"tradelog/domain/fault"
	"tradelog/domain/record"
)

// Book holds all attributes of products, their options and the attribute sets. A book is immutable after Close.
type Book struct {
	attributes []ProductAttribute
	byCode     map[string]*ProductAttribute
	byID       map[int64]*ProductAttribute
	options    map[int64][]AttributeOption // by attribute, in their order
	byOption   map[int64]*AttributeOption
	sets       map[int64]AttributeSet
	members    map[int64]map[string]bool // codes by set
	labels     map[ownLabel]string
}

// ownLabel is the key of the label of an attribute or option in a store view.
type ownLabel struct {
	option      bool
	id, storeID int64
}

// NewBook returns an empty book. AddAttribute, AddOption and AddSet fill it; Close makes it ready for use.
func NewBook() *Book {
	return &Book{
		byCode: map[string]*ProductAttribute{}, byID: map[int64]*ProductAttribute{}, options: map[int64][]AttributeOption{},
		byOption: map[int64]*AttributeOption{}, sets: map[int64]AttributeSet{}, members: map[int64]map[string]bool{},
		labels: map[ownLabel]string{},
	}
}

// AddAttribute adds an attribute with its labels by store view.
func (b *Book) AddAttribute(a ProductAttribute, labels map[int64]string) {
	b.attributes = append(b.attributes, a)
	b.label(false, a.ID, labels)
}

// AddOption adds an option with its labels by store view.
func (b *Book) AddOption(o AttributeOption, labels map[int64]string) {
	b.options[o.AttributeID] = append(b.options[o.AttributeID], o)
	b.label(true, o.ID, labels)
}

// AddSet adds an attribute set.
func (b *Book) AddSet(s AttributeSet) { b.sets[s.ID] = s }

func (b *Book) label(option bool, id int64, labels map[int64]string) {
	for store, label := range labels {
		b.labels[ownLabel{option, id, store}] = label
	}
}

// Close builds the book's indexes after everything was added.
func (b *Book) Close() *Book {
	slices.SortFunc(b.attributes, func(x, y ProductAttribute) int {
		return cmp.Or(strings.Compare(x.Code, y.Code), cmp.Compare(x.ID, y.ID))
	})
	for i := range b.attributes {
		b.byCode[b.attributes[i].Code], b.byID[b.attributes[i].ID] = &b.attributes[i], &b.attributes[i]
	}
	for id, list := range b.options {
		slices.SortFunc(list, AttributeOption.Compare)
		for i := range list {
			b.byOption[list[i].ID] = &b.options[id][i]
		}
	}
	for id, set := range b.sets { // a deleted attribute is still listed in its sets
		set = set.Normalise()
		b.members[id] = map[string]bool{}
		for i, g := range set.Groups {
			set.Groups[i].Attributes = slices.DeleteFunc(g.Attributes, func(a GroupedAttribute) bool { return b.byCode[a.Code] == nil })
			for _, a := range set.Groups[i].Attributes {
				b.members[id][a.Code] = true
			}
		}
		b.sets[id] = set
	}
	return b
}

// All returns the attributes, sorted by code. The caller must not change the list.
func (b *Book) All() []ProductAttribute { return b.attributes }

// Find returns the attribute with a code, or nil.
func (b *Book) Find(code string) *ProductAttribute { return b.byCode[code] }

// Attribute returns the attribute with a number, or nil.
func (b *Book) Attribute(id int64) *ProductAttribute { return b.byID[id] }

// Options returns the options of an attribute, in their order. The caller must not change the list.
func (b *Book) Options(attributeID int64) []AttributeOption { return b.options[attributeID] }

// Option returns the option with a number, or nil.
func (b *Book) Option(id int64) *AttributeOption { return b.byOption[id] }

// Set returns the attribute set with a number.
func (b *Book) Set(id int64) (AttributeSet, bool) {
	s, ok := b.sets[id]
	return s, ok
}

// CheckSet returns an error if the values of a product name an attribute set that does not exist.
func (b *Book) CheckSet(values record.Values) error {
	raw, written := values["attributeSetId"]
	if !written {
		return nil
	}
	var id int64
	if json.Unmarshal(raw, &id) != nil {
		return fault.Preconditionf("Attribute set %s does not exist.", raw).About(fault.Unknown, "attributeSetId")
	}
	if _, known := b.Set(id); !known {
		return fault.Preconditionf("Attribute set %d does not exist.", id).About(fault.Unknown, "attributeSetId")
	}
	return nil
}

// Sets returns the attribute sets, sorted by number.
func (b *Book) Sets() []AttributeSet {
	var all []AttributeSet
	for _, s := range b.sets {
		all = append(all, s)
	}
	slices.SortFunc(all, func(x, y AttributeSet) int { return cmp.Compare(x.ID, y.ID) })
	return all
}

// Has tells whether a set has an attribute.
func (b *Book) Has(setID int64, code string) bool { return b.members[setID][code] }

// Applies tells whether products of a type and a set have a user-defined attribute.
func (b *Book) Applies(a *ProductAttribute, productType string, setID int64) bool {
	return a.Custom() && a.AppliesTo(productType) && b.members[setID][a.Code]
}

// Label returns the label of an attribute in a store view. A store view without a label of its own, and 0, have the label of all stores.
func (b *Book) Label(a *ProductAttribute, storeID int64) string {
	return cmp.Or(b.labels[ownLabel{false, a.ID, storeID}], a.Label)
}

// OptionLabel returns the label of an option in a store view. A store view without a label of its own, and 0, have the label of all stores.
func (b *Book) OptionLabel(o *AttributeOption, storeID int64) string {
	return cmp.Or(b.labels[ownLabel{true, o.ID, storeID}], o.Label)
}
