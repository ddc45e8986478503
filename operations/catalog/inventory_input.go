package catalog

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
	MinQty              *money.Decimal `json:"minQty,omitempty" hidden:"true"`
	MinSaleQty          *money.Decimal `json:"minSaleQty,omitempty" hidden:"true"`
	MaxSaleQty          *money.Decimal `json:"maxSaleQty,omitempty" hidden:"true"`
	NotifyQty           *money.Decimal `json:"notifyStockQty,omitempty" hidden:"true"`
	Increments          *money.Decimal `json:"qtyIncrements,omitempty" hidden:"true"`
	Backorders          *int64         `json:"backorders,omitempty" hidden:"true"`
	DecimalQty          *bool          `json:"isQtyDecimal,omitempty" hidden:"true"`
	EnableIncrements    *bool          `json:"enableQtyIncrements,omitempty" hidden:"true"`
	UseConfigMinQty     *bool          `json:"useConfigMinQty,omitempty" hidden:"true"`
	UseConfigMinSaleQty *bool          `json:"useConfigMinSaleQty,omitempty" hidden:"true"`
	UseConfigMaxSaleQty *bool          `json:"useConfigMaxSaleQty,omitempty" hidden:"true"`
	UseConfigBackorders *bool          `json:"useConfigBackorders,omitempty" hidden:"true"`
	UseConfigNotifyQty  *bool          `json:"useConfigNotifyStockQty,omitempty" hidden:"true"`
	UseConfigIncrements *bool          `json:"useConfigQtyIncrements,omitempty" hidden:"true"`
	UseConfigEnableInc  *bool          `json:"useConfigEnableQtyInc,omitempty" hidden:"true"`
	UseConfigManage     *bool          `json:"useConfigManageStock,omitempty" hidden:"true"`
}

// Stock is the answer to the update of one product.
type Stock struct {
	Type        string        `json:"@type"`
	SKU         string        `json:"sku"`
	Qty         money.Decimal `json:"qty" doc:"units there are now"`
	InStock     bool          `json:"isInStock"`
	Manage      bool          `json:"manageStock"`
	PreviousQty money.Decimal `json:"previousQty" doc:"units there were, 0 where stock was never set"`
	Success     bool          `json:"success"`
	stockPolicy
	Extensions documents.Extensions `json:"extensions"`
}

// StockBulk is the answer to the update of many products.
type StockBulk struct {
	Type       string               `json:"@type"`
	SKU        string               `json:"sku" doc:"always bulk"`
	Qty        money.Decimal        `json:"qty" doc:"always 0"`
	Success    bool                 `json:"success"`
	Results    []Stock              `json:"results" doc:"what came of each item, in their order"`
	Extensions documents.Extensions `json:"extensions"`
}
