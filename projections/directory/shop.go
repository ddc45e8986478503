// Package directory projects websites, store groups, store views, exchange rates and the configuration, which are plain records.
package directory

import (
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/projections"
)

// Shop stores the records.
var Shop = projections.Records("shop", 2, map[*record.Kind]string{
	shop.Websites: "websites", shop.Groups: "store_groups", shop.Stores: "stores", shop.Rates: "rates", settings.Kind: "config",
})
