package documents

import (
	"tradelog/domain/money"
)

// Store is a store view (shapes-customer §10).
type Store struct {
	Type           string          `json:"@type"`
	ID             int64           `json:"id"`
	Code           string          `json:"code" doc:"what X-Store-Code and ?store= take"`
	Name           string          `json:"name" about:"name that people read"`
	WebsiteID      int64           `json:"websiteId" about:"number of the website"`
	GroupID        int64           `json:"groupId" about:"number of the customer group"`
	GroupName      *string         `json:"groupName,omitempty" about:"name of the customer group"`
	RootCategoryID int64           `json:"rootCategoryId" about:"number of the category at the top of its tree"`
	IsActive       bool            `json:"isActive" about:"whether it is in use"`
	BaseURL        string          `json:"baseUrl" doc:"with a slash at its end"`
	BaseLinkURL    string          `json:"baseLinkUrl" doc:"with a slash at its end"`
	BaseMediaURL   string          `json:"baseMediaUrl" doc:"with a slash at its end"`
	Locale         string          `json:"locale" doc:"language and country, such as en_US"`
	Currency       StoreCurrencies `json:"currency" about:"currency of the amounts, by its ISO 4217 code"`
	Success        *bool           `json:"success,omitempty" doc:"only in the answer to switching the store"`
	Extensions     Extensions      `json:"extensions"`
}

type StoreCurrencies struct {
	Base    string `json:"base" doc:"ISO 4217 code of the currency prices are kept in"`
	Default string `json:"default" doc:"ISO 4217 code of the currency prices are shown in"`
}

// StoreConfig holds the settings of a store view that a storefront needs (shapes-customer §11).
type StoreConfig struct {
	Type               string     `json:"@type"`
	ID                 string     `json:"id" doc:"the store code"`
	StoreCode          string     `json:"storeCode" about:"code of the store view"`
	StoreName          string     `json:"storeName" about:"name of the store view"`
	BaseCurrency       string     `json:"baseCurrencyCode" doc:"ISO 4217" shown:"currency"`
	DisplayCurrency    string     `json:"defaultDisplayCurrencyCode" doc:"ISO 4217"`
	Locale             string     `json:"locale" about:"language and country, such as en_US"`
	Timezone           string     `json:"timezone" doc:"IANA name"`
	WeightUnit         string     `json:"weightUnit" about:"unit of all weights: kgs or lbs"`
	BaseURL            string     `json:"baseUrl" about:"address of the storefront, with a slash at its end"`
	BaseMediaURL       string     `json:"baseMediaUrl" about:"address below which pictures are, with a slash at its end"`
	AllowedCountries   []string   `json:"allowedCountries" doc:"ISO 3166-1 alpha-2 codes, as they are configured"`
	GuestCheckout      bool       `json:"isGuestCheckoutAllowed" about:"whether orders can be placed without an account"`
	NewsletterEnabled  bool       `json:"newsletterEnabled" about:"whether there is a newsletter"`
	WishlistEnabled    bool       `json:"wishlistEnabled" about:"whether customers have wishlists"`
	ReviewsEnabled     bool       `json:"reviewsEnabled" about:"whether products can be reviewed"`
	LogoURL            string     `json:"logoUrl" about:"address of the shop's logo"`
	LogoAlt            string     `json:"logoAlt" about:"alternative text of the logo"`
	DefaultTitle       *string    `json:"defaultTitle,omitempty" about:"title of pages that have none"`
	DefaultDescription *string    `json:"defaultDescription,omitempty" about:"description for search engines of pages that have none"`
	CmsHomePage        string     `json:"cmsHomePage" doc:"identifier of the home page"`
	Extensions         Extensions `json:"extensions"`
}

// Currency is a currency prices can be shown in (shapes-customer §12).
type Currency struct {
	Type         string        `json:"@type"`
	Code         string        `json:"code" doc:"ISO 4217"`
	Symbol       string        `json:"symbol" doc:"as the store's locale writes it"`
	ExchangeRate money.Decimal `json:"exchangeRate" doc:"one unit of the base currency is worth so many units of this one"`
	Extensions   Extensions    `json:"extensions"`
}

// Country is a country with the regions addresses in it can name (shapes-customer §13).
type Country struct {
	Type       string     `json:"@type"`
	ID         string     `json:"id" doc:"ISO 3166-1 alpha-2"`
	Name       string     `json:"name" doc:"in the language of the store"`
	ISO2       string     `json:"iso2Code" about:"ISO 3166-1 code of two letters"`
	ISO3       string     `json:"iso3Code" about:"ISO 3166-1 code of three letters"`
	Regions    []Region   `json:"availableRegions" doc:"sorted by name; empty when the country has no fixed list"`
	Extensions Extensions `json:"extensions"`
}

// Region is a state or province of a country's fixed list.
type Region struct {
	ID   int64  `json:"id" doc:"what regionId of addresses takes"`
	Code string `json:"code" doc:"code of the region, such as CA"`
	Name string `json:"name" doc:"name of the region"`
}
