package product

import (
	"tradelog/domain/catalog"
	"tradelog/domain/stock"
)

// stockData is the stock of a product in the product's body. Keys are column names or their camelCase. Numbers may be text and flags may be
// numbers, because some programs send only text.
type stockData struct {
	Qty                 *amount `json:"qty" type:"number,string" doc:"quantity in stock"`
	InStock             *flag   `json:"is_in_stock" alias:"isInStock" type:"boolean,integer,string" doc:"whether it can be bought"`
	Manage              *flag   `json:"manage_stock" alias:"manageStock" type:"boolean,integer,string" doc:"whether stock is counted; 1 by default"`
	MinQty              *amount `json:"min_qty" alias:"minQty" type:"number,string" doc:"quantity at which the product is sold out"`
	MinSaleQty          *amount `json:"min_sale_qty" alias:"minSaleQty" type:"number,string" doc:"minimum quantity in a cart"`
	MaxSaleQty          *amount `json:"max_sale_qty" alias:"maxSaleQty" type:"number,string" doc:"maximum quantity in a cart; 0 for no limit"`
	Backorders          *amount `json:"backorders" type:"integer,string" enum:"0,1,2" doc:"backorders: 0 no, 1 yes, 2 yes and notify the customer"`
	NotifyQty           *amount `json:"notify_stock_qty" alias:"notifyStockQty" type:"number,string" doc:"quantity at which the shop is notified"`
	DecimalQty          *flag   `json:"is_qty_decimal" alias:"isQtyDecimal" type:"boolean,integer,string" doc:"whether fractions of a unit are sold"`
	Increments          *amount `json:"qty_increments" alias:"qtyIncrements" type:"number,string" doc:"quantities must be multiples of this"`
	EnableIncrements    *flag   `json:"enable_qty_increments" alias:"enableQtyIncrements" type:"boolean,integer,string" about:"whether quantities must be multiples of qty_increments"`
	UseConfigMinQty     *flag   `json:"use_config_min_qty" alias:"useConfigMinQty" type:"boolean,integer,string" doc:"use the configured min_qty; likewise the other use_config members"`
	UseConfigMinSaleQty *flag   `json:"use_config_min_sale_qty" alias:"useConfigMinSaleQty" type:"boolean,integer,string" about:"use the configured min_sale_qty"`
	UseConfigMaxSaleQty *flag   `json:"use_config_max_sale_qty" alias:"useConfigMaxSaleQty" type:"boolean,integer,string" about:"use the configured max_sale_qty"`
	UseConfigBackorders *flag   `json:"use_config_backorders" alias:"useConfigBackorders" type:"boolean,integer,string" about:"use the configured backorders"`
	UseConfigNotifyQty  *flag   `json:"use_config_notify_stock_qty" alias:"useConfigNotifyStockQty" type:"boolean,integer,string" about:"use the configured notify_stock_qty"`
	UseConfigIncrements *flag   `json:"use_config_qty_increments" alias:"useConfigQtyIncrements" type:"boolean,integer,string" about:"use the configured qty_increments"`
	UseConfigEnableInc  *flag   `json:"use_config_enable_qty_inc" alias:"useConfigEnableQtyInc" type:"boolean,integer,string" about:"use the configured enable_qty_increments"`
	UseConfigManage     *flag   `json:"use_config_manage_stock" alias:"useConfigManageStock" type:"boolean,integer,string" about:"use the configured manage_stock"`
}

// change returns the stock change in a product's body. It is nil if there is none, or if only manage_stock was sent (shapes-catalog §1.7).
func (in productExtras) change(productType string) (*stock.Change, error) {
	data := stockData{}
	if in.StockData != nil {
		data = *in.StockData
	}
	if data.Qty == nil && in.StockQty != nil {
		data.Qty = &amount{Decimal: *in.StockQty}
	}
	if only := (stockData{Manage: data.Manage}); data == only {
		return nil, nil
	}
	change := stock.Change{
		Qty: data.Qty.Pointer(), InStock: (*bool)(data.InStock), Manage: (*bool)(data.Manage), MinQty: data.MinQty.Pointer(),
		MinSaleQty: data.MinSaleQty.Pointer(), MaxSaleQty: data.MaxSaleQty.Pointer(), NotifyQty: data.NotifyQty.Pointer(),
		Increments: data.Increments.Pointer(), DecimalQty: (*bool)(data.DecimalQty), EnableIncrements: (*bool)(data.EnableIncrements),
		UseConfigMinQty: (*bool)(data.UseConfigMinQty), UseConfigMinSaleQty: (*bool)(data.UseConfigMinSaleQty),
		UseConfigMaxSaleQty: (*bool)(data.UseConfigMaxSaleQty), UseConfigBackorders: (*bool)(data.UseConfigBackorders),
		UseConfigNotifyQty: (*bool)(data.UseConfigNotifyQty), UseConfigIncrements: (*bool)(data.UseConfigIncrements),
		UseConfigEnableInc: (*bool)(data.UseConfigEnableInc), UseConfigManage: (*bool)(data.UseConfigManage), AutoAvailability: true,
	}
	if data.Backorders != nil {
		way := -1
		if data.Backorders.IsWhole() {
			way = int(data.Backorders.Int())
		}
		change.Backorders = &way
	}
	if err := change.Check(); err != nil {
		return nil, err
	}
	if !catalog.HasStock(productType) {
		change = change.WithoutQty()
	}
	return &change, nil
}
