package einvoice_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tradelog/domain/directory"
	"tradelog/domain/fault"
	"tradelog/domain/order"
	"tradelog/papers/einvoice"
	"tradelog/readmodels/documents"
	"tradelog/test/ordertest"
)

// schemas are the elements of the types of UBL 2.1 in their order (OASIS, UBL-Invoice-2.1.xsd, UBL-CreditNote-2.1.xsd and
// UBL-CommonAggregateComponents-2.1.xsd), up to the last one that invoices have. Those with * may be repeated, those with ! have to be
// there, those with + both. Elements that share a type have an entry together.
var schemas = map[string]string{
	"Invoice": "UBLExtensions UBLVersionID CustomizationID ProfileID ProfileExecutionID ID! CopyIndicator UUID IssueDate! " +
		"IssueTime DueDate InvoiceTypeCode Note* TaxPointDate DocumentCurrencyCode TaxCurrencyCode PricingCurrencyCode " +
		"PaymentCurrencyCode PaymentAlternativeCurrencyCode AccountingCostCode AccountingCost LineCountNumeric " +
		"BuyerReference InvoicePeriod* OrderReference BillingReference* DespatchDocumentReference* ReceiptDocumentReference* " +
		"StatementDocumentReference* OriginatorDocumentReference* ContractDocumentReference* AdditionalDocumentReference* " +
		"ProjectReference* Signature* AccountingSupplierParty! AccountingCustomerParty! PayeeParty BuyerCustomerParty " +
		"SellerSupplierParty TaxRepresentativeParty Delivery* DeliveryTerms PaymentMeans* PaymentTerms* PrepaidPayment* " +
		"AllowanceCharge* TaxExchangeRate PricingExchangeRate PaymentExchangeRate PaymentAlternativeExchangeRate TaxTotal* " +
		"WithholdingTaxTotal* LegalMonetaryTotal! InvoiceLine+",
	"CreditNote": "UBLExtensions UBLVersionID CustomizationID ProfileID ProfileExecutionID ID! CopyIndicator UUID " +
		"IssueDate! IssueTime TaxPointDate CreditNoteTypeCode Note* DocumentCurrencyCode TaxCurrencyCode PricingCurrencyCode " +
		"PaymentCurrencyCode PaymentAlternativeCurrencyCode AccountingCostCode AccountingCost LineCountNumeric " +
		"BuyerReference InvoicePeriod* DiscrepancyResponse* OrderReference BillingReference* DespatchDocumentReference* " +
		"ReceiptDocumentReference* ContractDocumentReference* AdditionalDocumentReference* StatementDocumentReference* " +
		"OriginatorDocumentReference* Signature* AccountingSupplierParty! AccountingCustomerParty! PayeeParty " +
		"BuyerCustomerParty SellerSupplierParty TaxRepresentativeParty Delivery* DeliveryTerms* PaymentMeans* PaymentTerms* " +
		"TaxExchangeRate PricingExchangeRate PaymentExchangeRate PaymentAlternativeExchangeRate AllowanceCharge* TaxTotal* " +
		"LegalMonetaryTotal! CreditNoteLine+",
	"OrderReference":           "ID! SalesOrderID CopyIndicator UUID IssueDate",
	"BillingReference":         "InvoiceDocumentReference",
	"InvoiceDocumentReference": "ID! CopyIndicator UUID IssueDate",
	"AccountingSupplierParty AccountingCustomerParty": "CustomerAssignedAccountID SupplierAssignedAccountID " +
		"AdditionalAccountID* DataSendingCapability Party",
	"Party": "MarkCareIndicator MarkAttentionIndicator WebsiteURI LogoReferenceID EndpointID IndustryClassificationCode " +
		"PartyIdentification* PartyName* Language PostalAddress PhysicalLocation PartyTaxScheme* PartyLegalEntity* Contact",
	"PartyName DeliveryParty": "Name PartyName*",
	"PostalAddress Address": "ID AddressTypeCode AddressFormatCode Postbox Floor Room StreetName AdditionalStreetName " +
		"BlockName BuildingName BuildingNumber InhouseMail Department MarkAttention MarkCare PlotIdentification " +
		"CitySubdivisionName CityName PostalZone CountrySubentity CountrySubentityCode Region District TimezoneOffset " +
		"AddressLine* Country",
	"AddressLine": "Line!",
	"Country":     "IdentificationCode Name",
	"PartyTaxScheme": "RegistrationName CompanyID TaxLevelCode ExemptionReasonCode ExemptionReason* RegistrationAddress " +
		"TaxScheme!",
	"TaxScheme":        "ID Name TaxTypeCode CurrencyCode",
	"PartyLegalEntity": "RegistrationName CompanyID",
	"Contact":          "ID Name Telephone Telefax ElectronicMail",
	"Delivery": "ID Quantity MinimumQuantity MaximumQuantity ActualDeliveryDate ActualDeliveryTime LatestDeliveryDate " +
		"LatestDeliveryTime ReleaseID TrackingID DeliveryAddress DeliveryLocation AlternativeDeliveryLocation " +
		"RequestedDeliveryPeriod PromisedDeliveryPeriod EstimatedDeliveryPeriod CarrierParty DeliveryParty",
	"DeliveryLocation": "ID Description* Conditions* CountrySubentity CountrySubentityCode LocationTypeCode InformationURI " +
		"Name ValidityPeriod* Address",
	"PaymentMeans": "ID PaymentMeansCode! PaymentDueDate PaymentChannelCode InstructionID InstructionNote* PaymentID* " +
		"CardAccount PayerFinancialAccount PayeeFinancialAccount",
	"PayeeFinancialAccount": "ID Name AliasName AccountTypeCode AccountFormatCode CurrencyCode PaymentNote* " +
		"FinancialInstitutionBranch",
	"FinancialInstitutionBranch": "ID Name",
	"AllowanceCharge": "ID ChargeIndicator! AllowanceChargeReasonCode AllowanceChargeReason* MultiplierFactorNumeric " +
		"PrepaidIndicator SequenceNumeric Amount! BaseAmount AccountingCostCode AccountingCost PerUnitAmount TaxCategory*",
	"TaxCategory ClassifiedTaxCategory": "ID Name Percent BaseUnitMeasure PerUnitAmount TaxExemptionReasonCode " +
		"TaxExemptionReason* TierRange TierRatePercent TaxScheme!",
	"TaxTotal": "TaxAmount! RoundingAmount TaxEvidenceIndicator TaxIncludedIndicator TaxSubtotal*",
	"TaxSubtotal": "TaxableAmount TaxAmount! CalculationSequenceNumeric TransactionCurrencyTaxAmount Percent " +
		"BaseUnitMeasure PerUnitAmount TierRange TierRatePercent TaxCategory!",
	"LegalMonetaryTotal": "LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount AllowanceTotalAmount " +
		"ChargeTotalAmount PrepaidAmount PayableRoundingAmount PayableAmount!",
	"InvoiceLine": "ID! UUID Note* InvoicedQuantity LineExtensionAmount! TaxPointDate AccountingCostCode AccountingCost " +
		"PaymentPurposeCode FreeOfChargeIndicator InvoicePeriod* OrderLineReference* DespatchLineReference* " +
		"ReceiptLineReference* BillingReference* DocumentReference* PricingReference OriginatorParty Delivery* PaymentTerms* " +
		"AllowanceCharge* TaxTotal* WithholdingTaxTotal* Item! Price",
	"CreditNoteLine": "ID! UUID Note* CreditedQuantity LineExtensionAmount TaxPointDate AccountingCostCode AccountingCost " +
		"PaymentPurposeCode FreeOfChargeIndicator InvoicePeriod* OrderLineReference* DiscrepancyResponse* " +
		"DespatchLineReference* ReceiptLineReference* BillingReference* DocumentReference* PricingReference OriginatorParty " +
		"Delivery* PaymentTerms* TaxTotal* AllowanceCharge* Item Price",
	"Item": "Description* PackQuantity PackSizeNumeric CatalogueIndicator Name HazardousRiskIndicator " +
		"AdditionalInformation* Keyword* BrandName* ModelName* BuyersItemIdentification SellersItemIdentification " +
		"ManufacturersItemIdentification* StandardItemIdentification CatalogueItemIdentification CatalogueDocumentReference " +
		"ItemSpecificationDocumentReference* OriginCountry CommodityClassification* TransactionConditions* HazardousItem* " +
		"ClassifiedTaxCategory* AdditionalItemProperty*",
	"SellersItemIdentification": "ID!",
	"AdditionalItemProperty":    "ID Name! NameCode TestMethod Value",
	"Price":                     "PriceAmount! BaseQuantity",
}

// placing is where an element may be in its parent.
type placing struct {
	at               int
	repeated, needed bool
}

// schemaOf returns the elements of a type; nil for an element that has none.
func schemaOf(name string) map[string]placing {
	for names, elements := range schemas {
		if !slices.Contains(strings.Fields(names), name) {
			continue
		}
		out := map[string]placing{}
		for at, e := range strings.Fields(elements) {
			out[strings.TrimRight(e, "*!+")] = placing{at, strings.HasSuffix(e, "*") || strings.HasSuffix(e, "+"),
				strings.HasSuffix(e, "!") || strings.HasSuffix(e, "+")}
		}
		return out
	}
	return nil
}

// checkOrder checks that the elements of a document are those of the schema, in its order, and in its namespaces.
func checkOrder(t fatal, e *element) {
	const oasis = "urn:oasis:names:specification:ubl:schema:xsd:"
	schema := schemaOf(e.name)
	if schema == nil {
		if len(e.children) > 0 {
			t.Fatalf("the schema of %s is not known", e.name)
		}
		return
	}
	last := -1
	for n, c := range e.children {
		place, known := schema[c.name]
		space := oasis + "CommonBasicComponents-2"
		if len(c.children) > 0 {
			space = oasis + "CommonAggregateComponents-2"
		}
		switch again := n > 0 && e.children[n-1].name == c.name; {
		case !known:
			t.Fatalf("%s has %s, which the schema has not", e.name, c.name)
		case again && !place.repeated:
			t.Fatalf("%s has %s more than once", e.name, c.name)
		case !again && place.at <= last:
			t.Fatalf("%s of %s is after %s", c.name, e.name, e.children[n-1].name)
		case c.space != space:
			t.Fatalf("%s is in %s", c.name, c.space)
		}
		last = place.at
		checkOrder(t, c)
	}
	for name, place := range schema {
		if place.needed && e.at(name) == "" && len(e.all(name)) == 0 {
			t.Fatalf("%s has no %s", e.name, name)
		}
	}
}

// checkCurrencies checks that all amounts of a document in UBL are in its currency, but for the tax in the currency of the books.
func checkCurrencies(t fatal, e *element, currency string) {
	if code, there := e.attributes["currencyID"]; there && code != currency {
		t.Fatalf("PEPPOL-EN16931-R051: %s is in %s", e.name, code)
	}
	for n, c := range e.children {
		if second := n > 0 && c.name == "TaxTotal" && e.children[n-1].name == "TaxTotal"; !second {
			checkCurrencies(t, c, currency)
		}
	}
}

// fatal is a test.
type fatal interface {
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// checkSame prints a document in two syntaxes, and checks that they have the same terms and that UBL follows its schema.
func checkSame(t fatal, print func(einvoice.Form) ([]byte, error), cii, ubl einvoice.Form) {
	one, err := print(cii)
	other, ublErr := print(ubl)
	if err != nil || ublErr != nil {
		if err == nil || ublErr == nil || err.Error() != ublErr.Error() {
			t.Fatalf("%s: %v, %s: %v", cii, err, ubl, ublErr)
		}
		return
	}
	root := parse(t, other)
	name := map[string]string{"380": "Invoice", "381": "CreditNote"}
	a, b := termsOf(t, one, cii), termsOf(t, other, ubl)
	if want := name[a.of["BT-3"]]; root.name != want || root.space != "urn:oasis:names:specification:ubl:schema:xsd:"+want+"-2" {
		t.Fatalf("it is a %s of %s", root.name, root.space)
	}
	checkOrder(t, root)
	checkCurrencies(t, root, a.of["BT-5"])
	if cii == einvoice.CII { // profile EN 16931 of Factur-X names no process, and a guideline of its own
		delete(a.of, "BT-24")
		delete(b.of, "BT-23")
		delete(b.of, "BT-24")
	}
	if all := b.groups["BG-3"]; len(all) > 1 { // CII has room for the first, and a note names them
		note := a.groups["BG-1"][0].of["BT-22"]
		for _, r := range all {
			if !strings.Contains(note, r.of["BT-25"]) {
				t.Fatalf("the note %q does not name %s", note, r.of["BT-25"])
			}
		}
		a.groups["BG-1"], b.groups["BG-3"] = a.groups["BG-1"][1:], all[:1]
	}
	if len(a.groups["BG-1"]) == 0 {
		delete(a.groups, "BG-1")
	}
	if len(b.groups["BG-1"]) > 1 {
		t.Fatal("PEPPOL-EN16931-R002: there is more than one note")
	}
	if difference := differs(a, b); difference != "" {
		t.Fatalf("%s\n%s\n%s", difference, one, other)
	}
}

// differs returns the first difference of terms.
func differs(a, b *terms) string {
	for _, of := range []map[string]string{a.of, b.of} {
		for term := range of {
			if a.of[term] != b.of[term] {
				return term + ": " + a.of[term] + " and " + b.of[term]
			}
		}
	}
	for name := range a.groups {
		for n := range min(len(a.groups[name]), len(b.groups[name])) {
			if text := differs(a.groups[name][n], b.groups[name][n]); text != "" {
				return name + " " + text
			}
		}
	}
	if !reflect.DeepEqual(a, b) {
		return "the groups differ"
	}
	return ""
}

// checkAll compares all documents of an order in both syntaxes, as EN 16931 and as XRechnung. It returns their number.
func checkAll(t fatal, o *documents.Order, set map[string]string) (count int) {
	in := shop(t, set)
	both := func(print func(einvoice.Form) ([]byte, error)) {
		checkSame(t, print, einvoice.CII, einvoice.UBL)
		checkSame(t, print, einvoice.XRechnung, einvoice.XRechnungUBL)
		count++
	}
	for _, i := range o.Accounting.Invoices {
		both(func(form einvoice.Form) ([]byte, error) { return einvoice.PrintInvoice(in, o, i, form) })
	}
	for _, m := range o.Accounting.Memos {
		both(func(form einvoice.Form) ([]byte, error) { return einvoice.PrintCreditMemo(in, o, m, form) })
	}
	return count
}

// TestBothSyntaxesSayTheSame: UBL has the terms of CII, for orders of any kind, and follows the schema of UBL.
func TestBothSyntaxesSayTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		onAccount := rapid.SampledFrom([]string{"purchaseorder", "banktransfer"}).Draw(t, "on account")
		checkAll(t, ordertest.Draw(t, ordertest.Options{Lawful: true}).Document, map[string]string{"sales/invoice/on_account": onAccount})
	})
}

// TestBothSyntaxesOfEveryKind are the kinds of orders of the tests beside.
func TestBothSyntaxesOfEveryKind(t *testing.T) {
	t.Parallel()
	const about = "general/store_information/"
	in := cart()
	foreign := in
	foreign.Rate = n("1.25")
	abroad := func(country, vat string) *ordertest.Story {
		return story(untaxed(), func(p *order.Placed) {
			p.Billing.CountryID, p.Billing.VatID = country, vat
			p.Shipping = &directory.Address{Firstname: "A", Lastname: "B", Street: []string{"C 1"}, City: "D", Postcode: "1", CountryID: country}
		})
	}
	chosen := story(in, func(p *order.Placed) { p.Billing.Street = []string{"Hof 1", "Haus 2", "Tor 3", "Tür 4"} })
	chosen.Document.Items[0].ProductOptions = documents.ProductOptions{
		Options: []documents.ItemOption{{CartOption: documents.CartOption{Label: "Gravur", Value: "Für Oma"}}},
	}
	several := ordertest.Begin(ordertest.Placed(in), time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC))
	several.Invoice(order.Wanted{LineID: 1, Qty: n("2")})
	several.Invoice()
	several.Refund(order.NewCreditMemo{AdjustmentPositive: n("3")})
	thirds := cart()
	thirds.Lines[0].Qty, thirds.Rules = n("7"), nil
	person := story(in, func(p *order.Placed) { p.Billing.Company, p.Billing.Prefix = "", "Dr." })
	person.Document.ShippingAddress = nil
	for name, c := range map[string]struct {
		story *ordertest.Story
		set   map[string]string
	}{
		"paid": {story(in, nil), nil},
		"on account, of a routing number": {story(in, func(p *order.Placed) {
			p.Payment, p.PaymentTitle, p.Note = "purchaseorder", "Purchase Order", "Leitweg-ID: 04011000-1234512345-06"
			p.PaymentData = map[string]any{"poNumber": "PO-77"}
		}), map[string]string{about + "registration": "0002:123456789", about + "electronic_address": "9930:DE123456789"}},
		"two currencies": {story(foreign, nil), map[string]string{"sales/invoice/on_account": "banktransfer"}},
		"to a business":  {abroad("FR", "FR12345678901"), nil},
		"export":         {abroad("CH", ""), nil},
		"exempt": {abroad("DE", ""), map[string]string{
			"sales/invoice/exemption_note": "Kleinunternehmer", "sales_pdf/invoice/terms": "",
		}},
		"choices":           {chosen, map[string]string{about + "legal_name": "", about + "tax_number": ""}},
		"several invoices":  {several, nil},
		"a price of many":   {story(thirds, nil), nil},
		"a virtual product": {person, map[string]string{about + "registration": "HRB 12345"}},
	} {
		func() {
			defer func() {
				if t.Failed() {
					t.Log(name)
				}
			}()
			if count := checkAll(t, c.story.Document, c.set); count < 2 {
				t.Errorf("%s: %d documents", name, count)
			}
		}()
	}
}

// TestACreditNoteInUBL has positive amounts, and names all invoices that it corrects.
func TestACreditNoteInUBL(t *testing.T) {
	t.Parallel()
	s := ordertest.Begin(ordertest.Placed(cart()), time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC))
	s.Invoice(order.Wanted{LineID: 1, Qty: n("2")})
	s.Invoice()
	s.Refund(order.NewCreditMemo{})
	o := s.Document
	in := shop(t, map[string]string{"sales/invoice/on_account": o.PaymentMethod})
	body, err := einvoice.PrintCreditMemo(in, o, o.Accounting.Memos[0], einvoice.UBL)
	if err != nil {
		t.Fatal(err)
	}
	root := parse(t, body)
	expect(t, root, map[string]string{
		"CustomizationID":    "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0",
		"ProfileID":          "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0",
		"CreditNoteTypeCode": "381", "InvoiceTypeCode": "", "DueDate": "", "PaymentMeans/PaymentDueDate": "2026-03-16", "OrderReference/ID": "NA",
		"OrderReference/SalesOrderID": "100000042", "CreditNoteLine/CreditedQuantity": "2", "LegalMonetaryTotal/TaxInclusiveAmount": "229.78",
		"LegalMonetaryTotal/PrepaidAmount": "30.00", "LegalMonetaryTotal/PayableAmount": "199.78",
	})
	var corrected []string
	for _, r := range root.all("BillingReference/InvoiceDocumentReference") {
		corrected = append(corrected, r.at("ID")+" of "+r.at("IssueDate"))
	}
	first, second := o.Accounting.Invoices[0].IncrementID, o.Accounting.Invoices[1].IncrementID
	if want := []string{first + " of 2026-03-01", second + " of 2026-03-02"}; !slices.Equal(corrected, want) {
		t.Errorf("%v, want %v", corrected, want)
	}
}

// TestPeppolAbroad: a shop without contact makes UBL for buyers of other countries.
func TestPeppolAbroad(t *testing.T) {
	t.Parallel()
	const about = "general/store_information/"
	s := story(cart(), func(p *order.Placed) { p.Billing.CountryID, p.Billing.Postcode = "IE", "" })
	in := shop(t, map[string]string{
		about + "contact_name": "", about + "phone": "", about + "contact_email": "", "trans_email/ident_sales/email": "",
		about + "electronic_address": "0088:4012345000009",
	})
	o := s.Document
	body, err := einvoice.PrintInvoice(in, o, o.Accounting.Invoices[0], einvoice.UBL)
	if err != nil {
		t.Fatal(err)
	}
	root := parse(t, body)
	checkOrder(t, root)
	expect(t, root, map[string]string{
		"AccountingSupplierParty/Party/EndpointID": "4012345000009", "AccountingSupplierParty/Party/Contact/Name": "",
		"AccountingCustomerParty/Party/PostalAddress/Country/IdentificationCode": "IE",
	})
	if _, err := einvoice.PrintInvoice(in, o, o.Accounting.Invoices[0], einvoice.XRechnungUBL); fault.KindOf(err) != fault.Precondition {
		t.Errorf("an XRechnung without a contact: %v", err)
	}
	body, err = einvoice.PrintInvoice(in, o, o.Accounting.Invoices[0], einvoice.CII)
	if err != nil {
		t.Fatal(err)
	}
	parse(t, body) // it has no empty element
}
