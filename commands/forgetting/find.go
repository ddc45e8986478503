package forgetting

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/contact"
	"tradelog/domain/customer"
	"tradelog/domain/giftcard"
	"tradelog/domain/newsletter"
	"tradelog/domain/order"
	"tradelog/eventstore"
)

// persona is what the log has of a customer.
type persona struct {
	id       int64
	emails   []string            // that the account has had; none once the key is deleted
	subjects []string            // of the customer alone
	streams  []string            // with data of these subjects
	unsent   map[int64]time.Time // gift cards that the customer has bought, with the time they are to be sent
}

// search collects what is the customer's along the log.
type search struct {
	own      string // the subject of the account
	emails   []string
	subjects map[string]bool
	streams  map[string]bool
	cards    map[int64][]giftcard.Created // by the order they were bought with
	messages []eventstore.Recorded        // of the contact form
}

// find reads the log from its start. Read models would be faster, but they have neither expired carts nor what the next version
// seals, and nothing may be left.
func (c *Forgetting) find(ctx context.Context, id int64) (*persona, error) {
	_, emails, exists, err := c.Customers.Emails(ctx, id)
	if err != nil {
		return nil, err
	}
	if !exists {
		return nil, customer.ErrNotFound
	}
	s := &search{own: customer.Subject(id), emails: emails, subjects: map[string]bool{}, streams: map[string]bool{},
		cards: map[int64][]giftcard.Created{}}
	s.subjects[s.own], s.streams[customer.Stream(id)] = true, true
	types := append(c.PersonalTypes(), cart.Created{}.EventName(), cart.Merged{}.EventName(), order.CustomerAssigned{}.EventName())
	if err := c.Scan(ctx, types, func(r eventstore.Recorded, public domain.Event) error { return s.see(r, public, id) }); err != nil {
		return nil, err
	}
	return c.complete(ctx, id, s)
}

// see takes note of an event.
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
		if e.OrderID != 0 {
			s.cards[e.OrderID] = append(s.cards[e.OrderID], e)
		}
	case contact.Submitted:
		s.messages = append(s.messages, r)
	}
	if subject == s.own {
		s.streams[r.Stream] = true
	}
	return nil
}

// guest takes the data of a guest's cart.
func (s *search) guest(cartID int64) {
	s.subjects[cart.Subject(cartID, 0)], s.streams[domain.Stream(cart.Category, cartID)] = true, true
}

// complete adds what hangs on the streams that were found.
func (c *Forgetting) complete(ctx context.Context, id int64, s *search) (*persona, error) {
	p := &persona{id: id, emails: s.emails, unsent: map[int64]time.Time{}}
	maps.DeleteFunc(s.streams, func(_ string, theirs bool) bool { return !theirs })
	for _, stream := range slices.Sorted(maps.Keys(s.streams)) {
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
			for _, card := range s.cards[n] {
				s.subjects[giftcard.Subject(card.CardID)], s.streams[giftcard.Stream(card.CardID)] = true, true
				p.unsent[card.CardID] = card.SendAt
			}
		case newsletter.Category:
			if subscriber, err := c.Newsletter.SubscriberByID(ctx, n); err != nil {
				return nil, err
			} else if subscriber.CustomerID == id {
				s.subjects[newsletter.Subject(n, 0)] = true // from before they had an account
			}
		}
	}
	for part := range slices.Chunk(s.messages, 1000) {
		messages, err := c.Open(ctx, part)
		if err != nil {
			return nil, err
		}
		for i, m := range messages {
			e, ok := m.(contact.Submitted)
			if ok && slices.ContainsFunc(s.emails, func(has string) bool { return has != "" && strings.EqualFold(has, e.Message.Email) }) {
				s.subjects[e.DataSubject()], s.streams[part[i].Stream] = true, true
			}
		}
	}
	p.subjects, p.streams = slices.Sorted(maps.Keys(s.subjects)), slices.Sorted(maps.Keys(s.streams))
	return p, nil
}

// Restored tells what Reconcile has forgotten again.
type Restored struct {
	Customers []int64
	Keys      int
}

// Reconcile forgets again whatever the ledger names and the database still has a key of, as after the restore of an older backup.
func (c *Forgetting) Reconcile(ctx context.Context) (done Restored, err error) {
	entries, err := c.Ledger.Entries()
	if err != nil {
		return done, err
	}
	has, err := c.back(ctx, entries)
	if err != nil {
		return done, err
	}
	for _, subject := range has {
		id, is := customer.OfSubject(subject)
		if !is {
			continue
		}
		was, err := c.ForgetCustomer(ctx, id, "forgotten before the database was restored", true)
		if err != nil {
			return done, fmt.Errorf("%s: %w", subject, err)
		}
		done.Customers, done.Keys = append(done.Customers, id), done.Keys+was.Keys
	}
	// What was found with a customer then, and is not connected with them in this database.
	if has, err = c.back(ctx, entries); err != nil || len(has) == 0 {
		return done, err
	}
	s := &search{streams: map[string]bool{}}
	err = c.Scan(ctx, c.PersonalTypes(), func(r eventstore.Recorded, _ domain.Event) error {
		subject, err := r.Subject()
		s.streams[r.Stream] = s.streams[r.Stream] || slices.Contains(has, subject)
		return err
	})
	if err != nil {
		return done, err
	}
	maps.DeleteFunc(s.streams, func(_ string, theirs bool) bool { return !theirs })
	n, err := c.forget(ctx, "", has, slices.Sorted(maps.Keys(s.streams)))
	done.Keys += n
	return done, err
}

// back lists the subjects whose deleted keys the database has again.
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
