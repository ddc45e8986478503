package quote

import (
	"crypto/rand"
	"encoding/hex"
	"slices"

	"tradelog/domain/catalog"
	"tradelog/domain/order"
)

// deliver sets the delivery terms of bought links from the present configuration of the store.
func (q *Quote) deliver(picked []catalog.Download, bought []order.ChosenLink) {
	const at = "catalog/downloadable/"
	for i, d := range picked {
		link := &bought[i]
		link.Private = d.Shareable == 0 || d.Shareable == 2 && !q.config.Flag(at+"shareable")
		link.AtOnce = q.config.Int(at+"order_item_status") == 1
		if days := q.config.Int(at + "links_expire_after"); days > 0 {
			until := q.Now.UTC().AddDate(0, 0, days)
			link.Until = &until
		}
	}
}

// downloadSecret returns a new secret for the order's downloads; empty if it has none.
func (q *Quote) downloadSecret() (string, error) {
	if !slices.ContainsFunc(q.lines, func(l line) bool { return len(l.picked.Links) > 0 }) {
		return "", nil
	}
	var secret [16]byte
	_, err := rand.Read(secret[:])
	return hex.EncodeToString(secret[:]), err
}
