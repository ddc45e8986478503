package catalog

import (
	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/projections"
)

// Shop stores the records.
var Shop = projections.Records("shop", 3, "shop_records", shop.Websites, shop.Groups, shop.Stores, shop.Rates, settings.Kind)
