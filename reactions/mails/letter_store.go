package mails

import (
	"cmp"
	"net/url"
	"strings"

	"tradelog/adapters/mail"
	"tradelog/domain/directory"
	"tradelog/domain/letter"
	"tradelog/domain/lines"
	"tradelog/domain/locale"
	"tradelog/domain/settings"
	readdirectory "tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
)

// shopName returns the name of the shop for customers of a store.
func shopName(shop *readdirectory.Shop, storeID int64) string {
	name := strings.TrimSpace(shop.Settings.In(storeID).Text("general/store_information/name"))
	store, _ := shop.Store(storeID)
	return cmp.Or(name, store.Name, "Shop")
}

// identity returns a sender.
func identity(config settings.View, code string) mail.Address {
	read := func(code string) mail.Address {
		return mail.Address{Name: config.Text("trans_email/ident_" + code + "/name"), Email: config.Text("trans_email/ident_" + code + "/email")}
	}
	if a := read(code); a.Email != "" {
		return a
	}
	return read("general")
}

// letterStore is the store of a letter, with its configuration and locale.
type letterStore struct {
	shop    *readdirectory.Shop
	storeID int64
	config  settings.View
	locale  locale.Locale
}

func letterStoreOf(shop *readdirectory.Shop, storeID int64) letterStore {
	return letterStore{shop: shop, storeID: storeID, config: shop.Settings.In(storeID), locale: shop.Locale(storeID)}
}

// in returns the store with another language.
func (p letterStore) in(language string) letterStore {
	p.locale = locale.Of(language, p.shop.Zone(p.storeID))
	return p
}

// common returns the values that every letter shows.
func (p letterStore) common(recipient string) letter.Common {
	return letter.Common{Recipient: strings.TrimSpace(recipient), Shop: p.letterhead()}
}

// Common returns the values that every letter shows, for the kinds of modules.
func (d *Composer) Common(shop *readdirectory.Shop, storeID int64, recipient string) letter.Common {
	return letterStoreOf(shop, storeID).common(recipient)
}

// letterhead returns the values of the shop for letters.
func (p letterStore) letterhead() letter.Shop {
	about := func(name string) string { return p.config.Text("general/store_information/" + name) }
	address := directory.Address{
		Street: lines.Split(about("address")), City: about("city"), Region: about("region"), Postcode: about("postcode"),
		CountryID: about("merchant_country"),
	}
	return letter.Shop{
		Name: shopName(p.shop, p.storeID), URL: p.page("/", nil), Address: p.locale.Lines(address), Phone: about("phone"),
		Email: identity(p.config, "general").Email,
	}
}

// day formats the date of a document's time.
func (p letterStore) day(text string) string {
	at, err := documents.ParseTime(text)
	if err != nil {
		return text
	}
	return p.locale.Date(at)
}

// page returns the URL of a page of the storefront. For a store view other than the default one, a URL with a query names the store view,
// because the page is in its language.
func (p letterStore) page(path string, query url.Values) string {
	address := p.shop.Root(p.storeID) + path
	if len(query) > 0 {
		store, known := p.shop.Store(p.storeID)
		if usual, _ := p.shop.Default(); known && store.ID != usual.ID {
			query.Set("store", store.Code)
		}
		address += "?" + query.Encode()
	}
	return address
}
