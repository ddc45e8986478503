package directory

import (
	"tradelog/domain/tax"
	"tradelog/operations/records"
)

// TaxClasses are the tax classes.
var TaxClasses = records.Define(records.Spec[tax.Class, tax.Class]{
	Kind: tax.Classes, New: tax.Class{Type: tax.ProductClass}, Seeds: tax.SeedClasses,
	Resource: records.Resource{
		Path: "/tax-classes", Section: "tax", ACL: "sales/tax",
		Doc:    "A class of products, or of customers, with the same tax treatment.",
		Create: "Adds a class. It has no effect until a tax rule uses it; products and customer groups refer to it with taxClassId.",
		Delete: "Removes a class, also from rules. Products and groups that refer to it are untaxed from then on.",
	},
	Unique: func(v tax.Class) string { return v.Type + "-" + v.Name }, Taken: tax.ErrClassExists,
	Search: func(v tax.Class) string { return v.Name },
	Filters: []records.Filter[tax.Class]{
		{Name: "classType", Doc: "type", Enum: "PRODUCT,CUSTOMER", Of: func(v tax.Class) string { return v.Type }},
	},
	Deleting: removeFromRules,
})
