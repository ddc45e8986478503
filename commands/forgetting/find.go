package forgetting

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/contact"
	"tradelog/domain/customer"
	"tradelog/domain/giftcard"
	"tradelog/domain/newsletter"
	"tradelog/domain/order"
	"tradelog/domain/person"
	"tradelog/eventstore"
)

// persona holds the subjects and streams of a person in the log.
type persona struct {
	id       int64               // of the customer; 0: a person without an account
	emails   []string            // all addresses of the account so far; none after the key was deleted
	subjects []string            // subjects of this person only
	streams  []string            // with data of these subjects
	unsent   map[int64]time.Time // gift cards that the person has bought and their delivery times
}

// search collects the subjects and streams of a person while it reads the log.
type search struct {
	own      string // the subject of the account
	subjects map[string]bool
	streams  map[string]bool
	cards    map[int64][]giftcard.Created // by the order they were bought with
}

func newSearch() *search {
	return &search{subjects: map[string]bool{}, streams: map[string]bool{}, cards: map[int64][]giftcard.Created{}}
}

// persona returns the result of the search.
func (s *search) persona() *persona {
	maps.DeleteFunc(s.streams, func(_ string, theirs bool) bool { return !theirs })
	return &persona{subjects: slices.Sorted(maps.Keys(s.subjects)), streams: slices.Sorted(maps.Keys(s.streams)),
		unsent: map[int64]time.Time{}}
}

// find reads the whole log. Read models would be faster, but they lack expired carts and data that later versions seal, and nothing may be
// missed.
func (c *Forgetting) find(ctx context.Context, id int64) (*persona, error) {
	_, emails, exists, err := c.Customers.Emails(ctx, id)
	if err != nil {
		return nil, err
	}
	if !exists {
		return nil, customer.ErrNotFound
	}
	s := newSearch()
	s.own = customer.Subject(id)
	s.subjects[s.own], s.streams[customer.Stream(id)] = true, true
	messages := c.addressed(emails, func(stream string, e domain.Event) {
		s.subjects[e.(contact.Submitted).DataSubject()], s.streams[stream] = true, true
	})
	types := append(c.PersonalTypes(), cart.Created{}.EventName(), cart.Merged{}.EventName(), order.CustomerAssigned{}.EventName())
	if err := c.Scan(ctx, types, func(r eventstore.Recorded, public domain.Event) error {
		if _, is := public.(contact.Submitted); is {
			return messages.add(ctx, r)
		}
		return s.see(r, public, id)
	}); err != nil {
		return nil, err
	}
	if err := messages.flush(ctx); err != nil {
		return nil, err
	}
	p, err := c.complete(ctx, id, s)
	if err == nil {
		p.id, p.emails = id, emails
	}
	return p, err
}

// see adds an event to the search.
func (s *search) see(r eventstore.Recorded, public domain.Event, id int64) error {
	subject, err := r.Subject()
	if err != nil {
		return err
	}
	switch e := public.(type) {
	case cart.Created:
		s.streams[r.Stream] = s.streams[r.Stream] || e.CustomerID == id
	case cart.Merged:
		if s.streams[r.Stream] {
			s.guest(e.FromCartID)
		}
	case order.CustomerAssigned:
		s.streams[r.Stream] = s.streams[r.Stream] || e.CustomerID == id
	case giftcard.Created:
		s.card(e)
	}
	if subject == s.own {
		s.streams[r.Stream] = true
	}
	return nil
}

// card adds a gift card that was bought.
func (s *search) card(e giftcard.Created) {
	if e.OrderID != 0 {
		s.cards[e.OrderID] = append(s.cards[e.OrderID], e)
	}
}

// guest adds the subject and the cart of a guest.
func (s *search) guest(cartID int64) {
	s.subjects[cart.Subject(cartID, 0)], s.streams[domain.Stream(cart.Category, cartID)] = true, true
}

// addGiftCards adds the gift cards that were bought with an order, and returns their delivery times.
func (s *search) addGiftCards(orderID int64) map[int64]time.Time {
	unsent := map[int64]time.Time{}
	for _, card := range s.cards[orderID] {
		s.subjects[giftcard.Subject(card.CardID)], s.streams[giftcard.Stream(card.CardID)] = true, true
		unsent[card.CardID] = card.SendAt
	}
	return unsent
}

// complete adds the data that belong to a customer's streams: guests' carts, gift cards and subscriptions.
func (c *Forgetting) complete(ctx context.Context, id int64, s *search) (*persona, error) {
	unsent := map[int64]time.Time{}
	for _, stream := range s.persona().streams {
		n := domain.StreamID(stream)
		switch domain.Category(stream) {
		case order.Category:
			placed, _, err := c.Orders.Placed(ctx, n)
			if err != nil {
				return nil, err
			}
			if placed.CustomerID == 0 {
				s.guest(placed.CartID)
			}
			maps.Copy(unsent, s.addGiftCards(n))
		case newsletter.Category:
			if subscriber, err := c.Newsletter.SubscriberByID(ctx, n); err != nil {
				return nil, err
			} else if subscriber.CustomerID == id {
				s.subjects[newsletter.Subject(n, 0)] = true // from before they had an account
			}
		}
	}
	p := s.persona()
	p.unsent = unsent
	return p, nil
}

// streamsOf returns the streams with events sealed for one of the subjects, and the carts of guests among the subjects.
func (c *Forgetting) streamsOf(ctx context.Context, subjects []string) ([]string, error) {
	s := newSearch()
	for _, subject := range subjects {
		s.subjects[subject] = true
		if id, is := cart.OfGuest(subject); is {
			s.streams[domain.Stream(cart.Category, id)] = true
		}
	}
	err := c.Scan(ctx, c.PersonalTypes(), func(r eventstore.Recorded, _ domain.Event) error {
		subject, err := r.Subject()
		s.streams[r.Stream] = s.streams[r.Stream] || s.subjects[subject]
		return err
	})
	return s.persona().streams, err
}

// addressed decrypts events in batches and finds events with any of some e-mail addresses.
type addressed struct {
	c       *Forgetting
	emails  []string
	found   func(stream string, e domain.Event)
	waiting []eventstore.Recorded
}

// addressed returns a search by e-mail addresses. Empty addresses never match.
func (c *Forgetting) addressed(emails []string, found func(stream string, e domain.Event)) *addressed {
	return &addressed{c: c, emails: emails, found: found}
}

// add adds an event to the batch. Events are decrypted in batches, because each page of them loads its keys in one query.
func (a *addressed) add(ctx context.Context, r eventstore.Recorded) error {
	if a.waiting = append(a.waiting, r); len(a.waiting) < 1000 {
		return nil
	}
	return a.flush(ctx)
}

// flush decrypts the events of the batch.
func (a *addressed) flush(ctx context.Context) error {
	events, err := a.c.Open(ctx, a.waiting)
	if err != nil {
		return err
	}
	for i, e := range events {
		email := addressOf(e)
		if email != "" && slices.ContainsFunc(a.emails, func(is string) bool { return person.SameMailbox(is, email) }) {
			a.found(a.waiting[i].Stream, e)
		}
	}
	a.waiting = a.waiting[:0]
	return nil
}

// addressOf returns the e-mail address of the person in a decrypted event; empty if it has none.
func addressOf(e domain.Event) string {
	switch e := e.(type) {
	case order.Placed:
		return e.Customer.Email
	case cart.DetailsSet:
		return e.Email
	case newsletter.Subscribed:
		return e.Email
	case newsletter.Linked:
		return e.Email
	case contact.Submitted:
		return e.Message.Email
	case customer.Registered:
		return e.Profile.Email
	case customer.ProfileChanged:
		return e.Profile.Email
	}
	return ""
}

// Restored is the result of Reconcile: the customers and accounts forgotten again, and the numbers of keys deleted and created.
type Restored struct {
	Customers []int64
	Accounts  []int64
	Keys      int
	Made      int
}

// Reconcile forgets again everything that the ledger names and the database still has a key for, as after the restore of an older backup.
// Accounts of the back office that an earlier version stored in plain get a key, so that they are treated like accounts of this version.
func (c *Forgetting) Reconcile(ctx context.Context) (done Restored, err error) {
	entries, err := c.Ledger.Entries()
	if err != nil {
		return done, err
	}
	if err := c.reconcilePlain(ctx, entries, &done); err != nil {
		return done, err
	}
	has, err := c.back(ctx, entries)
	if err != nil {
		return done, err
	}
	for _, subject := range has {
		if err := c.againAccount(ctx, subject, &done); err != nil {
			return done, err
		}
		id, is := customer.OfSubject(subject)
		if !is {
			continue
		}
		was, err := c.ForgetCustomer(ctx, id, restored, true)
		if err != nil {
			return done, fmt.Errorf("%s: %w", subject, err)
		}
		done.Customers, done.Keys = append(done.Customers, id), done.Keys+was.Keys
	}
	// The rest are subjects that belonged to a customer before the restore and are not connected with the customer in this database.
	if has, err = c.back(ctx, entries); err != nil || len(has) == 0 {
		return done, err
	}
	was, err := c.FinishGuest(ctx, has)
	done.Keys += was.Keys
	return done, err
}

// back returns the subjects in entries whose deleted keys the database has again.
func (c *Forgetting) back(ctx context.Context, entries []Entry) (subjects []string, err error) {
	for part := range slices.Chunk(entries, 1000) {
		var names []string
		for _, e := range part {
			names = append(names, e.Subject)
		}
		now, err := c.entries(ctx, names)
		if err != nil {
			return nil, err
		}
		for _, e := range now {
			if slices.Contains(part, e) && !slices.Contains(subjects, e.Subject) {
				subjects = append(subjects, e.Subject)
			}
		}
	}
	return subjects, nil
}
