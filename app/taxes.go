package app

import (
	"tradelog/domain/settings"
	"tradelog/operations/records"
	"tradelog/operations/taxes"
)

// taxesModule has tax classes, rates and rules.
var taxesModule = Module{
	Name: "taxes", Records: []records.Record{taxes.Classes, taxes.Rates, taxes.Rules}, Settings: settings.Taxes,
}
