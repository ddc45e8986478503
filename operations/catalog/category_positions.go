package catalog

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"

	"tradelog/domain/catalog"
	"tradelog/domain/record"
	"tradelog/operations"
	"tradelog/operations/catalog/input"
)

// move puts a category before the other children of a new parent, unless a position was sent.
func (h *categoryHandlers) move(ctx context.Context, c *operations.Call, s record.State, parent *int64, values record.Values) error {
	category, err := record.Read[catalog.Category](s.In(0))
	if err != nil || parent == nil || *parent == category.ParentID {
		return err
	}
	if _, err := h.commands.Category(ctx, *parent); err != nil {
		return input.Missing(err, catalog.ErrNewParentNotFound)
	}
	index, err := h.reader.Categories(ctx)
	if err != nil {
		return err
	}
	if err := errors.Join(h.checkTree(ctx, c, *parent, true), h.checkTree(ctx, c, category.ParentID, true)); err != nil {
		return err
	}
	if values["position"] == nil {
		if err := input.Set(values, "position", index.FirstPosition(*parent)); err != nil {
			return err
		}
	}
	return input.Set(values, "parentId", *parent)
}

// assignedTo returns the products of a list that are in a category. If any is missing, it reads again once the read model has caught up
// with the log. The product may just have been added to the category.
func (h *categoryHandlers) assignedTo(ctx context.Context, category int64, ids []int64) ([]int64, error) {
	assigned, err := h.reader.AssignedOf(ctx, category, ids)
	if err != nil || len(assigned) == len(ids) {
		return assigned, err
	}
	head, err := h.commands.Head(ctx)
	if err != nil {
		return nil, err
	}
	if err := h.reader.CatchUp(ctx, head, "products"); err != nil {
		return nil, err
	}
	return h.reader.AssignedOf(ctx, category, ids)
}

// setPositions sets the positions of products in the category. Products outside of it are ignored (shapes-catalog §12.3).
func (h *categoryHandlers) setPositions(ctx context.Context, s record.State, wanted map[string]int64, values record.Values) error {
	if len(wanted) == 0 {
		return nil
	}
	category, err := record.Read[catalog.Category](s.In(0))
	if err != nil {
		return err
	}
	var ids []int64
	for _, key := range slices.Sorted(maps.Keys(wanted)) {
		if id, err := strconv.ParseInt(key, 10, 64); err == nil && id > 0 {
			ids = append(ids, id)
		}
	}
	assigned, err := h.assignedTo(ctx, s.ID, ids)
	if err != nil {
		return err
	}
	positions := maps.Clone(category.Positions)
	if positions == nil {
		positions = map[string]int64{}
	}
	for _, id := range assigned {
		key := strconv.FormatInt(id, 10)
		positions[key] = wanted[key]
	}
	return input.Set(values, "productPositions", positions)
}
