package directory

import (
	"cmp"
	"context"
	"slices"

	directorycommands "tradelog/commands/directory"
	"tradelog/domain/catalog"
	"tradelog/domain/record"
	"tradelog/domain/shop"
	"tradelog/operations"
	"tradelog/operations/records"
	readcatalog "tradelog/readmodels/catalog"
)

// structureResource is the resource of websites, store groups, store views and root categories.
var structureResource = &operations.Resource{Name: "Structure", Section: "system", Label: "structure",
	Doc: "Websites, store groups, store views and root categories."}

// exchangeRate is the resource of exchange rates.
var exchangeRate = &operations.Resource{Name: "ExchangeRate", Section: "directory", Label: "rate",
	Doc: "What a unit of a currency is worth in another one."}

// Structure declares the operations on the shop's structure and its exchange rates. They have no route.
func Structure(stores *directorycommands.Stores, categories *readcatalog.Reader) []*operations.Operation {
	h := &structure{stores, categories}
	ops := []*operations.Operation{
		operations.Define(operations.ForOperator(structureResource, "structure.get", operations.Get, "Get the shop's structure",
			"Returns all websites, store groups, store views and root categories."), h.get),
		operations.Define(operations.ForOperator(exchangeRate, "rate.list", operations.List, "List exchange rates",
			"Lists all exchange rates."), h.rates),
		operations.Define(operations.ForOperator(exchangeRate, "rate.set", operations.Update, "Set an exchange rate",
			"Sets what one unit of a currency is worth in another one. The rate back is one of its own."), h.setRate),
		operations.Define(operations.ForOperator(exchangeRate, "rate.delete", operations.Delete, "Delete an exchange rate",
			"Removes a rate. Store views show no prices in the currency any more."), h.deleteRate),
	}
	for _, kind := range []struct {
		name, title string
		set         func(operations.Declaration) *operations.Operation
		end         func(ctx context.Context, id int64) error
	}{
		{"website", "website", records.Setter(stores.SetWebsite), stores.DeleteWebsite},
		{"group", "store group", records.Setter(stores.SetGroup), stores.DeleteGroup},
		{"view", "store view", records.Setter(h.setView), stores.DeleteView},
		{"root-category", "root category", func(o operations.Declaration) *operations.Operation { return operations.Define(o, h.setRoot) },
			stores.DeleteRootCategory},
	} {
		ops = append(ops,
			kind.set(operations.ForOperator(structureResource, kind.name+".set", operations.Update, "Set a "+kind.title,
				"Changes the members that are sent, or makes one without an id.")),
			operations.Define(operations.ForOperator(structureResource, kind.name+".delete", operations.Delete, "Delete a "+kind.title,
				"Deletes one that nothing uses."), operations.Remover(kind.end)))
	}
	return ops
}

type structure struct {
	stores     *directorycommands.Stores
	categories *readcatalog.Reader
}

type shopStructure struct {
	Websites []shop.Website     `json:"websites"`
	Groups   []shop.Group       `json:"groups"`
	Views    []shop.Store       `json:"views"`
	Roots    []catalog.Category `json:"rootCategories"`
}

func (h *structure) get(ctx context.Context, c *operations.Call, _ operations.None) (shopStructure, error) {
	index, err := h.categories.Categories(ctx)
	if err != nil {
		return shopStructure{}, err
	}
	roots := []catalog.Category{}
	for id, of := range index.In(0) {
		if of.ParentID == catalog.TreeRoot && id != catalog.TreeRoot {
			roots = append(roots, *of)
		}
	}
	slices.SortFunc(roots, func(a, b catalog.Category) int {
		return cmp.Or(cmp.Compare(a.Position, b.Position), cmp.Compare(a.ID, b.ID))
	})
	return shopStructure{c.Shop.Websites, c.Shop.Groups, c.Shop.Stores, roots}, nil
}

// setView sets a store view. A new one is active.
func (h *structure) setView(ctx context.Context, id int64, change func(*shop.Store)) (int64, error) {
	return h.stores.SetView(ctx, id, func(v *shop.Store) {
		v.IsActive = v.IsActive || id == 0
		change(v)
	})
}

type rootInput struct {
	operations.Numbered
	Name     *string `json:"name" doc:"name"`
	Active   *bool   `json:"isActive" doc:"whether it is on; new ones are"`
	Position *int    `json:"position" doc:"place among others: small numbers first"`
}

func (h *structure) setRoot(ctx context.Context, c *operations.Call, in rootInput) (operations.Identified, error) {
	values, err := record.Of(in)
	if err != nil {
		return operations.Identified{}, err
	}
	id, err := h.stores.SetRootCategory(ctx, in.ID, values)
	c.Created(id)
	return operations.Identified{ID: id}, err
}

func (h *structure) rates(_ context.Context, c *operations.Call, _ operations.None) ([]shop.Rate, error) {
	return append([]shop.Rate{}, c.Shop.Rates...), nil
}

type pairInput struct {
	From string `query:"from" doc:"currency of the prices, such as USD"`
	To   string `query:"to" doc:"currency they are shown in, such as EUR"`
}

type rateInput struct {
	pairInput
	Rate string `json:"rate" doc:"what one unit of the first is worth in the second, such as 0.9213"`
}

func (h *structure) setRate(ctx context.Context, _ *operations.Call, in rateInput) (shop.Rate, error) {
	rate, err := shop.NewRate(in.From, in.To, in.Rate)
	if err != nil {
		return rate, err
	}
	return rate, h.stores.SetRates(ctx, rate)
}

func (h *structure) deleteRate(ctx context.Context, _ *operations.Call, in pairInput) (operations.Nothing, error) {
	return operations.Nothing{}, h.stores.DeleteRate(ctx, in.From, in.To)
}
