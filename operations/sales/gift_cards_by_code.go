package sales

import (
	"context"
	"slices"
	"strings"

	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/operations"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/sales"
)

type giftCardsInput struct {
	Code   string `query:"code" longest:"255" doc:"exact code"`
	Status string `query:"status" enum:"active,used,expired,disabled" about:"status"`
}

func (h *giftCardHandlers) list(ctx context.Context, c *operations.Call, in giftCardsInput) (*documents.Page[documents.GiftCard], error) {
	f := sales.GiftCardFilter{Status: in.Status, Websites: c.AllowedWebsites()}
	if code := strings.TrimSpace(in.Code); code != "" {
		id, err := h.cardOf(ctx, code)
		if fault.KindOf(err) == fault.NotFound {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		f.ID = id
	}
	return h.reader.GiftCards(ctx, f, c.Page())
}

// cardOf finds the card with a code.
func (h *giftCardHandlers) cardOf(ctx context.Context, code string) (int64, error) {
	if code == "" {
		return 0, giftcard.ErrNotFound
	}
	id, err := h.commands.GiftCardOf(ctx, code)
	if err == nil && id == 0 {
		err = giftcard.ErrNotFound
	}
	return id, err
}

type balanceInput struct {
	Code string `query:"code" longest:"255" required:"true" doc:"code of the card"`
}

// balance answers callers who know only the code. A card of other websites does not exist here.
func (h *giftCardHandlers) balance(ctx context.Context, c *operations.Call, in balanceInput) (documents.GiftCardBalance, error) {
	id, err := h.cardOf(ctx, strings.TrimSpace(in.Code))
	if err != nil {
		return documents.GiftCardBalance{}, err
	}
	card, err := h.reader.GiftCard(ctx, id)
	if err != nil {
		if fault.KindOf(err) == fault.NotFound { // the read model does not have its row yet
			err = giftcard.ErrNotFound
		}
		return documents.GiftCardBalance{}, err
	}
	doc, err := card.Doc.Decode()
	switch {
	case err != nil:
		return documents.GiftCardBalance{}, err
	case !slices.Contains(doc.WebsiteIDs, c.Store.WebsiteID):
		return documents.GiftCardBalance{}, giftcard.ErrNotFound
	}
	return documents.GiftCardBalance{
		Type: giftCardResource.Name, Code: masked(doc.Code), Balance: doc.Balance, Status: doc.Status, CurrencyCode: doc.CurrencyCode,
		ExpiresAt: doc.ExpiresAt,
	}, nil
}

// masked hides the middle of a code of more than eight characters (graphql §7).
func masked(code string) string {
	runes := []rune(code)
	if len(runes) <= 8 {
		return code
	}
	return string(runes[:4]) + "****" + string(runes[len(runes)-4:])
}

type adjustInput struct {
	Code    string        `json:"code" longest:"255" required:"true" doc:"code of the card"`
	Balance money.Decimal `json:"newBalance" required:"true" doc:"remaining value of the card, at most 10000"`
	Comment string        `json:"comment" lines:"many" doc:"reason for the change"`
}

func (h *giftCardHandlers) adjust(ctx context.Context, c *operations.Call, in adjustInput) (documents.Doc[documents.GiftCard], error) {
	id, err := h.cardOf(ctx, strings.TrimSpace(in.Code))
	if err != nil {
		return nil, err
	}
	card, err := h.commands.GiftCard(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := giftcard.CheckWrite(c.AllowedWebsites(), card.WebsiteIDs); err != nil {
		return nil, err
	}
	change := giftcard.Adjustment{Balance: &in.Balance, Comment: strings.TrimSpace(in.Comment)}
	if err := h.commands.AdjustGiftCard(ctx, id, change); err != nil {
		return nil, err
	}
	return h.show(ctx, c, id)
}
