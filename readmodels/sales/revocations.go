package sales

import (
	"context"

	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// Revocations reads revocation requests. Make it with NewRevocations.
type Revocations struct {
	*readmodels.Reader
}

// NewRevocations makes a reader.
func NewRevocations(engine *readmodels.Reader) *Revocations { return &Revocations{engine} }

// Revocation is a ready revocation request.
type Revocation = tables.Revocation

var revocationColumns = tables.Of[Revocation]()

// Revocation reads a request. ErrNotFound: there is none.
func (r *Revocations) Revocation(ctx context.Context, id int64) (*Revocation, error) {
	v, err := revocationColumns.Read(r.From(ctx, scopes.Revocation(id)).QueryRow(ctx,
		"SELECT "+revocationColumns.SQL()+" FROM read.revocations WHERE id = $1", id))
	if err != nil {
		return nil, readmodels.OrNotFound(err)
	}
	return v, nil
}

// RevocationFilter chooses requests for a list. Zero values do not filter.
type RevocationFilter struct {
	Status  string
	StoreID *int64
	OrderID *int64
	Email   string
	// CustomerID is the customer who made the requests.
	CustomerID int64
	Stores     []int64 // stores that the caller may see; nil: all
	Backend    bool    // the rows have the members for the back office
}

// Revocations lists requests, the newest first.
func (r *Revocations) Revocations(
	ctx context.Context,
	f RevocationFilter,
	page readmodels.Page,
) (*documents.Page[documents.Revocation], error) {
	w := readmodels.Where{}
	if f.Status != "" {
		w.Add("status = $?", f.Status)
	}
	if f.StoreID != nil {
		w.Add("store_id = $?", *f.StoreID)
	}
	if f.OrderID != nil {
		w.Add("order_id = $?", *f.OrderID)
	}
	if f.Email != "" {
		w.Email("email", f.Email)
	}
	if f.CustomerID != 0 {
		w.Add("customer_id = $?", f.CustomerID)
	}
	if f.Stores != nil {
		w.Add("store_id = ANY($?)", f.Stores)
	}
	column := "doc"
	if f.Backend {
		column = "backend"
	}
	return readmodels.List[documents.Revocation](ctx, r.Reader, readmodels.Query{Table: "read.revocations", Column: column, Where: w,
		Order: readmodels.ByTime("received_at"), Page: page, Scopes: []scopes.Scope{scopes.Revocations}})
}

// Waiting counts the requests that nobody has processed. stores are those that the caller may see; nil: all.
func (r *Revocations) Waiting(ctx context.Context, stores []int64) (n int64, err error) {
	w := readmodels.Where{}
	w.Add("status = ''")
	if stores != nil {
		w.Add("store_id = ANY($?)", stores)
	}
	err = r.From(ctx, scopes.Revocations).QueryRow(ctx, "SELECT count(*) FROM read.revocations"+w.SQL(), w.Args()...).Scan(&n)
	return n, err
}
