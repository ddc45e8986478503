package soap

import (
	"strconv"

	"tradelog/soap/wire"
)

const (
	optionValuesOf = "GET /custom-options/{optionId}/values"
	addValues      = "POST /custom-options/{optionId}/values"
	getValue       = "GET /custom-option-values/{id}"
	changeValue    = "PATCH /custom-option-values/{id}"
	removeValue    = "DELETE /custom-option-values/{id}"
)

// option returns a required text field with its member of the document.
func option(name, of string) wire.Field {
	return wire.Field{Name: name, Type: wire.String, Required: true, Of: of}
}

// The types of option values (soap-wire §5.3).
var (
	valueListEntity = &wire.Type{Name: "catalogProductCustomOptionValueListEntity", Fields: []wire.Field{option("value_id", "id"),
		option("title", "title"), option("price", "price"), option("price_type", "priceType"), option("sku", "sku"),
		option("sort_order", "sortOrder")}}
	valueInfoEntity = &wire.Type{Name: "catalogProductCustomOptionValueInfoEntity", Fields: []wire.Field{option("value_id", "id"),
		option("option_id", "optionId"), option("sku", "sku"), option("sort_order", "sortOrder"), option("default_price", "defaultPrice"),
		option("default_price_type", "defaultPriceType"), option("store_price", "storePrice"), option("store_price_type", "storePriceType"),
		option("price", "price"), option("price_type", "priceType"), option("default_title", "defaultTitle"),
		option("store_title", "storeTitle"), option("title", "title")}}
	valueFields = []wire.Field{option("title", "title"), option("price", "price"), option("price_type", "priceType"), option("sku", "sku"),
		text("sort_order", "sortOrder")}
	valueAddEntity    = &wire.Type{Name: "catalogProductCustomOptionValueAddEntity", Fields: valueFields}
	valueUpdateEntity = &wire.Type{Name: "catalogProductCustomOptionValueUpdateEntity", Fields: []wire.Field{text("title", "title"),
		text("price", "price"), text("price_type", "priceType"), text("sku", "sku"), text("sort_order", "sortOrder")}}
)

// valueInfoOrder is the order of the fields in interfaces without a schema (soap-wire §7.4).
var valueInfoOrder = []string{"option_id", "sku", "sort_order", "default_title", "store_title", "title", "default_price",
	"default_price_type", "store_price", "store_price_type", "price", "price_type", "value_id"}

// optionValues returns the resource of the values of custom options (soap-wire §7.4).
func optionValues() *resource {
	optionID, valueID := arg{Name: "optionId", Type: wire.String}, arg{Name: "valueId", Type: wire.String}
	store := arg{Name: "store", Type: wire.String, Optional: true}
	storeID := store
	storeID.V2 = "storeId"
	refused := func(more map[string]int) map[string]int {
		more["option_not_found"], more["option_value_not_found"], more["option_without_values"] = 103, 101, 104
		more["last_option_value"], more["title_required"] = 109, 108
		return more
	}
	const acl = "catalog/product/option/value"
	return &resource{
		Name: "catalog_product_custom_option_value", V2: "catalogProductCustomOptionValue", Aliases: []string{"product_custom_option_value"},
		Title: "Catalog product custom option values API", ACL: acl,
		Faults: []soapFault{
			{Code: 101, Message: "Option value with requested id does not exist."},
			{Code: 102, Message: "Error while adding an option value. Details are in the error message.", Detailed: true},
			{Code: 103, Message: "Option with requested id does not exist."}, {Code: 104, Message: "Invalid option type."},
			{Code: 105, Message: "Store with requested code/id does not exist."}, {Code: 106, Message: "Can not delete option."},
			{Code: 107, Message: "Error while updating an option value. Details are in the error message.", Detailed: true},
			{Code: 108, Message: "Title field is required."},
			{Code: 109, Message: "Option should have at least one value. Can not delete last value."},
		},
		Methods: []*method{
			{Name: "list", Title: "Retrieve the values of a custom option", ACL: acl + "/list", Args: []arg{optionID, store},
				Returns: &wire.Type{Name: "catalogProductCustomOptionValueListArray", Item: valueListEntity}, Refused: refused(map[string]int{}),
				Uses: []string{optionValuesOf}, Do: listValues},
			{Name: "info", Title: "Retrieve a value of a custom option", ACL: acl + "/info", Args: []arg{valueID, store},
				Returns: valueInfoEntity, Refused: refused(map[string]int{}), Uses: []string{getValue}, Do: valueInfo},
			{Name: "add", Title: "Add values to a custom option", ACL: acl + "/add", Args: []arg{optionID,
				{Name: "data", Type: &wire.Type{Name: "catalogProductCustomOptionValueAddArray", Item: valueAddEntity}}, store},
				Returns: wire.Boolean, Literal: wire.Int, Refused: refused(map[string]int{"invalid": 102, "precondition": 102, "conflict": 102}),
				Uses: []string{addValues}, Do: addOptionValues},
			{Name: "update", Title: "Change a value of a custom option", ACL: acl + "/update", Args: []arg{valueID,
				{Name: "data", Type: valueUpdateEntity}, storeID}, Returns: wire.Boolean, Literal: wire.Int,
				Refused: refused(map[string]int{"invalid": 107, "precondition": 107, "conflict": 107}), Uses: []string{getValue, changeValue},
				Do: updateValue},
			{Name: "remove", Title: "Remove a value of a custom option", ACL: acl + "/remove", Args: []arg{valueID}, Returns: wire.Boolean,
				Literal: wire.Int, Refused: refused(map[string]int{"invalid": 106, "precondition": 106, "conflict": 106}),
				Uses: []string{removeValue}, Do: func(c *call) (wire.Value, error) {
					_, err := c.invoke(removeValue, input{variables: c.valueNamed()})
					return true, err
				}},
		},
	}
}

// number returns an identifier from an argument. Text that is no identifier becomes 0, which matches nothing.
func (c *call) number(name string) string {
	n, _ := wire.Int.Coerce(c.arg(name)).(int64)
	return strconv.FormatInt(max(0, n), 10)
}

func (c *call) optionNamed() map[string]string {
	return map[string]string{"optionId": c.number("optionId")}
}
func (c *call) valueNamed() map[string]string { return map[string]string{"id": c.number("valueId")} }

func listValues(c *call) (wire.Value, error) {
	store, err := c.findStore(c.arg("store"), 105)
	if err != nil {
		return nil, err
	}
	answer, err := c.invoke(optionValuesOf, input{variables: c.optionNamed(), store: store})
	if err != nil {
		return nil, err
	}
	return each(valueListEntity, nil)(c, answer)
}

// storeOfValue finds the store view of a value. A missing value is reported before a missing store view.
func (c *call) storeOfValue() (int64, error) {
	store, err := c.findStore(c.arg("store"), 105)
	if err == nil {
		return store, nil
	}
	if _, missing := c.invoke(getValue, input{variables: c.valueNamed()}); missing != nil {
		err = missing
	}
	return 0, err
}

func valueInfo(c *call) (wire.Value, error) {
	store, err := c.storeOfValue()
	if err != nil {
		return nil, err
	}
	answer, err := c.invoke(getValue, input{variables: c.valueNamed(), store: store})
	if err != nil {
		return nil, err
	}
	return entityOf(valueInfoEntity, valueInfoOrder)(c, answer)
}

// addOptionValues adds values for all store views. The store view is only checked, because a new value has no title of its own in it.
func addOptionValues(c *call) (wire.Value, error) {
	if _, err := c.findStore(c.arg("store"), 105); err != nil {
		return nil, err
	}
	values := []map[string]any{}
	list, _ := c.arg("data").(wire.List)
	for _, v := range list {
		value := body(valueAddEntity, v)
		if value["priceType"] == nil {
			value["priceType"] = "" // an empty type is refused; without the member the operation would take its default
		}
		values = append(values, value)
	}
	_, err := c.invoke(addValues, input{variables: c.optionNamed(), body: map[string]any{"values": values}})
	if err == nil && len(values) == 0 {
		err = c.fault(102)
	}
	return true, err
}

func updateValue(c *call) (wire.Value, error) {
	store, err := c.storeOfValue()
	if err != nil {
		return nil, err
	}
	_, err = c.invoke(changeValue, input{variables: c.valueNamed(), store: store, body: body(valueUpdateEntity, c.arg("data"))})
	return true, err
}
