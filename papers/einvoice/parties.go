package einvoice

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"tradelog/domain"
	"tradelog/domain/directory"
	"tradelog/domain/fault"
	"tradelog/domain/lines"
	domainshop "tradelog/domain/shop"
	"tradelog/readmodels/documents"
)

// email is the scheme of electronic addresses that are e-mail addresses (EAS code list).
const email = "EM"

// clean returns a text in one line, without what XML cannot carry.
func clean(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, ""), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\uFFFE' || r == '\uFFFF'
	}), " ")
}

func (p *printer) set(path string) string { return clean(p.config.Text(path)) }

func (p *printer) about(name string) string { return p.set("general/store_information/" + name) }

// seller returns the shop (BG-4).
func (p *printer) seller() (party, error) {
	name, legal := p.about("name"), p.about("legal_name")
	mail := cmp.Or(p.about("contact_email"), p.set("trans_email/ident_sales/email"))
	out := party{
		name: cmp.Or(legal, name),
		address: address{
			street: street(lines.Split(p.config.Text("general/store_information/address"))), postcode: p.about("postcode"),
			city: p.about("city"), country: p.about("merchant_country"), region: p.about("region"),
		},
		contact: contact{p.about("contact_name"), p.about("phone"), mail}, entry: registrationOf(p.about("registration")),
		electronic: electronic(cmp.Or(p.about("electronic_address"), mail)),
		vat:        vatNumber(p.about("merchant_vat_number")), taxNumber: p.about("tax_number"),
	}
	if legal != "" && name != legal {
		out.tradingName = name
	}
	return out, p.complete(out)
}

// complete returns an error that names what the shop's configuration lacks (BR-6, BR-9, BR-S-02; BR-DE-2 to BR-DE-7, BR-DE-16;
// PEPPOL-EN16931-R020).
func (p *printer) complete(seller party) error {
	var missing []string
	need := func(value, name string) {
		if value == "" {
			missing = append(missing, "general/store_information/"+name)
		}
	}
	need(seller.name, "legal_name")
	need(seller.address.street[0], "address")
	need(seller.address.postcode, "postcode")
	need(seller.address.city, "city")
	need(seller.address.country, "merchant_country")
	if seller.vat == "" && seller.taxNumber == "" {
		missing = append(missing, "general/store_information/merchant_vat_number or general/store_information/tax_number")
	}
	if p.german() {
		need(seller.contact.person, "contact_name")
		need(seller.contact.phone, "phone")
		need(seller.contact.email, "contact_email")
	} else if p.profile.addressed {
		need(seller.electronic.value, "electronic_address")
	}
	if len(missing) == 0 {
		return nil
	}
	return fault.Preconditionf("An electronic invoice names the seller in full: set %s", strings.Join(missing, ", "))
}

// german tells whether the German rules on contacts and addresses hold: those of XRechnung, and those of Peppol between Germans.
func (p *printer) german() bool {
	return p.profile.german || p.profile.addressed && p.about("merchant_country") == "DE" && p.order.BillingAddress.CountryID == "DE"
}

var (
	vatForm      = regexp.MustCompile(`^[A-Z]{2}[0-9A-Z+*]{2,12}$`)
	schemedForm  = regexp.MustCompile(`^([0-9]{4}|[A-Z]{2}):(.+)$`)
	leitwegForm  = regexp.MustCompile(`\b[0-9]{2,12}(-[0-9A-Z]{1,30})?-[0-9]{2}\b`)
	betweenParts = strings.NewReplacer(" ", "", ".", "", "-", "", "/", "")
)

// vatNumber returns a VAT ID as it is written in XML, or nothing if the text is none. A VAT ID begins with the code of a country (BR-CO-9),
// and has digits.
func vatNumber(text string) string {
	text = strings.ToUpper(betweenParts.Replace(clean(text)))
	if !vatForm.MatchString(text) || !strings.ContainsAny(text, "0123456789") {
		return ""
	}
	if _, err := directory.FindCountry(countryOf(text)); err != nil {
		return ""
	}
	return text
}

// registrationOf returns an entry in a register of companies (BT-30). A text may begin with its scheme (ISO 6523), such as 0002:123456789.
func registrationOf(text string) schemed {
	if scheme, entry := domainshop.RegisterEntry(text); scheme != "" && entry != "" {
		return schemed{scheme, entry}
	}
	return schemed{value: text}
}

// electronic returns an electronic address from SCHEME:ID or an e-mail address.
func electronic(text string) schemed {
	if parts := schemedForm.FindStringSubmatch(text); parts != nil {
		return schemed{parts[1], parts[2]}
	}
	if text == "" {
		return schemed{}
	}
	return schemed{email, text}
}

// buyer returns the buyer (BG-7), from the billing address.
func (p *printer) buyer() (party, error) {
	a := p.order.BillingAddress
	out := party{name: nameOf(a), address: postal(a), vat: p.buyerVAT()}
	mail := clean(cmp.Or(domain.Value(p.order.CustomerEmail), domain.Value(a.Email)))
	if mail != "" {
		out.electronic = schemed{email, mail}
	}
	if clean(domain.Value(a.Company)) != "" {
		out.contact = contact{personOf(a), clean(a.Telephone), mail}
	}
	if out.name == "" || out.address.country == "" {
		return out, fault.Preconditionf("The billing address of the order has no name or no country, which an electronic invoice needs")
	}
	if p.german() && (out.address.city == "" || out.address.postcode == "" || mail == "") {
		return out, fault.Preconditionf(
			"XRechnung, and Peppol within Germany, need the city, the postcode and the e-mail address of the buyer, " +
				"and the order lacks one",
		)
	}
	if p.profile.addressed && mail == "" {
		return out, fault.Preconditionf("An invoice for Peppol needs the e-mail address of the buyer, and the order has none")
	}
	return out, nil
}

// buyerVAT returns the VAT ID of the buyer; empty if there is none.
func (p *printer) buyerVAT() string {
	own, _ := vatOf(p.order)
	return own
}

// vatOf returns the VAT ID of an order's buyer: that of the billing address, or that of the account.
func vatOf(o *documents.Order) (number string, ofAccount bool) {
	if a := o.BillingAddress; a != nil {
		if own := vatNumber(domain.Value(a.VatID)); own != "" {
			return own, false
		}
	}
	own := vatNumber(domain.Value(o.CustomerTaxvat))
	return own, own != ""
}

// HasAccountVAT tells whether electronic invoices of an order have the VAT ID of the buyer's account.
func HasAccountVAT(o *documents.Order) bool {
	_, own := vatOf(o)
	return own
}

// IsVATID tells whether a text is a VAT ID: the code of a country and up to 12 letters and digits.
func IsVATID(text string) bool { return vatNumber(text) != "" }

// nameOf returns the company of an address, or the person.
func nameOf(a *documents.Address) string { return cmp.Or(clean(domain.Value(a.Company)), personOf(a)) }

func personOf(a *documents.Address) string {
	return clean(strings.Join([]string{
		domain.Value(a.Prefix), a.Firstname, domain.Value(a.Middlename), a.Lastname, domain.Value(a.Suffix),
	}, " "))
}

func postal(a *documents.Address) address {
	return address{
		street: street(a.Street), postcode: clean(a.Postcode), city: clean(a.City), country: clean(a.CountryID),
		region: clean(domain.Value(a.Region)),
	}
}

// street returns the lines of a street address. There are three; the last one has all further lines.
func street(from []string) (out [3]string) {
	var all []string
	for _, text := range from {
		if text = clean(text); text != "" {
			all = append(all, text)
		}
	}
	if len(all) > 3 {
		all = append(slices.Clone(all[:2]), strings.Join(all[2:], ", "))
	}
	copy(out[:], all)
	return out
}

// buyerReference returns the reference that the buyer has given (BT-10). The reference is the routing number of a German authority
// (Leitweg-ID) in the note of the order, else the number of the order.
func (p *printer) buyerReference() string {
	for _, found := range leitwegForm.FindAllString(strings.ToUpper(domain.Value(p.order.CustomerNote)), -1) {
		if validLeitweg(found) {
			return found
		}
	}
	return clean(p.order.IncrementID)
}

// validLeitweg checks the check digits of a Leitweg-ID (ISO 7064, MOD 97-10). Without dashes, letters as numbers from 10, it leaves 1 when
// divided by 97.
func validLeitweg(id string) bool {
	rest := 0
	for _, r := range id {
		switch {
		case '0' <= r && r <= '9':
			rest = (rest*10 + int(r-'0')) % 97
		case 'A' <= r && r <= 'Z':
			rest = (rest*100 + int(r-'A') + 10) % 97
		}
	}
	return rest == 1
}
