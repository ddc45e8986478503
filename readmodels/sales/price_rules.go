package sales

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/pricerule"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// PriceRules reads price rules. Make it with NewPriceRules.
type PriceRules struct {
	*readmodels.Reader
	automatic *readmodels.Snapshot[[]pricerule.Offer]
	coupons   readmodels.Cache[string, *pricerule.Offer]
}

// NewPriceRules makes a reader.
func NewPriceRules(engine *readmodels.Reader) *PriceRules {
	r := &PriceRules{Reader: engine}
	r.automatic = readmodels.NewSnapshot(engine, loadAutomatic, scopes.AutomaticRules)
	r.coupons = readmodels.NewCache[string, *pricerule.Offer](engine, 5000)
	return r
}

// Coupon is a ready coupon.
type Coupon = tables.Coupon

var (
	couponColumns = tables.Of[Coupon]()
	offerColumns  = tables.Of[tables.RuleUse]()
)

// Coupon reads a coupon. ErrNotFound: there is none, or the rule has no coupon.
func (r *PriceRules) Coupon(ctx context.Context, id int64) (*Coupon, error) {
	c, err := couponColumns.Read(r.From(ctx, scopes.PriceRule(id)).QueryRow(ctx,
		"SELECT "+couponColumns.SQL()+" FROM read.price_rules WHERE id = $1 AND code <> ''", id))
	if err != nil {
		return nil, readmodels.OrNotFound(err)
	}
	return c, nil
}

// CouponFilter chooses coupons for a list. Zero values do not filter.
type CouponFilter struct {
	Code     string // part of the code
	Active   *bool
	Websites []int64 // websites that the caller may see; nil: all
}

// Coupons lists coupons, the newest first.
func (r *PriceRules) Coupons(ctx context.Context, f CouponFilter, page readmodels.Page) (*documents.Page[documents.Coupon], error) {
	w := readmodels.Where{}
	w.Add("code <> ''")
	if f.Code != "" {
		w.Add("code LIKE $?", readmodels.LikeAnywhere(strings.ToLower(f.Code)))
	}
	if f.Active != nil {
		w.Add("active = $?", *f.Active)
	}
	if f.Websites != nil {
		w.Add("website_ids && $?::bigint[]", f.Websites)
	}
	q := readmodels.Query{
		Table: "read.price_rules", Column: "doc", Where: w, Order: readmodels.ByID, Page: page,
		Scopes: []scopes.Scope{scopes.PriceRules, scopes.RuleUses}, Counted: []scopes.Scope{scopes.PriceRules},
	}
	if f.Code == "" && f.Websites == nil {
		q.Total = func(ctx context.Context) (n int64, known bool, err error) {
			err = r.From(ctx, scopes.PriceRules).QueryRow(ctx,
				`SELECT coalesce(sum(coupons), 0)::bigint FROM read.coupon_counts WHERE $1::boolean IS NULL OR active = $1`, f.Active).Scan(&n)
			return n, true, err
		}
	}
	return readmodels.List[documents.Coupon](ctx, r.Reader, q)
}

// Offers returns the rules that a cart may get: all rules without a coupon, and the rule of the cart's coupon. They come from memory while
// nothing changed. pricerule.Select decides whether they apply.
func (r *PriceRules) Offers(ctx context.Context, coupon string, customerID int64) ([]pricerule.Offer, error) {
	automatic, err := r.automatic.Get(ctx)
	if err != nil {
		return nil, err
	}
	if coupon == "" && customerID == 0 {
		return automatic, nil
	}
	offers := append([]pricerule.Offer(nil), automatic...)
	if coupon != "" {
		if offer, err := r.CouponOffer(ctx, coupon); err != nil {
			return nil, err
		} else if offer != nil {
			offers = append(offers, *offer)
		}
	}
	return offers, r.countUses(ctx, offers, customerID)
}

// countUses sets the number of times that a customer has used each rule with a limit for customers.
func (r *PriceRules) countUses(ctx context.Context, offers []pricerule.Offer, customerID int64) error {
	var limited []int64
	for _, o := range offers {
		if o.UsagePerCustomer > 0 {
			limited = append(limited, o.ID)
		}
	}
	if customerID == 0 || len(limited) == 0 {
		return nil
	}
	// A use of a rule that limits uses touches the prices of carts under that rule. Offers has recorded the coupon.
	rows, err := r.From(ctx, scopes.AutomaticRules).Query(ctx,
		`SELECT rule_id, uses FROM read.price_rule_customers WHERE customer_id = $1 AND rule_id = ANY($2)`, customerID, limited)
	if err != nil {
		return err
	}
	var id, uses int64
	_, err = pgx.ForEachRow(rows, []any{&id, &uses}, func() error {
		for i := range offers {
			if offers[i].ID == id {
				offers[i].UsedByCustomer = uses
			}
		}
		return nil
	})
	return err
}

// CouponOffer returns the rule of a coupon code, in any case; nil when no coupon has it.
func (r *PriceRules) CouponOffer(ctx context.Context, code string) (*pricerule.Offer, error) {
	if pricerule.CheckCode(code) != nil {
		return nil, nil // no coupon has such a code
	}
	return r.coupons.Get(ctx, strings.ToLower(code), func(ctx context.Context, from readmodels.Source) (*pricerule.Offer, error) {
		rows, err := from.Query(ctx, offersSQL+` WHERE code = $1 ORDER BY id DESC LIMIT 1`, strings.ToLower(code))
		if err != nil {
			return nil, err
		}
		offers, err := pgx.CollectRows(rows, scanOffer)
		if err != nil || len(offers) == 0 {
			return nil, err
		}
		return &offers[0], nil
	}, scopes.CouponCode(code))
}

var offersSQL = "SELECT " + offerColumns.SQL() + " FROM read.price_rules"

func scanOffer(row pgx.CollectableRow) (pricerule.Offer, error) {
	found, err := offerColumns.Read(row)
	return pricerule.Offer{Rule: found.Rule, Used: found.Used}, err
}

// loadAutomatic reads the active rules that need no coupon.
func loadAutomatic(ctx context.Context, from readmodels.Source) ([]pricerule.Offer, error) {
	rows, err := from.Query(ctx, offersSQL+` WHERE code = '' AND active ORDER BY id`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanOffer)
}
