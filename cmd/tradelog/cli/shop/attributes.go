package shop

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain/catalog"
	"tradelog/domain/fault"
)

// AttributesCommand has the commands on attributes of products.
type AttributesCommand struct {
	List   attributesList   `cmd:"" help:"List attributes, options of attributes or attribute sets."`
	Set    attributesSet    `cmd:"" help:"Change the record with --id, or create one without it."`
	Delete attributesDelete `cmd:"" help:"Delete an attribute, option or set that no product uses."`
}

// The records as printed. Scripts depend on the names.
type (
	attributeLine struct {
		ID         int64    `json:"id"`
		Code       string   `json:"code"`
		Label      string   `json:"label"`
		Input      string   `json:"input"`
		Type       string   `json:"type"`
		Scope      string   `json:"scope"`
		Own        bool     `json:"user_defined" column:"user-defined"`
		Filterable int64    `json:"filterable"`
		Visible    bool     `json:"visible_on_front" column:"visible"`
		Position   int64    `json:"position"`
		ApplyTo    []string `json:"apply_to"`
	}
	optionLine struct {
		ID        int64  `json:"id"`
		Attribute string `json:"attribute"`
		Label     string `json:"label"`
		Position  int64  `json:"position"`
		Swatch    string `json:"swatch"`
	}
	setLine struct {
		ID         int64    `json:"id"`
		Name       string   `json:"name"`
		Attributes []string `json:"attributes"`
	}
)

// attributeBook reads all attributes, options and sets.
func attributeBook(ctx context.Context, a *app.App) (*catalog.Book, error) {
	all, err := command.Ask[struct {
		Attributes []catalog.ProductAttribute
		Options    []catalog.AttributeOption
		Sets       []catalog.AttributeSet
	}](ctx, a, "attributes.get", nil)
	book := catalog.NewBook()
	for _, of := range all.Attributes {
		book.AddAttribute(of, nil)
	}
	for _, o := range all.Options {
		book.AddOption(o, nil)
	}
	for _, s := range all.Sets {
		book.AddSet(s)
	}
	return book.Close(), err
}

// ofBook makes a recordKind's read of a function of the attributes.
func ofBook(records func(book *catalog.Book) []any) func(context.Context, *app.App) ([]any, error) {
	return func(ctx context.Context, a *app.App) ([]any, error) {
		book, err := attributeBook(ctx, a)
		if err != nil {
			return nil, err
		}
		return append([]any{}, records(book)...), nil
	}
}

// attributeKinds lists the kinds of records.
var attributeKinds = []*recordKind{
	{
		name: "attribute", title: "attribute", record: attributeLine{}, needs: []string{"code", "label"},
		fields: []string{"code", "label", "store", "input", "type", "scope", "default", "note", "class", "position", "apply-to",
			"filterable", "on", "off"},
		read: ofBook(func(book *catalog.Book) []any {
			return recordsOf(book.All(), func(a catalog.ProductAttribute) any {
				return attributeLine{a.ID, a.Code, a.Label, a.Input, a.Type, a.Scope, a.UserDefined, a.Filterable, a.VisibleOnFront,
					a.Position, append([]string{}, a.ApplyTo...)}
			})
		}),
	},
	{
		name: "option", title: "option", record: optionLine{}, needs: []string{"attribute", "label"},
		fields: []string{"attribute", "label", "store", "position", "swatch"},
		read: ofBook(func(book *catalog.Book) (out []any) {
			for _, a := range book.All() {
				out = append(out, recordsOf(book.Options(a.ID), func(o catalog.AttributeOption) any {
					return optionLine{o.ID, a.Code, o.Label, o.Position, o.Swatch}
				})...)
			}
			return out
		}),
	},
	{
		name: "set", title: "set", record: setLine{}, needs: []string{"label"}, fields: []string{"label", "add", "remove", "group"},
		read: ofBook(func(book *catalog.Book) []any {
			return recordsOf(book.Sets(), func(s catalog.AttributeSet) any { return setLine{s.ID, s.Name, s.Codes()} })
		}),
	},
}

type attributesList struct {
	Kind string `arg:"" optional:"" enum:"attribute,option,set,all" default:"all" help:"Kind: attribute, option or set; by default all."`
	JSON bool   `help:"Print JSON."`
}

// Run lists a kind, or all kinds one after another.
func (c *attributesList) Run(ctx context.Context, g *command.Globals) error {
	return listRecords(ctx, g, c.JSON, c.Kind, attributeKinds)
}

type attributesSet struct {
	Kind       string    `arg:"" enum:"attribute,option,set" help:"Kind: attribute, option or set."`
	ID         int64     `help:"ID of the record to change; by default a new one is created." placeholder:"N"`
	Code       *string   `help:"Code of a new attribute; a-z, 0-9 and _." placeholder:"CODE"`
	Attribute  *string   `help:"ID or code of the attribute of a new option." placeholder:"N"`
	Label      *string   `help:"Label of an attribute or option, or name of a set." placeholder:"TEXT"`
	Store      *string   `help:"ID or code of the store view of --label. An empty label removes the label of the store view." placeholder:"N"`
	Input      *string   `help:"Input of a new attribute: text, textarea, date, boolean, select, multiselect, price or weight; by default text." placeholder:"INPUT"`
	Type       *string   `help:"Type of a new attribute with text input: varchar, int or decimal." placeholder:"TYPE"`
	Scope      *string   `help:"Scope of a new attribute: global, website or store; by default store." placeholder:"SCOPE"`
	Default    *string   `help:"Default value for new products; empty for none." placeholder:"VALUE"`
	Note       *string   `help:"Note for people who enter values; empty for none." placeholder:"TEXT"`
	Class      *string   `help:"Class that validates entered values; empty for none." placeholder:"CLASS"`
	Position   *int64    `help:"Position among others, the smallest first." placeholder:"N"`
	ApplyTo    *[]string `help:"Product types that have the attribute, separated by commas; empty for all." placeholder:"TYPES"`
	Filterable *int64    `help:"Use in layered filters: 0 no, 1 yes, 2 also values that no product has." placeholder:"N"`
	On         []string  `help:"Properties to switch on: required, unique, searchable, filterable-in-search, comparable, visible-on-front, html, wysiwyg, price-rules, listing, sorting, advanced-search, configurable." placeholder:"WORDS"`
	Off        []string  `help:"Properties to switch off, as for --on." placeholder:"WORDS"`
	Swatch     *string   `help:"Swatch of an option: a colour such as #ff0000, a file below attribute/swatch, or a short text; empty for none." placeholder:"TEXT"`
	Add        []string  `help:"Codes of attributes to add to a set." placeholder:"CODES"`
	Remove     []string  `help:"Codes of attributes to remove from a set." placeholder:"CODES"`
	Group      string    `help:"Group of a set that --add adds to; by default the first." placeholder:"NAME"`
	JSON       bool      `help:"Print JSON."`
}

// attributeFlags maps the words of --on and --off to the members that they set.
var attributeFlags = map[string]string{
	"required": "isRequired", "unique": "isUnique", "searchable": "isSearchable", "filterable-in-search": "isFilterableInSearch",
	"comparable": "isComparable", "visible-on-front": "isVisibleOnFront", "html": "isHtmlAllowedOnFront", "wysiwyg": "isWysiwygEnabled",
	"price-rules": "isUsedForPriceRules", "listing": "usedInProductListing", "sorting": "usedForSortBy",
	"advanced-search": "isVisibleInAdvancedSearch", "configurable": "isConfigurable",
}

// args returns the operation for the flags, with its arguments.
func (c *attributesSet) args(ctx context.Context, a *app.App) (operation string, arguments command.Args, err error) {
	if c.Store != nil {
		return c.Kind + ".label", command.Args{"id": c.ID, "store": *c.Store, "label": *c.Label}, nil
	}
	switch arguments = (command.Args{"id": c.ID}); c.Kind {
	case "set":
		arguments.With(command.Args{"name": c.Label, "add": c.Add, "remove": c.Remove, "group": c.Group})
	case "option":
		var attribute *int64
		attribute, err = c.attribute(ctx, a)
		arguments.With(command.Args{"attributeId": attribute, "label": c.Label, "position": c.Position, "swatch": c.Swatch})
	default:
		arguments.With(command.Args{"attributeCode": c.Code, "frontendLabel": c.Label, "frontendInput": c.Input, "backendType": c.Type,
			"scope": c.Scope, "defaultValue": c.Default, "note": c.Note, "frontendClass": c.Class, "position": c.Position,
			"isFilterable": c.Filterable})
		if c.ApplyTo != nil {
			arguments["applyTo"] = slices.DeleteFunc(slices.Clone(*c.ApplyTo), func(t string) bool { return t == "" })
		}
		for _, word := range c.On {
			arguments[attributeFlags[word]] = true
		}
		for _, word := range c.Off {
			arguments[attributeFlags[word]] = false
		}
	}
	return c.Kind + ".set", arguments, err
}

// Run creates or changes a record and prints it.
func (c *attributesSet) Run(ctx context.Context, g *command.Globals) error {
	kind := kindOf(attributeKinds, c.Kind)
	if err := c.check(kind); err != nil {
		return err
	}
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		operation, arguments, err := c.args(ctx, a)
		if err != nil {
			return err
		}
		return kind.set(ctx, g, a, c.JSON, operation, arguments)
	})
}

// check refuses flags that the kind does not have, and a new record without the required ones.
func (c *attributesSet) check(kind *recordKind) error {
	given := map[string]bool{
		"code": c.Code != nil, "attribute": c.Attribute != nil, "label": c.Label != nil, "store": c.Store != nil, "input": c.Input != nil,
		"type": c.Type != nil, "scope": c.Scope != nil, "default": c.Default != nil, "note": c.Note != nil, "class": c.Class != nil,
		"position": c.Position != nil, "apply-to": c.ApplyTo != nil, "filterable": c.Filterable != nil, "on": c.On != nil, "off": c.Off != nil,
		"swatch": c.Swatch != nil, "add": c.Add != nil, "remove": c.Remove != nil, "group": c.Group != "",
	}
	var names []string
	for name, there := range given {
		if there {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		switch {
		case !slices.Contains(kind.fields, name):
			return fault.Invalidf("An attribute's %s takes --%s, not --%s", c.Kind, strings.Join(kind.fields, ", --"), name)
		case given["store"] && name != "store" && name != "label":
			return fault.Invalidf("--store gives a label to one store view; say --%s in a command of its own", name)
		}
	}
	for _, word := range append(slices.Clone(c.On), c.Off...) {
		if attributeFlags[word] == "" {
			known := strings.Join(slices.Sorted(maps.Keys(attributeFlags)), ", ")
			return fault.Invalidf("--on and --off take %s, not %.30q", known, word)
		}
	}
	if given["store"] && (c.ID == 0 || !given["label"]) {
		return fault.Invalidf("--store gives a label to one store view; it needs --id and --label")
	}
	return kind.checkID(c.ID, given)
}

// attribute finds the attribute of --attribute.
func (c *attributesSet) attribute(ctx context.Context, a *app.App) (*int64, error) {
	if c.Attribute == nil {
		return nil, nil
	}
	book, err := attributeBook(ctx, a)
	if err != nil {
		return nil, err
	}
	found := book.Find(*c.Attribute)
	if id, err := strconv.ParseInt(*c.Attribute, 10, 64); err == nil {
		found = book.Attribute(id)
	}
	if found == nil {
		return nil, fault.NotFoundf("There is no attribute %s; tradelog attributes list attribute shows them", *c.Attribute)
	}
	return &found.ID, nil
}

type attributesDelete struct {
	Kind string `arg:"" enum:"attribute,option,set" help:"Kind: attribute, option or set."`
	whichRecord
}

// Run deletes an unused record and prints it.
func (c *attributesDelete) Run(ctx context.Context, g *command.Globals) error {
	return deleteRecord(ctx, g, "attributes", kindOf(attributeKinds, c.Kind), c.whichRecord)
}
