package einvoice_test

import (
	"fmt"
	"strings"

	"tradelog/domain/money"
	"tradelog/papers/einvoice"
)

// A shape says where the two syntaxes have the terms of EN 16931. Paths are relative to the element of the shape; NAME@ATTRIBUTE is an
// attribute, and the first of several paths between | that there is counts.
type shape struct {
	fields []field
	groups []within
}

type field struct{ term, cii, ubl string }

// within is a shape for each of some elements.
type within struct {
	name, cii, ubl string
	shape
}

const (
	context    = "ExchangedDocumentContext/"
	head       = "ExchangedDocument/"
	means      = settlement + "/SpecifiedTradeSettlementPaymentMeans/"
	sums       = settlement + "/SpecifiedTradeSettlementHeaderMonetarySummation/"
	theLines   = "SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem"
	addressees = delivery + "/ShipToTradeParty/"
)

// document is the shape of an invoice and of a credit memo.
var document = shape{
	fields: join([]field{
		{"BT-1", head + "ID", "ID"},
		{"BT-2", head + "IssueDateTime/DateTimeString", "IssueDate"},
		{"BT-3", head + "TypeCode", "InvoiceTypeCode|CreditNoteTypeCode"},
		{"BT-5", settlement + "/InvoiceCurrencyCode", "DocumentCurrencyCode"},
		{"BT-6", settlement + "/TaxCurrencyCode", "TaxCurrencyCode"},
		{"BT-9", settlement + "/SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString", "DueDate|PaymentMeans/PaymentDueDate"},
		{"BT-10", agreement + "/BuyerReference", "BuyerReference"},
		{"BT-13", agreement + "/BuyerOrderReferencedDocument/IssuerAssignedID", "OrderReference/ID"},
		{"BT-14", agreement + "/SellerOrderReferencedDocument/IssuerAssignedID", "OrderReference/SalesOrderID"},
		{"BT-23", context + "BusinessProcessSpecifiedDocumentContextParameter/ID", "ProfileID"},
		{"BT-24", context + "GuidelineSpecifiedDocumentContextParameter/ID", "CustomizationID"},
		{"BT-70", addressees + "Name", "Delivery/DeliveryParty/PartyName/Name"},
		{"BT-72", delivery + "/ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString", "Delivery/ActualDeliveryDate"},
		{"BT-81", means + "TypeCode", "PaymentMeans/PaymentMeansCode"},
		{"BT-82", means + "Information", "PaymentMeans/PaymentMeansCode@name"},
		{"BT-83", settlement + "/PaymentReference", "PaymentMeans/PaymentID"},
		{"BT-84", means + "PayeePartyCreditorFinancialAccount/IBANID", "PaymentMeans/PayeeFinancialAccount/ID"},
		{"BT-85", means + "PayeePartyCreditorFinancialAccount/AccountName", "PaymentMeans/PayeeFinancialAccount/Name"},
		{"BT-86", means + "PayeeSpecifiedCreditorFinancialInstitution/BICID",
			"PaymentMeans/PayeeFinancialAccount/FinancialInstitutionBranch/ID"},
		{"BT-106", sums + "LineTotalAmount", "LegalMonetaryTotal/LineExtensionAmount"},
		{"BT-107", sums + "AllowanceTotalAmount", "LegalMonetaryTotal/AllowanceTotalAmount"},
		{"BT-108", sums + "ChargeTotalAmount", "LegalMonetaryTotal/ChargeTotalAmount"},
		{"BT-109", sums + "TaxBasisTotalAmount", "LegalMonetaryTotal/TaxExclusiveAmount"},
		{"BT-112", sums + "GrandTotalAmount", "LegalMonetaryTotal/TaxInclusiveAmount"},
		{"BT-113", sums + "TotalPrepaidAmount", "LegalMonetaryTotal/PrepaidAmount"},
		{"BT-114", sums + "RoundingAmount", "LegalMonetaryTotal/PayableRoundingAmount"},
		{"BT-115", sums + "DuePayableAmount", "LegalMonetaryTotal/PayableAmount"},
	}, addressed("BG-15 ", addressees+"PostalTradeAddress/", "Delivery/DeliveryLocation/Address/"),
		side("BG-4 ", agreement+"/SellerTradeParty/", "AccountingSupplierParty/Party/"),
		side("BG-7 ", agreement+"/BuyerTradeParty/", "AccountingCustomerParty/Party/")),
	groups: []within{
		{"BG-1", head + "IncludedNote/Content", "Note", shape{fields: []field{{"BT-22", ".", "."}}}},
		{"BG-3", settlement + "/InvoiceReferencedDocument", "BillingReference", shape{fields: []field{
			{"BT-25", "IssuerAssignedID", "InvoiceDocumentReference/ID"},
			{"BT-26", "FormattedIssueDateTime/DateTimeString", "InvoiceDocumentReference/IssueDate"},
		}}},
		{"BG-4", agreement + "/SellerTradeParty/SpecifiedTaxRegistration", "AccountingSupplierParty/Party/PartyTaxScheme", registered},
		{"BG-7", agreement + "/BuyerTradeParty/SpecifiedTaxRegistration", "AccountingCustomerParty/Party/PartyTaxScheme", registered},
		{"BG-20", settlement + "/SpecifiedTradeAllowanceCharge", "AllowanceCharge", charged},
		{"taxes", sums + "TaxTotalAmount", "TaxTotal", shape{fields: []field{
			{"BT-110", ".", "TaxAmount"}, {"currency", "@currencyID", "TaxAmount@currencyID"},
		}}},
		{"BG-23", settlement + "/ApplicableTradeTax", "TaxTotal/TaxSubtotal", shape{fields: join([]field{
			{"BT-116", "BasisAmount", "TaxableAmount"},
			{"BT-117", "CalculatedAmount", "TaxAmount"},
			{"BT-120", "ExemptionReason", "TaxCategory/TaxExemptionReason"},
			{"BT-121", "ExemptionReasonCode", "TaxCategory/TaxExemptionReasonCode"},
		}, rated("", "TaxCategory/"))}},
		{"BG-25", theLines, "InvoiceLine|CreditNoteLine", shape{
			fields: join([]field{
				{"BT-126", "AssociatedDocumentLineDocument/LineID", "ID"},
				{"BT-129", "SpecifiedLineTradeDelivery/BilledQuantity", "InvoicedQuantity|CreditedQuantity"},
				{"BT-130", "SpecifiedLineTradeDelivery/BilledQuantity@unitCode", "InvoicedQuantity@unitCode|CreditedQuantity@unitCode"},
				{"BT-131", "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount", "LineExtensionAmount"},
				{"BT-146", "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount", "Price/PriceAmount"},
				{"BT-149", "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/BasisQuantity", "Price/BaseQuantity"},
				{"BT-150", "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/BasisQuantity@unitCode", "Price/BaseQuantity@unitCode"},
				{"BT-153", "SpecifiedTradeProduct/Name", "Item/Name"},
				{"BT-155", "SpecifiedTradeProduct/SellerAssignedID", "Item/SellersItemIdentification/ID"},
			}, rated("SpecifiedLineTradeSettlement/ApplicableTradeTax/", "Item/ClassifiedTaxCategory/")),
			groups: []within{
				{"BG-27", "SpecifiedLineTradeSettlement/SpecifiedTradeAllowanceCharge", "AllowanceCharge", charged},
				{"BG-32", "SpecifiedTradeProduct/ApplicableProductCharacteristic", "Item/AdditionalItemProperty",
					shape{fields: []field{{"BT-160", "Description", "Name"}, {"BT-161", "Value", "Value"}}}},
			},
		}},
	},
}

var (
	charged = shape{fields: join([]field{
		{"charge", "ChargeIndicator/Indicator", "ChargeIndicator"}, {"amount", "ActualAmount", "Amount"},
		{"code", "ReasonCode", "AllowanceChargeReasonCode"}, {"reason", "Reason", "AllowanceChargeReason"},
	}, rated("CategoryTradeTax/", "TaxCategory/"))}
	registered = shape{fields: []field{{"number", "ID", "CompanyID"}, {"scheme", "ID@schemeID", "TaxScheme/ID"}}}
)

func join(all ...[]field) (out []field) {
	for _, f := range all {
		out = append(out, f...)
	}
	return out
}

// rated are a category of VAT and its rate.
func rated(cii, ubl string) []field {
	return []field{
		{"category", cii + "CategoryCode", ubl + "ID"}, {"rate", cii + "RateApplicablePercent", ubl + "Percent"},
		{"tax", cii + "TypeCode", ubl + "TaxScheme/ID"},
	}
}

func addressed(term, cii, ubl string) []field {
	return []field{
		{term + "street", cii + "LineOne", ubl + "StreetName"}, {term + "second line", cii + "LineTwo", ubl + "AdditionalStreetName"},
		{term + "third line", cii + "LineThree", ubl + "AddressLine/Line"}, {term + "city", cii + "CityName", ubl + "CityName"},
		{term + "postcode", cii + "PostcodeCode", ubl + "PostalZone"},
		{term + "region", cii + "CountrySubDivisionName", ubl + "CountrySubentity"},
		{term + "country", cii + "CountryID", ubl + "Country/IdentificationCode"},
	}
}

// side are the seller or the buyer.
func side(term, cii, ubl string) []field {
	const organization, contact = "SpecifiedLegalOrganization/", "DefinedTradeContact/"
	return join([]field{
		{term + "name", cii + "Name", ubl + "PartyLegalEntity/RegistrationName"},
		{term + "trading name", cii + organization + "TradingBusinessName", ubl + "PartyName/Name"},
		{term + "entry", cii + organization + "ID", ubl + "PartyLegalEntity/CompanyID"},
		{term + "entry's scheme", cii + organization + "ID@schemeID", ubl + "PartyLegalEntity/CompanyID@schemeID"},
		{term + "electronic", cii + "URIUniversalCommunication/URIID", ubl + "EndpointID"},
		{term + "electronic's scheme", cii + "URIUniversalCommunication/URIID@schemeID", ubl + "EndpointID@schemeID"},
		{term + "person", cii + contact + "PersonName", ubl + "Contact/Name"},
		{term + "phone", cii + contact + "TelephoneUniversalCommunication/CompleteNumber", ubl + "Contact/Telephone"},
		{term + "mail", cii + contact + "EmailURIUniversalCommunication/URIID", ubl + "Contact/ElectronicMail"},
	}, addressed(term, cii+"PostalTradeAddress/", ubl+"PostalAddress/"))
}

// terms are the terms of an invoice or of a group in it, by their numbers or names.
type terms struct {
	of     map[string]string
	groups map[string][]*terms
}

func (t *terms) amount(term string) money.Decimal {
	if text := t.of[term]; text != "" {
		return n(text)
	}
	return money.Zero
}

// isUBL tells whether a form is in the syntax UBL.
func isUBL(form einvoice.Form) bool { return form == einvoice.UBL || form == einvoice.XRechnungUBL }

// termsOf reads the terms of a document. Each text and attribute of the document has to be a term.
func termsOf(t fatal, body []byte, form einvoice.Form) *terms {
	root := parse(t, body)
	read := map[string]bool{}
	out := reader{isUBL(form), read}.read(root, document)
	if out.of["BT-13"] == "NA" {
		delete(out.of, "BT-13")
	}
	var walk func(e *element)
	walk = func(e *element) {
		for name := range e.attributes {
			if name == "format" || name == "currencyID" {
				continue
			}
			if !read[place(e, name)] {
				t.Fatalf("the attribute %s of %s is no term", name, e.name)
			}
		}
		if len(e.children) == 0 && !read[place(e, "")] {
			t.Fatalf("the element %s with %q is no term", e.name, e.text)
		}
		for _, c := range e.children {
			walk(c)
		}
	}
	walk(root)
	return out
}

// place is an element or one of its attributes.
func place(e *element, attribute string) string { return fmt.Sprintf("%p@%s", e, attribute) }

type reader struct {
	ubl  bool
	seen map[string]bool
}

func (r reader) read(e *element, s shape) *terms {
	out := &terms{of: map[string]string{}, groups: map[string][]*terms{}}
	for _, f := range s.fields {
		if text := r.text(e, r.path(f.cii, f.ubl)); text != "" {
			out.of[f.term] = text
		}
	}
	for _, g := range s.groups {
		for path := range strings.SplitSeq(r.path(g.cii, g.ubl), "|") {
			for _, c := range e.all(path) {
				out.groups[g.name] = append(out.groups[g.name], r.read(c, g.shape))
			}
		}
	}
	return out
}

func (r reader) path(cii, ubl string) string {
	if r.ubl {
		return ubl
	}
	return cii
}

// text returns the text at the first path that there is. Dates are written as in UBL, and so are the schemes of registrations.
func (r reader) text(e *element, paths string) string {
	for path := range strings.SplitSeq(paths, "|") {
		path, attribute, _ := strings.Cut(path, "@")
		found := []*element{e}
		if path != "." && path != "" {
			found = e.all(path)
		}
		if len(found) == 0 {
			continue
		}
		r.seen[place(found[0], attribute)] = true
		switch {
		case attribute == "schemeID" && found[0].attributes[attribute] == "VA":
			return "VAT"
		case attribute != "":
			return found[0].attributes[attribute]
		case found[0].name == "DateTimeString":
			text := found[0].text
			return text[:4] + "-" + text[4:6] + "-" + text[6:]
		}
		return found[0].text
	}
	return ""
}
