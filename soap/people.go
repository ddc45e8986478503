package soap

import "tradelog/soap/wire"

// customerItem is the type of a shown account, without the password.
var customerItem = &wire.Type{Name: "customerCustomerEntity", Fields: []wire.Field{
	{Name: "customer_id", Type: wire.Int, Required: true, Of: "id"}, text("created_at", "createdAt"), text("updated_at", "updatedAt"),
	wholeNumber("store_id", "storeId"), wholeNumber("website_id", "websiteId"), text("created_in", "createdIn"), text("email", "email"),
	text("firstname", "firstname"), text("middlename", "middlename"), text("lastname", "lastname"), wholeNumber("group_id", "groupId"),
	text("prefix", "prefix"), text("suffix", "suffix"), text("dob", "dob"), text("taxvat", "taxvat"), text("gender", "gender"),
	wholeNumber("is_active", "isActive"), optional("confirmation", wire.Boolean, "isConfirmed"),
}}

// customers returns the resource of the accounts of customers.
func customers() *resource {
	return &resource{
		Name: "customer", V2: "customerCustomer", Title: "Customers", ACL: "customer",
		Faults: []soapFault{
			{Code: 101, Message: "The filters are not valid.", Detailed: true},
			{Code: 102, Message: "There is no such customer."},
		},
		Refused: map[string]int{"not found": 102, "invalid": 101},
		Methods: []*method{
			{Name: "list", Title: "List customers", ACL: "customer/info", Args: []arg{filterArg}, Part: "storeView",
				Returns: &wire.Type{Name: "customerCustomerEntityArray", Item: customerItem}, Via: &via{
					Operation: "GET /customers", Filters: &filters{Invalid: 101, Params: map[string]string{"email eq": "email"},
						Fields: []wire.Field{text("entity_id", "id")}},
				}},
			{Name: "info", Title: "Get a customer", ACL: "customer/info", Args: []arg{{Name: "customerId", Type: wire.Int},
				{Name: "attributes", Type: arrayOfString, Optional: true}}, Returns: customerItem, Part: "customerInfo", Via: &via{
				Operation: "GET /customers/{id}", Variables: map[string]string{"customerId": "id"}, FieldsArgument: "attributes",
			}},
		},
	}
}
