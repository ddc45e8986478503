package documents

import (
	"tradelog/domain/money"
)

// Store is a store view (shapes-customer §10).
type Store struct {
	Type           string          `json:"@type"`
	ID             int64           `json:"id" about:"ID of the store view"`
	Code           string          `json:"code" doc:"store code, for X-Store-Code and ?store="`
	Name           string          `json:"name" about:"name"`
	WebsiteID      int64           `json:"websiteId" about:"ID of the website"`
	GroupID        int64           `json:"groupId" about:"ID of the store group"`
	GroupName      *string         `json:"groupName,omitempty" about:"name of the store group"`
	RootCategoryID int64           `json:"rootCategoryId" about:"ID of the root category"`
	IsActive       bool            `json:"isActive" about:"whether it is active"`
	BaseURL        string          `json:"baseUrl" doc:"base URL, with a trailing slash"`
	BaseLinkURL    string          `json:"baseLinkUrl" doc:"base URL of links, with a trailing slash"`
	BaseMediaURL   string          `json:"baseMediaUrl" doc:"base URL of media files, with a trailing slash"`
	Locale         string          `json:"locale" doc:"language and country, such as en_US"`
	Currency       StoreCurrencies `json:"currency" about:"base and display currency"`
	Success        *bool           `json:"success,omitempty" doc:"true; only after switching the store"`
	Extensions     Extensions      `json:"extensions"`
}

type StoreCurrencies struct {
	Base    string `json:"base" doc:"base currency, in which prices are stored (ISO 4217)"`
	Default string `json:"default" doc:"display currency (ISO 4217)"`
}

// StoreConfig holds the settings of a store view that a storefront needs (shapes-customer §11).
type StoreConfig struct {
	Type               string     `json:"@type"`
	ID                 string     `json:"id" doc:"store code"`
	StoreCode          string     `json:"storeCode" about:"code of the store view"`
	StoreName          string     `json:"storeName" about:"name of the store view"`
	BaseCurrency       string     `json:"baseCurrencyCode" doc:"base currency (ISO 4217)" shown:"currency"`
	DisplayCurrency    string     `json:"defaultDisplayCurrencyCode" doc:"display currency (ISO 4217)"`
	Locale             string     `json:"locale" about:"language and country, such as en_US"`
	Timezone           string     `json:"timezone" doc:"time zone, by its IANA name"`
	WeightUnit         string     `json:"weightUnit" about:"unit of weight: kgs or lbs"`
	BaseURL            string     `json:"baseUrl" about:"base URL of the storefront, with a trailing slash"`
	BaseMediaURL       string     `json:"baseMediaUrl" about:"base URL of media files, with a trailing slash"`
	AllowedCountries   []string   `json:"allowedCountries" doc:"ISO 3166-1 alpha-2 codes of the allowed countries"`
	GuestCheckout      bool       `json:"isGuestCheckoutAllowed" about:"whether guests can place orders"`
	NewsletterEnabled  bool       `json:"newsletterEnabled" about:"whether the newsletter is enabled"`
	WishlistEnabled    bool       `json:"wishlistEnabled" about:"whether wishlists are enabled"`
	ReviewsEnabled     bool       `json:"reviewsEnabled" about:"whether reviews are enabled"`
	LogoURL            string     `json:"logoUrl" about:"URL of the logo"`
	LogoAlt            string     `json:"logoAlt" about:"alternative text of the logo"`
	DefaultTitle       *string    `json:"defaultTitle,omitempty" about:"default page title"`
	DefaultDescription *string    `json:"defaultDescription,omitempty" about:"default meta description"`
	CmsHomePage        string     `json:"cmsHomePage" doc:"identifier of the home page"`
	Extensions         Extensions `json:"extensions"`
}

// Currency is a currency prices can be shown in (shapes-customer §12).
type Currency struct {
	Type         string        `json:"@type"`
	Code         string        `json:"code" doc:"ISO 4217 code"`
	Symbol       string        `json:"symbol" doc:"symbol in the store's locale"`
	ExchangeRate money.Decimal `json:"exchangeRate" doc:"units of this currency per unit of the base currency"`
	Extensions   Extensions    `json:"extensions"`
}

// Country is a country with the regions addresses in it can name (shapes-customer §13).
type Country struct {
	Type       string     `json:"@type"`
	ID         string     `json:"id" doc:"ISO 3166-1 alpha-2 code of the country"`
	Name       string     `json:"name" doc:"name in the language of the store"`
	ISO2       string     `json:"iso2Code" about:"ISO 3166-1 code of two letters"`
	ISO3       string     `json:"iso3Code" about:"ISO 3166-1 code of three letters"`
	Regions    []Region   `json:"availableRegions" doc:"regions by name; empty if the country has no fixed list"`
	Extensions Extensions `json:"extensions"`
}

// Region is a state or province of a country's fixed list.
type Region struct {
	ID   int64  `json:"id" doc:"ID of the region, for regionId in addresses"`
	Code string `json:"code" doc:"code of the region, such as CA"`
	Name string `json:"name" doc:"name of the region"`
}
