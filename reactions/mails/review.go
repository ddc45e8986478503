package mails

import (
	"context"
	"strconv"

	"tradelog/adapters/mail"
	"tradelog/domain"
	"tradelog/domain/letter"
	"tradelog/domain/lines"
	"tradelog/domain/review"
	"tradelog/reactions"
)

// ReviewApproved tells customers that their review is published, when it is approved for the first time.
var ReviewApproved = Kind{
	Form: letter.ReviewApprovedForm, Events: []string{review.StatusChanged{}.EventName()},
	Wanted: func(e domain.Event) bool { return e.(review.StatusChanged).Status == review.Approved },
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		var written review.Submitted
		var now review.Status
		approvals := 0
		if err := d.Commands.EachEvent(ctx, e.Stream, func(event domain.Event, at domain.Times) {
			switch event := event.(type) {
			case review.Submitted:
				written = event
			case review.StatusChanged:
				if now = event.Status; now == review.Approved {
					approvals++
				}
			}
		}); err != nil {
			return nil, err
		}
		if approvals != 1 || now != review.Approved || written.Text.Detail == "" {
			return nil, nil // told earlier, withdrawn or erased meanwhile
		}
		return d.toAuthor(ctx, written)
	},
}

// toAuthor makes the letter to the customer who wrote a review; nil if the account has no address.
func (d *Composer) toAuthor(ctx context.Context, written review.Submitted) (*Letter, error) {
	author, err := d.profileOf(ctx, written.CustomerID)
	if err != nil || author.Email == "" {
		return nil, err
	}
	shop, err := d.Shop(ctx)
	if err != nil {
		return nil, err
	}
	at := letterStoreOf(shop, written.StoreID)
	if !at.config.Flag("catalog/review/email_enabled") {
		return nil, nil
	}
	names, err := d.Names(ctx, written.StoreID, []int64{written.ProductID})
	if err != nil || names[written.ProductID] == "" {
		return nil, err // the product is gone
	}
	name := author.FullName()
	return &Letter{
		StoreID: written.StoreID, Sender: at.config.Text("catalog/review/email_identity"),
		To: mail.Address{Name: name, Email: author.Email},
		Values: letter.ReviewApproved{
			Common: at.common(name), Product: names[written.ProductID], Stars: strconv.FormatInt(written.Stars, 10),
			Title: written.Text.Title, Review: lines.Split(written.Text.Detail),
		},
	}, nil
}
