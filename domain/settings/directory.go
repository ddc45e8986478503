package settings

import "tradelog/domain/directory"

// Directory are the paths of the shop itself: its name, places, currencies and pages.
var Directory = []Path{
	{"web/secure/base_url", BaseURL, "", "base URL for https"},
	{"web/unsecure/base_url", BaseURL, "http://127.0.0.1:8080/", "base URL"},
	{"web/default/cms_home_page", Text, "home", "identifier of the home page"},

	{"general/store_information/name", Text, "", "name of the shop"},
	{"general/store_information/address", Text, "", "street of the shop"},
	{"general/store_information/city", Text, "", ""},
	{"general/store_information/region", Text, "", ""},
	{"general/store_information/postcode", Text, "", ""},
	{"general/store_information/phone", Text, "", ""},
	{"general/store_information/merchant_country", Country, "", ""},
	{"general/locale/code", Locale, directory.DefaultLocale, "language and country of a store view"},
	{"general/locale/timezone", Zone, directory.DefaultZone, "time zone of a store view: its dates begin there"},
	{"general/locale/weight_unit", OneOf("lbs", "kgs"), "lbs", "unit of weights"},
	{"general/country/allow", Countries, directory.DefaultAllow().String(), "countries the shop sells to"},
	{"general/country/default", Country, "US", "default country"},
	{"general/country/optional_zip_countries", Countries, directory.DefaultOptionalZip, "countries whose addresses need no postcode"},
	{"general/region/state_required", Countries, directory.DefaultStateRequired, "countries whose addresses need a region"},
	{"general/region/display_all", Flag, "1", "offer regions where they are not required"},

	{"currency/options/base", Currency, "USD", "currency prices are kept in; per website with catalog/price/scope 1"},
	{"currency/options/default", Currency, "USD", "currency prices are shown in"},
	{"currency/options/allow", Currencies, "USD,EUR", "currencies prices can be shown in"},

	{"design/header/logo_src", Text, "images/logo.svg", "logo, below the theme"},
	{"design/header/logo_alt", Text, "", "text of the logo"},
	{"design/head/default_title", Text, "", ""},
	{"design/head/default_description", Text, "", ""},
	{"design/package/name", Text, "default", ""},
	{"design/theme/default", Text, "default", ""},
}
