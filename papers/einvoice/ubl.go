package einvoice

import (
	"encoding/xml"
	"time"

	"tradelog/domain/money"
)

// The elements of Invoice and CreditNote of UBL 2.1 (OASIS), as far as Peppol BIS Billing 3.0 has them. Fields are in the order of the
// schemas. Both documents have the same elements, but for the names of the type, the lines and their quantities, and for the due date.
// Numbers such as BT-1 name the terms of EN 16931.
type (
	ublDocument struct {
		XMLName         xml.Name
		XMLNS           string            `xml:"xmlns,attr"`
		CAC             string            `xml:"xmlns:cac,attr"`
		CBC             string            `xml:"xmlns:cbc,attr"`
		Customization   string            `xml:"cbc:CustomizationID"`              // BT-24
		Profile         string            `xml:"cbc:ProfileID,omitempty"`          // BT-23
		ID              string            `xml:"cbc:ID"`                           // BT-1
		Issued          string            `xml:"cbc:IssueDate"`                    // BT-2
		Due             string            `xml:"cbc:DueDate,omitempty"`            // BT-9 of an invoice
		InvoiceType     string            `xml:"cbc:InvoiceTypeCode,omitempty"`    // BT-3
		CreditNoteType  string            `xml:"cbc:CreditNoteTypeCode,omitempty"` // BT-3
		Notes           []string          `xml:"cbc:Note"`                         // BT-22
		Currency        string            `xml:"cbc:DocumentCurrencyCode"`         // BT-5
		TaxCurrency     string            `xml:"cbc:TaxCurrencyCode,omitempty"`    // BT-6
		BuyerReference  string            `xml:"cbc:BuyerReference,omitempty"`     // BT-10
		Order           ublOrderReference `xml:"cac:OrderReference"`
		Preceding       []ublPreceding    `xml:"cac:BillingReference"`                  // BG-3
		Seller          ublParty          `xml:"cac:AccountingSupplierParty>cac:Party"` // BG-4
		Buyer           ublParty          `xml:"cac:AccountingCustomerParty>cac:Party"` // BG-7
		Delivery        ublDelivery       `xml:"cac:Delivery"`
		Means           ublMeans          `xml:"cac:PaymentMeans"`    // BG-16
		Charges         []ublCharge       `xml:"cac:AllowanceCharge"` // BG-20, BG-21
		Taxes           []ublTaxTotal     `xml:"cac:TaxTotal"`
		Sums            ublSums           `xml:"cac:LegalMonetaryTotal"` // BG-22
		InvoiceLines    []ublLine         `xml:"cac:InvoiceLine"`        // BG-25
		CreditNoteLines []ublLine         `xml:"cac:CreditNoteLine"`     // BG-25
	}
	ublOrderReference struct {
		ID   string `xml:"cbc:ID"`           // BT-13
		Sale string `xml:"cbc:SalesOrderID"` // BT-14
	}
	ublPreceding struct {
		ID     string `xml:"cac:InvoiceDocumentReference>cbc:ID"`        // BT-25
		Issued string `xml:"cac:InvoiceDocumentReference>cbc:IssueDate"` // BT-26
	}
	ublParty struct {
		Electronic  *ublID         `xml:"cbc:EndpointID"`         // BT-34, BT-49
		TradingName *string        `xml:"cac:PartyName>cbc:Name"` // BT-28
		Address     ublAddress     `xml:"cac:PostalAddress"`      // BG-5, BG-8
		Taxes       []ublPartyTax  `xml:"cac:PartyTaxScheme"`     // BT-31, BT-32, BT-48
		Legal       ublLegalEntity `xml:"cac:PartyLegalEntity"`   //
		Contact     *ublContact    `xml:"cac:Contact"`            // BG-6, BG-9
	}
	ublID struct {
		Scheme string `xml:"schemeID,attr,omitempty"`
		Value  string `xml:",chardata"`
	}
	ublAddress struct {
		Street     string  `xml:"cbc:StreetName,omitempty"`
		Additional string  `xml:"cbc:AdditionalStreetName,omitempty"`
		City       string  `xml:"cbc:CityName,omitempty"`
		Postcode   string  `xml:"cbc:PostalZone,omitempty"`
		Region     string  `xml:"cbc:CountrySubentity,omitempty"`
		Line       *string `xml:"cac:AddressLine>cbc:Line"`
		Country    string  `xml:"cac:Country>cbc:IdentificationCode"`
	}
	ublPartyTax struct {
		ID     string `xml:"cbc:CompanyID"`
		Scheme string `xml:"cac:TaxScheme>cbc:ID"`
	}
	ublLegalEntity struct {
		Name  string `xml:"cbc:RegistrationName"` // BT-27, BT-44
		Entry *ublID `xml:"cbc:CompanyID"`        // BT-30
	}
	ublContact struct {
		Person string `xml:"cbc:Name,omitempty"`
		Phone  string `xml:"cbc:Telephone,omitempty"`
		Email  string `xml:"cbc:ElectronicMail,omitempty"`
	}
	ublDelivery struct {
		Date    string      `xml:"cbc:ActualDeliveryDate"`                   // BT-72
		Address *ublAddress `xml:"cac:DeliveryLocation>cac:Address"`         // BG-15
		Name    *string     `xml:"cac:DeliveryParty>cac:PartyName>cbc:Name"` // BT-70
	}
	ublMeans struct {
		Code      ublMeansCode `xml:"cbc:PaymentMeansCode"`
		Due       string       `xml:"cbc:PaymentDueDate,omitempty"` // BT-9 of a credit note
		Reference string       `xml:"cbc:PaymentID,omitempty"`      // BT-83
		Account   *ublAccount  `xml:"cac:PayeeFinancialAccount"`    // BG-17
	}
	ublMeansCode struct {
		Text string `xml:"name,attr,omitempty"` // BT-82
		Code string `xml:",chardata"`           // BT-81
	}
	ublAccount struct {
		IBAN   string  `xml:"cbc:ID"`                                // BT-84
		Holder string  `xml:"cbc:Name,omitempty"`                    // BT-85
		BIC    *string `xml:"cac:FinancialInstitutionBranch>cbc:ID"` // BT-86
	}
	ublCharge struct {
		Charge     bool            `xml:"cbc:ChargeIndicator"`
		ReasonCode string          `xml:"cbc:AllowanceChargeReasonCode,omitempty"`
		Reason     string          `xml:"cbc:AllowanceChargeReason"`
		Amount     ublAmount       `xml:"cbc:Amount"`
		Tax        *ublTaxCategory `xml:"cac:TaxCategory"`
	}
	ublTaxCategory struct {
		Category   string `xml:"cbc:ID"`                               // BT-118, BT-151, BT-95, BT-102
		Percent    string `xml:"cbc:Percent"`                          // BT-119, BT-152, BT-96, BT-103
		ReasonCode string `xml:"cbc:TaxExemptionReasonCode,omitempty"` // BT-121
		Reason     string `xml:"cbc:TaxExemptionReason,omitempty"`     // BT-120
		Scheme     string `xml:"cac:TaxScheme>cbc:ID"`
	}
	ublTaxTotal struct {
		Amount ublAmount     `xml:"cbc:TaxAmount"`   // BT-110, BT-111
		Parts  []ublSubtotal `xml:"cac:TaxSubtotal"` // BG-23
	}
	ublSubtotal struct {
		Net      ublAmount      `xml:"cbc:TaxableAmount"` // BT-116
		Tax      ublAmount      `xml:"cbc:TaxAmount"`     // BT-117
		Category ublTaxCategory `xml:"cac:TaxCategory"`
	}
	ublSums struct {
		Lines      ublAmount  `xml:"cbc:LineExtensionAmount"`  // BT-106
		Net        ublAmount  `xml:"cbc:TaxExclusiveAmount"`   // BT-109
		Gross      ublAmount  `xml:"cbc:TaxInclusiveAmount"`   // BT-112
		Allowances *ublAmount `xml:"cbc:AllowanceTotalAmount"` // BT-107
		Charges    *ublAmount `xml:"cbc:ChargeTotalAmount"`    // BT-108
		Paid       *ublAmount `xml:"cbc:PrepaidAmount"`        // BT-113
		Due        ublAmount  `xml:"cbc:PayableAmount"`        // BT-115
	}
	ublAmount struct {
		Currency string `xml:"currencyID,attr"`
		Value    string `xml:",chardata"`
	}
	ublQuantity struct {
		Unit  string `xml:"unitCode,attr"`
		Value string `xml:",chardata"`
	}
	ublLine struct {
		ID         string       `xml:"cbc:ID"`                  // BT-126
		Invoiced   *ublQuantity `xml:"cbc:InvoicedQuantity"`    // BT-129
		Credited   *ublQuantity `xml:"cbc:CreditedQuantity"`    // BT-129
		Net        ublAmount    `xml:"cbc:LineExtensionAmount"` // BT-131
		Allowances []ublCharge  `xml:"cac:AllowanceCharge"`     // BG-27
		Item       ublItem      `xml:"cac:Item"`
		Price      ublPrice     `xml:"cac:Price"`
	}
	ublItem struct {
		Name    string         `xml:"cbc:Name"`                             // BT-153
		SKU     *string        `xml:"cac:SellersItemIdentification>cbc:ID"` // BT-155
		Tax     ublTaxCategory `xml:"cac:ClassifiedTaxCategory"`            // BG-30
		Choices []ublChoice    `xml:"cac:AdditionalItemProperty"`           // BG-32
	}
	ublChoice struct {
		Name  string `xml:"cbc:Name"`  // BT-160
		Value string `xml:"cbc:Value"` // BT-161
	}
	ublPrice struct {
		Amount ublAmount    `xml:"cbc:PriceAmount"`  // BT-146
		Per    *ublQuantity `xml:"cbc:BaseQuantity"` // BT-149
	}
)

// noPurchase is the number of the buyer's order if there is none. The schema demands one beside the number of the shop's order, and Peppol
// names this text for it.
const noPurchase = "NA"

// ublCurrency writes amounts in a currency.
type ublCurrency string

// writeUBL returns an invoice in the syntax UBL: a document Invoice, or CreditNote for a credit memo.
func writeUBL(i *invoice) ([]byte, error) {
	const oasis = "urn:oasis:names:specification:ubl:schema:xsd:"
	in := ublCurrency(i.currency)
	out := ublDocument{
		CAC: oasis + "CommonAggregateComponents-2", CBC: oasis + "CommonBasicComponents-2",
		Customization: i.guideline, Profile: i.process, ID: i.number, Issued: ublDay(i.issued), Notes: i.notes,
		Currency: i.currency, TaxCurrency: i.taxCurrency, BuyerReference: i.buyerReference,
		Order: ublOrderReference{ID: i.purchase, Sale: i.sale}, Seller: ublPartyOf(i.seller), Buyer: ublPartyOf(i.buyer),
		Delivery: ublDelivery{Date: ublDay(i.delivered)}, Means: ublMeansOf(i.means), Taxes: in.taxes(i), Sums: in.sums(i.sums),
	}
	if out.Order.ID == "" {
		out.Order.ID = noPurchase
	}
	for _, r := range i.preceding {
		out.Preceding = append(out.Preceding, ublPreceding{r.number, ublDay(r.issued)})
	}
	if to := i.shipTo; to != nil {
		at := ublAddressOf(to.address)
		out.Delivery.Address, out.Delivery.Name = &at, optional(to.name)
	}
	for _, c := range i.charges {
		out.Charges = append(out.Charges, in.charge(c))
	}
	for _, l := range i.lines {
		written, qty := in.line(l), &ublQuantity{pieces, l.qty.String()}
		if i.code == creditNote {
			written.Credited = qty
			out.CreditNoteLines = append(out.CreditNoteLines, written)
		} else {
			written.Invoiced = qty
			out.InvoiceLines = append(out.InvoiceLines, written)
		}
	}
	if i.code == creditNote {
		out.XMLName.Local, out.CreditNoteType, out.Means.Due = "CreditNote", i.code, ublDay(i.due)
	} else {
		out.XMLName.Local, out.InvoiceType, out.Due = "Invoice", i.code, ublDay(i.due)
	}
	out.XMLNS = oasis + out.XMLName.Local + "-2"
	return encode(out)
}

func ublPartyOf(p party) ublParty {
	out := ublParty{
		Electronic: ublIDOf(p.electronic), TradingName: optional(p.tradingName), Address: ublAddressOf(p.address),
		Legal: ublLegalEntity{p.name, ublIDOf(p.entry)},
	}
	for _, t := range []ublPartyTax{{p.vat, "VAT"}, {p.taxNumber, "FC"}} {
		if t.ID != "" {
			out.Taxes = append(out.Taxes, t)
		}
	}
	if p.contact != (contact{}) {
		out.Contact = &ublContact{p.contact.person, p.contact.phone, p.contact.email}
	}
	return out
}

func ublIDOf(s schemed) *ublID {
	if s.value == "" {
		return nil
	}
	return &ublID{s.scheme, s.value}
}

func ublAddressOf(a address) ublAddress {
	return ublAddress{
		Street: a.street[0], Additional: a.street[1], Line: optional(a.street[2]), City: a.city, Postcode: a.postcode, Region: a.region,
		Country: a.country,
	}
}

func ublMeansOf(m means) ublMeans {
	out := ublMeans{Code: ublMeansCode{m.text, m.code}, Reference: m.reference}
	if m.iban != "" {
		out.Account = &ublAccount{m.iban, m.holder, optional(m.bic)}
	}
	return out
}

// ublTax returns the elements of a category. The breakdown alone has the reasons.
func ublTax(v vat) ublTaxCategory {
	return ublTaxCategory{Category: v.category, Percent: v.percent.String(), Scheme: "VAT"}
}

func (c ublCurrency) amount(d money.Decimal) ublAmount { return ublAmount{string(c), d.Fixed()} }

// orNone returns an amount, or nil for 0.
func (c ublCurrency) orNone(d money.Decimal) *ublAmount {
	if d.IsZero() {
		return nil
	}
	out := c.amount(d)
	return &out
}

func (c ublCurrency) charge(from charge) ublCharge {
	out := ublCharge{
		Charge: from.amount.Sign() >= 0, ReasonCode: from.code, Reason: from.reason, Amount: c.amount(from.amount.Abs()),
	}
	if from.vat != nil {
		tax := ublTax(*from.vat)
		out.Tax = &tax
	}
	return out
}

// taxes returns the tax with its breakdown, and the tax in the currency of the books.
func (c ublCurrency) taxes(i *invoice) []ublTaxTotal {
	total := ublTaxTotal{Amount: c.amount(i.sums.tax)}
	for _, g := range i.taxes {
		category := ublTax(g.vat)
		category.Reason, category.ReasonCode = g.reason, g.code
		total.Parts = append(total.Parts, ublSubtotal{c.amount(g.net), c.amount(g.tax), category})
	}
	if i.taxCurrency == "" {
		return []ublTaxTotal{total}
	}
	return []ublTaxTotal{total, {Amount: ublCurrency(i.taxCurrency).amount(i.sums.baseTax)}}
}

func (c ublCurrency) sums(s sums) ublSums {
	return ublSums{
		Lines: c.amount(s.lines), Net: c.amount(s.net), Gross: c.amount(s.gross), Allowances: c.orNone(s.allowances),
		Charges: c.orNone(s.charges), Paid: c.orNone(s.paid), Due: c.amount(s.due),
	}
}

// line returns a line without its quantity.
func (c ublCurrency) line(l line) ublLine {
	out := ublLine{
		ID: l.id, Net: c.amount(l.net), Item: ublItem{Name: l.name, SKU: optional(l.sku), Tax: ublTax(l.vat)},
		Price: ublPrice{Amount: ublAmount{string(c), places2(l.price)}},
	}
	if l.allowance != nil {
		out.Allowances = []ublCharge{c.charge(*l.allowance)}
	}
	for _, choice := range l.choices {
		out.Item.Choices = append(out.Item.Choices, ublChoice{choice.name, choice.value})
	}
	if !l.per.IsZero() {
		out.Price.Per = &ublQuantity{pieces, l.per.String()}
	}
	return out
}

// ublDay writes a date, or nothing for a zero time.
func ublDay(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.Format(time.DateOnly)
}
