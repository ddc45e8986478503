package sales_test

import (
	"fmt"
	"testing"

	"tradelog/test/salestest"
)

// The members of invoices and credit memos, in the order of shapes-sales §10 and §12. A ? marks members that are left out if they are
// null.
const (
	invoiceMembers = `id orderId storeId incrementId orderIncrementId state stateName grandTotal subtotal taxAmount shippingAmount
		subtotalInclTax shippingInclTax discountAmount baseDiscountAmount baseGrandTotal baseSubtotal baseTaxAmount baseShippingAmount totalQty
		currency transactionId? discountDescription? emailSent canVoidFlag isUsedForRefund items comments createdAt updatedAt extensions
		giftcardAmount`
	invoiceItemMembers = `id orderItemId productId sku name qty price priceInclTax rowTotal rowTotalInclTax taxAmount discountAmount basePrice
		basePriceInclTax baseRowTotal baseRowTotalInclTax baseTaxAmount baseDiscountAmount extensions`
	memoMembers = `id incrementId orderId orderIncrementId state grandTotal baseGrandTotal subtotal taxAmount shippingAmount discountAmount
		adjustmentPositive adjustmentNegative items comment? invoiceId? storeId currency subtotalInclTax shippingInclTax shippingTaxAmount
		hiddenTaxAmount baseSubtotal baseTaxAmount baseShippingAmount baseDiscountAmount adjustment baseAdjustment transactionId?
		creditmemoStatus? emailSent orderCurrencyCode baseCurrencyCode discountDescription? createdAt updatedAt comments extensions
		giftcardAmount` + memoBeyond
	memoItemMembers = `id orderItemId sku name qty price rowTotal taxAmount discountAmount backToStock productId description? priceInclTax
		rowTotalInclTax basePrice baseRowTotal baseTaxAmount baseDiscountAmount extensions`
)

// The members beyond the contract (docs/bookkeeping.md): gift cards in the base currency, the tax on discounts, taxes of adjustments, and
// sentences about further refunds.
const (
	invoiceBeyond = " baseGiftcardAmount hiddenTaxAmount"
	memoBeyond    = " baseGiftcardAmount notes adjustmentTaxAmount baseAdjustmentTaxAmount adjustmentTaxes?"
)

// TestMembersOfInvoicesAndCreditMemos checks that both have exactly the members of the contract and those beyond it, in answers to writes
// and in lists.
func TestMembersOfInvoicesAndCreditMemos(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 10, nil)
	o := s.Order("MUG*3")
	one := fields{"items": []any{fields{"orderItemId": line(o, 0), "qty": 1}}, "comment": "One"}
	made := s.Must(201, "POST", path(o, "/invoices"), one, s.Service...).Object(t)
	rest := s.Must(201, "POST", path(o, "/invoices"), fields{}, s.Service...).Object(t)
	list := s.Must(200, "GET", path(o, "/invoices"), nil, s.Service...).List(t)
	if len(list) != 2 || list[0]["id"] != made["id"] || list[1]["id"] != rest["id"] {
		t.Errorf("invoices: %v", list)
	}
	for _, i := range []any{made, rest} {
		salestest.Members(t, "an invoice", i, invoiceMembers+invoiceBeyond)
	}
	for _, i := range list {
		salestest.Members(t, "a listed invoice", i, invoiceMembers+invoiceBeyond+" pdfUrl")
		salestest.Members(t, "its line", salestest.At(i, "items.0"), invoiceItemMembers)
	}
	salestest.Members(t, "its comment", salestest.At(made, "comments.0"), commentMembers)

	one["adjustmentNegative"] = 2
	memo := s.Must(201, "POST", path(o, "/credit-memos"), one, s.Service...).Object(t)
	bare := s.Must(201, "POST", path(o, "/credit-memos"), fields{"adjustmentPositive": 2}, s.Service...).Object(t)
	got := s.Must(200, "GET", fmt.Sprintf("/credit-memos/%v", memo["id"]), nil, s.Service...).Object(t)
	memos := s.Must(200, "GET", path(o, "/credit-memos"), nil, s.Service...).List(t)
	for _, m := range []any{memo, bare, got, memos[0], memos[1]} {
		salestest.Members(t, "a credit memo", m, memoMembers)
		salestest.Members(t, "its line", salestest.At(m, "items.0"), memoItemMembers)
	}
	if memos[0]["id"] != bare["id"] || memo["comment"] != "One" {
		t.Errorf("credit memos: %v", memos)
	}
	salestest.Members(t, "its comment", salestest.At(memo, "comments.0"), commentMembers)
}

// TestLinesTellWhatWasRefunded checks refunded amounts of lines, summed over the credit memos (shapes-sales §12 (3)).
func TestLinesTellWhatWasRefunded(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 10, nil)
	o := s.Order("MUG*3")
	s.Must(201, "POST", path(o, "/invoices"), fields{}, s.Service...)
	refund := func(qty int) {
		s.Must(201, "POST", path(o, "/credit-memos"), fields{"items": []any{fields{"orderItemId": line(o, 0), "qty": qty}}}, s.Service...)
	}
	show := func() fields { return s.Must(200, "GET", path(o, ""), nil, s.Service...).Object(t) }
	salestest.Check(t, show(), fields{"items.0.amountRefunded": nil, "items.0.taxRefunded": nil, "items.0.discountRefunded": nil})
	refund(1)
	salestest.Check(t, show(), fields{
		"items.0.qtyRefunded": 1, "items.0.amountRefunded": 10, "items.0.taxRefunded": 0, "items.0.discountRefunded": 0,
	})
	refund(2)
	salestest.Check(t, show(), fields{"items.0.qtyRefunded": 3, "items.0.amountRefunded": 30})
	s.Verify("orders")
}
