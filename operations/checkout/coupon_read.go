package checkout

import (
	"context"
	"errors"
	"slices"
	"strings"

	"tradelog/domain/pricerule"
	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
	"tradelog/readmodels/sales"
)

type path struct {
	ID int64 `path:"id" doc:"ID of the coupon"`
}

type listInput struct {
	Code     string `query:"code" doc:"part of the code, case-insensitive"`
	Active   *bool  `query:"is_active" doc:"only active (1) or inactive (0) coupons"`
	IsActive *bool  `query:"isActive" doc:"same as is_active"`
}

func (h *couponHandlers) list(ctx context.Context, c *operations.Call, in listInput) (*documents.Page[documents.Coupon], error) {
	active := in.Active
	if active == nil {
		active = in.IsActive
	}
	return h.Reader.Coupons(ctx, sales.CouponFilter{Code: strings.TrimSpace(in.Code), Active: active, Websites: c.AllowedWebsites()},
		c.Page())
}

// visible reports whether a coupon is valid in a website that the token may access.
func visible(c *operations.Call, websites []int64) bool {
	allowed := c.AllowedWebsites()
	return allowed == nil || slices.ContainsFunc(websites, func(id int64) bool { return slices.Contains(allowed, id) })
}

// readable is the guard of a single read.
func (h *couponHandlers) readable(ctx context.Context, c *operations.Call) error {
	id := c.PathID("id")
	coupon, err := h.Reader.Coupon(ctx, id)
	if c.InPast() && errors.Is(err, readmodels.ErrNotFound) {
		return nil // deleted since, or never there: see get
	}
	if errors.Is(err, readmodels.ErrNotFound) || err == nil && !visible(c, coupon.WebsiteIDs) {
		return pricerule.ErrNotFound
	}
	c.Keep(coupon)
	return err
}

func (h *couponHandlers) get(ctx context.Context, c *operations.Call, in path) (documents.Doc[documents.Coupon], error) {
	if c.InPast() {
		w := h.written(in.ID)
		then, err := w.State(ctx, c)
		switch {
		case err != nil:
			return nil, err
		case then.Code == "" || !visible(c, then.WebsiteIDs):
			return nil, pricerule.ErrNotFound
		}
		return w.Encoded(then)
	}
	return operations.Loaded[*sales.Coupon](c).Doc, nil
}

// writable is the guard of changes. It reads the stream, as the decision does.
func (h *couponHandlers) writable(ctx context.Context, c *operations.Call) error {
	rule, err := h.Commands.Rule(ctx, c.PathID("id"))
	switch {
	case err != nil:
		return err
	case rule.Code == "" || !visible(c, rule.WebsiteIDs):
		return pricerule.ErrNotFound
	}
	c.Keep(rule)
	return allowed(c, rule.WebsiteIDs)
}

// allowed refuses websites that the token may not access.
func allowed(c *operations.Call, websites []int64) error {
	scope := c.AllowedWebsites()
	for _, id := range websites {
		if scope != nil && !slices.Contains(scope, id) {
			return pricerule.ErrWebsiteDenied(id)
		}
	}
	return nil
}

// show answers a write with the coupon in its new state.
func (h *couponHandlers) show(ctx context.Context, c *operations.Call, id int64) (documents.Doc[documents.Coupon], error) {
	return h.written(id).Answer(ctx, c)
}

// written returns the ways to read a coupon and to fold it from its stream.
func (h *couponHandlers) written(id int64) operations.Written[documents.Coupon, documents.Coupon] {
	return operations.Written[documents.Coupon, documents.Coupon]{
		Stream: pricerule.Stream(id), Each: h.Commands.EachUntil, Apply: folds.ApplyCoupon, Missing: pricerule.ErrNotFound,
		Read: func(ctx context.Context) (documents.Doc[documents.Coupon], error) {
			coupon, err := h.Reader.Coupon(ctx, id)
			if err != nil {
				return nil, err
			}
			return coupon.Doc, nil
		},
	}
}
