package checkout

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"tradelog/commands/checkout"
	"tradelog/domain/cart"
	"tradelog/domain/catalog"
	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/payment"
	"tradelog/operations"
	"tradelog/operations/sales"
	"tradelog/readmodels/documents"
)

// placeInput is the body of a placement (shapes-sales §6). What the cart already knows may be left out.
type placeInput struct {
	CartID          *int64                     `json:"cartId" doc:"number of the cart; wins over the path"`
	MaskedID        *string                    `json:"maskedId" doc:"masked ID of a guest's cart; wins over the path"`
	ShippingAddress *addressInput              `json:"shippingAddress" doc:"where to ship"`
	BillingAddress  *addressInput              `json:"billingAddress" doc:"who pays; not taken from the shipping address"`
	GuestEmail      *string                    `json:"guestEmail" alias:"email" doc:"e-mail of the guest"`
	PaymentMethod   *string                    `json:"paymentMethod" doc:"code of a payment method, such as checkmo"`
	PaymentData     map[string]json.RawMessage `json:"paymentData" lines:"own" doc:"what the payment method takes besides its code: poNumber of purchaseorder. Never returned; card data is refused"`
	ShippingMethod  *string                    `json:"shippingMethod" doc:"code of a shipping method, such as flatrate_flatrate"`
	OrderNote       *string                    `json:"orderNote" lines:"many" doc:"remark of the customer"`
	CashTendered    *money.Decimal             `json:"cashTendered" grant:"orders/create" doc:"cash that was handed over, with cashondelivery"`
}

type placeOwned struct {
	pathID
	placeInput
}

type placeGuest struct {
	pathMask
	placeInput
}

func (h *handlers) placeOwned(ctx context.Context, c *operations.Call, in placeOwned) (*operations.Reply, error) {
	return h.place(ctx, c, in.placeInput, func() (cart.State, error) { return h.ownedCart(ctx, c, c.PathID("id")) })
}

func (h *handlers) placeGuest(ctx context.Context, c *operations.Call, in placeGuest) (*operations.Reply, error) {
	return h.place(ctx, c, in.placeInput, func() (cart.State, error) {
		if in.ID != strings.ToLower(in.ID) {
			return cart.State{}, cart.ErrNotFound
		}
		return h.placeable(ctx, c, in.ID)
	})
}

func (h *handlers) placeAny(ctx context.Context, c *operations.Call, in placeInput) (*operations.Reply, error) {
	return h.place(ctx, c, in, func() (cart.State, error) { return cart.State{}, cart.ErrNotFound })
}

// place makes an order of a cart and answers with it. fromPath finds the cart when the body names none.
func (h *handlers) place(ctx context.Context, c *operations.Call, in placeInput, fromPath func() (cart.State, error)) (*operations.Reply, error) {
	s, err := h.find(ctx, c, in, fromPath)
	if err != nil {
		return nil, err
	}
	details := cart.Details{Method: text(in.ShippingMethod), Payment: text(in.PaymentMethod), Note: strings.TrimSpace(text(in.OrderNote))}
	if in.ShippingAddress != nil {
		a := in.ShippingAddress.address()
		details.Shipping = &a
	}
	if in.BillingAddress != nil {
		a := in.BillingAddress.address()
		details.Billing = &a
	}
	if details.PaymentData, err = paymentData(cmp.Or(details.Payment, s.Payment), "paymentData", in.PaymentData); err != nil {
		return nil, err
	}
	if email := strings.TrimSpace(text(in.GuestEmail)); customer.ValidEmail(email) {
		details.Email = email
	}
	token := ""
	if s.CustomerID == 0 {
		if token, err = h.derive(ctx, fmt.Sprintf("order of cart %d %s", s.ID, s.MaskedID)); err != nil {
			return nil, err
		}
	}
	placed, err := h.commands.PlaceOrder(ctx, s.ID, details, func(ctx context.Context, s cart.State) (checkout.Quote, error) {
		return h.quote(ctx, c, s, in, token)
	})
	if err != nil {
		return nil, err
	}
	if len(placed.Totals.RuleIDs) > 0 {
		c.Touches("pricerules")
	}
	if len(placed.Totals.Cards) > 0 {
		c.Touches("giftcards")
	}
	reply, err := sales.ShowOrder(ctx, c, h.Orders, h.reader, placed.OrderID)
	if err != nil || token == "" {
		return reply, err
	}
	fragment, err := documents.Fragment(documents.OrderSecrets{AccessToken: token})
	reply.Item = documents.Splice(reply.Item, fragment)
	return reply, err
}

// paymentData is what the cart stores of the data of a payment method; nil when there is none.
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

// quote checks a cart (shapes-sales §6 checks 2 to 19) and makes the order as it would be placed.
func (h *handlers) quote(ctx context.Context, c *operations.Call, s cart.State, in placeInput, token string) (checkout.Quote, error) {
	p, err := h.price(ctx, c, s, h.present)
	if err != nil {
		return checkout.Quote{}, err
	}
	method, err := h.check(ctx, c, p, in)
	if err != nil {
		return checkout.Quote{}, err
	}
	placed := order.Placed{
		StoreID: p.store.ID, WebsiteID: p.store.WebsiteID, StoreName: c.Shop.FullName(p.store), CustomerID: s.CustomerID, GroupID: p.group,
		Billing: s.Billing, Shipping: s.Shipping, Note: s.Note, RemoteIP: c.Request.RemoteIP, Forwarded: c.Request.Forwarded,
		Virtual: p.virtual, Currency: p.currency, BaseCurrency: p.base, GlobalCurrency: c.Shop.Settings.In(0).Text("currency/options/base"),
		Rate: p.rate, Totals: p.totals, Payment: method.Code, PaymentTitle: method.Title, Status: order.DefaultStatus(order.New),
	}
	if data := payment.Stored(s.PaymentData, method.Code); data != nil {
		placed.PaymentData = data
	}
	placed.InvoiceAtOnce = method.InvoicesAtOnce()
	if method.Code == cashOnDelivery {
		placed.Tendered = in.CashTendered
	}
	if order.Assigned(order.New, method.OrderStatus) {
		placed.Status = method.OrderStatus
	}
	if token != "" {
		placed.TokenHash = order.HashToken(token)
	}
	if p.virtual {
		placed.Shipping = nil
	} else {
		placed.Method, placed.MethodTitle = p.chosen.Code(), p.chosen.Title()
	}
	if err := h.buyer(ctx, &placed, s); err != nil {
		return checkout.Quote{}, err
	}
	for i, l := range p.lines {
		line := order.Line{
			ProductID: l.product.ID, SKU: l.product.SKU, Name: l.product.Name, Type: l.product.Type, Qty: l.item.Qty, Original: p.display(l.catalog).Cents(),
			Virtual: catalog.IsVirtual(l.product.Type), QtyDecimal: l.product.Level.DecimalQty && l.product.Type != giftcard.ProductType, Totals: p.totals.Lines[i], Request: l.item.Options,
			GiftCard: l.sold(),
		}
		if l.product.Weight != nil {
			line.Weight = *l.product.Weight
		}
		if l.product.Cost != nil {
			line.Cost = *l.product.Cost
		}
		placed.Weight = placed.Weight.Add(line.Weight.Mul(line.Qty).Stored())
		placed.QtyOrdered = placed.QtyOrdered.Add(line.Qty)
		placed.Lines = append(placed.Lines, line)
	}
	p.give(&placed)
	return checkout.Quote{Order: placed}, nil
}

// buyer fills in who buys: the account's data, whatever else was told, or what the guest told.
func (h *handlers) buyer(ctx context.Context, placed *order.Placed, s cart.State) error {
	if s.CustomerID == 0 {
		if s.Email == "" {
			return fault.Preconditionf("A valid e-mail address is required for guest orders.")
		}
		placed.Customer = order.Person{Email: s.Email}
		if s.Billing != nil {
			placed.Customer.Firstname, placed.Customer.Lastname = s.Billing.Firstname, s.Billing.Lastname
		}
		return nil
	}
	account, err := h.Customers.Customer(ctx, s.CustomerID)
	if err != nil {
		return err
	}
	a := account.Profile
	placed.Customer = order.Person{
		Email: a.Email, Firstname: a.Firstname, Lastname: a.Lastname, Middlename: a.Middlename, Prefix: a.Prefix, Suffix: a.Suffix,
		Taxvat: a.Taxvat, Dob: a.Dob, Gender: a.Gender,
	}
	return nil
}
