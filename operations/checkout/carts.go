package checkout

import (
	"context"
	"errors"
	"time"

	"tradelog/domain/cart"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/quote"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/freshness"
)

type createInput struct {
	StoreID *int64 `json:"storeId" doc:"ID of the cart's store view; the request's store by default"`
}

// storeOf returns the store of a new cart.
func (h *handlers) storeOf(c *operations.Call, asked *int64) (int64, error) {
	if asked == nil {
		return c.Store.ID, nil
	}
	if _, ok := c.Shop.Store(*asked); !ok {
		return 0, fault.Invalidf("Invalid store: %d", *asked).About(fault.Unknown, "storeId")
	}
	if !c.MaySeeStore(*asked) {
		return 0, fault.Forbiddenf("Token is not authorized for store: %d", *asked)
	}
	return *asked, nil
}

// create opens a cart: the customer's own, or a guest's if the back office asks.
func (h *handlers) create(ctx context.Context, c *operations.Call, in createInput) (documents.Doc[documents.Cart], error) {
	return h.createCart(ctx, c, in, c.CustomerID())
}

func (h *handlers) createGuest(ctx context.Context, c *operations.Call, in createInput) (documents.Doc[documents.Cart], error) {
	if c.Backend() { // the back office may use its number
		return h.createCart(ctx, c, in, 0)
	}
	store, err := h.storeOf(c, in.StoreID)
	if err != nil {
		return nil, err
	}
	id, err := h.commands.ReserveCart(ctx)
	if err != nil {
		return nil, err
	}
	mask, ok, err := h.mask(ctx, id, store, c.Now())
	if err != nil {
		return nil, err
	}
	if !ok {
		return h.createCart(ctx, c, in, 0)
	}
	begins := cart.Created{CartID: id, StoreID: store, MaskedID: mask, At: c.Now().UTC().Truncate(time.Second)}
	return h.show(ctx, c, h.commands.Begin(begins))
}

func (h *handlers) createCart(
	ctx context.Context, c *operations.Call, in createInput, customerID int64,
) (documents.Doc[documents.Cart], error) {
	store, err := h.storeOf(c, in.StoreID)
	if err != nil {
		return nil, err
	}
	s, err := h.commands.CreateCart(ctx, store, customerID)
	if err != nil {
		return nil, err
	}
	if s.MaskedID != "" {
		if err := h.publish(ctx, c, s); err != nil {
			return nil, err
		}
	}
	return h.show(ctx, c, s)
}

// publish makes the masked ID of a cart known if it does not contain the cart's number. Every process finds the cart by the rows.
func (h *handlers) publish(ctx context.Context, c *operations.Call, s cart.State) error {
	h.quotes.Checkout.RememberMask(s.MaskedID, s.ID)
	if err := c.Reached(ctx, "carts"); !errors.Is(err, freshness.ErrBehind) {
		return err
	}
	return nil // this process knows it
}

// quotedAt returns the arguments of a quote for a call: shop, store, currency, customer and moment.
func quotedAt(c *operations.Call) quote.At {
	at := quote.At{Shop: c.Shop, Now: c.Now()}
	if c.Caller.Currency.Sent {
		at.Currency = c.Currency
	}
	return at
}

// price quotes a cart for an answer, which is cached while its inputs are unchanged.
func (h *handlers) price(ctx context.Context, c *operations.Call, s cart.State) (*quote.Quote, error) {
	if err := c.Refresh(ctx); err != nil {
		return nil, err
	}
	p, err := h.quotes.Price(ctx, quotedAt(c), s)
	if err == nil {
		c.Until(p.Until)
	}
	return p, err
}

// show answers with a cart in its present state.
func (h *handlers) show(ctx context.Context, c *operations.Call, s cart.State) (documents.Doc[documents.Cart], error) {
	p, err := h.price(ctx, c, s)
	if err != nil {
		return nil, err
	}
	return h.cartReply(p, nil)
}

// changed answers with a cart after a write. Choices that are no longer valid, such as a coupon without effect, are removed from the cart
// for good.
func (h *handlers) changed(ctx context.Context, c *operations.Call, s cart.State,
	mark func(*documents.Cart)) (documents.Doc[documents.Cart], error) {
	p, err := h.repriced(ctx, c, s)
	if err != nil {
		return nil, err
	}
	return h.cartReply(p, mark)
}

// repriced quotes a cart after a write.
func (h *handlers) repriced(ctx context.Context, c *operations.Call, s cart.State) (*quote.Quote, error) {
	p, err := h.price(ctx, c, s)
	if err != nil || s.Closed {
		return p, err
	}
	if coupon, cards := p.Lost(); coupon.Code == "" && len(cards) == 0 {
		return p, nil
	}
	brief, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	confirmed, err := h.quotes.Confirmed(brief, p)
	if err != nil { // the cart was changed, and keeps what seems to have ended
		return p, nil
	}
	if coupon, cards := confirmed.Lost(); coupon.Code != "" || len(cards) > 0 {
		confirmed.Cart, err = h.commands.DropFromCart(ctx, s.ID, coupon, cards)
	}
	return confirmed, err
}

func (h *handlers) cartReply(p *quote.Quote, mark func(*documents.Cart)) (documents.Doc[documents.Cart], error) {
	doc := h.quotes.Show(p)
	if mark != nil {
		mark(&doc)
	}
	b, err := documents.Encode(doc)
	return b, err
}

func (h *handlers) get(ctx context.Context, c *operations.Call, _ pathID) (documents.Doc[documents.Cart], error) {
	return h.show(ctx, c, operations.Loaded[cart.State](c))
}

// guestTotals answers with the bare prices, which guests' clients expect.
func (h *handlers) guestTotals(ctx context.Context, c *operations.Call, _ pathMask) (documents.Bare[documents.CartPrices], error) {
	p, err := h.price(ctx, c, operations.Loaded[cart.State](c))
	if err != nil {
		return nil, err
	}
	return documents.Plainly(h.quotes.Show(p).Prices)
}

type addInput struct {
	SKU string         `json:"sku" doc:"SKU of the product, case-insensitive"`
	Qty inputs.Lenient `json:"qty" doc:"quantity, from 1 to 10000; 1 by default"`
	customPriceInput
	giftCardInput
	chosenInput
}

// choice returns the product and options to add to a cart.
func (in addInput) choice(c *operations.Call, storeID int64) (out quote.Choice, err error) {
	out.SKU, out.Qty, out.Card = in.SKU, in.Qty.Or(money.One), in.card()
	if out.Sent, err = in.sent(c); err != nil {
		return out, err
	}
	out.Price, err = in.customPrice(c, storeID)
	return out, err
}

func (h *handlers) wantedLine(ctx context.Context, c *operations.Call, storeID int64, in addInput) (quote.Wanted, error) {
	choice, err := in.choice(c, storeID)
	if err != nil {
		return quote.Wanted{}, err
	}
	return h.quotes.Wanted(ctx, c.Shop, storeID, choice)
}

type cartAdd struct {
	pathID
	addInput
}

func (h *handlers) addOwned(ctx context.Context, c *operations.Call, in cartAdd) (documents.Doc[documents.Cart], error) {
	s := operations.Loaded[cart.State](c)
	w, err := h.wantedLine(ctx, c, s.StoreID, in.addInput)
	if err != nil {
		return nil, err
	}
	if s, err = h.add(ctx, s, w); err != nil {
		return nil, err
	}
	return h.changed(ctx, c, s, nil)
}

type guestAdd struct {
	pathMask
	addInput
}

// addGuest adds to a guest's cart. An unknown or inactive masked ID creates a new cart, so a page that stayed open still works
// (shapes-sales §1 rule 6).
func (h *handlers) addGuest(ctx context.Context, c *operations.Call, in guestAdd) (documents.Doc[documents.Cart], error) {
	if c.Command.Key != "" { // with a key, every attempt executes the same commands
		return h.addGuestTo(ctx, c, in, h.commands.Cart)
	}
	reply, err := h.addGuestTo(ctx, c, in, h.commands.StaleCart)
	if errors.Is(err, cart.ErrInactive) || errors.Is(err, cart.ErrNotFound) { // another process has closed or dropped the cart
		return h.addGuestTo(ctx, c, in, h.commands.Cart)
	}
	return reply, err
}

func (h *handlers) addGuestTo(ctx context.Context, c *operations.Call, in guestAdd, look cartLook) (documents.Doc[documents.Cart], error) {
	s, err := h.maskedCart(ctx, c, in.ID, look)
	recreated := fault.KindOf(err) == fault.NotFound
	if err != nil && !recreated {
		return nil, err
	}
	if recreated {
		s.StoreID = c.Store.ID
	}
	w, err := h.wantedLine(ctx, c, s.StoreID, in.addInput)
	if err != nil {
		return nil, err
	}
	if recreated || s.Unsaved {
		if err := c.Limit(creationsByHand, nil); err != nil {
			return nil, err
		}
	}
	if recreated {
		// A product that cannot be added must not leave an empty cart.
		if _, err := (cart.State{Exists: true}).AddAll(w.Items, c.Now(), w.Sellable); err != nil && !c.Resumed() {
			return nil, err
		}
		if s, err = h.commands.CreateCart(ctx, c.Store.ID, 0); err != nil {
			return nil, err
		}
		if err := h.publish(ctx, c, s); err != nil {
			return nil, err
		}
	}
	if s, err = h.add(ctx, s, w); err != nil {
		return nil, err
	}
	return h.changed(ctx, c, s, func(doc *documents.Cart) { doc.CartRecreated = recreated })
}

type itemInput struct {
	ID     string         `path:"id"`
	ItemID int64          `path:"itemId" doc:"ID of the line"`
	Qty    inputs.Lenient `json:"qty" doc:"new quantity, from 1 to 10000"`
	customPriceInput
}

func (h *handlers) changeItem(ctx context.Context, c *operations.Call, in itemInput) (documents.Doc[documents.Cart], error) {
	s := operations.Loaded[cart.State](c)
	item, ok := s.Item(in.ItemID)
	if !ok {
		return nil, cart.ErrItemNotFound(in.ItemID)
	}
	price, err := in.customPrice(c, s.StoreID)
	if err != nil {
		return nil, err
	}
	w, err := h.quotes.Changed(ctx, c.Shop, s.StoreID, item, in.Qty.Or(item.Qty))
	if err != nil {
		return nil, err
	}
	if s, err = h.commands.ChangeCartItem(ctx, s.ID, in.ItemID, w.Items[0].Qty, price, w.Sellable); err != nil {
		return nil, err
	}
	return h.changed(ctx, c, s, nil)
}

type itemPath struct {
	ID     string `path:"id"`
	ItemID int64  `path:"itemId" doc:"ID of the line"`
}

func (h *handlers) removeItem(ctx context.Context, c *operations.Call, in itemPath) (documents.Doc[documents.Cart], error) {
	s := operations.Loaded[cart.State](c)
	if s.Unsaved {
		return nil, cart.ErrItemNotFound(in.ItemID)
	}
	s, err := h.commands.RemoveFromCart(ctx, s.ID, in.ItemID)
	if err != nil {
		return nil, err
	}
	return h.changed(ctx, c, s, nil)
}

type shippingInput struct {
	ID      string        `path:"id"`
	Address *addressInput `json:"address" doc:"shipping address; stored in the cart"`
}

// shippingMethods lists the shipping methods, after storing the address of the body.
func (h *handlers) shippingMethods(ctx context.Context, c *operations.Call, in shippingInput) (*quote.Quote, error) {
	s := operations.Loaded[cart.State](c)
	if in.Address != nil {
		address, err := in.Address.address()
		if err == nil {
			err = soldTo(c, address)
		}
		if err != nil {
			return nil, fault.In("address", err)
		}
		if s, err = h.commands.SetCartDetails(ctx, s.ID, cart.Details{Shipping: address}); err != nil {
			return nil, err
		}
	}
	return h.price(ctx, c, s)
}

func (h *handlers) ownedShipping(ctx context.Context, c *operations.Call, in shippingInput) (documents.Cart, error) {
	p, err := h.shippingMethods(ctx, c, in)
	if err != nil {
		return documents.Cart{}, err
	}
	return h.quotes.Show(p), nil
}

func (h *handlers) guestShipping(ctx context.Context, c *operations.Call,
	in shippingInput) (documents.Bare[[]documents.ShippingMethod], error) {
	p, err := h.shippingMethods(ctx, c, in)
	if err != nil {
		return nil, err
	}
	return documents.Plainly(p.ShippingMethods())
}

func (h *handlers) guestPayment(ctx context.Context, c *operations.Call, _ pathMask) (documents.Bare[[]documents.PaymentMethod], error) {
	p, err := h.price(ctx, c, operations.Loaded[cart.State](c))
	if err != nil {
		return nil, err
	}
	return documents.Plainly(p.PaymentMethods())
}
