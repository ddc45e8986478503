package customers

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/person"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
)

// Subscribers reads subscribers. Make it with NewSubscribers.
type Subscribers struct {
	*readmodels.Reader
	ahead *readmodels.Ahead[int64, bool]
}

// NewSubscribers makes a reader.
func NewSubscribers(engine *readmodels.Reader) *Subscribers {
	of := []scopes.Scope{scopes.Subscribers}
	return &Subscribers{engine, readmodels.NewAhead(engine, func(int64) []scopes.Scope { return of }, loadGets)}
}

// Subscriber reads the subscriber that is a customer, or else the guest with the customer's e-mail address. ErrNotFound: there is none.
func (r *Subscribers) Subscriber(ctx context.Context, customerID int64, email string) (doc documents.Doc[documents.Newsletter], err error) {
	err = r.From(ctx, scopes.Subscribers).QueryRow(ctx, `SELECT doc FROM read.subscribers
		WHERE customer_id = $1 OR email = ANY ($2) AND customer_id = 0 ORDER BY customer_id = $1 DESC, email = $3 DESC, id LIMIT 1`,
		customerID, person.Spellings(email), strings.ToLower(email)).Scan((*[]byte)(&doc))
	return doc, readmodels.OrNotFound(err)
}

// SubscriberFilter chooses subscribers for a list. Zero values do not filter.
type SubscriberFilter struct {
	ID     int64
	Email  string
	Stores []int64 // those that the caller may see; nil: all
}

// Subscribers lists subscribers, the newest first.
func (r *Subscribers) Subscribers(
	ctx context.Context,
	f SubscriberFilter,
	page readmodels.Page,
) (*documents.Page[documents.Newsletter], error) {
	w := readmodels.Where{}
	if f.ID != 0 {
		w.Add("id = $?", f.ID)
	}
	if f.Email != "" {
		w.Email("email", f.Email)
	}
	if f.Stores != nil {
		w.Add("(doc::json->>'storeId')::bigint = ANY($?)", f.Stores)
	}
	return readmodels.List[documents.Newsletter](ctx, r.Reader, readmodels.Query{
		Table: "read.subscribers", Column: "doc", Where: w, Order: readmodels.ByID, Page: page, Scopes: []scopes.Scope{scopes.Subscribers},
	})
}

// Gets tells whether a customer gets the newsletter.
func (r *Subscribers) Gets(ctx context.Context, customerID int64) (gets bool, err error) {
	if had, known, err := r.ahead.Get(ctx, customerID); known || err != nil {
		return had, err
	}
	err = r.From(ctx, scopes.Subscribers).QueryRow(ctx, `SELECT EXISTS (SELECT FROM read.subscribers
		WHERE customer_id = $1 AND (doc::json->>'isSubscribed')::boolean)`, customerID).Scan(&gets)
	return gets, err
}

// GetsAhead reads whether customers get the newsletter, for calls of Gets that follow with the returned context.
func (r *Subscribers) GetsAhead(ctx context.Context, customers []int64) (context.Context, error) {
	ahead, _, err := r.ahead.Read(ctx, customers)
	return ahead, err
}

func loadGets(ctx context.Context, from readmodels.Source, customers []int64) (map[int64]bool, error) {
	out := make(map[int64]bool, len(customers))
	for _, id := range customers {
		out[id] = false
	}
	rows, err := from.Query(ctx, `SELECT customer_id FROM read.subscribers
		WHERE customer_id = ANY($1) AND (doc::json->>'isSubscribed')::boolean`, customers)
	if err != nil {
		return nil, err
	}
	var id int64
	_, err = pgx.ForEachRow(rows, []any{&id}, func() error {
		out[id] = true
		return nil
	})
	return out, err
}

// OfCustomer returns the numbers of the subscribers that are a customer. Reactions and views of the past call it.
func (r *Subscribers) OfCustomer(ctx context.Context, customerID int64) ([]int64, error) {
	return r.IDs(ctx, `SELECT id FROM read.subscribers WHERE customer_id = $1 ORDER BY id`, customerID)
}
