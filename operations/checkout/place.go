package checkout

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/payment"
	"tradelog/operations"
	"tradelog/operations/sales"
	"tradelog/quote"
	"tradelog/readmodels/documents"
)

// placeInput is the body of a placement (shapes-sales §6). Values that the cart has may be missing.
type placeInput struct {
	CartID          *int64                     `json:"cartId" doc:"ID of the cart; overrides the path"`
	MaskedID        *string                    `json:"maskedId" longest:"255" doc:"masked ID of a guest cart; overrides the path"`
	ShippingAddress *addressInput              `json:"shippingAddress" doc:"shipping address"`
	BillingAddress  *addressInput              `json:"billingAddress" doc:"never copied from shippingAddress"`
	GuestEmail      *string                    `json:"guestEmail" alias:"email" doc:"e-mail of the guest"`
	PaymentMethod   *string                    `json:"paymentMethod" doc:"code of a payment method, such as checkmo"`
	PaymentData     map[string]json.RawMessage `json:"paymentData" lines:"own" doc:"further payment data: poNumber for purchaseorder, which the order shows. Card data is refused"`
	ShippingMethod  *string                    `json:"shippingMethod" doc:"code of a shipping method, such as flatrate_flatrate"`
	OrderNote       *string                    `json:"orderNote" lines:"many" doc:"customer's comment"`
	// Expected is no part of the order.
	Expected *money.Decimal `json:"expectedGrandTotal" doc:"grand total that the buyer was shown; if it has changed, nothing is ordered (409 total_changed)"`
	placementDetails
}

// placementDetails has the fields of order.PlacementDetails, in their order. They become part of the order.
type placementDetails struct {
	Tendered *money.Decimal `json:"cashTendered" grant:"orders/create" doc:"cashondelivery: cash received"`
}

type placeOwned struct {
	pathID
	placeInput
}

type placeGuest struct {
	pathMask
	placeInput
}

func (h *handlers) placeOwned(ctx context.Context, c *operations.Call, in placeOwned) (documents.Doc[documents.Order], error) {
	return h.place(ctx, c, in.placeInput, func() (cart.State, error) { return h.own(ctx, c, h.commands.Cart) })
}

func (h *handlers) placeGuest(ctx context.Context, c *operations.Call, in placeGuest) (documents.Doc[documents.Order], error) {
	return h.place(ctx, c, in.placeInput, func() (cart.State, error) {
		if in.ID != strings.ToLower(in.ID) {
			return cart.State{}, cart.ErrNotFound
		}
		return h.placeable(ctx, c, in.ID)
	})
}

func (h *handlers) placeAny(ctx context.Context, c *operations.Call, in placeInput) (documents.Doc[documents.Order], error) {
	return h.place(ctx, c, in, func() (cart.State, error) { return cart.State{}, cart.ErrNotFound })
}

// place places the order of a cart and answers with it. fromPath finds the cart if the body names none.
func (h *handlers) place(ctx context.Context, c *operations.Call, in placeInput,
	fromPath func() (cart.State, error)) (documents.Doc[documents.Order], error) {
	s, err := h.find(ctx, c, in, fromPath)
	if err != nil {
		return nil, err
	}
	details := cart.Details{Method: domain.Value(in.ShippingMethod), Payment: domain.Value(in.PaymentMethod),
		Note: domain.Trimmed(in.OrderNote)}
	if in.ShippingAddress != nil {
		if details.Shipping, err = in.ShippingAddress.address(); err != nil {
			return nil, fault.In("shippingAddress", err)
		}
	}
	if in.BillingAddress != nil {
		if details.Billing, err = in.BillingAddress.address(); err != nil {
			return nil, fault.In("billingAddress", err)
		}
	}
	if details.PaymentData, err = paymentData(cmp.Or(details.Payment, s.Payment), "paymentData", in.PaymentData); err != nil {
		return nil, err
	}
	if email := domain.Trimmed(in.GuestEmail); customer.ValidEmail(email) {
		details.Email = email
	}
	placement := quote.Placement{
		Service: h.quotes, At: quotedAt(c), PaymentMethod: details.Payment, ShippingMethod: details.Method,
		Details: order.PlacementDetails(in.placementDetails), Expected: in.Expected,
		RemoteIP: c.Caller.RemoteIP, Forwarded: c.Caller.Forwarded,
	}
	token := ""
	if s.CustomerID == 0 {
		if token, err = h.derive(ctx, fmt.Sprintf("order of cart %d %s", s.ID, s.MaskedID)); err != nil {
			return nil, err
		}
		placement.TokenHash = order.HashToken(token)
	}
	placed, err := h.commands.PlaceOrder(ctx, s.ID, details, placement)
	if err != nil {
		return nil, err
	}
	doc, err := sales.ShowOrder(ctx, c, h.orders, h.sales, placed.OrderID)
	if err != nil || token == "" {
		return doc, err
	}
	fragment, err := documents.Fragment(documents.OrderSecrets{AccessToken: token})
	return doc.Splice(fragment), err
}

// paymentData returns the payment data to store in the cart, or nil.
func paymentData(method, attribute string, sent map[string]json.RawMessage) (json.RawMessage, error) {
	data, err := payment.Read(method, attribute, sent)
	if err != nil || data == nil {
		return nil, err
	}
	return json.Marshal(data)
}

func (h *handlers) find(ctx context.Context, c *operations.Call, in placeInput, fromPath func() (cart.State, error)) (cart.State, error) {
	switch {
	case in.MaskedID != nil && *in.MaskedID != "":
		return h.placeable(ctx, c, *in.MaskedID)
	case in.CartID != nil:
		return h.placeableCart(ctx, c, *in.CartID)
	}
	return fromPath()
}
