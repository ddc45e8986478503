package documents

import (
	"encoding/json"
	"strconv"

	"tradelog/domain/money"
)

// ProductParts holds the members of the item form that show a product's sub-resources. Lists show them empty. They depend on the caller
// and on other products, and are made when a product is read.
type ProductParts struct {
	Gallery       []ProductPicture  `json:"mediaGallery" about:"pictures, in display order"`
	Configurable  []ProductChoice   `json:"configurableOptions" about:"attributes in which the variants differ"`
	Variants      []ProductVariant  `json:"variants" about:"variants of the product"`
	CustomOptions []ProductOption   `json:"customOptions" about:"custom options, in display order"`
	Grouped       []ProductMember   `json:"groupedProducts" about:"products in the group"`
	Bundle        []ProductBundle   `json:"bundleOptions" about:"options of the bundle"`
	Downloads     []ProductDownload `json:"downloadableLinks" about:"downloadable files"`
	TierPrices    []ProductTier     `json:"tierPrices" about:"tier prices, for larger quantities"`
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
	URL      string  `json:"url" about:"URL"`
	Label    *string `json:"label" about:"label"`
	Position int64   `json:"position" about:"position among its siblings, ascending"`
}

// ProductBeside holds the products that are shown beside one, which lists leave out.
type ProductBeside struct {
	Related   []ProductSummary `json:"relatedProducts" about:"related products"`
	CrossSell []ProductSummary `json:"crosssellProducts" about:"cross-sell products, offered in the cart"`
	UpSell    []ProductSummary `json:"upsellProducts" about:"up-sell products"`
}

// ProductTier is a tier price that the caller gets.
type ProductTier struct {
	Qty    money.Decimal `json:"qty" doc:"minimum quantity for this price"`
	Price  money.Decimal `json:"price" about:"price of one unit"`
	Saving int64         `json:"savePercent" about:"saving per unit, in percent"`
}

// ProductSummary is a product that is shown beside another one.
type ProductSummary struct {
	ID            int64          `json:"id" about:"ID of the product"`
	SKU           string         `json:"sku" about:"SKU (article number)"`
	Name          string         `json:"name" about:"name"`
	URLKey        string         `json:"urlKey" about:"URL key, the last segment of the URL in the storefront"`
	Price         *money.Decimal `json:"price" about:"price of one unit"`
	SpecialPrice  *money.Decimal `json:"specialPrice" about:"special price of one unit, during its period"`
	FinalPrice    *money.Decimal `json:"finalPrice" about:"price of one unit today, with all catalog discounts"`
	StockStatus   string         `json:"stockStatus" enum:"in_stock,out_of_stock" about:"stock status"`
	ImageURL      *string        `json:"imageUrl" about:"URL of the main image"`
	SmallImageURL *string        `json:"smallImageUrl" about:"URL of the image for lists"`
	ThumbnailURL  *string        `json:"thumbnailUrl" about:"URL of the thumbnail"`
}

// ProductMember is a product of a group.
type ProductMember struct {
	ID         int64          `json:"id" about:"ID of the product"`
	SKU        string         `json:"sku" about:"SKU (article number)"`
	Name       string         `json:"name" about:"name"`
	Price      *money.Decimal `json:"price" about:"price of one unit"`
	FinalPrice *money.Decimal `json:"finalPrice" about:"price of one unit today, with all catalog discounts"`
	ImageURL   *string        `json:"imageUrl" about:"URL of the main image"`
	InStock    bool           `json:"inStock" about:"whether it is in stock"`
	StockQty   money.Decimal  `json:"stockQty" about:"quantity in stock"`
	DefaultQty money.Decimal  `json:"defaultQty" about:"preselected quantity"`
	Position   int64          `json:"position" about:"position among its siblings, ascending"`
}

// ProductChoice is an attribute in which the variants of a product differ.
type ProductChoice struct {
	ID     int64                `json:"id" doc:"ID of the attribute"`
	Code   string               `json:"code" about:"attribute code"`
	Label  string               `json:"label" about:"label"`
	Values []ProductChoiceValue `json:"values" doc:"option values that occur in a variant"`
}

// ProductChoiceValue is a value of such an attribute.
type ProductChoiceValue struct {
	ID    json.RawMessage `json:"id" doc:"ID of the option"`
	Label string          `json:"label" about:"label"`
}

// ProductVariant is a product that a configurable product is sold as.
type ProductVariant struct {
	ID         int64                      `json:"id" about:"ID of the variant"`
	SKU        string                     `json:"sku" about:"SKU (article number)"`
	Price      *money.Decimal             `json:"price" about:"price of one unit"`
	FinalPrice *money.Decimal             `json:"finalPrice" about:"price of one unit today, with all catalog discounts"`
	StockQty   money.Decimal              `json:"stockQty" about:"quantity in stock"`
	InStock    bool                       `json:"inStock" about:"whether it is in stock"`
	Attributes map[string]json.RawMessage `json:"attributes" doc:"option ID by attribute code"`
	Barcode    *string                    `json:"barcode,omitempty" about:"barcode"`
	ImageURL   *string                    `json:"imageUrl,omitempty" about:"URL of the main image"`
}

// ProductOption is a custom option.
type ProductOption struct {
	ID        int64                `json:"id" about:"ID of the option"`
	Title     string               `json:"title" doc:"label that the buyer sees"`
	Type      string               `json:"type" enum:"field,area,drop_down,radio,checkbox,multiple,file,date,date_time,time" doc:"input type"`
	Required  bool                 `json:"required" about:"whether the buyer must fill it in"`
	SortOrder int64                `json:"sortOrder" about:"position among its siblings, ascending"`
	Values    []ProductOptionValue `json:"values" about:"values to choose from"`
}

// ProductOptionValue is a value of a custom option.
type ProductOptionValue struct {
	ID        int64         `json:"id" about:"ID of the value"`
	Title     string        `json:"title" doc:"name of the choice"`
	Price     money.Decimal `json:"price" doc:"surcharge on the price"`
	PriceType string        `json:"priceType" enum:"fixed,percent" about:"whether price is an amount (fixed) or a percentage of the product's price"`
	SortOrder int64         `json:"sortOrder" about:"position among its siblings, ascending"`
}

// ProductBundle is an option of a bundle.
type ProductBundle struct {
	ID         int64              `json:"id" about:"ID of the option"`
	Title      string             `json:"title" doc:"label that the buyer sees"`
	Type       string             `json:"type" enum:"select,radio,checkbox,multi" about:"input type"`
	Required   bool               `json:"required" about:"whether a choice is mandatory"`
	Position   int64              `json:"position" about:"position among its siblings, ascending"`
	Selections []ProductSelection `json:"selections" about:"products to choose from"`
}

// ProductSelection is a product that can be chosen for an option of a bundle.
type ProductSelection struct {
	ID         int64         `json:"id" doc:"ID of the selection"`
	ProductID  int64         `json:"productId" about:"ID of the product"`
	SKU        string        `json:"sku" about:"SKU (article number)"`
	Name       string        `json:"name" about:"name"`
	Price      money.Decimal `json:"price" doc:"surcharge; with a dynamic bundle price, today's price of the product"`
	PriceType  string        `json:"priceType" enum:"fixed,percent" about:"whether price is an amount (fixed) or a percentage of the product's price"`
	InStock    bool          `json:"inStock" about:"whether it is in stock"`
	IsDefault  bool          `json:"isDefault" about:"whether it is the default"`
	CanChange  bool          `json:"canChangeQty" about:"whether the buyer can change the quantity"`
	DefaultQty money.Decimal `json:"defaultQty" about:"preselected quantity"`
	Position   int64         `json:"position" about:"position among its siblings, ascending"`
	TierPrices []ProductTier `json:"tierPrices,omitempty" about:"tier prices, for larger quantities"`
}

// ProductDownload is a link of a downloadable product.
type ProductDownload struct {
	ID        int64         `json:"id" about:"ID of the link"`
	Title     string        `json:"title" about:"title"`
	Price     money.Decimal `json:"price" doc:"surcharge on the price"`
	SortOrder int64         `json:"sortOrder" about:"position among its siblings, ascending"`
	Limit     int64         `json:"numberOfDownloads" doc:"downloads per unit bought; 0 for no limit"`
	SampleURL *string       `json:"sampleUrl" about:"URL of the sample"`
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

// UnmarshalJSON reads the form that MarshalJSON prints.
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
	ID         string        `json:"id" about:"ID of the group price"`
	GroupID    GroupRef      `json:"customerGroupId" type:"integer|string" doc:"ID of the customer group, or all"`
	WebsiteID  int64         `json:"websiteId" doc:"ID of the website; 0 for all"`
	Price      money.Decimal `json:"price" about:"price of one unit"`
	Extensions Extensions    `json:"extensions"`
}

// ProductTierPrice is a price from a quantity on.
type ProductTierPrice struct {
	Type       string        `json:"@type"`
	ID         string        `json:"id" about:"ID of the tier price"`
	GroupID    GroupRef      `json:"customerGroupId" type:"integer|string" doc:"ID of the customer group, or all"`
	WebsiteID  int64         `json:"websiteId" doc:"ID of the website; 0 for all"`
	Qty        money.Decimal `json:"qty" doc:"minimum quantity for this price"`
	Price      money.Decimal `json:"price" doc:"price of one unit; for bundles a discount in percent"`
	Extensions Extensions    `json:"extensions"`
}

// ProductLink is a product that is shown beside another one.
type ProductLink struct {
	Type       string     `json:"@type"`
	ID         string     `json:"id" about:"ID of the link"`
	ProductID  int64      `json:"linkedProductId" about:"ID of the linked product"`
	SKU        *string    `json:"linkedProductSku,omitempty" about:"SKU of the linked product"`
	Name       *string    `json:"linkedProductName,omitempty" about:"name of the linked product"`
	Position   int64      `json:"position" about:"position among its siblings, ascending"`
	Extensions Extensions `json:"extensions"`
}

// GroupedProductLink is a product of a group.
type GroupedProductLink struct {
	Type       string        `json:"@type"`
	ID         string        `json:"id" about:"ID of the link"`
	ProductID  int64         `json:"childProductId" about:"ID of the product in the group"`
	SKU        *string       `json:"childProductSku,omitempty" about:"SKU of the product in the group"`
	Name       *string       `json:"childProductName,omitempty" about:"name of the product in the group"`
	Qty        money.Decimal `json:"qty" doc:"preselected quantity"`
	Position   int64         `json:"position" about:"position among its siblings, ascending"`
	Extensions Extensions    `json:"extensions"`
}

// ConfigurableSetup lists the attributes and the variants of a configurable product.
type ConfigurableSetup struct {
	Type       string     `json:"@type"`
	ID         int64      `json:"id" about:"ID of the product"`
	Attributes []string   `json:"superAttributes" doc:"codes of the attributes in which the variants differ"`
	ChildIDs   []int64    `json:"childProductIds" about:"IDs of the variants"`
	Extensions Extensions `json:"extensions"`
}

// BundleOption is an option of a bundle with its selections.
type BundleOption struct {
	Type       string            `json:"@type"`
	ID         int64             `json:"id" about:"ID of the option"`
	Title      string            `json:"title" doc:"label that the buyer sees"`
	Form       string            `json:"type" enum:"select,radio,checkbox,multi" about:"input type"`
	Required   bool              `json:"required" about:"whether a choice is mandatory"`
	Position   int64             `json:"position" about:"position among its siblings, ascending"`
	Selections []BundleSelection `json:"selections" about:"products to choose from"`
	Extensions Extensions        `json:"extensions"`
}

// BundleSelection is a product that can be chosen for an option of a bundle.
type BundleSelection struct {
	ID        int64         `json:"selectionId" about:"ID of the selection"`
	ProductID int64         `json:"productId" about:"ID of the product"`
	SKU       *string       `json:"sku" about:"SKU (article number)"`
	Name      *string       `json:"name" about:"name"`
	Price     money.Decimal `json:"price" doc:"surcharge on the price of the bundle"`
	PriceType string        `json:"priceType" enum:"fixed,percent" about:"whether price is an amount (fixed) or a percentage of the product's price"`
	Qty       money.Decimal `json:"qty" doc:"preselected quantity"`
	CanChange bool          `json:"canChangeQty" about:"whether the buyer can change the quantity"`
	IsDefault bool          `json:"isDefault" about:"whether it is the default"`
	Position  int64         `json:"position" about:"position among its siblings, ascending"`
}

// DownloadableLink is a file that buyers of the product can download.
type DownloadableLink struct {
	Type       string        `json:"@type"`
	ID         int64         `json:"id" about:"ID of the link"`
	Title      string        `json:"title" about:"title"`
	Price      money.Decimal `json:"price" doc:"surcharge on the price"`
	SortOrder  int64         `json:"sortOrder" about:"position among its siblings, ascending"`
	Limit      int64         `json:"numberOfDownloads" doc:"downloads per unit bought; 0 for no limit"`
	Shareable  int64         `json:"isShareable" doc:"whether anybody with the link can download: 0 no, 1 yes, 2 as configured"`
	LinkType   string        `json:"linkType" enum:"url,file" about:"kind of link: a URL or a file of the shop"`
	URL        *string       `json:"linkUrl,omitempty" doc:"URL of the file; back office only"`
	SampleType *string       `json:"sampleType,omitempty" about:"kind of sample: url or file"`
	SampleURL  *string       `json:"sampleUrl,omitempty" about:"URL of the sample"`
	Extensions Extensions    `json:"extensions"`
}

// ProductMedia is a picture of a product.
type ProductMedia struct {
	Type       string     `json:"@type"`
	ID         int64      `json:"id" about:"ID of the picture"`
	File       string     `json:"file" doc:"path below catalog/product in the media root"`
	URL        string     `json:"url" doc:"URL of the picture"`
	Label      *string    `json:"label,omitempty" doc:"alternative text in the store view"`
	Position   int64      `json:"position" about:"position among its siblings, ascending"`
	Disabled   bool       `json:"disabled" doc:"whether the gallery hides it"`
	Types      []string   `json:"types" doc:"roles: image, small_image, thumbnail"`
	Extensions Extensions `json:"extensions"`
}

// ProductCustomOption is a question that buyers of a product answer, such as an engraving.
type ProductCustomOption struct {
	Type          string              `json:"@type"`
	ID            int64               `json:"id" about:"ID of the option"`
	Title         string              `json:"title" doc:"label that the buyer sees"`
	Form          string              `json:"type" enum:"field,area,drop_down,radio,checkbox,multiple,file,date,date_time,time" doc:"input type"`
	Required      bool                `json:"required" about:"whether the buyer must fill it in"`
	SortOrder     int64               `json:"sortOrder" about:"position among its siblings, ascending"`
	Price         *money.Decimal      `json:"price,omitempty" doc:"surcharge on the price"`
	PriceType     *string             `json:"priceType,omitempty" enum:"fixed,percent" about:"whether price is an amount (fixed) or a percentage of the product's price"`
	SKU           *string             `json:"sku,omitempty" about:"SKU suffix"`
	MaxCharacters *int64              `json:"maxCharacters,omitempty" about:"maximum length of the text, in characters; 0 for no limit"`
	FileTypes     *string             `json:"fileExtensions,omitempty" doc:"allowed extensions, comma-separated"`
	ImageSizeX    *int64              `json:"imageSizeX,omitempty" about:"maximum width of an uploaded picture, in pixels; 0 for no limit"`
	ImageSizeY    *int64              `json:"imageSizeY,omitempty" about:"maximum height of an uploaded picture, in pixels; 0 for no limit"`
	Values        []CustomOptionValue `json:"values" about:"values to choose from"`
	Extensions    Extensions          `json:"extensions"`
}

// ProductNumber is the number of the product that has a SKU.
type ProductNumber struct {
	Type       string     `json:"@type"`
	ID         int64      `json:"id" about:"ID of the product"`
	SKU        string     `json:"sku" about:"SKU (article number)"`
	Kind       string     `json:"type" enum:"simple,virtual,configurable,grouped,bundle,downloadable,giftcard" about:"product type"`
	Extensions Extensions `json:"extensions"`
}

// ProductCustomOptionValue is a value of a custom option by itself. Prices are in the base currency.
type ProductCustomOptionValue struct {
	Type             string         `json:"@type"`
	ID               int64          `json:"id" about:"ID of the value"`
	OptionID         int64          `json:"optionId" about:"ID of the option"`
	ProductID        int64          `json:"productId" about:"ID of the product"`
	Title            string         `json:"title" doc:"title in the named store view"`
	Price            money.Decimal  `json:"price" doc:"surcharge on the price"`
	PriceType        string         `json:"priceType" enum:"fixed,percent" about:"whether price is an amount (fixed) or a percentage of the product's price"`
	SKU              string         `json:"sku" about:"SKU suffix"`
	SortOrder        int64          `json:"sortOrder" about:"position among its siblings, ascending"`
	DefaultTitle     string         `json:"defaultTitle" doc:"title in store views without their own"`
	DefaultPrice     money.Decimal  `json:"defaultPrice" about:"default price"`
	DefaultPriceType string         `json:"defaultPriceType" enum:"fixed,percent" about:"default priceType"`
	StoreTitle       *string        `json:"storeTitle" doc:"title of the store view; null if it has none"`
	StorePrice       *money.Decimal `json:"storePrice" about:"price of the store view; null if it uses the default"`
	StorePriceType   *string        `json:"storePriceType" about:"priceType of the store view; null if it uses the default"`
	Extensions       Extensions     `json:"extensions"`
}

// CustomOptionValue is a value of a custom option.
type CustomOptionValue struct {
	ID        int64         `json:"id" about:"ID of the value"`
	Title     string        `json:"title" doc:"name of the choice"`
	Price     money.Decimal `json:"price" doc:"surcharge on the price"`
	PriceType string        `json:"priceType" enum:"fixed,percent" about:"whether price is an amount (fixed) or a percentage of the product's price"`
	SKU       string        `json:"sku" about:"SKU suffix"`
	SortOrder int64         `json:"sortOrder" about:"position among its siblings, ascending"`
}
