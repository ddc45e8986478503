package customers

import (
	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/projections"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/tables"
)

var addressesTable = projections.TableOf[tables.AddressRow]("customer_addresses", 1)

// noteEntries notes the entries of the address book that an event changes.
func (r *customerRow) noteEntries(e domain.Event) {
	if r.Doc == nil {
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
		for _, a := range r.Doc.Addresses {
			note(a.ID, true) // the former defaults change, too
		}
	}
}

// putEntries writes the entries that the batch has changed.
func putEntries(w *projections.Writer, r *customerRow) error {
	for id, there := range r.entries {
		entry := r.Doc.Entry(id)
		if !there || entry == nil {
			w.Delete(addressesTable.Table, id)
			continue
		}
		doc, err := documents.Encode(entry)
		if err != nil {
			return err
		}
		if err := addressesTable.Put(w, tables.AddressRow{
			Address:   tables.Address{ID: id, CustomerID: r.Doc.ID, Doc: doc},
			Telephone: entry.Telephone, Digits: customer.Digits(entry.Telephone),
		}); err != nil {
			return err
		}
	}
	r.entries = nil
	return nil
}
