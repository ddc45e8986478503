package histories

var taxesSteps = []Step{
	{Name: "tax_tax_classes_create", Makes: "tax class", With: class},
	{Name: "tax_tax_classes_update", Of: "tax class", Makes: "tax class", With: class},
	{Name: "tax_tax_classes_delete", Of: "tax class", Ends: true},
	{Name: "tax_tax_rates_create", Makes: "tax rate", With: taxRate},
	{Name: "tax_tax_rates_update", Of: "tax rate", Makes: "tax rate", With: taxRate},
	{Name: "tax_tax_rates_delete", Of: "tax rate", Ends: true},
	{Name: "tax_tax_rules_create", Makes: "tax rule", With: taxRule},
	{Name: "tax_tax_rules_update", Of: "tax rule", Makes: "tax rule", With: taxRule},
	{Name: "tax_tax_rules_delete", Of: "tax rule", Ends: true},
}

var (
	class   = Arguments{"className": code("Class"), "classType": oneOf("PRODUCT", "PRODUCT", "CUSTOMER")}
	taxRate = Arguments{
		"code": code("Rate"), "taxCountryId": "US", "taxPostcode": oneOf("*", "90*"), "rate": amount(20),
		"titles": []any{Arguments{"storeId": 1, "title": Named("Tax")}},
	}
	taxRule = Arguments{
		"code": code("Rule"), "priority": upTo(3), "calculateSubtotal": oneOf(true, false), "customerTaxClassIds": []int64{3},
		"productTaxClassIds": []any{idOf("tax class", 2, 2)}, "taxRateIds": someOf("tax rate", 1),
	}
)
