package catalog

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/record"
)

// CreateCategory adds a category below its parent, which must exist.
func (c *Catalog) CreateCategory(ctx context.Context, values record.Values) (int64, error) {
	category, err := record.Read[catalog.Category](values)
	if err != nil {
		return 0, fault.Invalidf("The category cannot be read").WithCause(err)
	}
	if err := category.Check(); err != nil {
		return 0, err
	}
	if category.ParentID != 0 {
		if err := c.mustExist(ctx, category.ParentID, catalog.ErrParentNotFound); err != nil {
			return 0, err
		}
	}
	ids, err := c.Next(ctx, "category", 1)
	if err != nil {
		return 0, err
	}
	values = maps.Clone(values)
	values["id"] = json.RawMessage(strconv.FormatInt(ids[0], 10))
	result, err := c.categories.Decide(ctx, catalog.Categories.Stream(ids[0]), func(s record.State) ([]domain.Event, error) {
		return catalog.Categories.Create(s, ids[0], values)
	}, commands.Named("CreateCategory"))
	id := domain.StreamID(result.Stream)
	if err != nil || category.ParentID == 0 {
		return id, err
	}
	// A concurrent request may have deleted the parent without seeing this category below it.
	c.Step("category: created")
	if refused := c.mustExist(ctx, category.ParentID, catalog.ErrParentNotFound); refused != nil {
		return 0, errors.Join(refused, c.DeleteCategories(ctx, []int64{id}))
	}
	return id, nil
}

func (c *Catalog) mustExist(ctx context.Context, category int64, refusal error) error {
	return c.categories.View(ctx, catalog.Categories.Stream(category), func(s record.State, _ bool) error {
		if !s.Live() {
			return refusal
		}
		return nil
	})
}

// UpdateCategory changes fields of a category for one store view, or for all with 0. Another parent moves it.
func (c *Catalog) UpdateCategory(ctx context.Context, id, storeID int64, set record.Values, unset []string) error {
	var had json.RawMessage
	_, moved := set["parentId"]
	if moved {
		if err := c.checkMove(ctx, id, member[int64](set, "parentId")); err != nil {
			return err
		}
	}
	stream := catalog.Categories.Stream(id)
	if _, err := c.categories.Decide(ctx, stream, func(s record.State) ([]domain.Event, error) {
		if !s.Live() {
			return nil, record.ErrNotFound
		}
		had = s.Values[0]["parentId"]
		events, err := catalog.Categories.ChangeIn(s, storeID, set, unset...)
		if err != nil {
			return nil, err
		}
		for _, e := range events {
			s = record.Evolve(s, e)
		}
		category, err := record.Read[catalog.Category](s.In(storeID))
		if err != nil {
			return nil, fault.Invalidf("The category cannot be read").WithCause(err)
		}
		return events, category.Check()
	}, commands.Named("UpdateCategory")); err != nil || !moved {
		return err
	}
	// A concurrent request may have moved the new parent below this category. The request that checks last sees both moves and undoes its own.
	c.Step("category: moved")
	refused := c.checkMove(ctx, id, member[int64](set, "parentId"))
	if refused == nil || had == nil {
		return nil
	}
	_, err := c.categories.Decide(ctx, stream, func(s record.State) ([]domain.Event, error) {
		return catalog.Categories.Change(s, 0, record.Values{"parentId": had})
	}, commands.Named("UndoMove"))
	return errors.Join(refused, err)
}

// checkMove returns an error if the new parent does not exist or lies below the category itself.
func (c *Catalog) checkMove(ctx context.Context, id, parent int64) error {
	if err := c.mustExist(ctx, parent, catalog.ErrNewParentNotFound); err != nil {
		return err
	}
	above, err := c.Lineage(ctx, parent)
	if err == nil && slices.Contains(above, id) {
		err = catalog.ErrMoveUnderItself
	}
	return err
}

// maxLineage bounds the number of categories in a lineage.
const maxLineage = 100

// Lineage returns a category and its ancestors up to the root of the tree, read from their streams.
func (c *Catalog) Lineage(ctx context.Context, id int64) (ids []int64, err error) {
	for at := id; at != 0 && len(ids) < maxLineage; {
		ids = append(ids, at)
		if err := c.categories.View(ctx, catalog.Categories.Stream(at), func(s record.State, _ bool) error {
			at = member[int64](s.Values[0], "parentId")
			return nil
		}); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// DeleteCategories deletes categories, the deepest first, so that a crash leaves a tree. ids lists parents before their children.
func (c *Catalog) DeleteCategories(ctx context.Context, ids []int64) error {
	for _, id := range slices.Backward(ids) {
		if _, err := c.categories.Decide(ctx, catalog.Categories.Stream(id), func(s record.State) ([]domain.Event, error) {
			if s.Deleted {
				return nil, nil
			}
			return catalog.Categories.Delete(s)
		}, commands.Named("DeleteCategory")); err != nil {
			return err
		}
	}
	return nil
}

// MustBeRoot returns an error unless the category is the root category of stores.
func (c *Catalog) MustBeRoot(ctx context.Context, id int64) error {
	return c.categories.View(ctx, catalog.Categories.Stream(id), func(s record.State, _ bool) error {
		if !s.Live() || id == catalog.TreeRoot || member[int64](s.Values[0], "parentId") != catalog.TreeRoot {
			return fault.NotFoundf("There is no root category %d", id)
		}
		return nil
	})
}
