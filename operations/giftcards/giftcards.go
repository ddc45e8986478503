package giftcards

import (
	"context"
	"slices"
	"strings"
	"time"

	"tradelog/domain"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/operations"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
	"tradelog/readmodels/giftcards"
)

type path struct {
	ID int64 `path:"id" doc:"number of the gift card"`
}

// readable is the guard of a read.
func (h *handlers) readable(ctx context.Context, c *operations.Call) error {
	id := c.PathID("id")
	card, err := h.reader.GiftCard(ctx, id)
	if err != nil {
		return err
	}
	c.Keep(card)
	return card.CheckRead(c.AllowedWebsites())
}

func (h *handlers) get(_ context.Context, c *operations.Call, _ path) (documents.Doc[documents.GiftCard], error) {
	return operations.Loaded[*giftcards.GiftCard](c).Doc, nil
}

type createInput struct {
	Code           *string                     `json:"code" longest:"255" maxlength:"255" doc:"code of the card, which no other has; made when it is left out"`
	InitialBalance *money.Decimal              `json:"initialBalance" doc:"what the card is worth, at most 10000; the same as balance when left out"`
	Balance        *money.Decimal              `json:"balance" doc:"what is left of it; the same as initialBalance when left out"`
	Status         *string                     `json:"status" enum:"active,used,expired,disabled" doc:"active when left out"`
	ExpiresAt      operations.Nullable[string] `json:"expiresAt" nonnull:"true" type:"string,null" doc:"UTC date or datetime; null for never. By default as configured"`
	RecipientName  *string                     `json:"recipientName" about:"name of the person who gets the card"`
	RecipientEmail *string                     `json:"recipientEmail" format:"email" doc:"whom the card is sent to"`
	SenderName     *string                     `json:"senderName" about:"name of the person who gives the card"`
	SenderEmail    *string                     `json:"senderEmail" format:"email" about:"e-mail address of the person who gives the card"`
	Message        *string                     `json:"message" lines:"many" about:"text for the person who asked"`
	WebsiteIDs     []int64                     `json:"websiteIds" doc:"numbers of the websites the card can be used in, which share a base currency; the current one when left out"`
	WebsiteID      *int64                      `json:"websiteId" doc:"older name of websiteIds, for one website"`
}

// websites returns the websites of the input.
func (in createInput) websites(c *operations.Call) []int64 {
	switch {
	case in.WebsiteIDs != nil:
		return in.WebsiteIDs
	case in.WebsiteID != nil:
		return []int64{*in.WebsiteID}
	}
	return []int64{c.Store.WebsiteID}
}

func (in createInput) draft(c *operations.Call) (giftcard.Draft, error) {
	d := giftcard.Draft{
		Code: domain.Trimmed(in.Code), InitialBalance: in.InitialBalance, Balance: in.Balance,
		Status:    giftcard.Status(domain.Trimmed(in.Status)),
		ExpiresAt: giftcard.Lifetime(c.Now().Truncate(time.Second), c.Config().Int("giftcard/general/lifetime")),
		People: giftcard.People{
			RecipientName: domain.Trimmed(in.RecipientName), RecipientEmail: domain.Trimmed(in.RecipientEmail),
			SenderName:  domain.Trimmed(in.SenderName),
			SenderEmail: domain.Trimmed(in.SenderEmail), Message: domain.Trimmed(in.Message),
		},
	}
	// All other checks precede that of the websites (shapes-sales §13).
	d.WebsiteIDs = []int64{0}
	if _, err := (giftcard.State{}).Create(d); err != nil {
		return d, err
	}
	var err error
	if in.ExpiresAt.Sent {
		d.ExpiresAt = time.Time{}
		if value := strings.TrimSpace(in.ExpiresAt.Value); value != "" {
			if d.ExpiresAt, err = giftcard.ParseExpiry(value); err != nil {
				return d, err
			}
		}
	}
	d.WebsiteIDs, d.Currency, err = giftcard.Websites(in.websites(c), func(id int64) (string, bool) {
		_, ok := c.Shop.Website(id)
		return c.Shop.WebsiteCurrency(id), ok
	})
	if err != nil {
		return d, operations.Failed("create GiftCard", err)
	}
	return d, giftcard.CheckWrite(c.AllowedWebsites(), d.WebsiteIDs)
}

func (h *handlers) create(ctx context.Context, c *operations.Call, in createInput) (documents.Doc[documents.GiftCard], error) {
	draft, err := in.draft(c)
	if err != nil {
		return nil, err
	}
	id, err := h.commands.CreateGiftCard(ctx, draft, c.Store.ID)
	if err != nil {
		return nil, err
	}
	c.Created(id)
	return h.show(ctx, c, id)
}

// writable is the guard of changes. It reads the stream, as the decision does.
func (h *handlers) writable(ctx context.Context, c *operations.Call) error {
	card, err := h.commands.GiftCard(ctx, c.PathID("id"))
	if err != nil {
		return err
	}
	c.Keep(card)
	return giftcard.CheckWrite(c.AllowedWebsites(), card.WebsiteIDs)
}

type updateInput struct {
	path
	Status     *string        `json:"status" enum:"active,used,expired,disabled" about:"state that it is in"`
	Balance    *money.Decimal `json:"balance" doc:"what is left of the card, at most 10000"`
	Comment    *string        `json:"comment" lines:"many" doc:"why the balance changes"`
	WebsiteIDs []int64        `json:"websiteIds" doc:"cannot be changed; accepted when they are what they were"`
}

func (h *handlers) update(ctx context.Context, c *operations.Call, in updateInput) (documents.Doc[documents.GiftCard], error) {
	card := operations.Loaded[giftcard.State](c)
	if in.WebsiteIDs != nil {
		same := slices.Clone(in.WebsiteIDs)
		slices.Sort(same)
		if !slices.Equal(slices.Compact(same), card.WebsiteIDs) {
			return nil, giftcard.ErrWebsitesFixed
		}
	}
	a := giftcard.Adjustment{Balance: in.Balance, Comment: domain.Trimmed(in.Comment)}
	if in.Status != nil {
		status := giftcard.Status(*in.Status)
		a.Status = &status
	}
	if err := h.commands.AdjustGiftCard(ctx, in.ID, a); err != nil {
		return nil, err
	}
	return h.show(ctx, c, in.ID)
}

// show answers a write with the card in its new state.
func (h *handlers) show(ctx context.Context, c *operations.Call, id int64) (documents.Doc[documents.GiftCard], error) {
	return operations.Written[documents.GiftCard, documents.GiftCard]{
		Stream: giftcard.Stream(id), Each: h.commands.EachEvent, Apply: folds.ApplyGiftCard, Missing: giftcard.ErrNotFound,
		Read: func(ctx context.Context) (documents.Doc[documents.GiftCard], error) {
			card, err := h.reader.GiftCard(ctx, id)
			if err != nil {
				return nil, err
			}
			return card.Doc, nil
		},
	}.Answer(ctx, c)
}
