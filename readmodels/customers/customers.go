package customers

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/customer"
	"tradelog/domain/person"
	"tradelog/domain/tax"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// Customer holds the fields of an account, and its document.
type Customer struct {
	tables.Customer // without Doc in KnownCustomer
	// Billing and Shipping are the locations of the default addresses, for estimates of taxes. Only KnownCustomer fills them.
	Billing, Shipping tax.Location
}

var customerColumns = tables.Of[Customer]()

// Customer reads an account. ErrNotFound: there is none.
func (r *Reader) Customer(ctx context.Context, id int64) (*Customer, error) {
	if had, known, err := r.ahead.Get(ctx, id); known || err != nil {
		return had, err
	}
	return readCustomer(ctx, r.From(ctx, scopes.Customer(id)), id)
}

// CustomersAhead reads accounts, for reads of each of them that follow with the returned context.
func (r *Reader) CustomersAhead(ctx context.Context, ids []int64) (context.Context, error) {
	ahead, _, err := r.ahead.Read(ctx, ids)
	return ahead, err
}

func loadCustomers(ctx context.Context, from readmodels.Source, ids []int64) (map[int64]*Customer, error) {
	rows, err := from.Query(ctx, `SELECT `+customerColumns.SQL()+` FROM read.customers WHERE id = ANY($1)`, ids)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, customerColumns.Collect)
	out := make(map[int64]*Customer, len(list))
	for _, c := range list {
		out[c.ID] = c
	}
	return out, err
}

func readCustomer(ctx context.Context, from readmodels.Source, id int64) (*Customer, error) {
	c, err := customerColumns.Read(from.QueryRow(ctx, `SELECT `+customerColumns.SQL()+` FROM read.customers WHERE id = $1`, id))
	if err != nil {
		return nil, readmodels.OrNotFound(err)
	}
	return c, nil
}

// CustomersByEmail finds the accounts of an e-mail address, one for each website it is registered in. Earlier versions opened one for each
// spelling of an address; those of the given spelling come first.
func (r *Reader) CustomersByEmail(ctx context.Context, email string) ([]*Customer, error) {
	rows, err := r.From(ctx, scopes.Customers).Query(ctx,
		`SELECT `+customerColumns.SQL()+` FROM read.customers WHERE email = ANY ($1) ORDER BY email <> $2, website_id, id`,
		person.Spellings(email), strings.ToLower(email))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, customerColumns.Collect)
}

// CustomerFilter chooses accounts for a list (shapes-customer §2.3). Telephone wins over Email, Email over Search.
type CustomerFilter struct {
	Telephone, Email, Search string
	Websites                 []int64 // nil: all
	digits                   string  // a telephone number that was searched for
}

var phoneLike = regexp.MustCompile(`^[0-9+() -]+$`)

// resolve turns a search into one of the other filters. nothing reports that the search can find nobody.
func (f CustomerFilter) resolve() (resolved CustomerFilter, nothing bool) {
	search := strings.TrimSpace(f.Search)
	f.Search = search
	switch {
	case f.Telephone != "" || f.Email != "" || search == "":
	case strings.Contains(search, "@"):
		f.Email, f.Search = search, ""
	case utf8.RuneCountInString(search) < 5:
		return f, true
	case phoneLike.MatchString(search):
		f.digits, f.Search = customer.Digits(search), ""
		return f, f.digits == ""
	}
	return f, false
}

// Customers lists accounts, the newest first.
func (r *Reader) Customers(ctx context.Context, f CustomerFilter, page readmodels.Page) (*documents.Page[documents.Customer], error) {
	f, nothing := f.resolve()
	if nothing {
		return &documents.Page[documents.Customer]{}, nil
	}
	w := readmodels.Where{}
	if f.Websites != nil {
		w.Add("website_id = ANY($?)", f.Websites)
	}
	switch {
	case f.Telephone != "":
		w.Add("id = ANY (ARRAY (SELECT customer_id FROM read.customer_addresses WHERE telephone LIKE $?))", readmodels.LikePrefix(f.Telephone))
	case f.digits != "":
		w.Add("id = ANY (ARRAY (SELECT customer_id FROM read.customer_addresses WHERE digits LIKE $?))", readmodels.LikePrefix(f.digits))
	case f.Email != "":
		w.Email("email", f.Email)
	case f.Search != "":
		prefix := readmodels.LikePrefix(strings.ToLower(f.Search))
		w.Add("(email LIKE $? OR firstname LIKE $? OR lastname LIKE $? OR "+
			"id = ANY (ARRAY (SELECT customer_id FROM read.customer_addresses WHERE telephone LIKE $?)))", prefix, prefix, prefix,
			readmodels.LikePrefix(f.Search))
	}
	return readmodels.List[documents.Customer](ctx, r.Reader, readmodels.Query{
		Table: "read.customers", Column: "row", Where: w, Order: readmodels.ByID, Page: page, Scopes: []scopes.Scope{scopes.Customers},
	})
}

// KnownCustomer returns an account without its document, from memory while it has not changed; nil when there is none. It has the
// locations of the default addresses.
func (r *Reader) KnownCustomer(ctx context.Context, id int64) (*Customer, error) {
	if had, known, err := r.ahead.Get(ctx, id); known || err != nil {
		if err != nil {
			return nil, err
		}
		c := *had
		return &c, c.locate()
	}
	c, err := r.known.Get(ctx, id, func(ctx context.Context, from readmodels.Source) (*Customer, error) {
		c, err := readCustomer(ctx, from, id)
		if err == nil {
			err = c.locate()
			c.Doc = nil
		}
		return c, err
	}, scopes.Customer(id))
	if errors.Is(err, readmodels.ErrNotFound) {
		return nil, nil
	}
	return c, err
}

// OfGroup lists at most max customers of a group whose identifiers are greater than after.
func OfGroup(ctx context.Context, r *readmodels.Reader, groupID, after int64, max int) ([]int64, error) {
	return r.IDs(ctx, `SELECT id FROM read.customers WHERE group_id = $1 AND id > $2 ORDER BY id LIMIT $3`, groupID, after, max)
}

// locate reads the locations of the default addresses from the document.
func (c *Customer) locate() error {
	type location struct {
		CountryID string `json:"countryId"`
		RegionID  int64  `json:"regionId"`
		Postcode  string `json:"postcode"`
	}
	var doc struct {
		Billing  location `json:"defaultBillingAddress"`
		Shipping location `json:"defaultShippingAddress"`
	}
	if err := json.Unmarshal(c.Doc, &doc); err != nil {
		return err
	}
	c.Billing, c.Shipping = tax.Location(doc.Billing), tax.Location(doc.Shipping)
	return nil
}
