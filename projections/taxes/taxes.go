// Package taxes projects tax classes, tax rates, tax rules and customer groups, which are plain records.
package taxes

import (
	"tradelog/domain/customer"
	"tradelog/domain/record"
	"tradelog/domain/tax"
	"tradelog/projections"
)

// Taxes stores the records. Customer groups are among them because each has a tax class.
var Taxes = projections.Records("taxes", 2, map[*record.Kind]string{
	tax.Classes: "tax_classes", tax.RateRecords: "tax_rates", tax.Rules: "tax_rules", customer.Groups: "customer_groups",
})
