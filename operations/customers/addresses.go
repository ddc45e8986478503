package customers

import (
	"context"

	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
)

// addressBooks returns the operations of shapes-customer §3.1. The caller's own address book has two paths.
func (h *handlers) addressBooks() []*operations.Operation {
	var all []*operations.Operation
	for _, own := range []struct {
		path string
		// writable is the guard of changes of one entry.
		writable func(context.Context, *operations.Call) error
		whose    string
	}{
		{"/customers/me/addresses", h.ownEntry, "Customers can change only their own."},
		{"/addresses", h.writableEntry, "Customers can change only their own; the back office can change any."},
	} {
		read := operations.Declaration{
			Resource: addressResource, Verb: operations.List, Method: "GET", Path: own.path, Access: operations.Customer.Access("addresses/read"),
			Guard: identified(errNoBook), Summary: "List my addresses",
			Doc: "Lists the caller's whole address book, oldest first.",
		}
		get := read
		get.Verb, get.Path, get.Guard, get.Summary = operations.Get, own.path+"/{id}", h.readableEntry, "Get an address"
		get.Access.ByRow, get.Access.Also = true, []string{"addresses/write"}
		get.Doc = "Returns an entry of an address book. Customers find only their own."

		create := operations.Declaration{
			Resource: addressResource, Verb: operations.Create, Method: "POST", Path: own.path,
			Access: operations.Customer.Access("addresses/write"), Guard: identified(errNotMine), Summary: "Add an address to my address book",
			Doc: "Adds an entry to the caller's address book. It becomes a default only if isDefaultBilling or isDefaultShipping is true.",
		}
		change := create
		change.Verb, change.Method, change.Path, change.Guard = operations.Update, "PUT", own.path+"/{id}", own.writable
		change.Summary = "Change an address"
		change.Doc = "Replaces the required members of an entry; all must be sent. company, region and regionId are cleared if omitted; " +
			"other members stay. " + own.whose
		remove := change
		remove.Verb, remove.Method, remove.Summary = operations.Delete, "DELETE", "Delete an address"
		remove.Effect.Irreversible = operations.Deleted
		remove.Doc = "Deletes an entry of an address book. If it was a default address, there is no default afterwards. " + own.whose

		all = append(all,
			operations.Define(read, h.listOwn), operations.Define(create, h.addOwn), operations.Define(get, h.entry),
			operations.Define(change, h.changeEntry), operations.Define(remove, h.removeEntry))
	}
	all = append(all, operations.Define(operations.Declaration{
		Resource: addressResource, Verb: operations.Update, Method: "PATCH", Path: "/addresses/{id}",
		Access: operations.Customer.Access("addresses/write"), Guard: h.writableEntry, Extra: true, Tool: operations.Tool{None: true},
		Summary: "Change parts of an address",
		Doc:     "Changes only what is sent. Customers can change only their own; the back office can change any.",
	}, h.editEntry))
	list := operations.Declaration{
		Resource: addressResource, Verb: operations.List, Method: "GET", Path: "/customers/{customerId}/addresses",
		Access: operations.Backend.Access("addresses/read"), Guard: h.customersBook, Summary: "List a customer's addresses",
		Doc: "Lists a customer's whole address book, oldest first.",
	}
	add := list
	add.Verb, add.Method, add.Access.Permission, add.Response.ItemsAt = operations.Create, "POST", "addresses/write", "/addresses"
	add.Summary = "Add an address to a customer's address book"
	add.Doc = "Adds an entry to a customer's address book. It becomes a default only if isDefaultBilling or isDefaultShipping is true."
	return append(all, operations.Define(list, h.listOf), operations.Define(add, h.addTo))
}

// The refusals of callers who are no customer and so have no address book (shapes-customer §2.11).
var (
	errNoBook  = fault.NotFoundf("Customer ID is required")
	errNotMine = fault.NotFoundf("Authentication required")
)

// ownedEntry names an entry and the customer who owns its address book.
type ownedEntry struct{ customerID, id int64 }

// ownEntry is the guard of changes below /customers/me. It reads the stream, so a new entry can be changed before the read model has it.
// Entries of others get the answer of missing ones.
func (h *handlers) ownEntry(ctx context.Context, c *operations.Call) error {
	me, id := c.CustomerID(), c.PathID("id")
	if me == 0 {
		return errNotMine
	}
	account, err := h.Commands.Customer(ctx, me)
	if err != nil {
		return err
	}
	if _, ok := account.Address(id); !ok && !c.Resumed() {
		return customer.ErrAddressNotFound
	}
	c.Keep(ownedEntry{me, id})
	return nil
}

// writableEntry is the guard of changes of any entry: the customer's own, or every one for the back office.
func (h *handlers) writableEntry(ctx context.Context, c *operations.Call) error {
	if c.CustomerID() != 0 {
		return h.ownEntry(ctx, c)
	}
	a, err := h.Reader.Address(ctx, c.PathID("id"))
	if err != nil {
		return err
	}
	c.Keep(ownedEntry{a.CustomerID, a.ID})
	return h.checkScope(ctx, c, a.CustomerID)
}

// readableEntry is the guard of a single read. An entry of another customer gets the answer of a missing one (conventions §6).
func (h *handlers) readableEntry(ctx context.Context, c *operations.Call) error {
	id := c.PathID("id")
	if me := c.CustomerID(); me != 0 {
		a, err := h.Reader.OwnAddress(ctx, me, id)
		c.Keep(a)
		return err
	}
	if !c.BackendReader(addressResource.Permission) {
		return readmodels.ErrNotFound
	}
	a, err := h.Reader.Address(ctx, id)
	if err != nil {
		return err
	}
	c.Keep(a)
	return h.checkScope(ctx, c, a.CustomerID)
}

// customersBook is the guard of a customer's whole address book. It reads the account's stream, as managed does.
func (h *handlers) customersBook(ctx context.Context, c *operations.Call) error {
	account, err := h.Commands.Customer(ctx, c.PathID("customerId"))
	if err != nil {
		return err
	}
	return c.CheckWebsiteRow(addressResource.Label, account.WebsiteID)
}

// checkScope refuses tokens that are limited to other websites than the customer's.
func (h *handlers) checkScope(ctx context.Context, c *operations.Call, customerID int64) error {
	account, err := h.Commands.Customer(ctx, customerID)
	if err != nil {
		return err
	}
	return c.CheckWebsiteRow(addressResource.Label, account.WebsiteID)
}

func (h *handlers) listOwn(ctx context.Context, c *operations.Call, _ operations.None) (*documents.Page[documents.Address], error) {
	return h.Reader.Addresses(ctx, c.CustomerID())
}

type bookPath struct {
	CustomerID int64 `path:"customerId" doc:"ID of the customer"`
}

func (h *handlers) listOf(ctx context.Context, _ *operations.Call, in bookPath) (*documents.Page[documents.Address], error) {
	return h.Reader.Addresses(ctx, in.CustomerID)
}
