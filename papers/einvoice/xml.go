package einvoice

import (
	"bytes"
	"encoding/xml"
	"time"

	"tradelog/domain/money"
)

// The elements of a Cross Industry Invoice (UN/CEFACT D16B), as far as the profile EN 16931 of Factur-X has them. Fields are in the order
// of the schema. Numbers such as BT-1 name the terms of EN 16931.
type (
	crossIndustryInvoice struct {
		XMLName     xml.Name    `xml:"rsm:CrossIndustryInvoice"`
		RSM         string      `xml:"xmlns:rsm,attr"`
		RAM         string      `xml:"xmlns:ram,attr"`
		QDT         string      `xml:"xmlns:qdt,attr"`
		UDT         string      `xml:"xmlns:udt,attr"`
		Context     context     `xml:"rsm:ExchangedDocumentContext"`
		Document    document    `xml:"rsm:ExchangedDocument"`
		Transaction transaction `xml:"rsm:SupplyChainTradeTransaction"`
	}
	context struct {
		Process   *parameter `xml:"ram:BusinessProcessSpecifiedDocumentContextParameter"` // BT-23
		Guideline parameter  `xml:"ram:GuidelineSpecifiedDocumentContextParameter"`       // BT-24
	}
	parameter struct {
		ID string `xml:"ram:ID"`
	}
	document struct {
		ID       string   `xml:"ram:ID"`            // BT-1
		TypeCode string   `xml:"ram:TypeCode"`      // BT-3
		Issued   dateTime `xml:"ram:IssueDateTime"` // BT-2
		Notes    []note   `xml:"ram:IncludedNote"`  // BG-1
	}
	note struct {
		Content string `xml:"ram:Content"` // BT-22
	}
	dateTime struct {
		Value date `xml:"udt:DateTimeString"`
	}
	date struct {
		Format string `xml:"format,attr"`
		Value  string `xml:",chardata"`
	}
	transaction struct {
		Lines      []line     `xml:"ram:IncludedSupplyChainTradeLineItem"` // BG-25
		Agreement  agreement  `xml:"ram:ApplicableHeaderTradeAgreement"`
		Delivery   delivery   `xml:"ram:ApplicableHeaderTradeDelivery"`
		Settlement settlement `xml:"ram:ApplicableHeaderTradeSettlement"`
	}
	line struct {
		ID         string         `xml:"ram:AssociatedDocumentLineDocument>ram:LineID"` // BT-126
		Product    product        `xml:"ram:SpecifiedTradeProduct"`
		Price      price          `xml:"ram:SpecifiedLineTradeAgreement>ram:NetPriceProductTradePrice"`
		Quantity   quantity       `xml:"ram:SpecifiedLineTradeDelivery>ram:BilledQuantity"` // BT-129
		Settlement lineSettlement `xml:"ram:SpecifiedLineTradeSettlement"`
	}
	product struct {
		SKU     string           `xml:"ram:SellerAssignedID,omitempty"` // BT-155
		Name    string           `xml:"ram:Name"`                       // BT-153
		Choices []characteristic `xml:"ram:ApplicableProductCharacteristic"`
	}
	characteristic struct {
		Name  string `xml:"ram:Description"` // BT-160
		Value string `xml:"ram:Value"`       // BT-161
	}
	price struct {
		Amount string    `xml:"ram:ChargeAmount"`  // BT-146
		Per    *quantity `xml:"ram:BasisQuantity"` // BT-149
	}
	quantity struct {
		Unit  string `xml:"unitCode,attr"`
		Value string `xml:",chardata"`
	}
	lineSettlement struct {
		Tax        tradeTax    `xml:"ram:ApplicableTradeTax"`
		Allowances []allowance `xml:"ram:SpecifiedTradeAllowanceCharge"`                                     // BG-27
		Total      string      `xml:"ram:SpecifiedTradeSettlementLineMonetarySummation>ram:LineTotalAmount"` // BT-131
	}
	tradeTax struct {
		Amount     string `xml:"ram:CalculatedAmount,omitempty"` // BT-117
		Type       string `xml:"ram:TypeCode"`
		Reason     string `xml:"ram:ExemptionReason,omitempty"`     // BT-120
		Basis      string `xml:"ram:BasisAmount,omitempty"`         // BT-116
		Category   string `xml:"ram:CategoryCode"`                  // BT-118, BT-151, BT-95, BT-102
		ReasonCode string `xml:"ram:ExemptionReasonCode,omitempty"` // BT-121
		Percent    string `xml:"ram:RateApplicablePercent"`         // BT-119, BT-152, BT-96, BT-103
	}
	allowance struct {
		Charge     bool      `xml:"ram:ChargeIndicator>udt:Indicator"`
		Amount     string    `xml:"ram:ActualAmount"`
		ReasonCode string    `xml:"ram:ReasonCode,omitempty"`
		Reason     string    `xml:"ram:Reason"`
		Tax        *tradeTax `xml:"ram:CategoryTradeTax"`
	}
	agreement struct {
		BuyerReference string     `xml:"ram:BuyerReference,omitempty"`      // BT-10
		Seller         party      `xml:"ram:SellerTradeParty"`              // BG-4
		Buyer          party      `xml:"ram:BuyerTradeParty"`               // BG-7
		Sale           *reference `xml:"ram:SellerOrderReferencedDocument"` // BT-14
		Order          *reference `xml:"ram:BuyerOrderReferencedDocument"`  // BT-13
	}
	reference struct {
		ID     string         `xml:"ram:IssuerAssignedID"` // BT-13, BT-14, BT-25
		Issued *formattedDate `xml:"ram:FormattedIssueDateTime"`
	}
	formattedDate struct {
		Value date `xml:"qdt:DateTimeString"` // BT-26
	}
	party struct {
		Name         string         `xml:"ram:Name"`                       // BT-27, BT-44, BT-70
		Organization *organization  `xml:"ram:SpecifiedLegalOrganization"` // of the seller
		Contact      *contact       `xml:"ram:DefinedTradeContact"`        // BG-6, BG-9
		Address      address        `xml:"ram:PostalTradeAddress"`         // BG-5, BG-8, BG-15
		Electronic   *schemed       `xml:"ram:URIUniversalCommunication>ram:URIID"`
		Taxes        []registration `xml:"ram:SpecifiedTaxRegistration"`
	}
	organization struct {
		ID          *schemed `xml:"ram:ID"`                            // BT-30
		TradingName string   `xml:"ram:TradingBusinessName,omitempty"` // BT-28
	}
	contact struct {
		Person string  `xml:"ram:PersonName,omitempty"`
		Phone  *string `xml:"ram:TelephoneUniversalCommunication>ram:CompleteNumber"`
		Email  *string `xml:"ram:EmailURIUniversalCommunication>ram:URIID"`
	}
	address struct {
		Postcode string `xml:"ram:PostcodeCode,omitempty"`
		One      string `xml:"ram:LineOne,omitempty"`
		Two      string `xml:"ram:LineTwo,omitempty"`
		Three    string `xml:"ram:LineThree,omitempty"`
		City     string `xml:"ram:CityName,omitempty"`
		Country  string `xml:"ram:CountryID"`
		Region   string `xml:"ram:CountrySubDivisionName,omitempty"`
	}
	schemed struct {
		Scheme string `xml:"schemeID,attr,omitempty"`
		Value  string `xml:",chardata"`
	}
	registration struct {
		ID schemed `xml:"ram:ID"` // VA: BT-31, BT-48; FC: BT-32
	}
	delivery struct {
		ShipTo *party   `xml:"ram:ShipToTradeParty"`                                      // BG-13
		Date   dateTime `xml:"ram:ActualDeliverySupplyChainEvent>ram:OccurrenceDateTime"` // BT-72
	}
	settlement struct {
		Reference   string      `xml:"ram:PaymentReference,omitempty"` // BT-83
		TaxCurrency string      `xml:"ram:TaxCurrencyCode,omitempty"`  // BT-6
		Currency    string      `xml:"ram:InvoiceCurrencyCode"`        // BT-5
		Means       means       `xml:"ram:SpecifiedTradeSettlementPaymentMeans"`
		Taxes       []tradeTax  `xml:"ram:ApplicableTradeTax"`            // BG-23
		Charges     []allowance `xml:"ram:SpecifiedTradeAllowanceCharge"` // BG-20, BG-21
		Terms       *terms      `xml:"ram:SpecifiedTradePaymentTerms"`
		Sums        sums        `xml:"ram:SpecifiedTradeSettlementHeaderMonetarySummation"`
		// Preceding is BG-3. The schema of D16B has one at most.
		Preceding *reference `xml:"ram:InvoiceReferencedDocument"`
	}
	means struct {
		TypeCode string           `xml:"ram:TypeCode"`              // BT-81
		Text     string           `xml:"ram:Information,omitempty"` // BT-82
		Account  *creditorAccount `xml:"ram:PayeePartyCreditorFinancialAccount"`
		BIC      *string          `xml:"ram:PayeeSpecifiedCreditorFinancialInstitution>ram:BICID"` // BT-86
	}
	creditorAccount struct {
		IBAN string `xml:"ram:IBANID"`                // BT-84
		Name string `xml:"ram:AccountName,omitempty"` // BT-85
	}
	terms struct {
		Due dateTime `xml:"ram:DueDateDateTime"` // BT-9
	}
	sums struct {
		Lines      string     `xml:"ram:LineTotalAmount"`                // BT-106
		Charges    string     `xml:"ram:ChargeTotalAmount,omitempty"`    // BT-108
		Allowances string     `xml:"ram:AllowanceTotalAmount,omitempty"` // BT-107
		Net        string     `xml:"ram:TaxBasisTotalAmount"`            // BT-109
		Tax        []taxTotal `xml:"ram:TaxTotalAmount"`                 // BT-110, BT-111
		Gross      string     `xml:"ram:GrandTotalAmount"`               // BT-112
		Paid       string     `xml:"ram:TotalPrepaidAmount,omitempty"`   // BT-113
		Due        string     `xml:"ram:DuePayableAmount"`               // BT-115
	}
	taxTotal struct {
		Currency string `xml:"currencyID,attr"`
		Value    string `xml:",chardata"`
	}
)

// encode returns the XML.
func encode(i crossIndustryInvoice) ([]byte, error) {
	const un = "urn:un:unece:uncefact:data:"
	i.RSM, i.RAM = un+"standard:CrossIndustryInvoice:100", un+"standard:ReusableAggregateBusinessInformationEntity:100"
	i.QDT, i.UDT = un+"standard:QualifiedDataType:100", un+"standard:UnqualifiedDataType:100"
	out := bytes.NewBufferString(xml.Header)
	e := xml.NewEncoder(out)
	e.Indent("", "  ")
	if err := e.Encode(i); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// orNone writes an amount, or nothing for 0.
func orNone(d money.Decimal) string {
	if d.IsZero() {
		return ""
	}
	return d.Fixed()
}

// optional returns a text, or nil if it is empty. encoding/xml writes the parent of an empty text even with omitempty.
func optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// day writes a date in the format 102, YYYYMMDD.
func day(at time.Time) date { return date{Format: "102", Value: at.Format("20060102")} }
