package mails

import (
	"cmp"
	"net/url"
	"strings"
	"time"

	"tradelog/domain/directory"
	"tradelog/domain/money"
	"tradelog/domain/settings"
	"tradelog/internal/mail"
	readdirectory "tradelog/readmodels/directory"
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

// place is the store of a letter: its configuration, time zone and currency symbols.
type place struct {
	shop    *readdirectory.Shop
	storeID int64
	config  settings.View
	zone    *time.Location
}

func placeOf(shop *readdirectory.Shop, storeID int64) place {
	p := place{shop: shop, storeID: storeID, config: shop.Settings.In(storeID)}
	var err error
	if p.zone, err = time.LoadLocation(p.config.Text("general/locale/timezone")); err != nil {
		p.zone = time.UTC
	}
	return p
}

func (p place) money(d money.Decimal, currency string) string {
	return directory.Amount(d, currency, directory.Symbol(currency, p.config.Text("general/locale/code")))
}

// day formats the date of a document's time.
func (p place) day(text string) string {
	at, err := time.Parse(time.DateTime, text)
	if err != nil {
		return text
	}
	return p.date(at)
}

func (p place) date(at time.Time) string { return at.In(p.zone).Format(time.DateOnly) }

// name returns the name of the shop in this store.
func (p place) name() string { return shopName(p.shop, p.storeID) }

// page returns the address of a page of the storefront.
func (p place) page(path string, query url.Values) string {
	address := strings.TrimSuffix(p.shop.BaseURL(p.storeID), "/") + path
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	return address
}
