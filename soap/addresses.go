package soap

import (
	"slices"
	"strings"

	"tradelog/readmodels/documents"
	"tradelog/soap/wire"
)

func optional(name string, t *wire.Type, of string) wire.Field {
	return wire.Field{Name: name, Type: t, Of: of}
}

func text(name, of string) wire.Field { return optional(name, wire.String, of) }

// addressItem is the type of a shown address (soap-wire §5.3). vat_id and the fields after it exist only in interfaces without a schema.
var addressItem = &wire.Type{Name: "customerAddressEntityItem", Fields: []wire.Field{
	optional("customer_address_id", wire.Int, "id"), text("created_at", "createdAt"), text("updated_at", "updatedAt"),
	text("increment_id", ""), text("city", "city"), text("company", "company"), text("country_id", "countryId"), text("fax", "fax"),
	text("firstname", "firstname"), text("lastname", "lastname"), text("middlename", "middlename"), text("postcode", "postcode"),
	text("prefix", "prefix"), text("region", "region"), optional("region_id", wire.Int, "regionId"), text("street", "street"),
	text("suffix", "suffix"), text("telephone", "telephone"), optional("is_default_billing", wire.Boolean, "isDefaultBilling"),
	optional("is_default_shipping", wire.Boolean, "isDefaultShipping"), untyped("vat_id", "vatId"), untyped("vat_is_valid", ""),
	untyped("vat_request_id", ""), untyped("vat_request_date", ""), untyped("vat_request_success", ""),
}}

// addressOrder is the order of the fields in interfaces without a schema (soap-wire §7.5).
var addressOrder = []string{"customer_address_id", "created_at", "updated_at", "increment_id", "prefix", "firstname", "middlename",
	"lastname", "suffix", "company", "street", "city", "country_id", "region", "region_id", "postcode", "telephone", "fax", "vat_id",
	"vat_is_valid", "vat_request_id", "vat_request_date", "vat_request_success", "is_default_billing", "is_default_shipping"}

// addressInput is the type of a written address.
var addressInput = &wire.Type{Name: "customerAddressEntityCreate", Fields: []wire.Field{
	text("city", "city"), text("company", "company"), text("country_id", "countryId"), text("fax", "fax"), text("firstname", "firstname"),
	text("lastname", "lastname"), text("middlename", "middlename"), text("postcode", "postcode"), text("prefix", "prefix"),
	optional("region_id", wire.Int, "regionId"), text("region", "region"), optional("street", arrayOfString, "street"),
	text("suffix", "suffix"), text("telephone", "telephone"), optional("is_default_billing", wire.Boolean, "isDefaultBilling"),
	optional("is_default_shipping", wire.Boolean, "isDefaultShipping"), untyped("vat_id", "vatId"),
}}

// untyped returns a field that only interfaces without a schema have.
func untyped(name, of string) wire.Field {
	return wire.Field{Name: name, Type: wire.String, Of: of, Untyped: true}
}

// addresses returns the resource of the address books of customers (soap-wire §7.5).
func addresses() *resource {
	customer := arg{Name: "customerId", Type: wire.Int}
	address := arg{Name: "addressId", Type: wire.Int}
	data := arg{Name: "addressData", Type: addressInput}
	entries := &wire.Type{Name: "customerAddressEntityArray", Item: addressItem}
	ofCustomer, ofAddress := map[string]int{"not found": 101}, map[string]int{"not found": 102}
	ofCustomer["invalid"], ofCustomer["precondition"], ofCustomer["conflict"] = 100, 100, 100
	checked := map[string]string{"check": "order"}
	return &resource{
		Name: "customer_address", V2: "customerAddress", Title: "Customer Address API", ACL: "customer/address",
		Faults: []soapFault{
			{Code: 100, Message: "Invalid address data. Details in error message.", Detailed: true},
			{Code: 101, Message: "Customer not exists."}, {Code: 102, Message: "Address not exists."},
			{Code: 103, Message: "Address not deleted. Details in error message.", Detailed: true},
		},
		Methods: []*method{
			{Name: "list", Title: "Retrieve customer addresses", ACL: "customer/address/info", Args: []arg{customer}, Returns: entries,
				Refused: ofCustomer, Via: &via{
					Operation: "GET /customers/{customerId}/addresses", Variables: map[string]string{"customerId": "customerId"},
					Result: newestFirst,
				}},
			{Name: "create", Title: "Create customer address", ACL: "customer/address/create", Args: []arg{customer, data}, Returns: wire.Int,
				TextID: true, Refused: ofCustomer, Via: &via{
					Operation: "POST /customers/{customerId}/addresses", Variables: map[string]string{"customerId": "customerId"}, Query: checked,
					Body: "addressData", Adjust: addressBody, Result: member("id"),
				}},
			{Name: "info", Title: "Retrieve customer address data", ACL: "customer/address/info", Args: []arg{address}, Returns: addressItem,
				Part: "info", Refused: ofAddress, Via: &via{
					Operation: "GET /addresses/{id}", Variables: map[string]string{"addressId": "id"}, Result: entityOf(addressItem, addressOrder),
				}},
			{Name: "update", Title: "Update customer address data", ACL: "customer/address/update", Args: []arg{address, data},
				Returns: wire.Boolean, Part: "info", Refused: map[string]int{"not found": 102, "invalid": 100, "precondition": 100, "conflict": 100},
				Via: &via{
					Operation: "PATCH /addresses/{id}", Variables: map[string]string{"addressId": "id"}, Query: checked, Body: "addressData",
					Adjust: addressBody,
				}},
			{Name: "delete", Title: "Delete customer address", ACL: "customer/address/delete", Args: []arg{address}, Returns: wire.Boolean,
				Part: "info", Refused: map[string]int{"not found": 102, "invalid": 103, "precondition": 103, "conflict": 103}, Via: &via{
					Operation: "DELETE /addresses/{id}", Variables: map[string]string{"addressId": "id"},
				}},
		},
	}
}

// addressRowOrder is addressOrder without the fields that only info shows (soap-wire §5.3, §6.5).
var addressRowOrder = slices.DeleteFunc(slices.Clone(addressOrder), func(name string) bool { return strings.HasPrefix(name, "vat_") })

// newestFirst makes the result of a list of addresses, the newest first.
func newestFirst(c *call, a documents.Answer) (wire.Value, error) {
	list, err := each(addressItem, addressRowOrder)(c, a)
	if list, ok := list.(wire.List); ok {
		slices.Reverse(list)
	}
	return list, err
}

// addressBody makes the body of an address for operations. It splits a street with line breaks into lines. It leaves out false flags,
// because an address stays the default until another one replaces it.
func addressBody(body map[string]any) {
	if given, ok := body["street"].([]any); ok {
		lines := []any{}
		for _, text := range given {
			for _, line := range strings.Split(strings.ReplaceAll(wire.Text(text), "\r\n", "\n"), "\n") {
				lines = append(lines, line)
			}
		}
		body["street"] = lines
	}
	for _, name := range []string{"isDefaultBilling", "isDefaultShipping"} {
		if body[name] == false {
			delete(body, name)
		}
	}
}
