package einvoice

import (
	"encoding/xml"
	"time"
)

// The elements of a Cross Industry Invoice (UN/CEFACT D16B), as far as the profile EN 16931 of Factur-X has them. Fields are in the order
// of the schema. Numbers such as BT-1 name the terms of EN 16931.
type (
	crossIndustryInvoice struct {
		XMLName     xml.Name       `xml:"rsm:CrossIndustryInvoice"`
		RSM         string         `xml:"xmlns:rsm,attr"`
		RAM         string         `xml:"xmlns:ram,attr"`
		QDT         string         `xml:"xmlns:qdt,attr"`
		UDT         string         `xml:"xmlns:udt,attr"`
		Context     ciiContext     `xml:"rsm:ExchangedDocumentContext"`
		Document    ciiDocument    `xml:"rsm:ExchangedDocument"`
		Transaction ciiTransaction `xml:"rsm:SupplyChainTradeTransaction"`
	}
	ciiContext struct {
		Process   *ciiParameter `xml:"ram:BusinessProcessSpecifiedDocumentContextParameter"` // BT-23
		Guideline ciiParameter  `xml:"ram:GuidelineSpecifiedDocumentContextParameter"`       // BT-24
	}
	ciiParameter struct {
		ID string `xml:"ram:ID"`
	}
	ciiDocument struct {
		ID       string      `xml:"ram:ID"`            // BT-1
		TypeCode string      `xml:"ram:TypeCode"`      // BT-3
		Issued   ciiDateTime `xml:"ram:IssueDateTime"` // BT-2
		Notes    []ciiNote   `xml:"ram:IncludedNote"`  // BG-1
	}
	ciiNote struct {
		Content string `xml:"ram:Content"` // BT-22
	}
	ciiDateTime struct {
		Value ciiDate `xml:"udt:DateTimeString"`
	}
	ciiDate struct {
		Format string `xml:"format,attr"`
		Value  string `xml:",chardata"`
	}
	ciiTransaction struct {
		Lines      []ciiLine     `xml:"ram:IncludedSupplyChainTradeLineItem"` // BG-25
		Agreement  ciiAgreement  `xml:"ram:ApplicableHeaderTradeAgreement"`
		Delivery   ciiDelivery   `xml:"ram:ApplicableHeaderTradeDelivery"`
		Settlement ciiSettlement `xml:"ram:ApplicableHeaderTradeSettlement"`
	}
	ciiLine struct {
		ID         string            `xml:"ram:AssociatedDocumentLineDocument>ram:LineID"` // BT-126
		Product    ciiProduct        `xml:"ram:SpecifiedTradeProduct"`
		Price      ciiPrice          `xml:"ram:SpecifiedLineTradeAgreement>ram:NetPriceProductTradePrice"`
		Quantity   ciiQuantity       `xml:"ram:SpecifiedLineTradeDelivery>ram:BilledQuantity"` // BT-129
		Settlement ciiLineSettlement `xml:"ram:SpecifiedLineTradeSettlement"`
	}
	ciiProduct struct {
		SKU     string              `xml:"ram:SellerAssignedID,omitempty"` // BT-155
		Name    string              `xml:"ram:Name"`                       // BT-153
		Choices []ciiCharacteristic `xml:"ram:ApplicableProductCharacteristic"`
	}
	ciiCharacteristic struct {
		Name  string `xml:"ram:Description"` // BT-160
		Value string `xml:"ram:Value"`       // BT-161
	}
	ciiPrice struct {
		Amount string       `xml:"ram:ChargeAmount"`  // BT-146
		Per    *ciiQuantity `xml:"ram:BasisQuantity"` // BT-149
	}
	ciiQuantity struct {
		Unit  string `xml:"unitCode,attr"`
		Value string `xml:",chardata"`
	}
	ciiLineSettlement struct {
		Tax        ciiTradeTax    `xml:"ram:ApplicableTradeTax"`
		Allowances []ciiAllowance `xml:"ram:SpecifiedTradeAllowanceCharge"`                                     // BG-27
		Total      string         `xml:"ram:SpecifiedTradeSettlementLineMonetarySummation>ram:LineTotalAmount"` // BT-131
	}
	ciiTradeTax struct {
		Amount     string `xml:"ram:CalculatedAmount,omitempty"` // BT-117
		Type       string `xml:"ram:TypeCode"`
		Reason     string `xml:"ram:ExemptionReason,omitempty"`     // BT-120
		Basis      string `xml:"ram:BasisAmount,omitempty"`         // BT-116
		Category   string `xml:"ram:CategoryCode"`                  // BT-118, BT-151, BT-95, BT-102
		ReasonCode string `xml:"ram:ExemptionReasonCode,omitempty"` // BT-121
		Percent    string `xml:"ram:RateApplicablePercent"`         // BT-119, BT-152, BT-96, BT-103
	}
	ciiAllowance struct {
		Charge     bool         `xml:"ram:ChargeIndicator>udt:Indicator"`
		Amount     string       `xml:"ram:ActualAmount"`
		ReasonCode string       `xml:"ram:ReasonCode,omitempty"`
		Reason     string       `xml:"ram:Reason"`
		Tax        *ciiTradeTax `xml:"ram:CategoryTradeTax"`
	}
	ciiAgreement struct {
		BuyerReference string        `xml:"ram:BuyerReference,omitempty"`      // BT-10
		Seller         ciiParty      `xml:"ram:SellerTradeParty"`              // BG-4
		Buyer          ciiParty      `xml:"ram:BuyerTradeParty"`               // BG-7
		Sale           *ciiReference `xml:"ram:SellerOrderReferencedDocument"` // BT-14
		Order          *ciiReference `xml:"ram:BuyerOrderReferencedDocument"`  // BT-13
	}
	ciiReference struct {
		ID     string            `xml:"ram:IssuerAssignedID"` // BT-13, BT-14, BT-25
		Issued *ciiFormattedDate `xml:"ram:FormattedIssueDateTime"`
	}
	ciiFormattedDate struct {
		Value ciiDate `xml:"qdt:DateTimeString"` // BT-26
	}
	ciiParty struct {
		Name         string            `xml:"ram:Name"`                       // BT-27, BT-44, BT-70
		Organization *ciiOrganization  `xml:"ram:SpecifiedLegalOrganization"` // of the seller
		Contact      *ciiContact       `xml:"ram:DefinedTradeContact"`        // BG-6, BG-9
		Address      ciiAddress        `xml:"ram:PostalTradeAddress"`         // BG-5, BG-8, BG-15
		Electronic   *ciiSchemed       `xml:"ram:URIUniversalCommunication>ram:URIID"`
		Taxes        []ciiRegistration `xml:"ram:SpecifiedTaxRegistration"`
	}
	ciiOrganization struct {
		ID          *ciiSchemed `xml:"ram:ID"`                            // BT-30
		TradingName string      `xml:"ram:TradingBusinessName,omitempty"` // BT-28
	}
	ciiContact struct {
		Person string  `xml:"ram:PersonName,omitempty"`
		Phone  *string `xml:"ram:TelephoneUniversalCommunication>ram:CompleteNumber"`
		Email  *string `xml:"ram:EmailURIUniversalCommunication>ram:URIID"`
	}
	ciiAddress struct {
		Postcode string `xml:"ram:PostcodeCode,omitempty"`
		One      string `xml:"ram:LineOne,omitempty"`
		Two      string `xml:"ram:LineTwo,omitempty"`
		Three    string `xml:"ram:LineThree,omitempty"`
		City     string `xml:"ram:CityName,omitempty"`
		Country  string `xml:"ram:CountryID"`
		Region   string `xml:"ram:CountrySubDivisionName,omitempty"`
	}
	ciiSchemed struct {
		Scheme string `xml:"schemeID,attr,omitempty"`
		Value  string `xml:",chardata"`
	}
	ciiRegistration struct {
		ID ciiSchemed `xml:"ram:ID"` // VA: BT-31, BT-48; FC: BT-32
	}
	ciiDelivery struct {
		ShipTo *ciiParty   `xml:"ram:ShipToTradeParty"`                                      // BG-13
		Date   ciiDateTime `xml:"ram:ActualDeliverySupplyChainEvent>ram:OccurrenceDateTime"` // BT-72
	}
	ciiSettlement struct {
		Reference   string         `xml:"ram:PaymentReference,omitempty"` // BT-83
		TaxCurrency string         `xml:"ram:TaxCurrencyCode,omitempty"`  // BT-6
		Currency    string         `xml:"ram:InvoiceCurrencyCode"`        // BT-5
		Means       ciiMeans       `xml:"ram:SpecifiedTradeSettlementPaymentMeans"`
		Taxes       []ciiTradeTax  `xml:"ram:ApplicableTradeTax"`            // BG-23
		Charges     []ciiAllowance `xml:"ram:SpecifiedTradeAllowanceCharge"` // BG-20, BG-21
		Terms       *ciiTerms      `xml:"ram:SpecifiedTradePaymentTerms"`
		Sums        ciiSums        `xml:"ram:SpecifiedTradeSettlementHeaderMonetarySummation"`
		// Preceding is BG-3. The schema of D16B has one at most.
		Preceding *ciiReference `xml:"ram:InvoiceReferencedDocument"`
	}
	ciiMeans struct {
		TypeCode string              `xml:"ram:TypeCode"`              // BT-81
		Text     string              `xml:"ram:Information,omitempty"` // BT-82
		Account  *ciiCreditorAccount `xml:"ram:PayeePartyCreditorFinancialAccount"`
		BIC      *string             `xml:"ram:PayeeSpecifiedCreditorFinancialInstitution>ram:BICID"` // BT-86
	}
	ciiCreditorAccount struct {
		IBAN string `xml:"ram:IBANID"`                // BT-84
		Name string `xml:"ram:AccountName,omitempty"` // BT-85
	}
	ciiTerms struct {
		Due ciiDateTime `xml:"ram:DueDateDateTime"` // BT-9
	}
	ciiSums struct {
		Lines      string        `xml:"ram:LineTotalAmount"`                // BT-106
		Charges    string        `xml:"ram:ChargeTotalAmount,omitempty"`    // BT-108
		Allowances string        `xml:"ram:AllowanceTotalAmount,omitempty"` // BT-107
		Net        string        `xml:"ram:TaxBasisTotalAmount"`            // BT-109
		Tax        []ciiTaxTotal `xml:"ram:TaxTotalAmount"`                 // BT-110, BT-111
		Gross      string        `xml:"ram:GrandTotalAmount"`               // BT-112
		Paid       string        `xml:"ram:TotalPrepaidAmount,omitempty"`   // BT-113
		Due        string        `xml:"ram:DuePayableAmount"`               // BT-115
	}
	ciiTaxTotal struct {
		Currency string `xml:"currencyID,attr"`
		Value    string `xml:",chardata"`
	}
)

// writeCII returns an invoice in the syntax Cross Industry Invoice.
func writeCII(i *invoice) ([]byte, error) {
	const un = "urn:un:unece:uncefact:data:"
	out := crossIndustryInvoice{
		RSM: un + "standard:CrossIndustryInvoice:100", RAM: un + "standard:ReusableAggregateBusinessInformationEntity:100",
		QDT: un + "standard:QualifiedDataType:100", UDT: un + "standard:UnqualifiedDataType:100",
		Context:  ciiContext{Guideline: ciiParameter{i.guideline}},
		Document: ciiDocument{ID: i.number, TypeCode: i.code, Issued: ciiDateTime{ciiDay(i.issued)}},
	}
	if i.process != "" {
		out.Context.Process = &ciiParameter{i.process}
	}
	for _, text := range i.notes {
		out.Document.Notes = append(out.Document.Notes, ciiNote{text})
	}
	t := &out.Transaction
	for _, l := range i.lines {
		t.Lines = append(t.Lines, ciiLineOf(l))
	}
	t.Agreement = ciiAgreement{
		BuyerReference: i.buyerReference, Seller: ciiPartyOf(i.seller), Buyer: ciiPartyOf(i.buyer), Sale: &ciiReference{ID: i.sale},
	}
	if i.purchase != "" {
		t.Agreement.Order = &ciiReference{ID: i.purchase}
	}
	t.Delivery.Date = ciiDateTime{ciiDay(i.delivered)}
	if i.shipTo != nil {
		to := ciiPartyOf(*i.shipTo)
		t.Delivery.ShipTo = &to
	}
	t.Settlement = ciiSettlementOf(i)
	return encode(out)
}

func ciiSettlementOf(i *invoice) ciiSettlement {
	s := ciiSettlement{
		Reference: i.means.reference, TaxCurrency: i.taxCurrency, Currency: i.currency,
		Means: ciiMeans{TypeCode: i.means.code, Text: i.means.text, BIC: optional(i.means.bic)},
		Sums: ciiSums{
			Lines: i.sums.lines.Fixed(), Charges: orNone(i.sums.charges), Allowances: orNone(i.sums.allowances), Net: i.sums.net.Fixed(),
			Tax:   []ciiTaxTotal{{i.currency, i.sums.tax.Fixed()}},
			Gross: i.sums.gross.Fixed(), Paid: orNone(i.sums.paid), Due: i.sums.due.Fixed(),
		},
	}
	if i.means.iban != "" {
		s.Means.Account = &ciiCreditorAccount{IBAN: i.means.iban, Name: i.means.holder}
	}
	for _, g := range i.taxes {
		tax := ciiTax(g.vat)
		tax.Amount, tax.Basis, tax.Reason, tax.ReasonCode = g.tax.Fixed(), g.net.Fixed(), g.reason, g.code
		s.Taxes = append(s.Taxes, tax)
	}
	for _, c := range i.charges {
		s.Charges = append(s.Charges, ciiAllowanceOf(c))
	}
	if !i.due.IsZero() {
		s.Terms = &ciiTerms{ciiDateTime{ciiDay(i.due)}}
	}
	if i.taxCurrency != "" {
		s.Sums.Tax = append(s.Sums.Tax, ciiTaxTotal{i.taxCurrency, i.sums.baseTax.Fixed()})
	}
	if len(i.preceding) > 0 {
		s.Preceding = &ciiReference{ID: i.preceding[0].number, Issued: &ciiFormattedDate{ciiDay(i.preceding[0].issued)}}
	}
	return s
}

func ciiLineOf(l line) ciiLine {
	out := ciiLine{
		ID: l.id, Product: ciiProduct{SKU: l.sku, Name: l.name}, Price: ciiPrice{Amount: places2(l.price)},
		Quantity: ciiQuantity{pieces, l.qty.String()}, Settlement: ciiLineSettlement{Tax: ciiTax(l.vat), Total: l.net.Fixed()},
	}
	for _, c := range l.choices {
		out.Product.Choices = append(out.Product.Choices, ciiCharacteristic{c.name, c.value})
	}
	if !l.per.IsZero() {
		out.Price.Per = &ciiQuantity{pieces, l.per.String()}
	}
	if l.allowance != nil {
		out.Settlement.Allowances = []ciiAllowance{ciiAllowanceOf(*l.allowance)}
	}
	return out
}

func ciiAllowanceOf(c charge) ciiAllowance {
	out := ciiAllowance{Charge: c.amount.Sign() >= 0, Amount: c.amount.Abs().Fixed(), ReasonCode: c.code, Reason: c.reason}
	if c.vat != nil {
		tax := ciiTax(*c.vat)
		out.Tax = &tax
	}
	return out
}

// ciiTax returns the elements of a category, without amounts.
func ciiTax(v vat) ciiTradeTax {
	return ciiTradeTax{Type: "VAT", Category: v.category, Percent: v.percent.String()}
}

func ciiPartyOf(p party) ciiParty {
	a := p.address
	out := ciiParty{
		Name: p.name, Electronic: ciiSchemedOf(p.electronic), Address: ciiAddress{
			Postcode: a.postcode, One: a.street[0], Two: a.street[1], Three: a.street[2], City: a.city, Country: a.country, Region: a.region,
		},
	}
	if p.entry.value != "" || p.tradingName != "" {
		out.Organization = &ciiOrganization{ID: ciiSchemedOf(p.entry), TradingName: p.tradingName}
	}
	if c := p.contact; c != (contact{}) {
		out.Contact = &ciiContact{Person: c.person, Phone: optional(c.phone), Email: optional(c.email)}
	}
	for _, r := range []schemed{{"VA", p.vat}, {"FC", p.taxNumber}} {
		if r.value != "" {
			out.Taxes = append(out.Taxes, ciiRegistration{*ciiSchemedOf(r)})
		}
	}
	return out
}

func ciiSchemedOf(s schemed) *ciiSchemed {
	if s.value == "" {
		return nil
	}
	return &ciiSchemed{s.scheme, s.value}
}

// ciiDay writes a date in the format 102, YYYYMMDD.
func ciiDay(at time.Time) ciiDate { return ciiDate{Format: "102", Value: at.Format("20060102")} }
