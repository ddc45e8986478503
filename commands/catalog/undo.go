package catalog

import (
	"context"
	"slices"
	"strings"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/eventstore"
)

// stays lists the fields of products that cannot be undone, because their elements have files or identifiers of their own.
var stays = []string{gallery, "downloadableLinks", "customOptions", "bundleOptions"}

// UndoProduct writes the values back that the event at a position of the log has replaced in a product, in their store view. split may
// refuse the values, and returns those that belong to other scopes. It returns the store view, 0 for the values of all stores. NotFound:
// the product has no such event. Invalid: the event is no change of values, or one of files and options. Conflict: a value was changed
// again since.
func (c *Catalog) UndoProduct(ctx context.Context, id int64, at eventstore.Position, split func(old *record.Part) ([]record.Part, error)) (
	storeID int64, err error) {
	undone, before, now, err := c.changeAt(ctx, id, at)
	if err != nil {
		return 0, err
	}
	old := record.Part{StoreID: undone.StoreID}
	if old.Set, old.Unset, err = undone.Undo(before, now); err != nil {
		return 0, err
	}
	elsewhere, err := split(&old)
	if err != nil {
		return 0, err
	}
	finish, err := c.changeValues(ctx, id, old, elsewhere, func(now record.State) error {
		_, _, err := undone.Undo(before, now)
		return err
	})
	if err != nil {
		return 0, err
	}
	c.Step("product: undone")
	return old.StoreID, finish()
}

// changeAt finds a change of a product, with the states before it and now.
func (c *Catalog) changeAt(
	ctx context.Context,
	id int64,
	at eventstore.Position,
) (undone record.Changed, before, now record.State, err error) {
	found, is := false, false
	err = c.EachEvent(ctx, catalog.Products.Stream(id), func(e domain.Event, times domain.Times) {
		if eventstore.Position(times.Position) == at {
			found, before = true, now
			undone, is = e.(record.Changed)
		}
		now = record.Evolve(now, e)
	})
	switch {
	case err != nil:
		return undone, before, now, err
	case !found:
		return undone, before, now, fault.NotFoundf("The product has no entry at position %d. Its timeline has the positions.", at)
	case !is:
		return undone, before, now, fault.Invalidf("The entry at position %d created or deleted the product, which cannot be undone.", at).
			About(fault.Choice, "position")
	}
	names := slices.DeleteFunc(undone.Names(), func(name string) bool { return !slices.Contains(stays, name) })
	if len(names) > 0 {
		err = fault.Invalidf("Changes of %s cannot be undone. Write what is wanted with the operations for them.", strings.Join(names, ", ")).
			About(fault.Choice, "position")
	}
	return undone, before, now, err
}
