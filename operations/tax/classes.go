package tax

import (
	"context"
	"slices"

	"tradelog/domain/tax"
	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
)

type classesInput struct {
	search
	ClassType string `query:"classType" doc:"PRODUCT or CUSTOMER"`
}

func (h *handlers) classes(ctx context.Context, c *operations.Call, in classesInput) (*documents.Page[documents.TaxClass], error) {
	t, err := h.taxes(ctx, c)
	if err != nil {
		return nil, err
	}
	return operations.PageFrom(c, t.Classes, func(class tax.Class) bool {
		return operations.Contains(class.Name, in.Search) && (in.ClassType == "" || in.ClassType == class.Type)
	}, documents.NewTaxClass)
}

func (h *handlers) class(ctx context.Context, c *operations.Call, in path) (documents.TaxClass, error) {
	t, err := h.taxes(ctx, c)
	if err != nil {
		return documents.TaxClass{}, err
	}
	class, ok := t.Class(in.ID)
	if !ok {
		return documents.TaxClass{}, readmodels.ErrNotFound
	}
	return documents.NewTaxClass(class), nil
}

type classInput struct {
	ClassName *string `json:"className" doc:"name; needed to create a class"`
	ClassType *string `json:"classType" enum:"PRODUCT,CUSTOMER" doc:"what the class is of; PRODUCT when a class is created without it"`
}

func (in classInput) apply(v tax.Class) (tax.Class, error) {
	set(&v.Name, in.ClassName)
	set(&v.Type, in.ClassType)
	return v, nil
}

// set puts a value that was sent.
func set[T any](to, from *T) {
	if from != nil {
		*to = *from
	}
}

func (h *handlers) createClass(ctx context.Context, c *operations.Call, in classInput) (documents.TaxClass, error) {
	v, err := in.apply(tax.Class{Type: tax.ProductClass})
	if err != nil {
		return documents.TaxClass{}, err
	}
	id, err := h.commands.Classes.Create(ctx, v)
	if err != nil {
		return documents.TaxClass{}, operations.Failed("create TaxClass", err)
	}
	c.Created(id)
	return h.writtenClass(ctx, id)
}

// writtenClass answers a write with the class as its stream has it.
func (h *handlers) writtenClass(ctx context.Context, id int64) (documents.TaxClass, error) {
	v, err := h.commands.Classes.Get(ctx, id)
	return documents.NewTaxClass(v), err
}

type classUpdate struct {
	path
	classInput
}

func (h *handlers) updateClass(ctx context.Context, _ *operations.Call, in classUpdate) (documents.TaxClass, error) {
	if err := h.commands.Classes.Change(ctx, in.ID, in.apply); err != nil {
		return documents.TaxClass{}, operations.Failed("update TaxClass", err)
	}
	return h.writtenClass(ctx, in.ID)
}

func (h *handlers) deleteClass(ctx context.Context, _ *operations.Call, in path) (operations.Nothing, error) {
	t, err := h.reader.Taxes(ctx)
	if err != nil {
		return operations.Nothing{}, err
	}
	rules := t.RulesWith(func(r tax.Rule) bool {
		return slices.Contains(r.CustomerClassIDs, in.ID) || slices.Contains(r.ProductClassIDs, in.ID)
	})
	return operations.Nothing{}, h.commands.DeleteClass(ctx, in.ID, rules)
}
