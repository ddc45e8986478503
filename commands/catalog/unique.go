package catalog

import (
	"context"
	"slices"
	"strings"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/claim"
	"tradelog/domain/fault"
	"tradelog/domain/record"
)

// names finds the claims of products' values that must be unique: the SKU, and the values of unique attributes (shapes-catalog §10).
type names struct {
	*Catalog
	codes []string // of unique attributes
}

func (c *Catalog) names(ctx context.Context) (names, error) {
	codes, err := c.settings.UniqueAttributes(ctx)
	return names{c, codes}, err
}

// claimsOf returns the claims of values: first the claim of the SKU, if the first scope has one, then the claims of attributes.
func (n names) claimsOf(scopes ...record.Values) (claims []string) {
	for _, values := range scopes {
		for _, code := range n.codes {
			if text := catalog.CustomText(values[catalog.CustomField(code)]); text != "" {
				claims = append(claims, claim.Attribute(code, text))
			}
		}
	}
	slices.Sort(claims)
	if len(scopes) > 0 {
		if sku := member[string](scopes[0], "sku"); sku != "" {
			claims = slices.Insert(claims, 0, claim.SKU(sku))
		}
	}
	return slices.Compact(claims)
}

// ofState returns the claims of a product in all its store views.
func (n names) ofState(s record.State) []string {
	scopes := []record.Values{s.Values[0]}
	for store, values := range s.Values {
		if store != 0 {
			scopes = append(scopes, values)
		}
	}
	return n.claimsOf(scopes...)
}

// ofEvent returns the claims of the values in an event.
func (n names) ofEvent(e domain.Event) []string {
	switch e := e.(type) {
	case record.Created:
		return n.claimsOf(e.Values)
	case record.Changed:
		return n.claimsOf(e.Set)
	}
	return nil
}

// touched tells whether a change writes or clears a value that must be unique.
func (n names) touched(set []record.Values, unset []string) bool {
	fields := []string{"sku"}
	for _, code := range n.codes {
		fields = append(fields, catalog.CustomField(code))
	}
	return slices.ContainsFunc(fields, func(field string) bool {
		return slices.Contains(unset, field) || slices.ContainsFunc(set, func(values record.Values) bool {
			_, has := values[field]
			return has
		})
	})
}

// claim claims names for a product, and returns the owner of the SKU: a repeated request finds the product of its first attempt.
func (n names) claim(ctx context.Context, claims []string, owner string) (string, error) {
	for _, name := range claims {
		holder, err := commands.ClaimEnding(ctx, n.Engine, name, owner, n.takenError(name), n.products, endProduct)
		if err != nil {
			return "", err
		}
		if isSKU(name) {
			owner = holder
		}
	}
	return owner, nil
}

// claimNew claims names for a new product. If one is taken, it releases the names claimed so far.
func (n names) claimNew(ctx context.Context, claims []string, stream string) (owner string, err error) {
	if owner, err = n.claim(ctx, claims, stream); err != nil {
		return "", commands.Renaming{Stream: stream, To: claims}.Finish(ctx, n.Engine, commands.Result{}, err)
	}
	return owner, nil
}

// takenError returns the error for a name that another product has.
func (n names) takenError(name string) error {
	for _, code := range n.codes {
		if strings.HasPrefix(name, claim.Attribute(code, "")) {
			return fault.Preconditionf("Attribute '%s' must be unique, and another product has this value.", code).
				About(fault.Taken, catalog.CustomPath(code))
		}
	}
	return catalog.ErrSKUTaken
}

func isSKU(name string) bool { return strings.HasPrefix(name, claim.SKU("")) }

func evolved(s record.State, events []domain.Event) record.State {
	for _, e := range events {
		s = record.Evolve(s, e)
	}
	return s
}

// ended returns the error for a new product whose stream another request has ended.
func (n names) ended(claims []string) error {
	if len(claims) == 1 {
		return catalog.ErrSKUTaken // another product claimed the SKU first
	}
	return fault.Preconditionf("Another product takes the SKU or a unique value at this moment.").About(fault.Taken, "sku")
}

// change changes a product by a decision that writes set and clears unset. It decides once before anything is claimed, since a refused
// change must leave nothing in the log. finish releases the names that the product no longer has. The claimed names depend on the written
// values alone, not on the product: a repeated attempt must count the same commands.
func (n names) change(ctx context.Context, id int64, set []record.Values, unset []string,
	decide func(record.State) ([]domain.Event, error)) (finish func() error, err error) {
	s, err := n.Product(ctx, id)
	if err != nil {
		return nil, err
	}
	events, err := decide(s)
	if err != nil {
		return nil, err
	}
	stream, claimed := catalog.Products.Stream(id), n.claimsOf(set...)
	renaming := commands.Renaming{Stream: stream, From: n.ofState(s), To: claimed, Names: n.ofEvent}
	if _, err := n.claim(ctx, claimed, stream); err != nil {
		return nil, renaming.Finish(ctx, n.Engine, commands.Result{}, err)
	}
	renaming.To = n.ofState(evolved(s, events))
	result, err := n.products.Decide(ctx, stream, func(s record.State) ([]domain.Event, error) {
		if !s.Live() {
			return nil, record.ErrNotFound
		}
		renaming.From, renaming.To = n.ofState(s), claimed
		events, err := decide(s)
		if err == nil {
			renaming.From, renaming.To = append(renaming.From, claimed...), n.ofState(evolved(s, events))
		}
		return events, err
	}, commands.Named("UpdateProduct"))
	if err != nil {
		return nil, renaming.Finish(ctx, n.Engine, result, err)
	}
	return func() error {
		if !n.touched(set, unset) {
			return nil
		}
		return renaming.Finish(ctx, n.Engine, result, nil)
	}, nil
}
