package forgetting

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/contact"
	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/newsletter"
	"tradelog/domain/order"
	"tradelog/domain/person"
	"tradelog/eventstore"
)

// Guest selects a guest's data by the ID or the number of an order, or by an e-mail address.
type Guest struct {
	OrderID   int64
	Increment string
	Email     string
}

// errWho: not exactly one member of Guest is set.
var errWho = fault.Invalidf("Give one of orderId, incrementId and email.").About(fault.Required, "orderId", "incrementId", "email")

// check returns an error unless exactly one member is set.
func (g Guest) check() error {
	given := 0
	for _, is := range []bool{g.OrderID != 0, g.Increment != "", g.Email != ""} {
		if is {
			given++
		}
	}
	if given != 1 {
		return errWho
	}
	return nil
}

// Traces lists the data of a person in the log.
type Traces struct {
	Orders  []GuestOrder // of a guest, sorted by ID
	Streams []string     // with data of the person, including the orders' streams
	Keys    int          // number of keys to delete
	// Accounts lists the customers who now have the e-mail address, or own an order that was found. Their data are not among the traces.
	Accounts []int64
	// Parts lists the fates of the data.
	Parts []Part
}

// GuestOrder is an order of a guest that no account took over.
type GuestOrder struct {
	ID        int64
	Increment string
	StoreID   int64
	cartID    int64
}

// CustomerTraces returns the data that ForgetCustomer would forget. customer.ErrNotFound: there is no such customer.
func (c *Forgetting) CustomerTraces(ctx context.Context, id int64) (Traces, error) {
	p, err := c.find(ctx, id)
	if err != nil {
		return Traces{}, err
	}
	return c.traces(ctx, p)
}

// GuestTraces returns the data that ForgetGuest would forget. Its errors are those of ForgetGuest.
func (c *Forgetting) GuestTraces(ctx context.Context, g Guest) (Traces, error) {
	_, t, err := c.findGuest(ctx, g)
	return t, err
}

func (c *Forgetting) traces(ctx context.Context, p *persona) (Traces, error) {
	return c.completeTraces(ctx, p, Traces{})
}

// complete completes the traces of a person.
func (c *Forgetting) completeTraces(ctx context.Context, p *persona, t Traces) (Traces, error) {
	entries, err := c.entries(ctx, p.subjects)
	if err != nil {
		return t, err
	}
	t.Streams, t.Keys = p.streams, len(entries)
	t.Parts, err = c.parts(ctx, p, t)
	return t, err
}

// ForgetGuest forgets a person without an account. Selected by an order, the data are the order, its cart and the gift cards bought with
// it. Selected by an e-mail address, they are all such orders, carts without an order, a subscription to the newsletter and messages of the
// contact form. Data of accounts are not touched: orders of customers, guests' orders that an account took over, carts that were merged
// into a customer's. A cart with an order counts under the address of the order.
//
// Unless forced, it fails for the same reasons as ForgetCustomer. An error of kind Invalid: g does not select one person.
// order.ErrNotFound, or an error of kind NotFound: there are no data. Conflict: all data belong to an account. allowed may refuse the data
// that were found.
func (c *Forgetting) ForgetGuest(ctx context.Context, g Guest, reason string, forced bool, allowed func(Traces) error) (Forgotten, error) {
	var p *persona
	var t Traces
	// A repeated request does not search, because the earlier attempt may have deleted keys. It uses the subjects recorded then.
	if !commands.RequestFrom(ctx).Repeats(person.GuestCategory) {
		var err error
		if p, t, err = c.findGuest(ctx, g); err != nil {
			return Forgotten{}, err
		}
		if err := allowed(t); err != nil {
			return Forgotten{}, err
		}
		if !forced {
			if err := c.refuse(ctx, p); err != nil {
				return Forgotten{}, err
			}
		}
	}
	ids, err := c.Next(ctx, person.GuestCategory, 1)
	if err != nil {
		return Forgotten{}, err
	}
	result, err := c.guests.Decide(ctx, c.guests.Stream(ids[0]), func(s person.Guest) ([]domain.Event, error) {
		return s.Forget(p.subjects)
	}, commands.Named("ForgetGuest"), commands.Because(reason), commands.First())
	if err != nil {
		return Forgotten{}, err
	}
	c.Step("forget: guest's forgetting recorded")
	if isTrial(ctx) {
		return Forgotten{Traces: t}, nil
	}
	var done Forgotten
	for _, e := range result.Events {
		if e, ok := e.(person.GuestForgetStarted); ok {
			if done, err = c.FinishGuest(ctx, e.Subjects); err != nil {
				return Forgotten{}, err
			}
		}
	}
	done.Orders, done.Accounts, done.Keys = t.Orders, t.Accounts, max(done.Keys, t.Keys) // the reaction may have deleted them first
	if done.Parts = t.Parts; p == nil {
		done.Parts, err = c.parts(ctx, &persona{streams: done.Streams}, done.Traces)
	}
	return done, err
}

// FinishGuest takes all steps that follow from a person.GuestForgetStarted. It may be called any number of times, also concurrently.
func (c *Forgetting) FinishGuest(ctx context.Context, subjects []string) (done Forgotten, err error) {
	ctx = commands.Apart(ctx)
	p := &persona{subjects: subjects}
	if p.streams, err = c.streamsOf(ctx, subjects); err != nil {
		return done, err
	}
	if err := c.end(ctx, p); err != nil {
		return done, err
	}
	c.Step("forget: carts and subscriptions ended")
	done.Keys, err = c.forget(ctx, "", p.subjects, p.streams)
	done.Streams = p.streams
	return done, err
}

// guestSearch collects the data of a guest while it reads the log.
type guestSearch struct {
	*search
	wanted  Guest
	orders  map[int64]GuestOrder // selected orders
	ordered map[int64]bool       // guests' carts with an order
	carts   map[int64]bool       // carts with the e-mail address
	merged  map[int64]int64      // guests' carts: the customer's cart that they were merged into
	owners  map[int64]int64      // orders: the account that owns them
	letters map[int64]bool       // subscribers who have had the e-mail address
	owned   map[int64]bool       // customers who have had the e-mail address
}

// findGuest finds the selected data, in two passes over the log: first events with the number or the address, then events of their
// subjects.
func (c *Forgetting) findGuest(ctx context.Context, g Guest) (*persona, Traces, error) {
	g.Email = strings.TrimSpace(g.Email)
	if err := g.check(); err != nil {
		return nil, Traces{}, err
	}
	s := &guestSearch{search: newSearch(), wanted: g, orders: map[int64]GuestOrder{}, ordered: map[int64]bool{}, carts: map[int64]bool{},
		merged: map[int64]int64{}, owners: map[int64]int64{}, letters: map[int64]bool{}, owned: map[int64]bool{}}
	opened := c.addressed([]string{g.Email}, s.addEvent)
	types := []string{order.Placed{}.EventName(), order.CustomerAssigned{}.EventName(), giftcard.Created{}.EventName()}
	if g.Email != "" {
		types = append(types, cart.MergedInto{}.EventName(), cart.DetailsSet{}.EventName(), newsletter.Subscribed{}.EventName(),
			newsletter.Linked{}.EventName(), contact.Submitted{}.EventName(), customer.Registered{}.EventName(),
			customer.ProfileChanged{}.EventName())
	}
	if err := c.Scan(ctx, types, func(r eventstore.Recorded, public domain.Event) error {
		if !s.see(r, public) || g.Email == "" {
			return nil
		}
		return opened.add(ctx, r)
	}); err != nil {
		return nil, Traces{}, err
	}
	if err := opened.flush(ctx); err != nil {
		return nil, Traces{}, err
	}
	return c.completeGuest(ctx, s)
}

// see adds an event to the search, and tells whether its e-mail address must be checked.
func (s *guestSearch) see(r eventstore.Recorded, public domain.Event) (asks bool) {
	switch e := public.(type) {
	case order.Placed:
		is := e.OrderID == s.wanted.OrderID || e.IncrementID == s.wanted.Increment
		if e.CustomerID != 0 {
			if is {
				s.orders[e.OrderID], s.owners[e.OrderID] = orderOf(e), e.CustomerID
			}
			return false
		}
		s.ordered[e.CartID] = true
		if is {
			s.orders[e.OrderID] = orderOf(e)
		}
	case order.CustomerAssigned:
		s.owners[domain.StreamID(r.Stream)] = e.CustomerID
		return false
	case giftcard.Created:
		s.card(e)
		return false
	case cart.MergedInto:
		s.merged[domain.StreamID(r.Stream)] = e.IntoCartID
		return false
	case cart.DetailsSet:
		return e.CustomerID == 0
	}
	return true
}

func orderOf(e order.Placed) GuestOrder {
	return GuestOrder{ID: e.OrderID, Increment: e.IncrementID, StoreID: e.StoreID, cartID: e.CartID}
}

// addEvent adds an event with the e-mail address.
func (s *guestSearch) addEvent(stream string, e domain.Event) {
	switch e := e.(type) {
	case order.Placed:
		s.orders[e.OrderID] = orderOf(e)
	case cart.DetailsSet:
		s.carts[e.CartID] = true
	case newsletter.Subscribed, newsletter.Linked:
		s.letters[domain.StreamID(stream)] = true
	case contact.Submitted:
		s.subjects[e.DataSubject()] = true
	case customer.Registered, customer.ProfileChanged:
		s.owned[domain.StreamID(stream)] = true
	}
}

// completeGuest drops data of accounts, and adds the carts, gift cards and subscriptions that belong to the rest.
func (c *Forgetting) completeGuest(ctx context.Context, s *guestSearch) (*persona, Traces, error) {
	accounts := map[int64]bool{}
	p := &persona{}
	var orders []GuestOrder
	for _, id := range slices.Sorted(maps.Keys(s.orders)) {
		if owner := s.owners[id]; owner != 0 {
			accounts[owner] = true
			continue
		}
		orders = append(orders, s.orders[id])
		s.guest(s.orders[id].cartID)
		unsent := s.addGiftCards(id)
		if p.unsent == nil {
			p.unsent = unsent
		}
		maps.Copy(p.unsent, unsent)
	}
	for id := range s.carts {
		if !s.ordered[id] && s.merged[id] == 0 {
			s.guest(id)
		}
	}
	for id := range s.letters {
		subscriber, err := c.Newsletter.SubscriberByID(ctx, id)
		if err != nil {
			return nil, Traces{}, err
		}
		if subscriber.CustomerID == 0 {
			s.subjects[newsletter.Subject(id, 0)] = true
		}
	}
	for id := range s.owned {
		account, err := c.Customers.Customer(ctx, id)
		if err != nil && fault.KindOf(err) != fault.NotFound {
			return nil, Traces{}, err
		}
		if err == nil && person.SameMailbox(account.Profile.Email, s.wanted.Email) {
			accounts[id] = true
		}
	}
	owners := slices.Sorted(maps.Keys(accounts))
	p.subjects = slices.Sorted(maps.Keys(s.subjects))
	if len(p.subjects) == 0 {
		return nil, Traces{}, s.nothingFound(owners)
	}
	var err error
	if p.streams, err = c.streamsOf(ctx, p.subjects); err != nil {
		return nil, Traces{}, err
	}
	t, err := c.completeTraces(ctx, p, Traces{Orders: orders, Accounts: owners})
	return p, t, err
}

// nothingFound returns the error if there is nothing to forget.
func (s *guestSearch) nothingFound(owners []int64) error {
	switch {
	case len(owners) > 0:
		return fault.Conflictf("All there is belongs to an account (customer %s). Forget the customer instead.",
			strings.Trim(fmt.Sprint(owners), "[]"))
	case s.wanted.Email == "":
		return order.ErrNotFound
	}
	return fault.NotFoundf("No guest has left anything with this e-mail address.")
}
