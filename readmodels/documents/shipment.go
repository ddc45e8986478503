package documents

import (
	"tradelog/domain/money"
)

// Shipment is a shipment as the API shows it (shapes-sales §11).
type Shipment struct {
	Type             string         `json:"@type"`
	ID               int64          `json:"id" about:"ID of the shipment"`
	OrderID          int64          `json:"orderId" about:"ID of the order"`
	StoreID          int64          `json:"storeId" about:"ID of the store view"`
	IncrementID      string         `json:"incrementId" about:"increment ID, the number that customers see"`
	OrderIncrementID string         `json:"orderIncrementId" about:"increment ID of the order, the number that customers see"`
	TotalQty         int64          `json:"totalQty" about:"total quantity"`
	TotalWeight      money.Decimal  `json:"totalWeight" about:"total weight, in the shop's unit of weight"`
	EmailSent        bool           `json:"emailSent" about:"whether its e-mail was sent"`
	ShipmentStatus   int            `json:"shipmentStatus" doc:"1 shipped, 2 canceled"`
	Packages         []struct{}     `json:"packages" about:"always empty"`
	Comments         []Comment      `json:"comments" about:"comments, newest first"`
	Tracks           []Track        `json:"tracks" about:"tracking numbers of the shipment"`
	Items            []ShipmentItem `json:"items" about:"lines, in the order they were added"`
	CreatedAt        string         `json:"createdAt" shown:"time" about:"time of creation, in UTC"`
	UpdatedAt        string         `json:"updatedAt" shown:"time" about:"time of the last change, in UTC"`
	Extensions       Extensions     `json:"extensions"`

	comments front[Comment]
}

// Comment is a remark on a shipment, an invoice or a credit memo.
type Comment struct {
	ID         int64  `json:"id" about:"ID of the comment"`
	Comment    string `json:"comment" about:"comment, as plain text"`
	CreatedAt  string `json:"createdAt" shown:"time" about:"time of creation, in UTC"`
	IsNotified bool   `json:"isCustomerNotified" about:"whether the customer was notified by e-mail"`
	IsVisible  bool   `json:"isVisibleOnFront" about:"whether customers see it"`
}

// Track is a carrier's number. The number is read as carrier and written as carrierCode.
type Track struct {
	Type        string         `json:"@type"`
	ID          int64          `json:"id" about:"ID of the track"`
	Carrier     string         `json:"carrier" about:"code of the carrier"`
	Title       string         `json:"title" doc:"carrier name shown to customers"`
	TrackNumber string         `json:"trackNumber" about:"tracking number"`
	Description *string        `json:"description,omitempty" about:"description"`
	Weight      *money.Decimal `json:"weight,omitempty" about:"weight of one unit, in the shop's unit of weight"`
	Qty         *money.Decimal `json:"qty,omitempty" about:"quantity; may have decimals if the product allows it"`
	CreatedAt   string         `json:"createdAt" shown:"time" about:"time of creation, in UTC"`
	UpdatedAt   string         `json:"updatedAt" shown:"time" about:"time of the last change, in UTC"`
	Extensions  Extensions     `json:"extensions"`
}

type ShipmentItem struct {
	Type        string         `json:"@type"`
	ID          int64          `json:"id" about:"ID of the line"`
	OrderItemID int64          `json:"orderItemId" about:"ID of the order line"`
	ProductID   int64          `json:"productId" about:"ID of the product"`
	SKU         string         `json:"sku" about:"SKU (article number)"`
	Name        string         `json:"name" about:"name"`
	Qty         money.Decimal  `json:"qty" about:"quantity; may have decimals if the product allows it"`
	Price       money.Decimal  `json:"price" about:"price of one unit"`
	RowTotal    money.Decimal  `json:"rowTotal" about:"row total, before discount and without tax"`
	Weight      *money.Decimal `json:"weight,omitempty" about:"weight of one unit, in the shop's unit of weight"`
	Description *string        `json:"description,omitempty" about:"description"`
	Extensions  Extensions     `json:"extensions"`
}
