package checkout

import (
	"context"
	"encoding/json"
	"strings"

	"tradelog/domain/cart"
	"tradelog/domain/directory"
	"tradelog/domain/fault"
	"tradelog/domain/shipping"
	"tradelog/operations"
	"tradelog/operations/bodies"
	"tradelog/readmodels/documents"
)

type addressBody struct {
	cartRef
	addressInput
}

// complete returns the address to store. It refuses one without the required members (shapes-sales §1 (5)), or in a country that the
// store of the cart does not sell to.
func (a addressInput) complete(c *operations.Call) (*directory.Address, error) {
	address, err := a.address()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, part := range address.Missing() {
		names = append(names, string(part))
	}
	if names != nil {
		return nil, fault.Invalidf("Missing required address fields: %s", strings.Join(names, ", ")).About(fault.Required, names...)
	}
	return address, soldTo(c, address)
}

// soldTo returns an error for an address in a country that the store of the cart does not sell to.
func soldTo(c *operations.Call, address *directory.Address) error {
	if err := address.CheckAllowed(c.Shop.Settings.In(operations.Loaded[cart.State](c).StoreID).AddressRules()); err != nil {
		return err
	}
	return nil
}

func (h *handlers) setShippingAddress(ctx context.Context, c *operations.Call, in addressBody) (documents.Doc[documents.Cart], error) {
	address, err := in.complete(c)
	if err != nil {
		return nil, err
	}
	return h.details(ctx, c, cart.Details{Shipping: address})
}

type billingBody struct {
	cartRef
	addressInput
	SameAsShipping bool `json:"sameAsShipping" doc:"copy the shipping address"`
}

func (h *handlers) setBillingAddress(ctx context.Context, c *operations.Call, in billingBody) (documents.Doc[documents.Cart], error) {
	if in.SameAsShipping {
		shipTo := operations.Loaded[cart.State](c).Shipping
		if shipTo == nil || shipTo.CountryID == "" {
			return nil, fault.Invalidf("Cart has no shipping address to copy").About(fault.Unfitting, "sameAsShipping")
		}
		if err := soldTo(c, shipTo); err != nil {
			return nil, fault.In("sameAsShipping", err)
		}
		return h.details(ctx, c, cart.Details{Billing: shipTo})
	}
	address, err := in.complete(c)
	if err != nil {
		return nil, err
	}
	return h.details(ctx, c, cart.Details{Billing: address})
}

type shippingMethodBody struct {
	cartRef
	CarrierCode string `json:"carrierCode" doc:"such as flatrate"`
	MethodCode  string `json:"methodCode" doc:"such as flatrate"`
}

func (h *handlers) setShippingMethod(ctx context.Context, c *operations.Call,
	in shippingMethodBody) (documents.Doc[documents.Cart], error) {
	carrier, method := strings.TrimSpace(in.CarrierCode), strings.TrimSpace(in.MethodCode)
	if carrier == "" || method == "" {
		return nil, fault.Invalidf("Carrier code and method code are required").About(fault.Required, "carrierCode", "methodCode")
	}
	p, err := h.price(ctx, c, operations.Loaded[cart.State](c))
	if err != nil {
		return nil, err
	}
	code := shipping.Rate{CarrierCode: carrier, MethodCode: method}.Code()
	if err := p.Ships(code); err != nil {
		return nil, noChoice(err, "carrierCode", "methodCode")
	}
	return h.details(ctx, c, cart.Details{Method: code})
}

// noChoice returns the refusal of a method as a refusal of one of the fields that name it here.
func noChoice(err error, fields ...string) error {
	if f, ok := fault.As(err); ok {
		return f.About(fault.Choice, fields...)
	}
	return err
}

type paymentMethodBody struct {
	cartRef
	MethodCode     string          `json:"methodCode" doc:"payment method code, such as checkmo"`
	AdditionalData json.RawMessage `json:"additionalData" lines:"own" type:"object" doc:"further payment data: poNumber for purchaseorder, which the order shows. Card data is refused"`
}

func (h *handlers) setPaymentMethod(ctx context.Context, c *operations.Call, in paymentMethodBody) (documents.Doc[documents.Cart], error) {
	code := strings.TrimSpace(in.MethodCode)
	if code == "" {
		return nil, fault.Invalidf("Payment method code is required").About(fault.Required, "methodCode")
	}
	var told map[string]json.RawMessage
	if data := in.AdditionalData; len(data) > 0 && !bodies.EmptyList(data) {
		if json.Unmarshal(data, &told) != nil {
			return nil, fault.Invalidf("additionalData must be an object").About(fault.Type, "additionalData")
		}
	}
	data, err := paymentData(code, "additionalData", told)
	if err != nil {
		return nil, err
	}
	p, err := h.price(ctx, c, operations.Loaded[cart.State](c))
	if err != nil {
		return nil, err
	}
	if err := p.Pays(code); err != nil {
		return nil, noChoice(err, "methodCode")
	}
	return h.details(ctx, c, cart.Details{Payment: code, PaymentData: data})
}

func (h *handlers) details(ctx context.Context, c *operations.Call, d cart.Details) (documents.Doc[documents.Cart], error) {
	s, err := h.commands.SetCartDetails(ctx, operations.Loaded[cart.State](c).ID, d)
	if err != nil {
		return nil, err
	}
	return h.changed(ctx, c, s, nil)
}
