// Package newsletter reads subscribers of the newsletter.
package newsletter

import (
	"context"
	"strings"

	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
)

// Reader reads subscribers. Make it with New.
type Reader struct {
	*readmodels.Reader
}

// New makes a reader.
func New(engine *readmodels.Reader) *Reader { return &Reader{engine} }

// Subscriber reads the subscriber that is a customer, or else the guest with the customer's e-mail address. ErrNotFound: there is none.
func (r *Reader) Subscriber(ctx context.Context, customerID int64, email string) (doc documents.Doc[documents.Newsletter], err error) {
	err = r.From(ctx, scopes.Subscribers).QueryRow(ctx, `SELECT doc FROM read.subscribers
		WHERE customer_id = $1 OR email = $2 AND customer_id = 0 ORDER BY customer_id = $1 DESC, email = $2 DESC, id LIMIT 1`,
		customerID, strings.ToLower(email)).Scan((*[]byte)(&doc))
	return doc, readmodels.OrNotFound(err)
}

// Gets tells whether a customer gets the newsletter.
func (r *Reader) Gets(ctx context.Context, customerID int64) (gets bool, err error) {
	err = r.From(ctx, scopes.Subscribers).QueryRow(ctx, `SELECT EXISTS (SELECT FROM read.subscribers
		WHERE customer_id = $1 AND (doc::json->>'isSubscribed')::boolean)`, customerID).Scan(&gets)
	return gets, err
}

// OfCustomer returns the numbers of the subscribers that are a customer. Reactions and views of the past call it.
func (r *Reader) OfCustomer(ctx context.Context, customerID int64) ([]int64, error) {
	return r.IDs(ctx, `SELECT id FROM read.subscribers WHERE customer_id = $1 ORDER BY id`, customerID)
}
