// Package settings is the configuration of the shop. It has a table of paths with their defaults, to which each area contributes its own.
// Values are set for everything, for a website or for a store view. The most specific value takes precedence: store view, website, default
// scope, table.
package settings

import (
	"fmt"
	"strconv"
	"strings"

	"tradelog/domain"
	"tradelog/domain/directory"
	"tradelog/domain/fault"
	"tradelog/domain/locale"
	"tradelog/domain/money"
	"tradelog/domain/record"
)

// Kind is the record kind of configuration; each scope is a record.
var Kind = &record.Kind{Name: "config", Title: "Config", Open: true}

func EventSpecs() []domain.EventSpec { return Kind.EventSpecs() }

// Scope is the scope of a value.
type Scope struct {
	Level string // default, website or store
	ID    int64  // of the website or store; 0 for default
}

// Default is the scope of the whole shop.
var Default = Scope{Level: "default"}

// Logo is the path of the picture on papers and in e-mails.
const Logo = "sales/identity/logo"

// DemoComplete is the path that records that the demo data is complete.
const DemoComplete = "demo/seed/complete"

// ParseScope reads a scope from a level and an ID, as flags of the command line give them.
func ParseScope(level string, id int64) (Scope, error) {
	switch level {
	case "", "default":
		return Default, nil
	case "website", "store":
		if id <= 0 {
			return Scope{}, fault.Invalidf("The scope %s needs --scope-id with the number of the %s", level, level).
				About(fault.Required, "scopeId")
		}
		return Scope{Level: level, ID: id}, nil
	}
	return Scope{}, fault.Invalidf("Unknown scope %q; use default, website or store", level).About(fault.Choice, "scope")
}

// String returns the scope as default, website 1 or store 2.
func (s Scope) String() string {
	if s.Level == "default" {
		return s.Level
	}
	return fmt.Sprintf("%s %d", s.Level, s.ID)
}

// Stream returns the stream of a scope's values.
func (s Scope) Stream() string {
	return domain.StreamOf(Kind.Name, s.Level+"-"+strconv.FormatInt(s.ID, 10))
}

// ScopeOf returns the scope of a stream, and false for other streams.
func ScopeOf(stream string) (Scope, bool) {
	parts := strings.Split(stream, "-")
	if len(parts) != 3 || parts[0] != Kind.Name {
		return Scope{}, false
	}
	id, err := strconv.ParseInt(parts[2], 10, 64)
	return Scope{Level: parts[1], ID: id}, err == nil
}

// Values holds the configured values by scope. Values are immutable, so that all requests can share them.
type Values struct {
	*Table
	set     map[Scope]map[string]string
	website map[int64]int64 // of each store
}

// NewValues returns the values that are set, with their table. websiteOfStore maps store views to their websites.
func NewValues(table *Table, set map[Scope]map[string]string, websiteOfStore map[int64]int64) *Values {
	return &Values{Table: table, set: set, website: websiteOfStore}
}

// Set returns the values that are set in a scope.
func (v *Values) Set(s Scope) map[string]string { return v.set[s] }

// In returns the configuration of a store view; 0 is the default scope.
func (v *Values) In(storeID int64) View {
	return View{v, []Scope{{"store", storeID}, {"website", v.website[storeID]}, Default}}
}

// InWebsite returns the configuration of a website.
func (v *Values) InWebsite(id int64) View { return View{v, []Scope{{"website", id}, Default}} }

// View is the configuration in effect in one scope.
type View struct {
	values *Values
	scopes []Scope
}

// Text returns a value, or the table's default if none is set.
func (v View) Text(path string) string {
	value, _ := v.text(path)
	return value
}

// text returns a value, or the table's default. set tells whether the value is set, in any of the scopes.
func (v View) text(path string) (value string, set bool) {
	for _, s := range v.scopes {
		if value, ok := v.values.set[s][path]; ok {
			return value, true
		}
	}
	p, _ := v.values.Lookup(path)
	return p.Default, false
}

// Title returns a text that buyers read: the value that is set, or the table's default in the language of the scope.
func (v View) Title(path string) string {
	value, set := v.text(path)
	if set {
		return value
	}
	return locale.In(directory.Language(v.Text("general/locale/code")), value)
}

// Flag tells whether a value is 1.
func (v View) Flag(path string) bool { return v.Text(path) == "1" }

// Int returns a whole number, or 0 for other text.
func (v View) Int(path string) int {
	n, err := strconv.Atoi(strings.TrimSpace(v.Text(path)))
	if err != nil {
		return 0
	}
	return n
}

// Decimal returns a number, or 0 for other text.
func (v View) Decimal(path string) money.Decimal {
	d, err := money.Parse(strings.TrimSpace(v.Text(path)))
	if err != nil {
		return money.Zero
	}
	return d
}

// Codes returns the elements of a comma-separated list, without empty ones.
func (v View) Codes(path string) []string {
	var out []string
	for _, c := range strings.Split(v.Text(path), ",") {
		if c = strings.TrimSpace(c); c != "" {
			out = append(out, c)
		}
	}
	return out
}

// SellsTo tells whether a country is among those of the store (general/country/allow). It parses no list, since each price of a cart asks.
func (v View) SellsTo(country string) bool {
	for code := range strings.SplitSeq(v.Text("general/country/allow"), ",") {
		if strings.EqualFold(strings.TrimSpace(code), country) {
			return true
		}
	}
	return country == ""
}

// AddressRules returns the configured rules for addresses of orders.
func (v View) AddressRules() directory.Rules {
	return directory.Rules{
		SellsTo:       v.SellsTo,
		OptionalZip:   directory.ParseCodes(v.Text("general/country/optional_zip_countries")),
		StateRequired: directory.ParseCodes(v.Text("general/region/state_required")),
	}
}

// PricesInclTax tells whether papers and e-mails about a sale show prices with tax (sales_pdf/general/prices). Otherwise consumers see
// them where the catalog's prices are with tax; a buyer with a VAT number is a business and sees them without.
func (v View) PricesInclTax(business bool) bool {
	switch v.Text("sales_pdf/general/prices") {
	case "gross":
		return true
	case "net":
		return false
	}
	return v.Flag("tax/calculation/price_includes_tax") && !business
}
