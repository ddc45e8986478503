package inventory

import (
	"tradelog/domain/money"
	"tradelog/readmodels/documents"
)

// stockItem is an update of one product's stock (rest-v2 §2.3). The quantity is required and a whole number (shapes-catalog
// §14).
type stockItem struct {
	SKU     string `json:"sku" required:"true" doc:"SKU of the product, in any case"`
	Qty     *int64 `json:"qty" required:"true" min:"0" max:"99999999" doc:"units there are from now on, instead of those there were"`
	InStock *bool  `json:"isInStock" doc:"whether it can be bought; when left out: whether qty is positive"`
	Manage  *bool  `json:"manageStock" doc:"whether units are counted; true when left out"`
	stockPolicy
}

// stockPolicy has the members beyond the contract.
type stockPolicy struct {
	MinQty              *money.Decimal `json:"minQty,omitempty" hidden:"true" about:"quantity at which it is sold out"`
	MinSaleQty          *money.Decimal `json:"minSaleQty,omitempty" hidden:"true" about:"smallest quantity of a cart"`
	MaxSaleQty          *money.Decimal `json:"maxSaleQty,omitempty" hidden:"true" about:"largest quantity of a cart; 0 for no limit"`
	NotifyQty           *money.Decimal `json:"notifyStockQty,omitempty" hidden:"true" about:"quantity at which the shop is told"`
	Increments          *money.Decimal `json:"qtyIncrements,omitempty" hidden:"true" about:"carts hold multiples of this"`
	Backorders          *int64         `json:"backorders,omitempty" hidden:"true" about:"whether it can be bought without stock: 0 no, 1 yes, 2 yes, and the customer is told"`
	DecimalQty          *bool          `json:"isQtyDecimal,omitempty" hidden:"true" about:"whether parts of units are sold"`
	EnableIncrements    *bool          `json:"enableQtyIncrements,omitempty" hidden:"true" about:"whether carts hold multiples of qtyIncrements"`
	UseConfigMinQty     *bool          `json:"useConfigMinQty,omitempty" hidden:"true" about:"whether minQty is the shop's value"`
	UseConfigMinSaleQty *bool          `json:"useConfigMinSaleQty,omitempty" hidden:"true" about:"whether minSaleQty is the shop's value"`
	UseConfigMaxSaleQty *bool          `json:"useConfigMaxSaleQty,omitempty" hidden:"true" about:"whether maxSaleQty is the shop's value"`
	UseConfigBackorders *bool          `json:"useConfigBackorders,omitempty" hidden:"true" about:"whether backorders is the shop's value"`
	UseConfigNotifyQty  *bool          `json:"useConfigNotifyStockQty,omitempty" hidden:"true" about:"whether notifyStockQty is the shop's value"`
	UseConfigIncrements *bool          `json:"useConfigQtyIncrements,omitempty" hidden:"true" about:"whether qtyIncrements is the shop's value"`
	UseConfigEnableInc  *bool          `json:"useConfigEnableQtyInc,omitempty" hidden:"true" about:"whether enableQtyIncrements is the shop's value"`
	UseConfigManage     *bool          `json:"useConfigManageStock,omitempty" hidden:"true" about:"whether manageStock is the shop's value"`
}

// Stock is the answer to the update of one product.
type Stock struct {
	Type        string        `json:"@type"`
	SKU         string        `json:"sku" about:"SKU, the article number of the shop"`
	Qty         money.Decimal `json:"qty" doc:"units there are now"`
	InStock     bool          `json:"isInStock" about:"whether it can be bought now"`
	Manage      bool          `json:"manageStock" about:"whether units are counted at all"`
	PreviousQty money.Decimal `json:"previousQty" doc:"units there were, 0 where stock was never set"`
	Success     bool          `json:"success" about:"whether it was done"`
	stockPolicy
	Extensions documents.Extensions `json:"extensions"`
}

// StockBulk is the answer to the update of many products.
type StockBulk struct {
	Type       string               `json:"@type"`
	SKU        string               `json:"sku" doc:"always bulk"`
	Qty        money.Decimal        `json:"qty" doc:"always 0"`
	Success    bool                 `json:"success" about:"whether it was done"`
	Results    []Stock              `json:"results" doc:"what came of each item, in their order"`
	Extensions documents.Extensions `json:"extensions"`
}
