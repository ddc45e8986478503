package documents

import (
	"tradelog/domain/money"
)

// Shipment is a shipment as the API shows it (shapes-sales §11).
type Shipment struct {
	Type             string         `json:"@type"`
	ID               int64          `json:"id"`
	OrderID          int64          `json:"orderId" about:"number of the order"`
	StoreID          int64          `json:"storeId" about:"number of the store view"`
	IncrementID      string         `json:"incrementId" about:"number that people know it by"`
	OrderIncrementID string         `json:"orderIncrementId" about:"number that people know the order by"`
	TotalQty         int64          `json:"totalQty" about:"number of units in it"`
	TotalWeight      money.Decimal  `json:"totalWeight" about:"weight of everything in it, in the shop's unit of weight"`
	EmailSent        bool           `json:"emailSent" about:"whether the e-mail about it was sent"`
	ShipmentStatus   int            `json:"shipmentStatus" doc:"1 shipped, 2 canceled"`
	Packages         []struct{}     `json:"packages" about:"always empty"`
	Comments         []Comment      `json:"comments" about:"remarks, the newest first"`
	Tracks           []Track        `json:"tracks" about:"tracking numbers of the parcel"`
	Items            []ShipmentItem `json:"items" about:"lines, in the order in which they were added"`
	CreatedAt        string         `json:"createdAt" shown:"time" about:"when it came into being, in UTC"`
	UpdatedAt        string         `json:"updatedAt" shown:"time" about:"when it last changed, in UTC"`
	Extensions       Extensions     `json:"extensions"`
}

// Comment is a remark on a shipment, an invoice or a credit memo.
type Comment struct {
	ID         int64  `json:"id"`
	Comment    string `json:"comment" about:"remark as plain text"`
	CreatedAt  string `json:"createdAt" shown:"time" about:"when it came into being, in UTC"`
	IsNotified bool   `json:"isCustomerNotified" about:"whether the customer was told by e-mail"`
	IsVisible  bool   `json:"isVisibleOnFront" about:"whether customers see it"`
}

// Track is a carrier's number. It is read as carrier and written as carrierCode.
type Track struct {
	Type        string         `json:"@type"`
	ID          int64          `json:"id"`
	Carrier     string         `json:"carrier" about:"code of the carrier"`
	Title       string         `json:"title" doc:"name of the carrier, as people read it"`
	TrackNumber string         `json:"trackNumber" about:"number that the carrier knows the parcel by"`
	Description *string        `json:"description,omitempty" about:"description for people"`
	Weight      *money.Decimal `json:"weight,omitempty" about:"weight of one unit, in the shop's unit of weight"`
	Qty         *money.Decimal `json:"qty,omitempty" about:"number of units; parts of units where the product allows them"`
	CreatedAt   string         `json:"createdAt" shown:"time" about:"when it came into being, in UTC"`
	UpdatedAt   string         `json:"updatedAt" shown:"time" about:"when it last changed, in UTC"`
	Extensions  Extensions     `json:"extensions"`
}

type ShipmentItem struct {
	Type        string         `json:"@type"`
	ID          int64          `json:"id"`
	OrderItemID int64          `json:"orderItemId" about:"number of the order's line"`
	ProductID   int64          `json:"productId" about:"number of the product"`
	SKU         string         `json:"sku" about:"SKU, the article number of the shop"`
	Name        string         `json:"name" about:"name that people read"`
	Qty         money.Decimal  `json:"qty" about:"number of units; parts of units where the product allows them"`
	Price       money.Decimal  `json:"price" about:"price of one unit"`
	RowTotal    money.Decimal  `json:"rowTotal" about:"price of the whole line, before discount and without tax"`
	Weight      *money.Decimal `json:"weight,omitempty" about:"weight of one unit, in the shop's unit of weight"`
	Description *string        `json:"description,omitempty" about:"description for people"`
	Extensions  Extensions     `json:"extensions"`
}
