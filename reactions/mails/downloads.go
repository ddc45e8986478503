package mails

import "tradelog/readmodels/documents"

// downloads leads the buyer to what they can download now. What only the customer may download is not linked, since a browser
// does not send their token; their account shows it.
func (p place) downloads(o *documents.Order, path string) (blocks []Block) {
	for _, i := range o.Items {
		for _, d := range i.ProductOptions.Downloads {
			if i.Delivers(d) && (!d.Private || o.CustomerID == nil) {
				blocks = append(blocks, Block{Link: &Link{Label: "Download " + d.Title, URL: p.page(path+d.Key, nil)}})
			}
		}
	}
	return blocks
}
