package product

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/claim"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	readcatalog "tradelog/readmodels/catalog"
	"tradelog/readmodels/directory"
)

// AttributeWrites are the commands on attributes, their options and attribute sets.
type AttributeWrites struct {
	engine     *commands.Engine
	reader     *readcatalog.Reader
	attributes commands.Members[catalog.ProductAttribute]
	options    commands.Members[catalog.AttributeOption]
	sets       commands.Members[catalog.AttributeSet]
}

// WriteAttributes makes the commands.
func WriteAttributes(e *commands.Engine, r *readcatalog.Reader) *AttributeWrites {
	return &AttributeWrites{e, r, Attributes.Commands(e), Options.Commands(e), Sets.Commands(e)}
}

// SetAttribute changes an attribute, or adds a user-defined one with id 0, and returns its identifier. A new attribute joins the first
// group of the default set. Code, input, type, scope and product types of the shop's own attributes cannot be changed. Neither can code,
// input, type and scope of others, since products have values. An attribute whose values may repeat cannot become a unique one.
func (w *AttributeWrites) SetAttribute(ctx context.Context, id int64, change func(*catalog.ProductAttribute)) (int64, error) {
	if id != 0 {
		return id, described("attribute", id, w.attributes.Change(ctx, id, func(a catalog.ProductAttribute) (catalog.ProductAttribute, error) {
			had := a
			change(&a)
			return a, checkKept(had, a)
		}))
	}
	a := catalog.ProductAttribute{UserDefined: true, Scope: catalog.StoreScope, Input: "text", ApplyTo: []string{}}
	change(&a)
	if a.Type == "" && len(catalog.Inputs[a.Input]) > 0 {
		a.Type = catalog.Inputs[a.Input][0]
	}
	if err := checkDefault(a); err != nil {
		return 0, err
	}
	id, err := w.attributes.Create(ctx, a)
	if err != nil {
		return 0, err
	}
	return id, w.sets.Revise(ctx, catalog.DefaultSet, func(s catalog.AttributeSet) catalog.AttributeSet { return s.With("", a.Code) })
}

// described names the missing record in a refusal.
func described(kind string, id int64, err error) error {
	if fault.KindOf(err) == fault.NotFound {
		return fault.NotFoundf("There is no %s %d; tradelog attributes list %s shows them", kind, id, kind)
	}
	return err
}

func checkKept(had, a catalog.ProductAttribute) error {
	fixed := map[string]bool{
		"code": had.Code != a.Code, "input": had.Input != a.Input, "type": had.Type != a.Type, "scope": had.Scope != a.Scope,
		"uniqueness":    a.Custom() && a.Unique && !had.Unique, // products may share values already
		"product types": !had.Custom() && strings.Join(had.ApplyTo, ",") != strings.Join(a.ApplyTo, ","),
		"use as a filter": !had.Custom() && had.Filterable != a.Filterable && a.Filterable != catalog.NotFilterable && !had.Chosen() &&
			had.Input != "boolean",
	}
	for _, what := range []string{"code", "input", "type", "scope", "uniqueness", "product types", "use as a filter"} {
		if fixed[what] {
			return fault.Invalidf("The %s of attribute %s cannot be changed", what, had.Code)
		}
	}
	return checkDefault(a)
}

// checkDefault refuses a default that no product could have.
func checkDefault(a catalog.ProductAttribute) error {
	if a.Default == nil || !a.Custom() || a.Chosen() {
		return nil
	}
	return catalog.CheckValue(a, *a.Default)
}

// SetOption changes an option, or adds one with id 0, and returns its identifier.
func (w *AttributeWrites) SetOption(ctx context.Context, id int64, change func(*catalog.AttributeOption)) (int64, error) {
	if id != 0 {
		return id, described("option", id, w.options.Change(ctx, id, func(o catalog.AttributeOption) (catalog.AttributeOption, error) {
			attribute := o.AttributeID
			change(&o)
			if o.AttributeID != attribute {
				return o, fault.Invalidf("An option stays with its attribute").About(fault.Fixed, "attributeId")
			}
			return o, nil
		}))
	}
	var o catalog.AttributeOption
	change(&o)
	switch a, err := w.attributes.Get(ctx, o.AttributeID); {
	case err != nil:
		return 0, described("attribute", o.AttributeID, err)
	case !a.Chosen() || !a.Custom():
		return 0, fault.Invalidf("Attribute %s has no options of its own; user-defined select and multiselect attributes have", a.Code)
	}
	return w.options.Create(ctx, o)
}

// SetSet changes an attribute set, or adds one with id 0, and returns its identifier. A new set begins as the default one. Attributes that
// join the set must exist. Their streams are read, so that a new one is known at once.
func (w *AttributeWrites) SetSet(ctx context.Context, id int64, change func(*catalog.AttributeSet)) (int64, error) {
	of := cmp.Or(id, catalog.DefaultSet)
	s, err := w.sets.Get(ctx, of)
	if err != nil {
		return id, described("set", of, err)
	}
	had := s.Codes()
	change(&s)
	for _, code := range s.Codes() {
		if slices.Contains(had, code) {
			continue
		}
		if _, err := AttributeNamed(ctx, w.engine, code); errors.Is(err, record.ErrNotFound) {
			return id, fault.NotFoundf("There is no attribute %.60s; tradelog attributes list attribute shows them", code)
		} else if err != nil {
			return id, err
		}
	}
	if id == 0 {
		return w.sets.Create(ctx, s)
	}
	return id, described("set", id, w.sets.Change(ctx, id, func(s catalog.AttributeSet) (catalog.AttributeSet, error) {
		change(&s)
		return s, nil
	}))
}

// Label sets the label of an attribute or option in a store view; an empty one removes it.
func (w *AttributeWrites) Label(ctx context.Context, kind *record.Kind, id, storeID int64, label string) error {
	field := "label"
	if kind == catalog.AttributeRecords {
		field = "frontendLabel"
	}
	set, unset := record.Values{}, []string{field}
	if label = strings.TrimSpace(label); label != "" {
		if err := (catalog.AttributeOption{Label: label}).Check(); err != nil {
			return err
		}
		encoded, err := json.Marshal(label)
		if err != nil {
			return err
		}
		set[field], unset = encoded, nil
	}
	return commands.OpenRecords(w.engine, kind).Change(ctx, id, func(s record.State) ([]domain.Event, error) {
		return kind.Change(s, storeID, set, unset...)
	}, commands.Named("Label"+kind.Title))
}

// Delete removes an attribute, option or set that no product uses. Attributes, options and sets of the shop itself stay. A deleted
// attribute is removed from its sets.
func (w *AttributeWrites) Delete(ctx context.Context, kind *record.Kind, id int64) error {
	if kind == catalog.AttributeRecords {
		if a, err := w.attributes.Get(ctx, id); err == nil && !a.Custom() {
			return fault.Invalidf("Attribute %s is one of the shop itself and cannot be deleted", a.Code)
		}
	}
	if kind == catalog.SetRecords && id == catalog.DefaultSet {
		return fault.Invalidf("The default attribute set cannot be deleted")
	}
	head, err := w.engine.Head(ctx)
	if err != nil {
		return err
	}
	uses, err := directory.Uses(ctx, w.reader.Reader, kind, id, head)
	if err != nil {
		return err
	}
	if len(uses) > 0 {
		return fault.Preconditionf("It is used by %d %s; change those first", uses[0].Count, uses[0].Name)
	}
	switch kind {
	case catalog.AttributeRecords:
		return described("attribute", id, w.deleteAttribute(ctx, id))
	case catalog.OptionRecords:
		return described("option", id, w.options.Delete(ctx, id))
	}
	return described("set", id, w.sets.Delete(ctx, id))
}

// deleteAttribute removes an attribute with its options and its entries in sets. The read model lists them once it has caught up. Newer
// options and sets do not show it.
func (w *AttributeWrites) deleteAttribute(ctx context.Context, id int64) error {
	book, err := w.reader.Attributes(ctx)
	if err != nil {
		return err
	}
	if err := w.attributes.Delete(ctx, id); err != nil {
		return err
	}
	for _, o := range book.Options(id) {
		if err := w.options.Delete(ctx, o.ID); err != nil {
			return err
		}
	}
	a := book.Attribute(id)
	if a == nil {
		return nil
	}
	for _, s := range book.Sets() {
		if !book.Has(s.ID, a.Code) {
			continue
		}
		if err := w.sets.Revise(ctx, s.ID, func(s catalog.AttributeSet) catalog.AttributeSet { return s.Without(a.Code) }); err != nil {
			return err
		}
	}
	return nil
}

var codePattern = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// IsAttributeCode tells whether a text can be the code of an attribute.
func IsAttributeCode(text string) bool { return codePattern.MatchString(text) }

// AttributeNamed finds an attribute by its code and reads it from its stream. It returns record.ErrNotFound if there is none.
func AttributeNamed(ctx context.Context, e *commands.Engine, code string) (a catalog.ProductAttribute, err error) {
	holder, err := e.Holder(ctx, claim.Code(catalog.AttributeRecords.Name, code))
	if err != nil {
		return a, err
	}
	if holder == "" {
		return a, record.ErrNotFound
	}
	if a, err = Attributes.Commands(e).Get(ctx, domain.StreamID(holder)); err == nil && a.Code != code {
		err = record.ErrNotFound
	}
	return a, err
}
