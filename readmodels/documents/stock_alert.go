package documents

// StockAlert is a customer's wish to be told when a product is in stock again. The name, SKU and page of the product are looked up when it
// is shown.
type StockAlert struct {
	Type        string     `json:"@type"`
	ID          int64      `json:"id" about:"ID of the stock alert"`
	CustomerID  int64      `json:"customerId" about:"ID of the customer"`
	ProductID   int64      `json:"productId" about:"ID of the product"`
	ProductName string     `json:"productName" doc:"name of the product; empty if it is not for sale any more"`
	ProductSKU  string     `json:"productSku" doc:"SKU of the product; empty if it is not for sale any more"`
	StoreID     int64      `json:"storeId" doc:"ID of the store view in which it must be for sale, and in whose language the e-mail is"`
	CreatedAt   string     `json:"createdAt" about:"time of creation, in UTC" shown:"time"`
	Extensions  Extensions `json:"extensions"`
}

// StockAlertRow is the stored form of a stock alert.
type StockAlertRow struct {
	ID         int64  `json:"id"`
	CustomerID int64  `json:"customerId"`
	ProductID  int64  `json:"productId"`
	StoreID    int64  `json:"storeId"`
	CreatedAt  string `json:"createdAt"`
}
