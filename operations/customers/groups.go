package customers

import (
	"context"
	"errors"

	"tradelog/domain/customer"
	"tradelog/domain/record"
	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
)

// Group is the resource of customer groups.
var Group = &operations.Resource{
	Name: "CustomerGroup", Section: "customers", Permission: "customer-groups", ACL: "customer/group", Label: "customer group",
	Doc: "A group of customers. Its tax class and the price rules for it hold for all of them; guests are group 0.",
}

type groupPath struct {
	ID int64 `path:"id" doc:"number of the group"`
}

type groupsInput struct {
	Search string `query:"search" alias:"q" doc:"part of the code, in any case"`
}

type groupInput struct {
	Code       *string `json:"code" maxlength:"32" doc:"name of the group, which no other has"`
	TaxClassID *int64  `json:"taxClassId" doc:"number of the customer tax class"`
}

func (in groupInput) apply(g customer.Group) (customer.Group, error) {
	if in.Code != nil {
		g.Code = *in.Code
	}
	if in.TaxClassID != nil {
		g.TaxClassID = in.TaxClassID
	}
	return g, nil
}

type groupUpdate struct {
	groupPath
	groupInput
}

func (h *handlers) groups() []*operations.Operation {
	of := func(verb operations.Verb, method, path, permission string) operations.Operation {
		return operations.Operation{Resource: Group, Verb: verb, Method: method, Path: path, Auth: operations.Backend, Permission: "customer-groups/" + permission}
	}
	list, get := of(operations.List, "GET", "/customer-groups", "read"), of(operations.Get, "GET", "/customer-groups/{id}", "read")
	create, update := of(operations.Create, "POST", "/customer-groups", "write"), of(operations.Update, "PUT", "/customer-groups/{id}", "write")
	remove := of(operations.Delete, "DELETE", "/customer-groups/{id}", "delete")
	list.Paged = true
	list.Summary, list.Doc = "List customer groups", "Lists the groups, by code, with the group of guests."
	get.Summary, get.Doc = "Get a customer group", "Returns a group. The group of guests is listed but cannot be read, changed or deleted by itself."
	create.Summary, create.Doc = "Create a customer group", "Adds a group. Put customers into it with groupId of PUT /customers/{id}."
	update.Guard, update.Summary = operations.Existing(h.changeable), "Change a customer group"
	update.Doc = "Changes what is sent and leaves the rest."
	remove.Summary, remove.Doc = "Delete a customer group", "Removes a group; its customers move to the default group. The default group of a store cannot be deleted."
	return []*operations.Operation{
		operations.Define(list, h.listGroups), operations.Define(get, h.getGroup), operations.Define(create, h.createGroup), operations.Define(update, h.updateGroup),
		operations.Define(remove, h.deleteGroup),
	}
}

// taxes are those of this moment, with the groups; what is read depends on them.
func (h *handlers) taxes(ctx context.Context, c *operations.Call) (*readmodels.Taxes, error) {
	return h.Reader.Taxes(ctx)
}

func (h *handlers) listGroups(ctx context.Context, c *operations.Call, in groupsInput) (*documents.Page[documents.CustomerGroup], error) {
	t, err := h.taxes(ctx, c)
	if err != nil {
		return nil, err
	}
	return operations.PageFrom(c, t.Groups, func(g customer.Group) bool { return operations.Contains(g.Code, in.Search) },
		func(g customer.Group) documents.CustomerGroup { return documents.NewCustomerGroup(g, t.ClassName(g)) })
}

func (h *handlers) getGroup(ctx context.Context, c *operations.Call, in groupPath) (documents.CustomerGroup, error) {
	t, err := h.taxes(ctx, c)
	if err != nil {
		return documents.CustomerGroup{}, err
	}
	g, ok := t.Group(in.ID)
	if !ok || in.ID == customer.GuestGroup {
		return documents.CustomerGroup{}, readmodels.ErrNotFound
	}
	return documents.NewCustomerGroup(g, t.ClassName(g)), nil
}

func (h *handlers) createGroup(ctx context.Context, c *operations.Call, in groupInput) (documents.CustomerGroup, error) {
	g, err := in.apply(customer.Group{})
	if err != nil {
		return documents.CustomerGroup{}, err
	}
	id, err := h.Commands.Groups.Create(ctx, g)
	if err != nil {
		return documents.CustomerGroup{}, operations.Failed("create CustomerGroup", err)
	}
	c.Created(id)
	return h.writtenGroup(ctx, id)
}

// writtenGroup answers a write with the group as its stream has it.
func (h *handlers) writtenGroup(ctx context.Context, id int64) (documents.CustomerGroup, error) {
	g, err := h.Commands.Groups.Get(ctx, id)
	if err != nil || g.TaxClassID == nil {
		return documents.NewCustomerGroup(g, ""), err
	}
	class, err := h.Taxes.Classes.Get(ctx, *g.TaxClassID)
	if errors.Is(err, record.ErrNotFound) {
		err = nil
	}
	return documents.NewCustomerGroup(g, class.Name), err
}

// changeable finds a group that can be changed: any but that of guests.
func (h *handlers) changeable(ctx context.Context, id int64) (customer.Group, error) {
	if id == customer.GuestGroup {
		return customer.Group{}, readmodels.ErrNotFound
	}
	return h.Commands.Groups.Get(ctx, id)
}

func (h *handlers) updateGroup(ctx context.Context, _ *operations.Call, in groupUpdate) (documents.CustomerGroup, error) {
	if err := h.Commands.Groups.Change(ctx, in.ID, in.apply); err != nil {
		return documents.CustomerGroup{}, operations.Failed("update CustomerGroup", err)
	}
	return h.writtenGroup(ctx, in.ID)
}

// moved is how many customers a request moves itself; a reaction to the deletion moves the others.
const moved = 500

func (h *handlers) deleteGroup(ctx context.Context, c *operations.Call, in groupPath) (operations.Nothing, error) {
	if in.ID == customer.GuestGroup {
		return operations.Nothing{}, readmodels.ErrNotFound
	}
	if g, err := h.Commands.Groups.Get(ctx, in.ID); err == nil {
		for _, store := range c.Shop.Stores {
			if c.Shop.DefaultGroup(store.ID) == in.ID {
				return operations.Nothing{}, operations.Failed("delete CustomerGroup", customer.ErrGroupFixed(g.Code))
			}
		}
	}
	if err := h.Commands.Groups.Delete(ctx, in.ID); err != nil {
		return operations.Nothing{}, operations.Failed("delete CustomerGroup", err)
	}
	// The deletion is the fact: what fails from here on is made good by the reaction.
	if ids, err := h.Reader.CustomersOfGroup(ctx, in.ID, 0, moved); err == nil {
		_ = h.Commands.MoveCustomers(ctx, ids, in.ID, c.Shop.DefaultGroup(0))
	}
	return operations.Nothing{}, nil
}
