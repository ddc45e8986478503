package tax

import (
	"context"

	"tradelog/commands/taxes"
	"tradelog/operations"
	"tradelog/readmodels"
)

// The resources of this package.
var (
	Class = &operations.Resource{
		Name: "TaxClass", Section: "tax", Permission: "tax-classes", ACL: "sales/tax", Label: "tax class",
		Doc: "A class of products, or of customers, that are taxed alike.",
	}
	Rate = &operations.Resource{
		Name: "TaxRate", Section: "tax", Permission: "tax-rates", ACL: "sales/tax/rates", Label: "tax rate",
		Doc: "A percentage that holds in a country, a region or for postcodes.",
	}
	Rule = &operations.Resource{
		Name: "TaxRule", Section: "tax", Permission: "tax-rules", ACL: "sales/tax/rules", Label: "tax rule",
		Doc: "Says which rates products of some classes are taxed with when customers of some classes buy them.",
	}
)

type handlers struct {
	commands *taxes.Taxes
	reader   *readmodels.Reader
}

type path struct {
	ID int64 `path:"id" doc:"number of the record"`
}

type search struct {
	Search string `query:"search" alias:"q" doc:"part of the name or code, in any case"`
}

// crud returns the declarations of a resource: list, get, create, update, delete.
func crud(r *operations.Resource, path string) (list, get, create, update, remove operations.Operation) {
	at := func(verb operations.Verb, method, path, permission string) operations.Operation {
		return operations.Operation{Resource: r, Verb: verb, Method: method, Path: path, Auth: operations.Backend, Permission: r.Permission + "/" + permission}
	}
	item := path + "/{id}"
	list, get = at(operations.List, "GET", path, "read"), at(operations.Get, "GET", item, "read")
	create, update = at(operations.Create, "POST", path, "write"), at(operations.Update, "PUT", item, "write")
	remove = at(operations.Delete, "DELETE", item, "delete")
	list.Paged = true
	return list, get, create, update, remove
}

// New makes the operations.
func New(c *taxes.Taxes, r *readmodels.Reader) []*operations.Operation {
	h := &handlers{commands: c, reader: r}
	list, get, create, update, remove := crud(Class, "/tax-classes")
	list.Summary, list.Doc = "List tax classes", "Lists the classes of products and customers, by name."
	get.Summary, get.Doc = "Get a tax class", "Returns a class."
	create.Summary, create.Doc = "Create a tax class", "Adds a class. It has no effect until a tax rule has it; products name theirs with taxClassId, customer groups as well."
	update.Guard, update.Summary = operations.Existing(c.Classes.Get), "Change a tax class"
	update.Doc = "Changes what is sent and leaves the rest."
	remove.Summary, remove.Doc = "Delete a tax class", "Removes a class, also from the rules that have it. Products and groups that name it are untaxed from then on."
	out := []*operations.Operation{
		operations.Define(list, h.classes), operations.Define(get, h.class), operations.Define(create, h.createClass), operations.Define(update, h.updateClass),
		operations.Define(remove, h.deleteClass),
	}

	list, get, create, update, remove = crud(Rate, "/tax-rates")
	list.Summary, list.Doc = "List tax rates", "Lists the rates, by code."
	get.Summary, get.Doc = "Get a tax rate", "Returns a rate."
	create.Summary, create.Doc = "Create a tax rate", "Adds a rate. It has no effect until a tax rule has it. Of the rates of a rule only the most specific one holds for an address."
	update.Guard, update.Summary = operations.Existing(c.Rates.Get), "Change a tax rate"
	update.Doc = "Changes what is sent and leaves the rest. Orders keep the taxes they were placed with."
	remove.Summary, remove.Doc = "Delete a tax rate", "Removes a rate. One that a rule has cannot be removed: take it out of the rule first."
	out = append(out,
		operations.Define(list, h.rates), operations.Define(get, h.rate), operations.Define(create, h.createRate), operations.Define(update, h.updateRate),
		operations.Define(remove, h.deleteRate))

	list, get, create, update, remove = crud(Rule, "/tax-rules")
	list.Summary, list.Doc = "List tax rules", "Lists the rules, by priority and position."
	get.Summary, get.Doc = "Get a tax rule", "Returns a rule."
	create.Summary, create.Doc = "Create a tax rule", "Joins customer and product classes with rates. Rules of the same priority add up; those of a later one are charged on top of the tax, unless calculateSubtotal is true."
	update.Guard, update.Summary = operations.Existing(c.Rules.Get), "Change a tax rule"
	update.Doc = "Changes what is sent and leaves the rest. An empty list leaves the list as it is."
	remove.Summary, remove.Doc = "Delete a tax rule", "Removes a rule. Its classes and rates stay."
	return append(out,
		operations.Define(list, h.rules), operations.Define(get, h.rule), operations.Define(create, h.createRule), operations.Define(update, h.updateRule),
		operations.Define(remove, h.deleteRule))
}

// taxes are those of this moment; what is read depends on them.
func (h *handlers) taxes(ctx context.Context, c *operations.Call) (*readmodels.Taxes, error) {
	return h.reader.Taxes(ctx)
}
