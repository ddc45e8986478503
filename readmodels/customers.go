package readmodels

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"tradelog/eventstore"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
)

// Customer is what is known of an account beside its document.
type Customer struct {
	ID           int64
	WebsiteID    int64
	Email        string
	Active       bool
	GroupID      int64
	PasswordHash string
	Confirmation string
	Version      eventstore.Position
	Doc          documents.Doc[documents.Customer] // item form
}

const customerColumns = `id, website_id, email, active, group_id, password_hash, confirmation, version, doc`

func (c *Customer) fields() []any {
	return []any{&c.ID, &c.WebsiteID, &c.Email, &c.Active, &c.GroupID, &c.PasswordHash, &c.Confirmation, &c.Version, &c.Doc}
}

// Customer reads an account. ErrNotFound: there is none.
func (r *Reader) Customer(ctx context.Context, id int64) (*Customer, error) {
	return readCustomer(ctx, r.From(ctx, scopes.Customer(id)), id)
}

func readCustomer(ctx context.Context, from Source, id int64) (*Customer, error) {
	c := &Customer{}
	err := from.QueryRow(ctx, `SELECT `+customerColumns+` FROM read.customers WHERE id = $1`, id).Scan(c.fields()...)
	if err != nil {
		return nil, notFound(err)
	}
	return c, nil
}

// CustomersByEmail finds the accounts of an e-mail address, one for each website it is registered in.
func (r *Reader) CustomersByEmail(ctx context.Context, email string) ([]*Customer, error) {
	rows, err := r.From(ctx, scopes.Customers).Query(ctx,
		`SELECT `+customerColumns+` FROM read.customers WHERE email = $1 ORDER BY website_id, id`, strings.ToLower(email))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []*Customer
	for rows.Next() {
		c := &Customer{}
		if err := rows.Scan(c.fields()...); err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, rows.Err()
}

// CustomerFilter chooses accounts for a list (shapes-customer §2.3). Telephone wins over Email, Email over Search.
type CustomerFilter struct {
	Telephone, Email, Search string
	Websites                 []int64 // nil: all
}

var phoneLike = regexp.MustCompile(`^[0-9+() -]+$`)

// resolve turns a search into one of the other filters. nothing: the search can find nobody.
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
		f.Telephone, f.Search = strings.Map(func(c rune) rune {
			if c < '0' || c > '9' {
				return -1
			}
			return c
		}, search), ""
		return f, f.Telephone == ""
	}
	return f, false
}

// Customers lists accounts, the newest first.
func (r *Reader) Customers(ctx context.Context, f CustomerFilter, page Page) (*documents.Page[documents.Customer], error) {
	f, nothing := f.resolve()
	if nothing {
		return &documents.Page[documents.Customer]{}, nil
	}
	w := where{}
	if f.Websites != nil {
		w.add("website_id = ANY($?)", f.Websites)
	}
	switch {
	case f.Telephone != "":
		w.add("EXISTS (SELECT FROM unnest(telephones) t WHERE t LIKE $?)", likePrefix(f.Telephone))
	case f.Email != "":
		w.add("email = $?", strings.ToLower(f.Email))
	case f.Search != "":
		prefix := likePrefix(strings.ToLower(f.Search))
		w.add("(email LIKE $? OR firstname LIKE $? OR lastname LIKE $? OR EXISTS (SELECT FROM unnest(telephones) t WHERE t LIKE $?))", prefix,
			prefix, prefix, prefix)
	}
	return list[documents.Customer](ctx, r, listQuery{
		table: "read.customers", column: "row", where: w, order: "id DESC", page: page,
		count: fmt.Sprintf("customers %q %#v", w.conditions, w.args), scopes: []scopes.Scope{scopes.Customers},
	})
}

var likeSpecial = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

func likePrefix(s string) string { return likeSpecial.Replace(s) + "%" }

func likeAnywhere(s string) string { return "%" + likeSpecial.Replace(s) + "%" }

// KnownCustomer returns an account without its document, from memory while it has not changed; nil when there is none.
func (r *Reader) KnownCustomer(ctx context.Context, id int64) (*Customer, error) {
	c, err := r.known.get(ctx, r, id, scopes.Customer(id), func(from Source) (*Customer, error) {
		c, err := readCustomer(ctx, from, id)
		if err == nil {
			c.Doc = nil
		}
		return c, err
	})
	if errors.Is(err, ErrNotFound) {
		return nil, nil
	}
	return c, err
}
