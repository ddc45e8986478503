package directory

import (
	"context"
	"encoding/json"
	"strconv"

	domaincatalog "tradelog/domain/catalog"
	"tradelog/domain/record"
)

// SetRootCategory changes a root category, or creates one with id 0, and returns its identifier.
func (c *Stores) SetRootCategory(ctx context.Context, id int64, set record.Values) (int64, error) {
	if id == 0 {
		values := record.Values{"parentId": json.RawMessage(strconv.FormatInt(domaincatalog.TreeRoot, 10)), "isActive": json.RawMessage("true"),
			"includeInMenu": json.RawMessage("true"), "isAnchor": json.RawMessage("true"), "position": json.RawMessage("0")}
		for name, value := range set {
			values[name] = value
		}
		return c.catalog.CreateCategory(ctx, values)
	}
	if err := c.catalog.MustBeRoot(ctx, id); err != nil {
		return 0, err
	}
	return id, c.catalog.UpdateCategory(ctx, id, 0, set, nil)
}

// DeleteRootCategory deletes a root category that is not in use.
func (c *Stores) DeleteRootCategory(ctx context.Context, id int64) error {
	if err := c.catalog.MustBeRoot(ctx, id); err != nil {
		return err
	}
	return c.deleteUnused(
		ctx,
		domaincatalog.Categories,
		id,
		"Root category",
		func() error { return c.catalog.DeleteCategories(ctx, []int64{id}) },
	)
}
