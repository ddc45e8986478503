package taxes

import (
	"tradelog/domain/tax"
	"tradelog/records"
)

// Classes are the tax classes.
var Classes = records.Define(records.Spec[tax.Class, tax.Class]{
	Path: "/tax-classes", Kind: tax.Classes, Section: "tax", ACL: "sales/tax", New: tax.Class{Type: tax.ProductClass}, Seeds: tax.SeedClasses,
	Doc: "A class of products, or of customers, that are taxed alike.",
	Docs: records.Docs{
		Create: "Adds a class. It has no effect until a tax rule has it; products name theirs with taxClassId, customer groups as well.",
		Delete: "Removes a class, also from the rules that have it. Products and groups that name it are untaxed from then on.",
	},
	Unique: func(v tax.Class) string { return v.Type + "-" + v.Name }, Taken: tax.ErrClassExists,
	Normalise: tax.Class.Normalise, Check: tax.Class.Check,
	Search:   func(v tax.Class) string { return v.Name },
	Filters:  []records.Filter[tax.Class]{{Name: "classType", Doc: "PRODUCT or CUSTOMER", Of: func(v tax.Class) string { return v.Type }}},
	Deleting: outOfRules,
})
