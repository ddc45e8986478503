package catalog

import (
	_ "embed"
	"slices"
	"strings"

	"tradelog/domain/lines"
	"tradelog/domain/record"
)

// Attribute binds a field to the code by which customAttributesWrite, useDefault and attributeFilters name it (shapes-catalog §10.1). All
// other properties of a product attribute are in its record, see ProductAttribute.
type Attribute struct {
	Code  string
	Field string // of the record; empty if the shop knows the code but stores no value for it
	// Static attributes are part of the record itself and have no values by store view.
	Static bool
	Global bool     // one value for all stores
	Types  []string // product types that have the attribute; empty: all

	choice, lines bool
}

// AppliesTo tells whether products of a type have the attribute.
func (a Attribute) AppliesTo(productType string) bool {
	return len(a.Types) == 0 || slices.Contains(a.Types, productType)
}

// Lines returns the rule for line breaks in the attribute's text.
func (a Attribute) Lines() lines.Rule {
	if a.lines {
		return lines.Many
	}
	return lines.One
}

// Choice tells whether values are chosen from a list. Commas then separate values and cannot be part of one.
func (a Attribute) Choice() bool { return a.choice || a.Field == "" }

// Attributes holds the attributes of one kind of record, by code.
type Attributes struct {
	kind   *record.Kind
	byCode map[string]Attribute
	// protected lists the codes that have a member of their own in requests and must be written by it.
	protected []string
}

func (a *Attributes) Find(code string) (Attribute, bool) {
	found, ok := a.byCode[code]
	return found, ok
}

// ofField finds the attribute of a field by the field's own name.
func (a *Attributes) ofField(name string) (Attribute, bool) {
	for _, attribute := range a.byCode {
		if attribute.Field == name {
			return attribute, true
		}
	}
	return Attribute{}, false
}

// The attributes of products and of categories.
var (
	ProductAttributes  = readAttributes(Products)
	CategoryAttributes = readAttributes(Categories)
)

//go:embed attributes.tsv
var attributesTSV string

func readAttributes(kind *record.Kind) *Attributes {
	all, seeded := &Attributes{kind: kind, byCode: map[string]Attribute{}}, map[string]ProductAttribute{}
	for _, seed := range SeedAttributes() {
		seeded[seed.Code] = seed
	}
	for line := range strings.Lines(attributesTSV) {
		cells := strings.Fields(line)
		if cells[0] != kind.Name {
			continue
		}
		a, known := Attribute{Code: cells[1], Field: strings.Trim(cells[2], "-")}, true
		if seed, ok := seeded[a.Code]; ok && kind == Products {
			a.Types, a.Global = seed.ApplyTo, a.Field == "" && seed.Scope == GlobalScope
		}
		if f, ok := kind.Field(a.Field); ok {
			a.Global = f.Global
		}
		for _, flag := range cells[3:] {
			switch flag {
			case "static":
				a.Static = true
			case "lines":
				a.lines = true
			case "choice":
				a.choice = true
			case "protected":
				all.protected = append(all.protected, a.Code)
			case "unknown":
				known = false
			}
		}
		if known {
			all.byCode[a.Code] = a
		}
	}
	return all
}
