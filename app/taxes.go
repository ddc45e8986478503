package app

import (
	"tradelog/domain/settings"
	"tradelog/operations/records"
	"tradelog/operations/taxes"
	readtaxes "tradelog/readmodels/taxes"
)

// TaxesReader reads classes, rates and rules.
var TaxesReader = Share(func(s Services) *readtaxes.Reader { return readtaxes.Of(s.Reader) })

// taxesModule is classes, rates and rules.
var taxesModule = Module{
	Name: "taxes", Records: []records.Record{taxes.Classes, taxes.Rates, taxes.Rules}, Settings: settings.Taxes,
}
