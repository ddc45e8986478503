package documents

import (
	"encoding/json"
	"strconv"

	"tradelog/domain/money"
)

// ProductParts holds the members of the item form that show a product's sub-resources. Lists show them empty. They depend on the caller
// and on other products, and are made when a product is read.
type ProductParts struct {
	Gallery       []ProductPicture  `json:"mediaGallery" about:"pictures, in their order"`
	Configurable  []ProductChoice   `json:"configurableOptions" about:"attributes in which the variants differ"`
	Variants      []ProductVariant  `json:"variants" about:"products that it is sold as"`
	CustomOptions []ProductOption   `json:"customOptions" about:"custom options, in their order"`
	Grouped       []ProductMember   `json:"groupedProducts" about:"products of the group"`
	Bundle        []ProductBundle   `json:"bundleOptions" about:"options of the bundle"`
	Downloads     []ProductDownload `json:"downloadableLinks" about:"files that can be bought"`
	TierPrices    []ProductTier     `json:"tierPrices" about:"prices for larger quantities"`
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
	URL      string  `json:"url" about:"address on the web"`
	Label    *string `json:"label" about:"text that people read"`
	Position int64   `json:"position" about:"place among its neighbours; the smallest number comes first"`
}

// ProductBeside holds the products that are shown beside one, which lists leave out.
type ProductBeside struct {
	Related   []ProductSummary `json:"relatedProducts" about:"products that are shown beside it"`
	CrossSell []ProductSummary `json:"crosssellProducts" about:"products that are offered in the cart"`
	UpSell    []ProductSummary `json:"upsellProducts" about:"better products that are offered instead"`
}

// ProductTier is a tier price that the caller gets.
type ProductTier struct {
	Qty    money.Decimal `json:"qty" doc:"least quantity that has the price"`
	Price  money.Decimal `json:"price" about:"price of one unit"`
	Saving int64         `json:"savePercent" about:"what is saved of the price of one unit, in percent"`
}

// ProductSummary is a product that is shown beside another one.
type ProductSummary struct {
	ID            int64          `json:"id"`
	SKU           string         `json:"sku" about:"SKU, the article number of the shop"`
	Name          string         `json:"name" about:"name that people read"`
	URLKey        string         `json:"urlKey" about:"last part of its address in the storefront"`
	Price         *money.Decimal `json:"price" about:"price of one unit"`
	SpecialPrice  *money.Decimal `json:"specialPrice" about:"reduced price of one unit, while it holds"`
	FinalPrice    *money.Decimal `json:"finalPrice" about:"price of one unit that is asked now, with all discounts of the catalog"`
	StockStatus   string         `json:"stockStatus" enum:"in_stock,out_of_stock" about:"whether it can be bought now"`
	ImageURL      *string        `json:"imageUrl" about:"address of the main picture"`
	SmallImageURL *string        `json:"smallImageUrl" about:"address of the picture for lists"`
	ThumbnailURL  *string        `json:"thumbnailUrl" about:"address of the smallest picture"`
}

// ProductMember is a product of a group.
type ProductMember struct {
	ID         int64          `json:"id"`
	SKU        string         `json:"sku" about:"SKU, the article number of the shop"`
	Name       string         `json:"name" about:"name that people read"`
	Price      *money.Decimal `json:"price" about:"price of one unit"`
	FinalPrice *money.Decimal `json:"finalPrice" about:"price of one unit that is asked now, with all discounts of the catalog"`
	ImageURL   *string        `json:"imageUrl" about:"address of the main picture"`
	InStock    bool           `json:"inStock" about:"whether it can be bought now"`
	StockQty   money.Decimal  `json:"stockQty" about:"units in stock"`
	DefaultQty money.Decimal  `json:"defaultQty" about:"quantity that is offered first"`
	Position   int64          `json:"position" about:"place among its neighbours; the smallest number comes first"`
}

// ProductChoice is an attribute in which the variants of a product differ.
type ProductChoice struct {
	ID     int64                `json:"id" doc:"of the attribute"`
	Code   string               `json:"code" about:"code that programs name it by"`
	Label  string               `json:"label" about:"text that people read"`
	Values []ProductChoiceValue `json:"values" doc:"those that a variant has"`
}

// ProductChoiceValue is a value of such an attribute.
type ProductChoiceValue struct {
	ID    json.RawMessage `json:"id" doc:"of the option"`
	Label string          `json:"label" about:"text that people read"`
}

// ProductVariant is a product that a configurable product is sold as.
type ProductVariant struct {
	ID         int64                      `json:"id"`
	SKU        string                     `json:"sku" about:"SKU, the article number of the shop"`
	Price      *money.Decimal             `json:"price" about:"price of one unit"`
	FinalPrice *money.Decimal             `json:"finalPrice" about:"price of one unit that is asked now, with all discounts of the catalog"`
	StockQty   money.Decimal              `json:"stockQty" about:"units in stock"`
	InStock    bool                       `json:"inStock" about:"whether it can be bought now"`
	Attributes map[string]json.RawMessage `json:"attributes" doc:"option by attribute code"`
	Barcode    *string                    `json:"barcode,omitempty" about:"barcode"`
	ImageURL   *string                    `json:"imageUrl,omitempty" about:"address of the main picture"`
}

// ProductOption is a custom option.
type ProductOption struct {
	ID        int64                `json:"id"`
	Title     string               `json:"title" doc:"what the buyer is asked for"`
	Type      string               `json:"type" doc:"kind of field: field, area, file, drop_down, radio, checkbox, multiple, date, date_time or time"`
	Required  bool                 `json:"required" about:"whether something must be chosen or entered"`
	SortOrder int64                `json:"sortOrder" about:"place among its neighbours; the smallest number comes first"`
	Values    []ProductOptionValue `json:"values" about:"values that can be chosen"`
}

// ProductOptionValue is a value of a custom option.
type ProductOptionValue struct {
	ID        int64         `json:"id"`
	Title     string        `json:"title" doc:"what the buyer chooses"`
	Price     money.Decimal `json:"price" doc:"what it adds to the price"`
	PriceType string        `json:"priceType" enum:"fixed,percent" about:"whether price is an amount or a percentage of the product's price"`
	SortOrder int64         `json:"sortOrder" about:"place among its neighbours; the smallest number comes first"`
}

// ProductBundle is an option of a bundle.
type ProductBundle struct {
	ID         int64              `json:"id"`
	Title      string             `json:"title" doc:"what the buyer is asked for"`
	Type       string             `json:"type" enum:"select,radio,checkbox,multi" about:"kind of thing, as the enumeration or the operation says"`
	Required   bool               `json:"required" about:"whether something must be chosen or entered"`
	Position   int64              `json:"position" about:"place among its neighbours; the smallest number comes first"`
	Selections []ProductSelection `json:"selections" about:"products that can be chosen"`
}

// ProductSelection is a product that can be chosen for an option of a bundle.
type ProductSelection struct {
	ID         int64         `json:"id" doc:"of the selection"`
	ProductID  int64         `json:"productId" about:"number of the product"`
	SKU        string        `json:"sku" about:"SKU, the article number of the shop"`
	Name       string        `json:"name" about:"name that people read"`
	Price      money.Decimal `json:"price" doc:"of a bundle with dynamic price what the product costs now"`
	PriceType  string        `json:"priceType" enum:"fixed,percent" about:"whether price is an amount or a percentage of the product's price"`
	InStock    bool          `json:"inStock" about:"whether it can be bought now"`
	IsDefault  bool          `json:"isDefault" about:"whether it is the default"`
	CanChange  bool          `json:"canChangeQty" about:"whether the buyer can change the quantity"`
	DefaultQty money.Decimal `json:"defaultQty" about:"quantity that is offered first"`
	Position   int64         `json:"position" about:"place among its neighbours; the smallest number comes first"`
	TierPrices []ProductTier `json:"tierPrices,omitempty" about:"prices for larger quantities"`
}

// ProductDownload is a link of a downloadable product.
type ProductDownload struct {
	ID        int64         `json:"id"`
	Title     string        `json:"title" about:"title that people read"`
	Price     money.Decimal `json:"price" doc:"what it adds to the price"`
	SortOrder int64         `json:"sortOrder" about:"place among its neighbours; the smallest number comes first"`
	Limit     int64         `json:"numberOfDownloads" doc:"0 for no limit"`
	SampleURL *string       `json:"sampleUrl" about:"address of the sample"`
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
	Price      money.Decimal `json:"price" about:"price of one unit"`
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
	ProductID  int64      `json:"linkedProductId" about:"number of the linked product"`
	SKU        *string    `json:"linkedProductSku,omitempty" about:"SKU of the linked product"`
	Name       *string    `json:"linkedProductName,omitempty" about:"name of the linked product"`
	Position   int64      `json:"position" about:"place among its neighbours; the smallest number comes first"`
	Extensions Extensions `json:"extensions"`
}

// GroupedProductLink is a product of a group.
type GroupedProductLink struct {
	Type       string        `json:"@type"`
	ID         string        `json:"id"`
	ProductID  int64         `json:"childProductId" about:"number of the product of the group"`
	SKU        *string       `json:"childProductSku,omitempty" about:"SKU of the product of the group"`
	Name       *string       `json:"childProductName,omitempty" about:"name of the product of the group"`
	Qty        money.Decimal `json:"qty" doc:"quantity that is offered first"`
	Position   int64         `json:"position" about:"place among its neighbours; the smallest number comes first"`
	Extensions Extensions    `json:"extensions"`
}

// ConfigurableSetup lists the attributes and the variants of a configurable product.
type ConfigurableSetup struct {
	Type       string     `json:"@type"`
	ID         int64      `json:"id"`
	Attributes []string   `json:"superAttributes" doc:"codes of the attributes in which its variants differ"`
	ChildIDs   []int64    `json:"childProductIds" about:"numbers of the variants"`
	Extensions Extensions `json:"extensions"`
}

// BundleOption is an option of a bundle with its selections.
type BundleOption struct {
	Type       string            `json:"@type"`
	ID         int64             `json:"id"`
	Title      string            `json:"title" doc:"what the buyer is asked for"`
	Form       string            `json:"type" enum:"select,radio,checkbox,multi" about:"kind of thing, as the enumeration or the operation says"`
	Required   bool              `json:"required" about:"whether something must be chosen or entered"`
	Position   int64             `json:"position" about:"place among its neighbours; the smallest number comes first"`
	Selections []BundleSelection `json:"selections" about:"products that can be chosen"`
	Extensions Extensions        `json:"extensions"`
}

// BundleSelection is a product that can be chosen for an option of a bundle.
type BundleSelection struct {
	ID        int64         `json:"selectionId" about:"number of the choice"`
	ProductID int64         `json:"productId" about:"number of the product"`
	SKU       *string       `json:"sku" about:"SKU, the article number of the shop"`
	Name      *string       `json:"name" about:"name that people read"`
	Price     money.Decimal `json:"price" doc:"what it adds to the price of the bundle"`
	PriceType string        `json:"priceType" enum:"fixed,percent" about:"whether price is an amount or a percentage of the product's price"`
	Qty       money.Decimal `json:"qty" doc:"quantity that is offered first"`
	CanChange bool          `json:"canChangeQty" about:"whether the buyer can change the quantity"`
	IsDefault bool          `json:"isDefault" about:"whether it is the default"`
	Position  int64         `json:"position" about:"place among its neighbours; the smallest number comes first"`
}

// DownloadableLink is a file that buyers of the product can download.
type DownloadableLink struct {
	Type       string        `json:"@type"`
	ID         int64         `json:"id"`
	Title      string        `json:"title" about:"title that people read"`
	Price      money.Decimal `json:"price" doc:"what it adds to the price"`
	SortOrder  int64         `json:"sortOrder" about:"place among its neighbours; the smallest number comes first"`
	Limit      int64         `json:"numberOfDownloads" doc:"0 for no limit"`
	Shareable  int64         `json:"isShareable" doc:"0 no, 1 yes, 2 as configured"`
	LinkType   string        `json:"linkType" enum:"url,file" about:"where the file is: at an address or in the shop"`
	URL        *string       `json:"linkUrl,omitempty" doc:"back office only"`
	SampleType *string       `json:"sampleType,omitempty" about:"where the sample is: url or file"`
	SampleURL  *string       `json:"sampleUrl,omitempty" about:"address of the sample"`
	Extensions Extensions    `json:"extensions"`
}

// ProductMedia is a picture of a product.
type ProductMedia struct {
	Type       string     `json:"@type"`
	ID         int64      `json:"id"`
	File       string     `json:"file" doc:"below catalog/product in the media root"`
	URL        string     `json:"url" doc:"where the picture is served"`
	Label      *string    `json:"label,omitempty" doc:"in the store view"`
	Position   int64      `json:"position" about:"place among its neighbours; the smallest number comes first"`
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
	Required      bool                `json:"required" about:"whether something must be chosen or entered"`
	SortOrder     int64               `json:"sortOrder" about:"place among its neighbours; the smallest number comes first"`
	Price         *money.Decimal      `json:"price,omitempty" doc:"what it adds to the price"`
	PriceType     *string             `json:"priceType,omitempty" enum:"fixed,percent" about:"whether price is an amount or a percentage of the product's price"`
	SKU           *string             `json:"sku,omitempty" about:"SKU, the article number of the shop"`
	MaxCharacters *int64              `json:"maxCharacters,omitempty" about:"longest text that can be entered, in characters; 0 for no limit"`
	FileTypes     *string             `json:"fileExtensions,omitempty" doc:"with commas between them"`
	ImageSizeX    *int64              `json:"imageSizeX,omitempty" about:"greatest width of a picture that is sent, in pixels; 0 for no limit"`
	ImageSizeY    *int64              `json:"imageSizeY,omitempty" about:"greatest height of a picture that is sent, in pixels; 0 for no limit"`
	Values        []CustomOptionValue `json:"values" about:"values that can be chosen"`
	Extensions    Extensions          `json:"extensions"`
}

// ProductNumber is the number of the product that has a SKU.
type ProductNumber struct {
	Type       string     `json:"@type"`
	ID         int64      `json:"id"`
	SKU        string     `json:"sku" about:"SKU, the article number of the shop"`
	Kind       string     `json:"type" about:"kind of thing, as the enumeration or the operation says"`
	Extensions Extensions `json:"extensions"`
}

// ProductCustomOptionValue is a value of a custom option by itself. Prices are in the base currency.
type ProductCustomOptionValue struct {
	Type             string         `json:"@type"`
	ID               int64          `json:"id"`
	OptionID         int64          `json:"optionId" about:"number of the option"`
	ProductID        int64          `json:"productId" about:"number of the product"`
	Title            string         `json:"title" doc:"in the named store view"`
	Price            money.Decimal  `json:"price" doc:"what it adds to the price"`
	PriceType        string         `json:"priceType" enum:"fixed,percent" about:"whether price is an amount or a percentage of the product's price"`
	SKU              string         `json:"sku" about:"SKU, the article number of the shop"`
	SortOrder        int64          `json:"sortOrder" about:"place among its neighbours; the smallest number comes first"`
	DefaultTitle     string         `json:"defaultTitle" doc:"in all store views without one of their own"`
	DefaultPrice     money.Decimal  `json:"defaultPrice" about:"price where the store view has none of its own"`
	DefaultPriceType string         `json:"defaultPriceType" enum:"fixed,percent" about:"priceType where the store view has none of its own"`
	StoreTitle       *string        `json:"storeTitle" doc:"the store view's own; null if it has none"`
	StorePrice       *money.Decimal `json:"storePrice" about:"price of the store view; null if it has none of its own"`
	StorePriceType   *string        `json:"storePriceType" about:"priceType of the store view; null if it has none of its own"`
	Extensions       Extensions     `json:"extensions"`
}

// CustomOptionValue is a value of a custom option.
type CustomOptionValue struct {
	ID        int64         `json:"id"`
	Title     string        `json:"title" doc:"what the buyer chooses"`
	Price     money.Decimal `json:"price" doc:"what it adds to the price"`
	PriceType string        `json:"priceType" enum:"fixed,percent" about:"whether price is an amount or a percentage of the product's price"`
	SKU       string        `json:"sku" about:"SKU, the article number of the shop"`
	SortOrder int64         `json:"sortOrder" about:"place among its neighbours; the smallest number comes first"`
}
