package demo

import (
	"context"
	"fmt"
	"slices"

	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/domain/pricerule"
	"tradelog/domain/tax"
	"tradelog/operations/directory"
)

// taxes adds the value added tax of Europe to the sales taxes that a shop begins with.
func (s *seeder) taxes(ctx context.Context) error {
	now, err := s.target.TaxesReader.Taxes(ctx)
	if err != nil {
		return err
	}
	const rule = "European Value Added Tax"
	if slices.ContainsFunc(now.Rules, func(r tax.Rule) bool { return r.Code == rule }) {
		return nil
	}
	var ids []int64
	for _, r := range []struct{ code, country, percent, title string }{
		{"DE-VAT", "DE", "19", "MwSt. 19 %"}, {"FR-VAT", "FR", "20", "TVA 20 %"},
	} {
		id, err := directory.TaxRates.Commands(s.target.Deciders).Create(ctx, tax.Rate{
			Code: r.code, CountryID: r.country, Postcode: "*", Percent: money.MustParse(r.percent),
			Titles: []tax.Title{{StoreID: s.stores["de"], Title: r.title}, {StoreID: s.stores["fr"], Title: r.title}},
		})
		if taken(err) {
			continue
		}
		if err != nil {
			return err
		}
		ids = append(ids, id)
	}
	if len(ids) == 0 {
		return nil
	}
	_, err = directory.TaxRules.Commands(s.target.Deciders).Create(ctx, tax.Rule{
		Code: rule, Priority: 1, Position: 2, CustomerClassIDs: []int64{3}, ProductClassIDs: []int64{2, 4}, RateIDs: ids,
	})
	return err
}

// coupons are the codes of the demo shop. Orders use those that are valid for all groups.
var coupons = []pricerule.Rule{
	{Code: "WELCOME10", Name: "Welcome", Label: "10% off your order", Action: pricerule.ByPercent, Amount: money.FromInt(10),
		GroupIDs: []int64{0, 1, 2, 3}},
	{Code: "HARBOUR15", Name: "15 off from 100", Label: "15 off orders from 100", Action: pricerule.CartFixed, Amount: money.FromInt(15),
		MinimumSubtotal: money.FromInt(100), GroupIDs: []int64{0, 1, 2, 3}},
	{Code: "TRADE5", Name: "Wholesale", Label: "5% for the trade", Action: pricerule.ByPercent, Amount: money.FromInt(5),
		GroupIDs: []int64{2}},
	{Code: "FREESHIP", Name: "Free shipping", Label: "Free shipping and 1% off", Action: pricerule.ByPercent, Amount: money.One,
		FreeShipping: pricerule.ShipmentShipsFree, UsagePerCustomer: 1, GroupIDs: []int64{1, 2, 3}},
}

// cardCount is the number of issued gift cards. At most one order uses each.
const cardCount = 20

func cardCode(n int) string { return fmt.Sprintf("GIFT-HILL-%04d", 1000+n) }

// promotions makes coupons and gift cards.
func (s *seeder) promotions(ctx context.Context) error {
	for _, rule := range coupons {
		rule.Active, rule.WebsiteIDs = true, []int64{1, 2}
		if _, err := s.target.Rules.CreateCoupon(ctx, rule); err != nil && err.Error() != pricerule.ErrCodeTaken(rule.Code).Error() {
			return err
		}
	}
	for n := range cardCount {
		value, code := money.FromInt([]int64{5, 8, 10, 50}[n%4]), cardCode(n)
		_, err := s.target.Cards.CreateGiftCard(ctx, giftcard.Draft{
			Code: code, Currency: "USD", WebsiteIDs: []int64{1, 2}, Balance: &value,
		}, s.stores["default"])
		if err != nil && err.Error() != giftcard.ErrCodeTaken(code).Error() {
			return err
		}
	}
	return nil
}
