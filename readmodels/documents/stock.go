package documents

import "tradelog/domain/money"

// StockLevel holds the quantities of a product.
type StockLevel struct {
	Type       string        `json:"@type"`
	ProductID  int64         `json:"productId" about:"ID of the product"`
	SKU        string        `json:"sku" about:"SKU (article number)"`
	OnHand     money.Decimal `json:"onHand" doc:"units in the house: available and reserved"`
	Reserved   money.Decimal `json:"reserved" doc:"units that orders have taken and that are not shipped yet"`
	Available  money.Decimal `json:"available" doc:"units that can still be sold; the qty of the stock"`
	InStock    bool          `json:"isInStock" about:"whether it is in stock"`
	Manage     bool          `json:"manageStock" about:"whether stock is counted"`
	UpdatedAt  *string       `json:"updatedAt" doc:"time at which the stock last changed, in UTC; null if it was never set" shown:"time"`
	Extensions Extensions    `json:"extensions"`
}

// StockMovement says why the stock of a product moved.
type StockMovement struct {
	Type             string        `json:"@type"`
	Position         int64         `json:"position" doc:"position of the event in the log"`
	Cause            string        `json:"cause" enum:"set,ordered,released,shipped,delivered,cancelled,refunded" doc:"set by hand, by a program or an import; ordered; released because the order was not placed after all; shipped; delivered with the order because nothing is shipped; cancelled; refunded"`
	OrderID          *int64        `json:"orderId" doc:"ID of the order; null if there is none"`
	OrderIncrementID *string       `json:"orderIncrementId" doc:"number of the order that people see; null if there is none or it was not placed"`
	ShipmentID       *int64        `json:"shipmentId" about:"ID of the shipment"`
	CreditMemoID     *int64        `json:"creditMemoId" about:"ID of the credit memo"`
	Change           money.Decimal `json:"change" doc:"change of the units on hand"`
	OnHandBefore     money.Decimal `json:"onHandBefore" about:"units on hand before"`
	OnHandAfter      money.Decimal `json:"onHandAfter" about:"units on hand after"`
	ReservedBefore   money.Decimal `json:"reservedBefore" about:"reserved units before"`
	ReservedAfter    money.Decimal `json:"reservedAfter" about:"reserved units after"`
	AvailableBefore  money.Decimal `json:"availableBefore" about:"available units before"`
	AvailableAfter   money.Decimal `json:"availableAfter" about:"available units after"`
	ChangedBy        string        `json:"changedBy" doc:"who did it: customer, guest, admin, api, service, operator or system, with the account ID of the back office"`
	ChangedByName    *string       `json:"changedByName" doc:"user name that the account had then; null for customers, guests, the operator and the system, and for forgotten accounts"`
	Command          *string       `json:"command" doc:"command that set the quantity, such as SetStock; null for all other causes"`
	CreatedAt        string        `json:"createdAt" shown:"time" about:"time of the movement, in UTC"`
	Extensions       Extensions    `json:"extensions"`
}
