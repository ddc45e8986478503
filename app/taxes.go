package app

import (
	"tradelog/domain/settings"
	"tradelog/operations/directory"
	"tradelog/operations/records"
)

// taxesModule has tax classes, rates and rules.
var taxesModule = Module{
	Name: "taxes", Records: []records.Record{directory.TaxClasses, directory.TaxRates, directory.TaxRules}, Settings: settings.Taxes,
}
