package sales

import (
	"context"
	"slices"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/tax"
	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
)

// creditMemoResource is the resource of credit memos.
var creditMemoResource = &operations.Resource{
	Name: "CreditMemo", Section: "sales", Permission: "credit-memos", ACL: "sales/creditmemo", Label: "credit memo",
	Brief: []string{"id", "incrementId", "orderId", "state", "grandTotal", "createdAt"},
	Doc:   "A full or partial refund of an order. Refunds never exceed the amount paid.",
}

func (h *handlers) refunds() []*operations.Operation {
	return []*operations.Operation{
		operations.Define(operations.Declaration{
			Resource: creditMemoResource, Verb: operations.List, Method: "GET", Path: "/orders/{orderId}/credit-memos",
			Access: operations.Backend.Access("credit-memos/read"), Paged: true, AsOf: true, Guard: h.refundsOf,
			Summary: "List the credit memos of an order",
			Doc:     "Lists the credit memos of an order, newest first.",
		}, h.memos),
		operations.Define(operations.Declaration{
			Resource: creditMemoResource, Verb: operations.Create, Method: "POST", Path: "/orders/{orderId}/credit-memos", Call: "orders.refund",
			Access: operations.Backend.Access("credit-memos/create"), Guard: h.managed("orderId"),
			Summary: "Refund an order", Effect: operations.Effect{Irreversible: "A refund cannot be taken back."},
			Doc: "Refunds lines of an order, or everything if items is empty; send {} for that. Only invoiced and paid amounts can be refunded. " +
				"The first refund includes all shipping unless shippingAmount says how much; the rest can be refunded later. adjustmentNegative " +
				"reduces the refund, adjustmentPositive adds to it. Gift cards get their part back. offlineRefund false refunds through the " +
				"payment gateway. notes of the answer, and of a dry run, say what was refunded along.",
		}, h.makeMemo),
		operations.Define(operations.Declaration{
			Resource: creditMemoResource, Verb: operations.List, Method: "GET", Path: "/credit-memos",
			Access: operations.Backend.Access("credit-memos/read"), Paged: true, Extra: true, Tool: operations.Tool{None: true},
			Summary: "List credit memos",
			Doc:     "Lists the credit memos of all orders, newest first, or the one with an increment ID.",
		}, listParts(h.reader.AllCreditMemos)),
		operations.Define(operations.Declaration{
			Resource: creditMemoResource, Verb: operations.Get, Method: "GET", Path: "/credit-memos/{id}",
			Access: operations.Backend.Access("credit-memos/read"), Guard: h.memo, AsOf: true, Summary: "Get a credit memo",
			Doc: "Returns a refund with its lines and amounts. discountAmount is negative or 0.",
		}, h.getMemo),
	}
}

// refundsOf is the guard of an order's list of credit memos.
func (h *handlers) refundsOf(ctx context.Context, c *operations.Call) error {
	return h.readOf(ctx, c)
}

func (h *handlers) memos(ctx context.Context, c *operations.Call, in invoicesPath) (*documents.Page[documents.CreditMemo], error) {
	if !c.InPast() {
		return h.reader.CreditMemos(ctx, in.OrderID, c.Page())
	}
	list, err := pastParts(ctx, c, h, in.OrderID, func(o *documents.Order) []*documents.CreditMemo { return o.Accounting.Memos },
		func(m *documents.CreditMemo) int64 { return m.ID })
	slices.Reverse(list)
	return pageOf(c, list), err
}

type makeMemoInput struct {
	invoicesPath
	Items []struct {
		OrderItemID *inputs.LenientID `json:"orderItemId" required:"true" doc:"ID of the order line"`
		Qty         inputs.Lenient    `json:"qty" required:"true" doc:"quantity; at most what was invoiced and not yet refunded"`
		BackToStock *bool             `json:"backToStock" doc:"true returns the units to stock; the default is cataloginventory/item_options/auto_return"`
	} `json:"items" doc:"lines to refund; everything refundable if omitted or empty"`
	Comment            *string        `json:"comment" lines:"many" about:"comment, as plain text"`
	AdjustmentPositive *money.Decimal `json:"adjustmentPositive" doc:"amount added to the refund"`
	AdjustmentNegative *money.Decimal `json:"adjustmentNegative" doc:"fee kept from the refund"`
	AdjustmentTaxClass *int64         `json:"adjustmentTaxClassId" doc:"product tax class of the adjustments, which include the tax; 0: untaxed; by default they have the rates of the refunded lines"`
	ShippingAmount     *money.Decimal `json:"shippingAmount" doc:"shipping to refund now, without tax; all that is left by default, and at most that"`
	Currency           *string        `json:"currency" enum:"base,order" doc:"currency of these amounts: base (default), or order, the order's"`
	Notify             *bool          `json:"notifyCustomer" doc:"true: the buyer's e-mail has the comment, too; false: no e-mail; by default an e-mail without the comment"`
	OfflineRefund      *bool          `json:"offlineRefund" doc:"true (default): record the refund only; false: refund through the payment gateway"`
}

// errRefundCurrency refuses codes of currencies as well, since the order has them.
var errRefundCurrency = fault.Invalidf(
	"currency must be base or order: whether the amounts are in the base currency or in that of the order",
).About(fault.Choice, "currency")

func (h *handlers) makeMemo(ctx context.Context, c *operations.Call, in makeMemoInput) (documents.Doc[documents.CreditMemo], error) {
	n := order.NewCreditMemo{
		Comment: domain.Value(in.Comment), Restock: c.Shop.Settings.In(0).Flag("cataloginventory/item_options/auto_return"),
		Online: in.OfflineRefund != nil && !*in.OfflineRefund,
		Notify: in.Notify == nil || *in.Notify, Shared: domain.Value(in.Notify),
	}
	if in.AdjustmentPositive != nil {
		n.AdjustmentPositive = *in.AdjustmentPositive
	}
	if in.AdjustmentNegative != nil {
		n.AdjustmentNegative = *in.AdjustmentNegative
	}
	n.Shipping = in.ShippingAmount
	if in.AdjustmentTaxClass != nil {
		percent, err := h.adjustmentPercent(ctx, c, in.OrderID, *in.AdjustmentTaxClass)
		if err != nil {
			return nil, err
		}
		n.AdjustmentPercent = &percent
	}
	switch domain.Value(in.Currency) {
	case "", "base":
	case "order":
		n.InOrderCurrency = true
	default:
		return nil, errRefundCurrency
	}
	for _, i := range in.Items {
		item := order.RefundItem{Qty: i.Qty.Or(money.Zero), BackToStock: i.BackToStock}
		if i.OrderItemID != nil {
			item.LineID = int64(*i.OrderItemID)
		}
		n.Items = append(n.Items, item)
	}
	id, err := h.commands.RefundOrder(ctx, in.OrderID, n)
	if err != nil {
		return nil, err
	}
	return h.memoPart().written(h, in.OrderID, id).Answer(ctx, c)
}

// adjustmentPercent returns the rate of a product tax class for the buyer of an order, where the order is taxed. Class 0 has none.
func (h *handlers) adjustmentPercent(ctx context.Context, c *operations.Call, orderID, class int64) (money.Decimal, error) {
	if class == 0 {
		return money.Zero, nil
	}
	taxes, err := directory.TaxReaderOf(h.reader.Reader).Taxes(ctx)
	if err != nil {
		return money.Zero, err
	}
	if !slices.ContainsFunc(taxes.ProductClasses(), func(known tax.Class) bool { return known.ID == class }) {
		return money.Zero, fault.Invalidf("Unknown product tax class ID: %d", class).About(fault.Unknown, "adjustmentTaxClassId")
	}
	o, err := h.orderOf(ctx, orderID)
	if err != nil {
		return money.Zero, err
	}
	location := func(a *documents.Address) tax.Location {
		if a == nil {
			return tax.Location{}
		}
		return tax.Location{CountryID: a.CountryID, RegionID: domain.Value(a.RegionID), Postcode: a.Postcode}
	}
	terms := tax.NewSettings(c.Shop.Settings.In(o.StoreID))
	to := terms.Destination(tax.Addresses{
		Billing: location(o.BillingAddress), Shipping: location(o.ShippingAddress), Virtual: o.IsVirtual,
	})
	buyer, keeper := taxes.ClassOf(o.CustomerGroupID), taxes.ClassOf(c.Shop.DefaultGroup(o.StoreID))
	return taxes.Table.For(o.StoreID, buyer, keeper, to, terms.Origin).Rates(class).Percent, nil
}

// memo is the guard of a single credit memo.
func (h *handlers) memo(ctx context.Context, c *operations.Call) error {
	return partOf(ctx, c, "credit memo", order.ErrRefundIsUnknown, h.reader.CreditMemo)
}

type memoPath struct {
	ID int64 `path:"id" doc:"ID of the credit memo"`
}

func (h *handlers) getMemo(ctx context.Context, c *operations.Call, _ memoPath) (documents.Doc[documents.CreditMemo], error) {
	return getPart(ctx, c, h, h.memoPart())
}
