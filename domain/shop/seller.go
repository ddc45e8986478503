package shop

import (
	"cmp"
	"regexp"
	"strings"

	"tradelog/domain/directory"
	"tradelog/domain/lines"
	"tradelog/domain/settings"
)

// Seller has the particulars of a seller that invoices name.
type Seller struct {
	Name      string            // of the shop
	LegalName string            // of the company; empty: that of the shop
	Address   directory.Address // postal address, without a name
	Phone     string
	VATID     string // begins with the code of a country
	TaxNumber string // national tax number
	// Registration is the entry in a register of companies, such as HRB 12345 Amtsgericht Hamburg, or SCHEME:ID with a scheme of ISO 6523.
	Registration string
	// Printed are the lines of sales/identity/address, which papers show in place of the address.
	Printed []string
}

// sellerPaths is the group of settings that has the particulars.
const sellerPaths = "general/store_information/"

// SellerOf returns the seller in a scope of the configuration.
func SellerOf(config settings.View) Seller {
	about := func(name string) string { return strings.TrimSpace(config.Text(sellerPaths + name)) }
	return Seller{
		Name: about("name"), LegalName: about("legal_name"), Phone: about("phone"), VATID: about("merchant_vat_number"),
		TaxNumber: about("tax_number"), Registration: about("registration"), Printed: lines.Split(config.Text("sales/identity/address")),
		Address: directory.Address{
			Street: lines.Split(about("address")), City: about("city"), Region: about("region"), Postcode: about("postcode"),
			CountryID: about("merchant_country"),
		},
	}
}

// registerScheme begins a registration that names its scheme (ISO 6523).
var registerScheme = regexp.MustCompile(`^[0-9]{4}:`)

// RegisterEntry splits a registration into its scheme and the entry. The scheme is empty if the registration names none.
func RegisterEntry(registration string) (scheme, entry string) {
	begin := registerScheme.FindString(registration)
	return strings.TrimSuffix(begin, ":"), registration[len(begin):]
}

// SellerLacks returns the paths of settings that the law wants and a scope of the configuration lacks. They are the name, the address and
// the country, unless sales/identity/address is set, which is printed in their place. In the European Union, one number for taxes is
// needed. Without a country of the seller, that of general/country/default decides.
func SellerLacks(config settings.View) (paths []string) {
	s := SellerOf(config)
	need := func(value, name string) {
		if value == "" {
			paths = append(paths, sellerPaths+name)
		}
	}
	if len(s.Printed) == 0 {
		need(cmp.Or(s.LegalName, s.Name), "legal_name")
		need(strings.Join(s.Address.Street, " "), "address")
		need(s.Address.Postcode, "postcode")
		need(s.Address.City, "city")
		need(s.Address.CountryID, "merchant_country")
	}
	if directory.InUnion(cmp.Or(s.Address.CountryID, config.Text("general/country/default"))) {
		need(s.VATID+s.TaxNumber, "merchant_vat_number")
	}
	return paths
}
