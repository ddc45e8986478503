package directory

import (
	"context"

	"tradelog/domain/directory"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/shop"
	"tradelog/operations"
	readdirectory "tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
)

func (h *handlers) stores(ctx context.Context, c *operations.Call, _ operations.None) ([]documents.Store, error) {
	if err := c.Refresh(ctx); err != nil {
		return nil, err
	}
	out := []documents.Store{}
	for _, s := range c.Shop.Stores {
		if s.IsActive {
			out = append(out, render(c.Shop, s))
		}
	}
	return out, nil
}

type storePath struct {
	ID string `path:"id" doc:"ID of the store view"`
}

func (h *handlers) store(ctx context.Context, c *operations.Call, _ storePath) (documents.Store, error) {
	if err := c.Refresh(ctx); err != nil {
		return documents.Store{}, err
	}
	s, ok := c.Shop.Store(c.PathID("id"))
	if !ok || !s.IsActive {
		return documents.Store{}, fault.NotFoundf("Store not found")
	}
	return render(c.Shop, s), nil
}

type codePath struct {
	Code string `path:"storeCode" doc:"code of the store view"`
}

// usableStore finds an active store view by its code. The admin scope is not a store view.
func usableStore(c *operations.Call, code string) (shop.Store, error) {
	s, ok := c.Shop.FindStore(code)
	if !ok || !s.IsActive {
		return s, fault.NotFoundf("Store with code '%.64s' not found", code)
	}
	return s, nil
}

// change answers with the store that a client wants to use next. Nothing is stored, because each request names its store.
func (h *handlers) change(_ context.Context, c *operations.Call, in codePath) (documents.Store, error) {
	s, err := usableStore(c, in.Code)
	if err != nil {
		return documents.Store{}, err
	}
	if !c.MaySeeStore(s.ID) {
		return documents.Store{}, fault.Forbiddenf("Token is not authorized for the requested store.")
	}
	done, out := true, render(c.Shop, s)
	out.Success = &done
	return out, nil
}

func render(t *readdirectory.Shop, s shop.Store) documents.Store {
	base := t.BaseURL(s.ID)
	group, _ := t.Group(s.GroupID)
	return documents.Store{
		Type: "Store", ID: s.ID, Code: s.Code, Name: s.Name, WebsiteID: s.WebsiteID, GroupID: s.GroupID,
		GroupName:      documents.Optional(group.Name),
		RootCategoryID: group.RootCategoryID, IsActive: s.IsActive, BaseURL: base, BaseLinkURL: base, BaseMediaURL: base + "media/",
		Locale: localeOf(t, s), Currency: documents.StoreCurrencies{Base: t.BaseCurrency(s), Default: t.DisplayCurrency(s)},
	}
}

func (h *handlers) currencies(ctx context.Context, c *operations.Call, _ operations.None) ([]documents.Currency, error) {
	if err := c.Refresh(ctx); err != nil {
		return nil, err
	}
	out, base, locale := []documents.Currency{}, c.Shop.BaseCurrency(c.Store), localeOf(c.Shop, c.Store)
	for _, code := range c.Shop.Currencies(c.Store) {
		rate, ok := c.Shop.Rate(base, code)
		if !ok {
			rate = money.One
		}
		out = append(out, documents.Currency{Type: "Currency", Code: code, Symbol: directory.Symbol(code, locale), ExchangeRate: rate})
	}
	return out, nil
}
