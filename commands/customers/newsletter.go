package customers

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"strings"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/claim"
	"tradelog/domain/newsletter"
)

// Newsletter carries out the commands on subscriptions.
type Newsletter struct {
	*commands.Engine
	subscribers commands.Repository[newsletter.State]
	refusals    commands.Repository[newsletter.Refusals]
}

// NewNewsletter returns the commands.
func NewNewsletter(e *commands.Engine) *Newsletter {
	return &Newsletter{Engine: e, subscribers: commands.Open(e, subscribers), refusals: commands.Open(e, subscriptionRefusals)}
}

var (
	subscribers = commands.Decider[newsletter.State]{
		Category: newsletter.Category, Initial: newsletter.New, Evolve: newsletter.Evolve, Cached: 1000,
	}
	subscriptionRefusals = commands.Decider[newsletter.Refusals]{
		Category: newsletter.RefusalCategory, Shared: true, Cached: 10, SnapshotEvery: 1000,
		Initial: func(string) newsletter.Refusals { return newsletter.Refusals{} },
		Evolve:  func(r newsletter.Refusals, _ domain.Event) newsletter.Refusals { return r },
	}
)

// NewsletterStreams declares the streams of the area.
func NewsletterStreams() []commands.Streams {
	return []commands.Streams{
		commands.Declare(
			subscribers,
			"subscriber",
			newsletter.EventSpecs(),
		), commands.Declare(subscriptionRefusals, "store", newsletter.RefusalSpecs()),
	}
}

// Decline records that a guest's request changed nothing. appends is the number of events that the request would otherwise have stored.
// reads is at least that; beyond it streams are read alone, so that the reads are the same in each case.
func (c *Newsletter) Decline(ctx context.Context, storeID int64, appends, reads int) error {
	for i := range reads {
		if _, err := c.refusals.Decide(ctx, c.refusals.Stream(storeID), func(newsletter.Refusals) (declined []domain.Event, err error) {
			if i < appends {
				declined = []domain.Event{newsletter.Declined{StoreID: storeID, At: c.Now(ctx)}}
			}
			return declined, nil
		}, commands.Named("DeclineNewsletterRequest")); err != nil {
			return err
		}
	}
	return nil
}

// errTaken: a concurrent request created the subscriber of the address.
var errTaken = errors.New("the address has got a subscriber")

// FirstAppends returns the number of appends of the first subscription of an e-mail address: it claims each spelling, and begins.
func FirstAppends(email string) int { return len(claim.Subscribers(email)) + 1 }

// Subscribe starts a subscription and returns the subscriber before and after it. It does the same work for a known address as for an
// unknown one, apart from its appends, see Decline.
func (c *Newsletter) Subscribe(ctx context.Context, d newsletter.Subscription) (before, after newsletter.State, err error) {
	for {
		if before, after, err = c.subscribe(ctx, d); !errors.Is(err, errTaken) {
			return before, after, err
		}
	}
}

func (c *Newsletter) subscribe(ctx context.Context, d newsletter.Subscription) (before, after newsletter.State, err error) {
	stream, err := c.holder(ctx, d.Email)
	if err != nil {
		return before, after, err
	}
	ids, err := c.Next(ctx, "subscriber", 1) // drawn for a known address too
	if err != nil {
		return before, after, err
	}
	found := stream != ""
	if !found {
		stream = newsletter.Stream(ids[0])
	}
	if stream, err = c.claim(ctx, d.Email, "", stream, found); err != nil {
		return before, after, err
	}
	c.Step("newsletter: address claimed")
	var code [16]byte
	if _, err := rand.Read(code[:]); err != nil {
		return before, after, err
	}
	d.Code = hex.EncodeToString(code[:])
	if _, err := c.subscribers.Decide(ctx, stream, func(s newsletter.State) ([]domain.Event, error) {
		before = s
		return s.Subscribe(domain.StreamID(stream), d), nil
	}, commands.Named("SubscribeToNewsletter")); err != nil {
		return before, after, err
	}
	after, err = c.subscribers.Get(ctx, domain.StreamID(stream))
	return before, after, err
}

// holder returns the stream of the subscriber with an e-mail address, in any spelling; empty if there is none.
func (c *Newsletter) holder(ctx context.Context, email string) (stream string, err error) {
	for _, name := range claim.Subscribers(email) {
		of, err := c.Holder(ctx, name)
		if err != nil {
			return "", err
		}
		stream = cmp.Or(stream, of)
	}
	return stream, nil
}

// claim claims all spellings of an e-mail address for a subscriber, and returns the stream that got them. had is the subscriber's present
// address. found: the subscriber has one of the spellings. Others may then belong to another subscriber, since an earlier version made one
// of each spelling. errTaken: another one has a spelling.
func (c *Newsletter) claim(ctx context.Context, email, had, stream string, found bool) (string, error) {
	return c.ClaimAll(ctx, claim.Subscribers(email), claim.Subscribers(had), stream, errTaken, func(name, stream string) (string, error) {
		got, err := c.Claim(ctx, name, stream, errTaken)
		if found && err == errTaken {
			return stream, nil
		}
		return got, err
	})
}

// Subscriber returns the newest state of the subscriber with an e-mail address; its status is empty if there is none. Number 0 is then
// read, which no subscriber has.
func (c *Newsletter) Subscriber(ctx context.Context, email string) (s newsletter.State, err error) {
	stream, err := c.holder(ctx, email)
	if err != nil {
		return s, err
	}
	return c.subscribers.Get(ctx, domain.StreamID(stream))
}

// SubscriberByID returns the newest state of a subscriber; its status is empty if there is none.
func (c *Newsletter) SubscriberByID(ctx context.Context, id int64) (newsletter.State, error) {
	return c.subscribers.Get(ctx, id)
}

// Unsubscribe ends the subscription of an e-mail address, if there is one. It returns the subscriber before and after the change. An
// unknown address takes the same work, on the stream of number 0.
func (c *Newsletter) Unsubscribe(ctx context.Context, email string) (before, after newsletter.State, err error) {
	if before, err = c.Subscriber(ctx, email); err != nil {
		return before, before, err
	}
	if err = c.subscribers.Change(ctx, before.ID, func(s newsletter.State) ([]domain.Event, error) {
		return s.Unsubscribe(), nil
	}, commands.Named("UnsubscribeFromNewsletter")); err != nil {
		return before, after, err
	}
	after, err = c.subscribers.Get(ctx, before.ID)
	return before, after, err
}

// ConfirmSubscription confirms a subscription through the link of an e-mail. newsletter.ErrLink: the code is wrong.
func (c *Newsletter) ConfirmSubscription(ctx context.Context, id int64, code string) error {
	return c.subscribers.Change(ctx, id, func(s newsletter.State) ([]domain.Event, error) {
		return s.Confirm(code)
	}, commands.Named("ConfirmSubscription"))
}

// LeaveNewsletter ends a subscription through the link of an e-mail. newsletter.ErrLink: the code is wrong.
func (c *Newsletter) LeaveNewsletter(ctx context.Context, id int64, code string) error {
	return c.subscribers.Change(ctx, id, func(s newsletter.State) ([]domain.Event, error) {
		return s.Leave(code)
	}, commands.Named("LeaveNewsletter"))
}

// EndSubscription ends the subscription of a customer and releases the e-mail address, so that it can be subscribed anew. It does nothing
// if the subscriber belongs to another customer.
func (c *Newsletter) EndSubscription(ctx context.Context, id, customerID int64) error {
	had, err := c.subscribers.Get(ctx, id)
	if err != nil || had.CustomerID != customerID {
		return err
	}
	if err := c.subscribers.Change(ctx, id, func(s newsletter.State) ([]domain.Event, error) {
		return s.Unsubscribe(), nil
	}, commands.Named("UnsubscribeFromNewsletter")); err != nil || had.Email == "" {
		return err
	}
	return c.ReleaseAll(ctx, newsletter.Stream(id), claim.Subscribers(had.Email), nil)
}

// AdoptSubscription assigns a guest's subscription to the customer who has proved the e-mail address. A subscription of a customer stays as
// it is.
func (c *Newsletter) AdoptSubscription(ctx context.Context, customerID int64, email string) error {
	had, err := c.Subscriber(ctx, email)
	if err != nil || had.Status == "" || had.CustomerID != 0 {
		return err
	}
	return c.subscribers.Change(ctx, had.ID, func(s newsletter.State) ([]domain.Event, error) {
		return s.Adopt(customerID, email), nil
	}, commands.Named("AdoptSubscription"))
}

// MoveSubscription changes the address of a customer's subscription. If the new address has a subscriber of its own, the subscription ends
// instead.
func (c *Newsletter) MoveSubscription(ctx context.Context, id, customerID int64, email string) error {
	had, err := c.subscribers.Get(ctx, id)
	if err != nil || had.Status == "" || had.CustomerID != customerID || strings.EqualFold(had.Email, email) {
		return err
	}
	_, err = c.claim(ctx, email, had.Email, newsletter.Stream(id), false)
	moved := err == nil
	if err != nil && err != errTaken {
		return err
	}
	if err := c.subscribers.Change(ctx, id, func(s newsletter.State) ([]domain.Event, error) {
		if !moved {
			return s.Unsubscribe(), nil
		}
		return s.Move(customerID, email), nil
	}, commands.Named("MoveSubscription")); err != nil || !moved {
		return err
	}
	return c.ReleaseAll(ctx, newsletter.Stream(id), claim.Subscribers(had.Email), claim.Subscribers(email))
}
