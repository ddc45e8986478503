package forgetting

import (
	"context"

	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/contact"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/newsletter"
	"tradelog/domain/order"
	"tradelog/domain/review"
	"tradelog/domain/revocation"
	"tradelog/domain/wishlist"
)

// Fate is the fate of a part of a person's data.
type Fate string

// The fates of data.
const (
	Deleted    Fate = "deleted"    // no longer readable
	Anonymized Fate = "anonymized" // the shop keeps the facts, without the person
	Kept       Fate = "kept"
)

// Kind is a kind of data that forgetting decides about.
type Kind struct {
	Name string
	Fate Fate
	Why  string // explains the fate in sentences for people
}

// Kinds lists all kinds of data in the order in which they are shown.
var Kinds = []Kind{
	{"account", Deleted,
		"Name, password, date of birth and second factor are deleted. The account is closed for good, and all of its tokens are refused."},
	{"emailAddresses", Deleted, "Present and former addresses of the account. They are free for another account."},
	{"signIns", Deleted, "Links to sign-in providers."},
	{"addresses", Deleted, "Entries of the address book."},
	{"carts", Deleted, "Open carts end. Names, addresses and texts in present and former carts are deleted."},
	{"files", Deleted, "Files that were sent for custom options."},
	{"wishlistItems", Deleted, "The wishlist disappears."},
	{"stockAlerts", Deleted, "Nothing is told any more when a product is in stock again."},
	{"newsletterSubscriptions", Deleted, "Subscriptions end, and their addresses are deleted."},
	{"reviews", Deleted, "They are no longer shown, and nobody can read their texts. The votes stay as numbers in the log."},
	{"contactMessages", Deleted, "Messages of the contact form."},
	{"emails", Deleted, "Lines of the outbox, sent or not, with their e-mails in files."},
	{"storedAnswers", Deleted, "Answers that were stored for idempotency keys, snapshots, and tables that rebuilds have kept."},
	{"keys", Deleted, "Encryption keys of the personal data. Without them nobody can read what the log has of the person."},
	{"orders", Anonymized,
		"Numbers, products, amounts and times stay, because the books need them. Names, addresses and comments are deleted."},
	{"invoices", Anonymized, "They keep their numbers and amounts, because the books need them."},
	{"creditMemos", Anonymized, "They keep their numbers and amounts, because the books need them."},
	{"shipments", Anonymized, "They keep their products and tracking numbers."},
	{"giftCards", Anonymized, "Bought gift cards keep their codes and go on paying. Sender, recipient and message are deleted."},
	{"revocations", Anonymized, "The decision and its time stay. Reasons and notes are deleted."},
	{"accounts", Kept, "Accounts with this e-mail address or order stay as they are. Forget them separately."},
	{"streams", Kept,
		"The events stay in the log with their times and seals, so that it can be verified. What is personal in them is encrypted."},
	{"published", Kept, "What relays, webhooks and e-mails have sent to others is theirs to delete."},
	{"backups", Kept,
		"Backups from before keep the keys until they are deleted. After a restore, tradelog keys reconcile forgets again."},
}

// Part is the data of one kind that forgetting a person concerns.
type Part struct {
	Kind
	Count  int      // 0: not counted
	Orders []string // numbers of the orders
}

// tally counts the data of a person by the names of kinds.
type tally map[string]int

// parts returns the kinds of data that the person has, with their numbers, and the kinds that are not counted.
func (c *Forgetting) parts(ctx context.Context, p *persona, t Traces) ([]Part, error) {
	n := tally{"keys": t.Keys, "accounts": len(t.Accounts), "streams": len(p.streams)}
	var orders []string
	for _, stream := range p.streams {
		var err error
		switch domain.Category(stream) {
		case order.Category:
			orders, err = c.countOrder(ctx, n, domain.StreamID(stream), orders)
		case newsletter.Category:
			err = c.countSubscription(ctx, n, domain.StreamID(stream), p.id)
		default:
			n[kindOf[domain.Category(stream)]]++
		}
		if err != nil {
			return nil, err
		}
	}
	if p.id != 0 {
		if err := c.countAccount(ctx, n, p); err != nil {
			return nil, err
		}
	}
	files, err := c.Files(ctx, p.streams)
	if err != nil {
		return nil, err
	}
	n["files"] = files
	var parts []Part
	for _, k := range Kinds {
		part := Part{Kind: k, Count: n[k.Name]}
		if k.Name == "orders" {
			part.Orders = orders
		}
		if part.Count > 0 || uncounted[k.Name] {
			parts = append(parts, part)
		}
	}
	return parts, nil
}

// uncounted lists the kinds that cannot be counted. The outbox is filled after the events, so its number would change a moment later.
var uncounted = map[string]bool{"emails": true, "storedAnswers": true, "published": true, "backups": true}

// kindOf has the kind of data of a stream by the category of the stream.
var kindOf = map[string]string{
	cart.Category: "carts", review.Category: "reviews", contact.Category: "contactMessages", giftcard.Category: "giftCards",
	revocation.Category: "revocations",
}

// countOrder counts an order with its papers, and adds its number.
func (c *Forgetting) countOrder(ctx context.Context, n tally, id int64, numbers []string) ([]string, error) {
	o, err := c.Orders.Order(ctx, id)
	if err != nil {
		return nil, err
	}
	n["orders"]++
	n["invoices"] += len(o.Invoices)
	n["creditMemos"] += len(o.Memos)
	n["shipments"] += len(o.Shipments)
	return append(numbers, o.Increment), nil
}

// countSubscription counts a subscription if it is the person's.
func (c *Forgetting) countSubscription(ctx context.Context, n tally, id, customerID int64) error {
	subscriber, err := c.Newsletter.SubscriberByID(ctx, id)
	if err == nil && subscriber.CustomerID == customerID {
		n["newsletterSubscriptions"]++
	}
	return err
}

// countAccount counts the data in a customer's account, unless it is closed already.
func (c *Forgetting) countAccount(ctx context.Context, n tally, p *persona) error {
	account, err := c.Customers.Customer(ctx, p.id)
	if fault.KindOf(err) == fault.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	n["account"], n["addresses"], n["signIns"] = 1, len(account.Addresses), len(account.Identities)
	for _, email := range p.emails {
		if email != "" {
			n["emailAddresses"]++
		}
	}
	alerts, err := c.Alerts.Of(ctx, p.id)
	if err != nil {
		return err
	}
	n["stockAlerts"] = len(alerts.Alerts)
	wishes := wishlist.New("")
	err = c.EachEvent(ctx, wishlist.Stream(p.id), func(e domain.Event, _ domain.Times) { wishes = wishlist.Evolve(wishes, e) })
	n["wishlistItems"] = len(wishes.Items)
	return err
}
