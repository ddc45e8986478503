package mails

import (
	"context"

	"tradelog/domain/letter"
	"tradelog/domain/order"
	"tradelog/readmodels/documents"
)

// paper returns the link to a printed paper of an order. title names it.
func (d *Composer) paper(ctx context.Context, p letterStore, paper order.Paper, title string) (letter.Download, error) {
	secret, err := d.PaperSecret(ctx, paper.OrderID)
	return letter.Download{Title: title + " (PDF)", Link: p.page(d.Papers+paper.Key(secret), nil)}, err
}

// downloads lists the files that the buyer can download now. Files that need the customer's login are left out, because a browser does not
// send the token for a link; the customer's account shows them.
func (p letterStore) downloads(o *documents.Order, path string) (files []letter.Download) {
	for _, i := range o.Items {
		for _, d := range i.ProductOptions.Downloads {
			if i.Delivers(d) && (!d.Private || o.CustomerID == nil) {
				files = append(files, letter.Download{Title: d.Title, Link: p.page(path+d.Key, nil)})
			}
		}
	}
	return files
}
