package tables

import (
	"time"

	"tradelog/domain/content"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/domain/pricerule"
	"tradelog/domain/review"
	"tradelog/domain/shipping"
	"tradelog/eventstore"
	"tradelog/readmodels/documents"
)

// Cart is a row of carts.
type Cart struct {
	ID         int64   `db:"id"`
	MaskedID   *string `db:"masked_id"` // nil: of a customer
	CustomerID int64   `db:"customer_id"`
	StoreID    int64   `db:"store_id"`
	Active     bool    `db:"active"`
	// The order whose placement is under way, and when it began; nil without one.
	Order     *int64                  `db:"checkout_order"`
	Started   *time.Time              `db:"checkout_started"`
	Qty       money.Decimal           `db:"items_qty"`
	Items     map[int64]money.Decimal `db:"items,json"` // quantities by line
	UpdatedAt time.Time               `db:"updated_at"`
	Version   eventstore.Position     `db:"version"`
}

// Review has the columns that readers select of a review.
type Review struct {
	ID         int64                           `db:"id"`
	ProductID  int64                           `db:"product_id"`
	CustomerID int64                           `db:"customer_id"` // the author
	StoreIDs   []int64                         `db:"store_ids"`
	Status     review.Status                   `db:"status"`
	Doc        documents.Doc[documents.Review] `db:"doc"`
}

// ReviewRow is a row of reviews.
type ReviewRow struct {
	Review
	Stars     int64               `db:"stars"`
	CreatedAt time.Time           `db:"created_at"`
	Version   eventstore.Position `db:"version"`
}

// Revocation has the columns that readers select of a revocation request.
type Revocation struct {
	ID         int64                               `db:"id"`
	StoreID    int64                               `db:"store_id"`
	CustomerID int64                               `db:"customer_id"` // the customer who made the request
	Doc        documents.Doc[documents.Revocation] `db:"doc"`         // for customers
	Backend    documents.Doc[documents.Revocation] `db:"backend"`     // for the back office
}

// RevocationRow is a row of revocations.
type RevocationRow struct {
	Revocation
	OrderID    int64               `db:"order_id"`
	Email      string              `db:"email"` // in lower case
	Status     string              `db:"status"`
	ReceivedAt time.Time           `db:"received_at"`
	Version    eventstore.Position `db:"version"`
}

// GiftCard has the columns that readers select of a gift card: its document, and the fields that carts need. The code is sealed in both.
type GiftCard struct {
	giftcard.Card `db:"card,document"`
	Doc           documents.Doc[documents.GiftCard] `db:"doc"`
}

// GiftCardRow is a row of gift_cards.
type GiftCardRow struct {
	ID int64 `db:"id"`
	GiftCard
	Status    giftcard.Status     `db:"status"`
	ExpiresAt *time.Time          `db:"expires_at"`
	Version   eventstore.Position `db:"version"`
}

// Coupon has the columns that readers select of a price rule with a coupon.
type Coupon struct {
	ID         int64                           `db:"id"`
	WebsiteIDs []int64                         `db:"website_ids"`
	Doc        documents.Doc[documents.Coupon] `db:"doc"`
}

// RuleUse has the columns that carts select of a price rule.
type RuleUse struct {
	Rule pricerule.Rule `db:"rule,document"`
	Used int64          `db:"used"`
}

// PriceRuleRow is a row of price_rules.
type PriceRuleRow struct {
	Coupon
	RuleUse
	Code    string              `db:"code"` // in lower case; empty without a coupon
	Active  bool                `db:"active"`
	Version eventstore.Position `db:"version"`
}

// MediaFile has the columns that readers select of a media file.
type MediaFile struct {
	ID           int64 `db:"id"`
	content.File `db:"file,document"`
}

// MediaFileRow is a row of media_files.
type MediaFileRow struct {
	MediaFile
	Path    string              `db:"path"`
	Folder  string              `db:"folder"`
	Name    string              `db:"name"`
	Live    bool                `db:"live"`
	Version eventstore.Position `db:"version"`
}

// ShippingTable has the columns that readers select of a table of shipping rates.
type ShippingTable struct {
	WebsiteID  int64                `db:"website_id"`
	Condition  shipping.Condition   `db:"condition"`
	Rates      []shipping.TableRate `db:"rates,document"`
	ImportedAt time.Time            `db:"imported_at"`
}

// ShippingTableRow is a row of shipping_tables.
type ShippingTableRow struct {
	ShippingTable
	Version eventstore.Position `db:"version"`
}
