package customers

import (
	"context"
	"errors"

	"tradelog/commands"
	"tradelog/commands/customers"
	"tradelog/domain/customer"
	"tradelog/domain/record"
	"tradelog/domain/tax"
	"tradelog/operations/records"
	readcustomers "tradelog/readmodels/customers"
	"tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
)

// Groups are the customer groups.
var Groups = records.Define(records.Spec[customer.Group, documents.CustomerGroup]{
	Kind: customer.Groups, Seeds: customer.SeedGroups,
	Resource: records.Resource{
		Path: "/customer-groups", Section: "customers", ACL: "customer/group",
		Doc:    "A group of customers, with a tax class and price rules of its own; guests are group 0.",
		List:   "Lists the groups by code, including guests.",
		Get:    "Returns a group. The guests' group is listed but cannot be read, changed or deleted.",
		Create: "Adds a group. Assign customers with groupId of PUT /customers/{id}.",
		Delete: "Removes a group; its customers move to the default group. The default group of a store cannot be deleted.",
		Search: "part of the code, case-insensitive",
	},
	Unique: func(v customer.Group) string { return v.Code }, Taken: customer.ErrGroupExists,
	Search:   func(v customer.Group) string { return v.Code },
	Fixed:    func(id int64) bool { return id == customer.GuestGroup },
	Render:   withClassName,
	Deleting: refuseDefault,
})

// withClassName shows a group with the name of its tax class. For a group that was just written, and for a past one, the name is read from
// the stream of the class.
func withClassName(ctx context.Context, r records.Request, g customer.Group, written bool) (documents.CustomerGroup, error) {
	if !written && !r.InPast() {
		t, err := directory.TaxReaderOf(r.Reader).Taxes(ctx)
		if err != nil {
			return documents.CustomerGroup{}, err
		}
		return folds.NewCustomerGroup(g, t.ClassName(g)), nil
	}
	if g.TaxClassID == nil {
		return folds.NewCustomerGroup(g, ""), nil
	}
	classes := commands.OpenCollection(r.Deciders, commands.Collection[tax.Class]{Kind: tax.Classes})
	read := classes.Get
	if !written {
		read = func(ctx context.Context, id int64) (tax.Class, error) { return classes.GetUntil(ctx, id, r.AsOf()) }
	}
	class, err := read(ctx, *g.TaxClassID)
	if errors.Is(err, record.ErrNotFound) {
		err = nil
	}
	return folds.NewCustomerGroup(g, class.Name), err
}

// maxMoved is the number of customers that a request moves itself. A reaction to the deletion moves the others.
const maxMoved = 500

// refuseDefault refuses to delete the default group of a store. The customers of other groups are moved to the default group.
func refuseDefault(ctx context.Context, r records.Request, id int64) (func(context.Context) error, error) {
	if g, err := records.CommandsOn[customer.Group](r).Get(ctx, id); err == nil {
		for _, store := range r.Shop.Stores {
			if r.Shop.DefaultGroup(store.ID) == id {
				return nil, customer.ErrGroupFixed(g.Code)
			}
		}
	}
	return func(ctx context.Context) error {
		// The group is deleted already. The reaction moves the customers that are not moved here.
		if ids, err := readcustomers.OfGroup(ctx, r.Reader, id, 0, maxMoved); err == nil {
			_ = customers.NewCustomers(r.Deciders).MoveCustomers(ctx, ids, id, r.Shop.DefaultGroup(0))
		}
		return nil
	}, nil
}
