package directory

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"tradelog/domain/locale"
	"tradelog/domain/money"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/domain/stock"
	"tradelog/readmodels"
	"tradelog/readmodels/freshness"
)

// Shop holds the small data that most requests need: store views, configuration, exchange rates. It never changes.
type Shop struct {
	*shop.Tree
	Settings *settings.Values
	Rates    []shop.Rate              // in the order of their pairs
	rates    map[string]money.Decimal // by "USD/EUR"

	displayed sync.Map // currencies by store view: every request asks
}

// Shop returns the shop as it is now; from memory while nothing changed.
func (r *Reader) Shop(ctx context.Context) (*Shop, error) { return r.shop.Get(ctx) }

// ShopAt is Shop with the version of scopes.Shop at which it was read. The version is not valid if it was not known.
func (r *Reader) ShopAt(ctx context.Context) (*Shop, freshness.Vector, error) { return r.shop.At(ctx) }

// Locale returns the locale of a store view by its code, or of the default store view if there is no such view.
func (r *Reader) Locale(ctx context.Context, code string) locale.Locale {
	s, err := r.Shop(ctx)
	if err != nil {
		return locale.Locale{}
	}
	store, ok := s.FindStore(code)
	if !ok {
		store, _ = s.Default()
	}
	return s.Locale(store.ID)
}

// Rate returns the exchange rate between two currencies; ok is false when there is none.
func (s *Shop) Rate(from, to string) (money.Decimal, bool) {
	if from == to {
		return money.One, true
	}
	rate, ok := s.rates[from+"/"+to]
	return rate, ok && rate.Sign() > 0
}

// BaseCurrency returns the currency in which a store's prices are kept (catalog/price/scope).
func (s *Shop) BaseCurrency(st shop.Store) string { return s.WebsiteCurrency(st.WebsiteID) }

// WebsiteCurrency returns the currency in which a website's prices are kept.
func (s *Shop) WebsiteCurrency(id int64) string {
	if s.Settings.In(0).Flag("catalog/price/scope") {
		return s.Settings.InWebsite(id).Text("currency/options/base")
	}
	return s.Settings.In(0).Text("currency/options/base")
}

// DisplayCurrency returns the currency in which a store shows prices by default (conventions §12). The result is the default currency, or
// the first allowed one if that is not allowed, or the base currency if there is no rate.
func (s *Shop) DisplayCurrency(st shop.Store) string {
	if known, ok := s.displayed.Load(st.ID); ok {
		return known.(string)
	}
	currency := s.displayCurrency(st)
	s.displayed.Store(st.ID, currency)
	return currency
}

func (s *Shop) displayCurrency(st shop.Store) string {
	config := s.Settings.In(st.ID)
	currency := config.Text("currency/options/default")
	allowed := config.Codes("currency/options/allow")
	found := false
	for _, c := range allowed {
		found = found || c == currency
	}
	if !found && len(allowed) > 0 {
		currency = allowed[0]
	}
	base := s.BaseCurrency(st)
	if _, ok := s.Rate(base, currency); !ok {
		return base
	}
	return currency
}

// Currencies lists the currencies in which a store can show prices, in the order of its allowed list (shapes-customer §12).
func (s *Shop) Currencies(st shop.Store) []string {
	base := s.BaseCurrency(st)
	var out []string
	for _, c := range s.Settings.In(st.ID).Codes("currency/options/allow") {
		if _, ok := s.Rate(base, c); ok {
			out = append(out, c)
		}
	}
	return out
}

// BaseURL returns a store's base URL with one slash at its end.
func (s *Shop) BaseURL(storeID int64) string { return s.Root(storeID) + "/" }

// Root returns a store's base URL without a slash at its end, to which paths are added.
func (s *Shop) Root(storeID int64) string {
	config := s.Settings.In(storeID)
	url := config.Text("web/secure/base_url")
	if url == "" {
		url = config.Text("web/unsecure/base_url")
	}
	for len(url) > 0 && url[len(url)-1] == '/' {
		url = url[:len(url)-1]
	}
	return url
}

// StockConfig returns the configuration of stock, for products that do not override it.
func (s *Shop) StockConfig() stock.Config {
	c := s.Settings.In(0)
	const item = "cataloginventory/item_options/"
	return stock.Config{
		Manage: c.Flag(item + "manage_stock"), Backorders: c.Int(item + "backorders"), MinQty: c.Decimal(item + "min_qty"),
		MinSaleQty: c.Decimal(item + "min_sale_qty"), MaxSaleQty: c.Decimal(item + "max_sale_qty"),
		NotifyQty: c.Decimal(notifyQty), Increments: c.Decimal(item + "qty_increments"),
		EnableIncrements: c.Flag(item + "enable_qty_increments"), NoSubtract: !c.Flag("cataloginventory/options/can_subtract"),
		BackInStock:  c.Flag("cataloginventory/options/can_back_in_stock"),
		InStockByQty: c.Flag("cataloginventory/options/sync_stock_availability_with_qty"),
	}
}

// notifyQty is the configuration path of the quantity at which the shop is notified that a product runs out.
const notifyQty = "cataloginventory/item_options/notify_stock_qty"

// LowStock returns the available units below which the stock of a product is low unless it has a quantity of its own. They are those of
// notifyQty if they are set. The default of the table, which the contract has, would find only products that are sold out.
func (s *Shop) LowStock() money.Decimal {
	if _, isSet := s.Settings.Set(settings.Default)[notifyQty]; isSet {
		return s.Settings.In(0).Decimal(notifyQty)
	}
	return money.FromInt(5)
}

// DefaultGroup returns the group of new customers of a store view; 0 stands for the shop's.
func (s *Shop) DefaultGroup(storeID int64) int64 {
	return int64(s.Settings.In(storeID).Int("customer/create_account/default_group"))
}

// Sharing returns the website in which e-mail addresses of customers are unique, or 0 if all websites share their customers
// (shapes-customer §2.10).
func (s *Shop) Sharing(websiteID int64) int64 {
	if s.Settings.In(0).Flag("customer/account_share/scope") {
		return websiteID
	}
	return 0
}

// Today returns the date in a store's time zone, YYYY-MM-DD.
func (s *Shop) Today(storeID int64, now time.Time) string {
	return now.In(s.Zone(storeID)).Format(time.DateOnly)
}

// DayEnd returns the last moment of the day in a store's time zone.
func (s *Shop) DayEnd(storeID int64, now time.Time) time.Time {
	local := now.In(s.Zone(storeID))
	return time.Date(local.Year(), local.Month(), local.Day()+1, 0, 0, 0, 0, local.Location()).Add(-1)
}

// Zone returns a store's time zone.
func (s *Shop) Zone(storeID int64) *time.Location {
	return zone(s.Settings.In(storeID).Text("general/locale/timezone"))
}

// Locale returns a store's locale: its language and country, and its time zone.
func (s *Shop) Locale(storeID int64) locale.Locale {
	return locale.Of(s.Settings.In(storeID).Text("general/locale/code"), s.Zone(storeID))
}

// zones caches time zones by name: every request needs the date.
var zones sync.Map

func zone(name string) *time.Location {
	if known, ok := zones.Load(name); ok {
		return known.(*time.Location)
	}
	z, err := time.LoadLocation(name)
	if err != nil {
		z = time.UTC
	}
	zones.Store(name, z)
	return z
}

func (r *Reader) loadShop(ctx context.Context, from readmodels.Source) (*Shop, error) {
	out := &Shop{rates: map[string]money.Decimal{}}
	var websites readmodels.RecordList[shop.Website]
	var groups readmodels.RecordList[shop.Group]
	var stores readmodels.RecordList[shop.Store]
	set := map[settings.Scope]map[string]string{}
	if err := readmodels.EachRecord(ctx, from, "shop_records", readmodels.RecordRows{
		shop.Websites: websites.Add, shop.Groups: groups.Add, shop.Stores: stores.Add,
		shop.Rates: func(row readmodels.RecordRow) error {
			out.Rates = shop.ReadRates(row.Values[0])
			for _, rate := range out.Rates {
				out.rates[rate.Pair()] = rate.Value
			}
			return nil
		},
		settings.Kind: func(row readmodels.RecordRow) error {
			scope, ok := settings.ScopeOf(settings.Kind.Name + "-" + row.ID)
			if !ok {
				return nil
			}
			set[scope] = map[string]string{}
			for path, value := range row.Values[0] {
				var text string
				if json.Unmarshal(value, &text) == nil {
					set[scope][path] = text
				}
			}
			return nil
		},
	}); err != nil {
		return nil, err
	}
	out.Tree = shop.NewTree(websites.All, groups.All, stores.All)
	websiteOf := map[int64]int64{}
	for _, s := range stores.All {
		websiteOf[s.ID] = s.WebsiteID
	}
	out.Settings = settings.NewValues(r.settings, set, websiteOf)
	return out, nil
}
