package customers

import (
	"context"

	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/domain/directory"
	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/readmodels/customers"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
)

// addressInput has the members of an entry (shapes-customer §3.2). The required ones replace the present values, and so do company, region
// and regionId. A nil value of another member leaves the present one.
type addressInput struct {
	Firstname  string           `json:"firstname" alias:"firstName" doc:"required"`
	Lastname   string           `json:"lastname" alias:"lastName" doc:"required"`
	Prefix     *string          `json:"prefix" about:"name prefix, such as Dr."`
	Middlename *string          `json:"middlename" alias:"middleName" about:"middle name"`
	Suffix     *string          `json:"suffix" about:"name suffix, such as Jr."`
	Company    *string          `json:"company" about:"company"`
	Street     inputs.Lines     `json:"street" lines:"own" doc:"required; one text or a list of lines"`
	City       string           `json:"city" doc:"required"`
	Region     *string          `json:"region" doc:"name of the region; replaced by the canonical name of regionId if the country has it"`
	RegionID   inputs.LenientID `json:"regionId" doc:"ID of the region"`
	Postcode   string           `json:"postcode" doc:"required"`
	CountryID  string           `json:"countryId" doc:"required; ISO 3166-1 alpha-2"`
	Telephone  string           `json:"telephone" doc:"required"`
	Fax        *string          `json:"fax" about:"fax number"`
	VatID      *string          `json:"vatId" about:"VAT ID of the company"`
	Billing    *bool            `json:"isDefaultBilling" doc:"true makes it the default billing address; false ends that"`
	Shipping   *bool            `json:"isDefaultShipping" doc:"true makes it the default shipping address; false ends that"`
}

// apply applies the input to an entry.
func (in addressInput) apply(a directory.Address) directory.Address {
	a.Firstname, a.Lastname, a.Street, a.City = in.Firstname, in.Lastname, in.Street, in.City
	a.Company, a.Region, a.RegionID = domain.Value(in.Company), domain.Value(in.Region), int64(in.RegionID)
	a.Postcode, a.CountryID, a.Telephone = in.Postcode, in.CountryID, in.Telephone
	for _, member := range []struct {
		to   *string
		from *string
	}{{&a.Prefix, in.Prefix}, {&a.Middlename, in.Middlename}, {&a.Suffix, in.Suffix}, {&a.Fax, in.Fax}, {&a.VatID, in.VatID}} {
		if member.from != nil {
			*member.to = *member.from
		}
	}
	return a
}

func (in addressInput) defaults() customer.Defaults {
	return customer.Defaults{Billing: in.Billing, Shipping: in.Shipping}
}

func (h *handlers) addOwn(ctx context.Context, c *operations.Call, in addressInput) (documents.Doc[documents.Address], error) {
	return h.add(ctx, c, c.CustomerID(), in, customer.RequiredParts)
}

type addToInput struct {
	bookPath
	addressInput
	entryCheck
}

// entryCheck has the parameter that chooses the checks of an entry.
type entryCheck struct {
	Check string `query:"check" enum:"order" doc:"order: also check what an order needs, by the configured postcode and region rules; the message has one line per problem"`
}

func (e entryCheck) check(c *operations.Call) customer.EntryCheck {
	if e.Check == "order" {
		return customer.Orderable(c.Config().AddressRules())
	}
	return customer.RequiredParts
}

func (h *handlers) addTo(ctx context.Context, c *operations.Call, in addToInput) (documents.Doc[documents.Address], error) {
	return h.add(ctx, c, in.CustomerID, in.addressInput, in.check(c))
}

// add adds an entry to a customer's address book and answers with it.
func (h *handlers) add(ctx context.Context, c *operations.Call, customerID int64,
	in addressInput, check customer.EntryCheck) (documents.Doc[documents.Address], error) {
	id, err := h.Commands.AddAddress(ctx, customerID, in.apply(directory.Address{}), in.defaults(), check)
	if err != nil {
		return nil, err
	}
	c.Created(id)
	return h.showEntry(ctx, c, ownedEntry{customerID, id})
}

type entryPath struct {
	ID string `path:"id" doc:"ID of the address"`
}

func (h *handlers) entry(_ context.Context, c *operations.Call, _ entryPath) (documents.Doc[documents.Address], error) {
	return operations.Loaded[*customers.Address](c).Doc, nil
}

type changeEntryInput struct {
	entryPath
	addressInput
}

func (h *handlers) changeEntry(ctx context.Context, c *operations.Call, in changeEntryInput) (documents.Doc[documents.Address], error) {
	return h.edit(ctx, c, in.apply, in.defaults(), customer.RequiredParts)
}

// edit changes an entry and answers with it.
func (h *handlers) edit(ctx context.Context, c *operations.Call, apply func(directory.Address) directory.Address, d customer.Defaults,
	check customer.EntryCheck) (documents.Doc[documents.Address], error) {
	at := operations.Loaded[ownedEntry](c)
	if err := h.Commands.ChangeAddress(ctx, at.customerID, at.id, apply, d, check); err != nil {
		return nil, err
	}
	return h.showEntry(ctx, c, at)
}

// editEntryInput has the members of an entry. Sent members change.
type editEntryInput struct {
	entryPath
	entryCheck
	Firstname  *string           `json:"firstname" alias:"firstName" about:"first name"`
	Lastname   *string           `json:"lastname" alias:"lastName" about:"last name"`
	Prefix     *string           `json:"prefix" about:"name prefix, such as Dr."`
	Middlename *string           `json:"middlename" alias:"middleName" about:"middle name"`
	Suffix     *string           `json:"suffix" about:"name suffix, such as Jr."`
	Company    *string           `json:"company" about:"company"`
	Street     *inputs.Lines     `json:"street" lines:"own" doc:"one text or a list of lines"`
	City       *string           `json:"city" about:"city"`
	Region     *string           `json:"region" doc:"name of the region; ignored while the entry has a regionId of its country"`
	RegionID   *inputs.LenientID `json:"regionId" doc:"ID of the region; 0 for none"`
	Postcode   *string           `json:"postcode" about:"postcode"`
	CountryID  *string           `json:"countryId" doc:"ISO 3166-1 alpha-2"`
	Telephone  *string           `json:"telephone" about:"telephone number"`
	Fax        *string           `json:"fax" about:"fax number"`
	VatID      *string           `json:"vatId" about:"VAT ID of the company"`
	Billing    *bool             `json:"isDefaultBilling" doc:"true makes it the default billing address; false ends that"`
	Shipping   *bool             `json:"isDefaultShipping" doc:"true makes it the default shipping address; false ends that"`
}

// apply applies the sent members to an entry.
func (in editEntryInput) apply(a directory.Address) directory.Address {
	for _, member := range []struct{ to, from *string }{
		{&a.Firstname, in.Firstname}, {&a.Lastname, in.Lastname}, {&a.Prefix, in.Prefix}, {&a.Middlename, in.Middlename},
		{&a.Suffix, in.Suffix}, {&a.Company, in.Company}, {&a.City, in.City}, {&a.Region, in.Region}, {&a.Postcode, in.Postcode},
		{&a.CountryID, in.CountryID}, {&a.Telephone, in.Telephone}, {&a.Fax, in.Fax}, {&a.VatID, in.VatID},
	} {
		if member.from != nil {
			*member.to = *member.from
		}
	}
	if in.Street != nil {
		a.Street = *in.Street
	}
	if in.RegionID != nil {
		a.RegionID = int64(*in.RegionID)
	}
	return a
}

func (h *handlers) editEntry(ctx context.Context, c *operations.Call, in editEntryInput) (documents.Doc[documents.Address], error) {
	return h.edit(ctx, c, in.apply, customer.Defaults{Billing: in.Billing, Shipping: in.Shipping}, in.check(c))
}

func (h *handlers) removeEntry(ctx context.Context, c *operations.Call, _ entryPath) (operations.Nothing, error) {
	at := operations.Loaded[ownedEntry](c)
	return operations.Nothing{}, h.Commands.RemoveAddress(ctx, at.customerID, at.id)
}

// showEntry answers a write with the entry in its new state.
func (h *handlers) showEntry(ctx context.Context, c *operations.Call, at ownedEntry) (documents.Doc[documents.Address], error) {
	return operations.Written[documents.Customer, documents.Address]{
		Stream: customer.Stream(at.customerID), Each: h.Commands.EachUntil, Apply: folds.ApplyCustomer,
		Missing: customer.ErrAddressNotFound,
		Read: func(ctx context.Context) (documents.Doc[documents.Address], error) {
			a, err := h.Reader.OwnAddress(ctx, at.customerID, at.id)
			if err != nil {
				return nil, err
			}
			return a.Doc, nil
		},
		Encode: func(account *documents.Customer) (documents.Doc[documents.Address], error) {
			entry := account.Entry(at.id)
			if entry == nil {
				return nil, nil
			}
			return documents.Encode(entry)
		},
	}.Answer(ctx, c)
}
