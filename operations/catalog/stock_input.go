package catalog

import (
	"tradelog/domain/money"
	"tradelog/readmodels/documents"
)

// stockItem is an update of one product's stock (rest-v2 §2.3). The quantity is required and a whole number (shapes-catalog §14).
type stockItem struct {
	SKU     string `json:"sku" required:"true" doc:"SKU of the product, case-insensitive"`
	Qty     *int64 `json:"qty" required:"true" min:"0" max:"99999999" doc:"available units, without reserved ones; replaces the present number"`
	InStock *bool  `json:"isInStock" doc:"whether it can be bought; by default whether qty is positive"`
	Manage  *bool  `json:"manageStock" doc:"whether stock is counted; true by default"`
	stockPolicy
}

// stockPolicy has the members beyond the contract.
type stockPolicy struct {
	MinQty              *money.Decimal `json:"minQty,omitempty" hidden:"true" about:"quantity at which the product is sold out"`
	MinSaleQty          *money.Decimal `json:"minSaleQty,omitempty" hidden:"true" about:"minimum quantity in a cart"`
	MaxSaleQty          *money.Decimal `json:"maxSaleQty,omitempty" hidden:"true" about:"maximum quantity in a cart; 0 for no limit"`
	NotifyQty           *money.Decimal `json:"notifyStockQty,omitempty" hidden:"true" about:"quantity at which the shop is notified"`
	Increments          *money.Decimal `json:"qtyIncrements,omitempty" hidden:"true" about:"quantities must be multiples of this"`
	Backorders          *int64         `json:"backorders,omitempty" hidden:"true" about:"backorders: 0 no, 1 yes, 2 yes and notify the customer"`
	DecimalQty          *bool          `json:"isQtyDecimal,omitempty" hidden:"true" about:"whether fractions of a unit are sold"`
	EnableIncrements    *bool          `json:"enableQtyIncrements,omitempty" hidden:"true" about:"whether quantities must be multiples of qtyIncrements"`
	UseConfigMinQty     *bool          `json:"useConfigMinQty,omitempty" hidden:"true" about:"whether minQty is the configured value"`
	UseConfigMinSaleQty *bool          `json:"useConfigMinSaleQty,omitempty" hidden:"true" about:"whether minSaleQty is the configured value"`
	UseConfigMaxSaleQty *bool          `json:"useConfigMaxSaleQty,omitempty" hidden:"true" about:"whether maxSaleQty is the configured value"`
	UseConfigBackorders *bool          `json:"useConfigBackorders,omitempty" hidden:"true" about:"whether backorders is the configured value"`
	UseConfigNotifyQty  *bool          `json:"useConfigNotifyStockQty,omitempty" hidden:"true" about:"whether notifyStockQty is the configured value"`
	UseConfigIncrements *bool          `json:"useConfigQtyIncrements,omitempty" hidden:"true" about:"whether qtyIncrements is the configured value"`
	UseConfigEnableInc  *bool          `json:"useConfigEnableQtyInc,omitempty" hidden:"true" about:"whether enableQtyIncrements is the configured value"`
	UseConfigManage     *bool          `json:"useConfigManageStock,omitempty" hidden:"true" about:"whether manageStock is the configured value"`
}

// Stock is the answer to the update of one product.
type Stock struct {
	Type        string        `json:"@type"`
	SKU         string        `json:"sku" about:"SKU (article number)"`
	Qty         money.Decimal `json:"qty" doc:"available units after the change, without those that orders have reserved"`
	InStock     bool          `json:"isInStock" about:"whether it is in stock"`
	Manage      bool          `json:"manageStock" about:"whether stock is counted"`
	PreviousQty money.Decimal `json:"previousQty" doc:"available units before the change; 0 if stock was never set"`
	Success     bool          `json:"success" about:"whether the operation succeeded"`
	stockPolicy
	Extensions documents.Extensions `json:"extensions"`
}

// stockBulk is the answer to the update of many products.
type stockBulk struct {
	Type       string               `json:"@type"`
	SKU        string               `json:"sku" doc:"always bulk"`
	Qty        money.Decimal        `json:"qty" doc:"always 0"`
	Success    bool                 `json:"success" about:"whether the operation succeeded"`
	Results    []Stock              `json:"results" doc:"result of each item, in the order of the request"`
	Extensions documents.Extensions `json:"extensions"`
}
