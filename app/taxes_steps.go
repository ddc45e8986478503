package app

var taxesSteps = []Step{
	CallStep("tax_tax_classes_create", "tax class", class), ChangeStep("tax_tax_classes_update", "tax class", class),
	CallStep("tax_tax_rates_create", "tax rate", taxRate), ChangeStep("tax_tax_rates_update", "tax rate", taxRate),
	CallStep("tax_tax_rules_create", "tax rule", taxRule), ChangeStep("tax_tax_rules_update", "tax rule", taxRule),
	EndStep("tax_tax_classes_delete", "tax class"), EndStep("tax_tax_rates_delete", "tax rate"), EndStep("tax_tax_rules_delete", "tax rule"),
}

func class(w *Walk) Arguments {
	return Arguments{"className": w.Code("Class"), "classType": pick(w, "PRODUCT", "PRODUCT", "CUSTOMER")}
}

func taxRate(w *Walk) Arguments {
	return Arguments{"code": w.Code("Rate"), "taxCountryId": "US", "taxPostcode": pick(w, "*", "90*"), "rate": w.Money(20),
		"titles": []Arguments{{"storeId": 1, "title": w.Name("Tax")}}}
}

func taxRule(w *Walk) Arguments {
	return Arguments{"code": w.Code("Rule"), "priority": w.IntN(3), "calculateSubtotal": w.Odds(2), "customerTaxClassIds": []int64{3},
		"productTaxClassIds": []int64{w.ID("tax class", 2, 2)}, "taxRateIds": append(w.Some("tax rate"), 1)}
}
