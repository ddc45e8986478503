package customers

import (
	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/projections"
	"tradelog/readmodels/documents"
)

var addressesTable = &projections.Table{Name: "customer_addresses", Keys: 1, Columns: projections.Columns(`id bigint,
		customer_id bigint, telephone text, digits text, doc text`)}

// noteEntries notes the entries of the address book that an event changes.
func (r *customerRow) noteEntries(e domain.Event) {
	if r.doc == nil {
		return
	}
	note := func(id int64, there bool) {
		if r.entries == nil {
			r.entries = map[int64]bool{}
		}
		r.entries[id] = there
	}
	switch e := e.(type) {
	case customer.AddressAdded:
		note(e.AddressID, true)
	case customer.AddressChanged:
		note(e.AddressID, true)
	case customer.AddressRemoved:
		note(e.AddressID, false)
	case customer.DefaultAddressesSet:
		for _, a := range r.doc.Addresses {
			note(a.ID, true) // the former defaults change, too
		}
	}
}

// putEntries writes the entries that the batch has changed.
func putEntries(w *projections.Writer, r *customerRow) error {
	for id, there := range r.entries {
		entry := r.doc.Entry(id)
		if !there || entry == nil {
			w.Delete(addressesTable, id)
			continue
		}
		doc, err := documents.Encode(entry)
		if err != nil {
			return err
		}
		w.Put(addressesTable, id, r.doc.ID, entry.Telephone, customer.Digits(entry.Telephone), doc)
	}
	r.entries = nil
	return nil
}
