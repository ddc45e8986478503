package documents

import (
	"encoding/json"
	"strconv"

	"tradelog/domain/money"
)

// ProductParts holds the members of the item form that show a product's sub-resources. Lists show them empty. They depend on the caller
// and on other products, and are made when a product is read.
type ProductParts struct {
	Gallery       []ProductPicture  `json:"mediaGallery"`
	Configurable  []ProductChoice   `json:"configurableOptions"`
	Variants      []ProductVariant  `json:"variants"`
	CustomOptions []ProductOption   `json:"customOptions"`
	Grouped       []ProductMember   `json:"groupedProducts"`
	Bundle        []ProductBundle   `json:"bundleOptions"`
	Downloads     []ProductDownload `json:"downloadableLinks"`
	TierPrices    []ProductTier     `json:"tierPrices"`
}

// NoParts returns the members of a product without sub-resources.
func NoParts() ProductParts {
	return ProductParts{
		Gallery: []ProductPicture{}, Configurable: []ProductChoice{}, Variants: []ProductVariant{}, CustomOptions: []ProductOption{},
		Grouped: []ProductMember{},
		Bundle:  []ProductBundle{}, Downloads: []ProductDownload{}, TierPrices: []ProductTier{},
	}
}

// ProductPicture is a picture of the gallery.
type ProductPicture struct {
	URL      string  `json:"url"`
	Label    *string `json:"label"`
	Position int64   `json:"position"`
}

// ProductBeside holds the products that are shown beside one, which lists leave out.
type ProductBeside struct {
	Related   []ProductSummary `json:"relatedProducts"`
	CrossSell []ProductSummary `json:"crosssellProducts"`
	UpSell    []ProductSummary `json:"upsellProducts"`
}

// ProductTier is a tier price that the caller gets.
type ProductTier struct {
	Qty    money.Decimal `json:"qty" doc:"least quantity that has the price"`
	Price  money.Decimal `json:"price"`
	Saving int64         `json:"savePercent"`
}

// ProductSummary is a product that is shown beside another one.
type ProductSummary struct {
	ID            int64          `json:"id"`
	SKU           string         `json:"sku"`
	Name          string         `json:"name"`
	URLKey        string         `json:"urlKey"`
	Price         *money.Decimal `json:"price"`
	SpecialPrice  *money.Decimal `json:"specialPrice"`
	FinalPrice    *money.Decimal `json:"finalPrice"`
	StockStatus   string         `json:"stockStatus" enum:"in_stock,out_of_stock"`
	ImageURL      *string        `json:"imageUrl"`
	SmallImageURL *string        `json:"smallImageUrl"`
	ThumbnailURL  *string        `json:"thumbnailUrl"`
}

// ProductMember is a product of a group.
type ProductMember struct {
	ID         int64          `json:"id"`
	SKU        string         `json:"sku"`
	Name       string         `json:"name"`
	Price      *money.Decimal `json:"price"`
	FinalPrice *money.Decimal `json:"finalPrice"`
	ImageURL   *string        `json:"imageUrl"`
	InStock    bool           `json:"inStock"`
	StockQty   money.Decimal  `json:"stockQty"`
	DefaultQty money.Decimal  `json:"defaultQty"`
	Position   int64          `json:"position"`
}

// ProductChoice is an attribute in which the variants of a product differ.
type ProductChoice struct {
	ID     int64                `json:"id" doc:"of the attribute"`
	Code   string               `json:"code"`
	Label  string               `json:"label"`
	Values []ProductChoiceValue `json:"values" doc:"those that a variant has"`
}

// ProductChoiceValue is a value of such an attribute.
type ProductChoiceValue struct {
	ID    json.RawMessage `json:"id" doc:"of the option"`
	Label string          `json:"label"`
}

// ProductVariant is a product that a configurable product is sold as.
type ProductVariant struct {
	ID         int64                      `json:"id"`
	SKU        string                     `json:"sku"`
	Price      *money.Decimal             `json:"price"`
	FinalPrice *money.Decimal             `json:"finalPrice"`
	StockQty   money.Decimal              `json:"stockQty"`
	InStock    bool                       `json:"inStock"`
	Attributes map[string]json.RawMessage `json:"attributes" doc:"option by attribute code"`
	Barcode    *string                    `json:"barcode,omitempty"`
	ImageURL   *string                    `json:"imageUrl,omitempty"`
}

// ProductOption is a custom option.
type ProductOption struct {
	ID        int64                `json:"id"`
	Title     string               `json:"title" doc:"what the buyer is asked for"`
	Type      string               `json:"type" doc:"kind of field: field, area, file, drop_down, radio, checkbox, multiple, date, date_time or time"`
	Required  bool                 `json:"required"`
	SortOrder int64                `json:"sortOrder"`
	Values    []ProductOptionValue `json:"values"`
}

// ProductOptionValue is a value of a custom option.
type ProductOptionValue struct {
	ID        int64         `json:"id"`
	Title     string        `json:"title" doc:"what the buyer chooses"`
	Price     money.Decimal `json:"price" doc:"what it adds to the price"`
	PriceType string        `json:"priceType" enum:"fixed,percent"`
	SortOrder int64         `json:"sortOrder"`
}

// ProductBundle is an option of a bundle.
type ProductBundle struct {
	ID         int64              `json:"id"`
	Title      string             `json:"title" doc:"what the buyer is asked for"`
	Type       string             `json:"type" enum:"select,radio,checkbox,multi"`
	Required   bool               `json:"required"`
	Position   int64              `json:"position"`
	Selections []ProductSelection `json:"selections"`
}

// ProductSelection is a product that can be chosen for an option of a bundle.
type ProductSelection struct {
	ID         int64         `json:"id" doc:"of the selection"`
	ProductID  int64         `json:"productId"`
	SKU        string        `json:"sku"`
	Name       string        `json:"name"`
	Price      money.Decimal `json:"price" doc:"of a bundle with dynamic price what the product costs now"`
	PriceType  string        `json:"priceType" enum:"fixed,percent"`
	InStock    bool          `json:"inStock"`
	IsDefault  bool          `json:"isDefault"`
	CanChange  bool          `json:"canChangeQty"`
	DefaultQty money.Decimal `json:"defaultQty"`
	Position   int64         `json:"position"`
	TierPrices []ProductTier `json:"tierPrices,omitempty"`
}

// ProductDownload is a link of a downloadable product.
type ProductDownload struct {
	ID        int64         `json:"id"`
	Title     string        `json:"title"`
	Price     money.Decimal `json:"price" doc:"what it adds to the price"`
	SortOrder int64         `json:"sortOrder"`
	Limit     int64         `json:"numberOfDownloads" doc:"0 for no limit"`
	SampleURL *string       `json:"sampleUrl"`
}

// GroupRef is a customer group: its number, or "all".
type GroupRef struct{ ID *int64 }

// MarshalJSON prints the number or the word.
func (g GroupRef) MarshalJSON() ([]byte, error) {
	if g.ID == nil {
		return []byte(`"all"`), nil
	}
	return strconv.AppendInt(nil, *g.ID, 10), nil
}

// UnmarshalJSON reads what MarshalJSON prints.
func (g *GroupRef) UnmarshalJSON(data []byte) error {
	if string(data) == `"all"` {
		g.ID = nil
		return nil
	}
	return json.Unmarshal(data, &g.ID)
}

// ProductGroupPrice is a price for customers of a group.
type ProductGroupPrice struct {
	Type       string        `json:"@type"`
	ID         string        `json:"id"`
	GroupID    GroupRef      `json:"customerGroupId" type:"integer|string" doc:"number of the group, or all"`
	WebsiteID  int64         `json:"websiteId" doc:"0 for all websites"`
	Price      money.Decimal `json:"price"`
	Extensions Extensions    `json:"extensions"`
}

// ProductTierPrice is a price from a quantity on.
type ProductTierPrice struct {
	Type       string        `json:"@type"`
	ID         string        `json:"id"`
	GroupID    GroupRef      `json:"customerGroupId" type:"integer|string" doc:"number of the group, or all"`
	WebsiteID  int64         `json:"websiteId" doc:"0 for all websites"`
	Qty        money.Decimal `json:"qty" doc:"least quantity that has the price"`
	Price      money.Decimal `json:"price" doc:"of one unit; of bundles a percentage that is taken off"`
	Extensions Extensions    `json:"extensions"`
}

// ProductLink is a product that is shown beside another one.
type ProductLink struct {
	Type       string     `json:"@type"`
	ID         string     `json:"id"`
	ProductID  int64      `json:"linkedProductId"`
	SKU        *string    `json:"linkedProductSku,omitempty"`
	Name       *string    `json:"linkedProductName,omitempty"`
	Position   int64      `json:"position"`
	Extensions Extensions `json:"extensions"`
}

// GroupedProductLink is a product of a group.
type GroupedProductLink struct {
	Type       string        `json:"@type"`
	ID         string        `json:"id"`
	ProductID  int64         `json:"childProductId"`
	SKU        *string       `json:"childProductSku,omitempty"`
	Name       *string       `json:"childProductName,omitempty"`
	Qty        money.Decimal `json:"qty" doc:"quantity that is offered first"`
	Position   int64         `json:"position"`
	Extensions Extensions    `json:"extensions"`
}

// ConfigurableSetup lists the attributes and the variants of a configurable product.
type ConfigurableSetup struct {
	Type       string     `json:"@type"`
	ID         int64      `json:"id"`
	Attributes []string   `json:"superAttributes" doc:"codes of the attributes in which its variants differ"`
	ChildIDs   []int64    `json:"childProductIds"`
	Extensions Extensions `json:"extensions"`
}

// BundleOption is an option of a bundle with its selections.
type BundleOption struct {
	Type       string            `json:"@type"`
	ID         int64             `json:"id"`
	Title      string            `json:"title" doc:"what the buyer is asked for"`
	Form       string            `json:"type" enum:"select,radio,checkbox,multi"`
	Required   bool              `json:"required"`
	Position   int64             `json:"position"`
	Selections []BundleSelection `json:"selections"`
	Extensions Extensions        `json:"extensions"`
}

// BundleSelection is a product that can be chosen for an option of a bundle.
type BundleSelection struct {
	ID        int64         `json:"selectionId"`
	ProductID int64         `json:"productId"`
	SKU       *string       `json:"sku"`
	Name      *string       `json:"name"`
	Price     money.Decimal `json:"price" doc:"what it adds to the price of the bundle"`
	PriceType string        `json:"priceType" enum:"fixed,percent"`
	Qty       money.Decimal `json:"qty" doc:"quantity that is offered first"`
	CanChange bool          `json:"canChangeQty"`
	IsDefault bool          `json:"isDefault"`
	Position  int64         `json:"position"`
}

// DownloadableLink is a file that buyers of the product can download.
type DownloadableLink struct {
	Type       string        `json:"@type"`
	ID         int64         `json:"id"`
	Title      string        `json:"title"`
	Price      money.Decimal `json:"price" doc:"what it adds to the price"`
	SortOrder  int64         `json:"sortOrder"`
	Limit      int64         `json:"numberOfDownloads" doc:"0 for no limit"`
	Shareable  int64         `json:"isShareable" doc:"0 no, 1 yes, 2 as configured"`
	LinkType   string        `json:"linkType" enum:"url,file"`
	URL        *string       `json:"linkUrl,omitempty" doc:"back office only"`
	SampleType *string       `json:"sampleType,omitempty"`
	SampleURL  *string       `json:"sampleUrl,omitempty"`
	Extensions Extensions    `json:"extensions"`
}

// ProductMedia is a picture of a product.
type ProductMedia struct {
	Type       string     `json:"@type"`
	ID         int64      `json:"id"`
	File       string     `json:"file" doc:"below catalog/product in the media root"`
	URL        string     `json:"url" doc:"where the picture is served"`
	Label      *string    `json:"label,omitempty" doc:"in the store view"`
	Position   int64      `json:"position"`
	Disabled   bool       `json:"disabled" doc:"whether the gallery leaves it out"`
	Types      []string   `json:"types" doc:"what it is shown as: image, small_image, thumbnail"`
	Extensions Extensions `json:"extensions"`
}

// ProductCustomOption is a question that buyers of a product answer, such as an engraving.
type ProductCustomOption struct {
	Type          string              `json:"@type"`
	ID            int64               `json:"id"`
	Title         string              `json:"title" doc:"what the buyer is asked for"`
	Form          string              `json:"type" doc:"kind of field: field, area, file, drop_down, radio, checkbox, multiple, date, date_time or time"`
	Required      bool                `json:"required"`
	SortOrder     int64               `json:"sortOrder"`
	Price         *money.Decimal      `json:"price,omitempty" doc:"what it adds to the price"`
	PriceType     *string             `json:"priceType,omitempty" enum:"fixed,percent"`
	SKU           *string             `json:"sku,omitempty"`
	MaxCharacters *int64              `json:"maxCharacters,omitempty"`
	FileTypes     *string             `json:"fileExtensions,omitempty" doc:"with commas between them"`
	ImageSizeX    *int64              `json:"imageSizeX,omitempty"`
	ImageSizeY    *int64              `json:"imageSizeY,omitempty"`
	Values        []CustomOptionValue `json:"values"`
	Extensions    Extensions          `json:"extensions"`
}

// ProductNumber is the number of the product that has a SKU.
type ProductNumber struct {
	Type       string     `json:"@type"`
	ID         int64      `json:"id"`
	SKU        string     `json:"sku"`
	Kind       string     `json:"type"`
	Extensions Extensions `json:"extensions"`
}

// ProductCustomOptionValue is a value of a custom option by itself. Prices are in the base currency.
type ProductCustomOptionValue struct {
	Type             string         `json:"@type"`
	ID               int64          `json:"id"`
	OptionID         int64          `json:"optionId"`
	ProductID        int64          `json:"productId"`
	Title            string         `json:"title" doc:"in the named store view"`
	Price            money.Decimal  `json:"price" doc:"what it adds to the price"`
	PriceType        string         `json:"priceType" enum:"fixed,percent"`
	SKU              string         `json:"sku"`
	SortOrder        int64          `json:"sortOrder"`
	DefaultTitle     string         `json:"defaultTitle" doc:"in all store views without one of their own"`
	DefaultPrice     money.Decimal  `json:"defaultPrice"`
	DefaultPriceType string         `json:"defaultPriceType" enum:"fixed,percent"`
	StoreTitle       *string        `json:"storeTitle" doc:"the store view's own; null if it has none"`
	StorePrice       *money.Decimal `json:"storePrice"`
	StorePriceType   *string        `json:"storePriceType"`
	Extensions       Extensions     `json:"extensions"`
}

// CustomOptionValue is a value of a custom option.
type CustomOptionValue struct {
	ID        int64         `json:"id"`
	Title     string        `json:"title" doc:"what the buyer chooses"`
	Price     money.Decimal `json:"price" doc:"what it adds to the price"`
	PriceType string        `json:"priceType" enum:"fixed,percent"`
	SKU       string        `json:"sku"`
	SortOrder int64         `json:"sortOrder"`
}
