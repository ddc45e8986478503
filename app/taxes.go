package app

import (
	"tradelog/domain/settings"
	"tradelog/operations/tax"
	"tradelog/records"
)

// taxesModule is classes, rates and rules.
var taxesModule = Module{
	Name: "taxes", Records: []records.Record{tax.Classes, tax.Rates, tax.Rules}, Settings: settings.Taxes, Steps: taxesSteps,
}
