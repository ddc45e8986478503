package catalog

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/money"
)

// Choice holds the options that a buyer chose of a product. Lines of carts and orders store it. Two choices are equal if their encodings
// are.
type Choice struct {
	Options   map[int64]json.RawMessage `json:"options,omitempty"`         // by custom option: a text, a value or values, or an OptionFile
	ChildID   int64                     `json:"childId,omitempty"`         // the variant of a configurable product
	GroupID   int64                     `json:"groupId,omitempty"`         // the grouped product that the line was chosen from
	Bundle    map[int64][]int64         `json:"bundleOption,omitempty"`    // selections by bundle option
	BundleQty map[int64]money.Decimal   `json:"bundleOptionQty,omitempty"` // by bundle option
	Links     []int64                   `json:"links,omitempty"`           // downloads
}

// Empty tells whether nothing was chosen.
func (c Choice) Empty() bool {
	return len(c.Options)+len(c.Bundle)+len(c.BundleQty)+len(c.Links) == 0 && c.ChildID == 0 && c.GroupID == 0
}

// ReadChoice decodes the choice that a line stores. It returns an empty choice for lines that store none.
func ReadChoice(encoded json.RawMessage) (c Choice) {
	if len(encoded) == 0 || json.Unmarshal(encoded, &c) != nil {
		return Choice{}
	}
	return c
}

// Picked is a choice resolved to the product's options, selections and downloads.
type Picked struct {
	Options    []PickedOption
	Selections []PickedSelection
	Links      []Download
}

// PickedOption is a custom option with the values that were chosen, or the text or file that was sent.
type PickedOption struct {
	CustomOption
	Text   string        // for display
	Raw    string        // as stored: a text, or value numbers separated by commas
	File   *OptionFile   // of options that take a file
	Picked []OptionValue // of options with values to choose from
}

// PickedSelection is a product chosen for an option of a bundle.
type PickedSelection struct {
	Option BundleOption
	Selection
	Each money.Decimal // quantity in one bundle
}

// The errors of choices (shapes-sales §1 check 5).
var (
	ErrNoVariant = fault.Invalidf("Please specify the product's option(s).").About(fault.Required, "superAttribute")
	ErrNoGroup   = fault.Invalidf("Please specify the quantity of product(s).").About(fault.Required, "superGroup")
	errNoBundle  = fault.Invalidf("Please select options for product.").About(fault.Required, "bundleOption")
	errBareBndl  = fault.Invalidf("Please specify product option(s).").About(fault.Required, "bundleOption")
	errNoLinks   = fault.Invalidf("Please specify product link(s).").About(fault.Required, "links")
)

// ErrSoldElsewhere: a selection of a bundle is of a product that is not available.
var ErrSoldElsewhere = fault.Invalidf("Selected required options are not available.").About(fault.Unfitting, "bundleOption")

// Pick resolves a choice to the product's options and returns the first error of it. Everything valid is resolved in any case.
func (p Parts) Pick(productType string, separately bool, c Choice) (out Picked, wrong error) {
	note := func(err error) {
		if wrong == nil {
			wrong = err
		}
	}
	for _, o := range InOrder(p.CustomOptions, func(o CustomOption) int64 { return o.SortOrder }) {
		raw, sent := c.Options[o.ID]
		if !sent {
			if o.Required {
				note(missing(o))
			}
			continue
		}
		picked, err := o.pick(raw)
		if note(err); err == nil {
			out.Options = append(out.Options, picked)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(c.Options)) {
		if !slices.ContainsFunc(p.CustomOptions, func(o CustomOption) bool { return o.ID == id }) {
			note(fault.Invalidf("The product has no option %d.", id).About(fault.Unknown, optionPath(id)))
		}
	}
	switch productType {
	case "bundle":
		note(p.pickBundle(c, &out))
	case "downloadable":
		note(p.pickLinks(separately, c, &out))
	}
	return out, wrong
}

// The paths of what is sent for an option, in the input of carts.
func optionPath(id int64) string     { return fmt.Sprint("options.", id) }
func optionFilePath(id int64) string { return fmt.Sprint("options_files.", id) }
func bundlePath(id int64) string     { return fmt.Sprint("bundleOption.", id) }

func noFile(o CustomOption) error {
	return fault.Invalidf("Option %s needs a file. Send it in options_files.", o.Title).About(fault.Required, optionFilePath(o.ID))
}

func missing(o CustomOption) error {
	return fault.Invalidf("Please specify the product required option <em>%s</em>.", o.Title).About(fault.Required, optionPath(o.ID))
}

// InOrder returns the elements sorted by position. Elements of one position keep their order.
func InOrder[T any](list []T, position func(T) int64) []T {
	return slices.SortedStableFunc(slices.Values(list), func(a, b T) int { return cmp.Compare(position(a), position(b)) })
}

func (o CustomOption) pick(raw json.RawMessage) (PickedOption, error) {
	out := PickedOption{CustomOption: o}
	switch {
	case o.Type == "file":
		file, ok := FileOf(raw)
		if !ok {
			return out, noFile(o)
		}
		out.File, out.Text, out.Raw = &file, file.Text(), file.Name
		return out, nil
	case !o.Selected():
		if err := json.Unmarshal(raw, &out.Text); err != nil {
			return out, fault.Invalidf("Option %s needs a text.", o.Title).About(fault.Type, optionPath(o.ID))
		}
		out.Raw = out.Text
		if o.MaxCharacters > 0 && (o.Type == "field" || o.Type == "area") && int64(utf8.RuneCountInString(out.Text)) > o.MaxCharacters {
			return out, fault.Invalidf("The text is too long").About(fault.Length, optionPath(o.ID))
		}
		return out, nil
	}
	var titles, numbers []string
	for _, id := range ids(raw) {
		value, ok := domain.Find(o.Values, func(v OptionValue) bool { return v.ID == id })
		if !ok {
			return out, fault.Invalidf("Option %s has no value %d.", o.Title, id).About(fault.Choice, optionPath(o.ID))
		}
		out.Picked = append(out.Picked, value)
		titles, numbers = append(titles, value.Title), append(numbers, strconv.FormatInt(id, 10))
	}
	out.Text, out.Raw = strings.Join(titles, ", "), strings.Join(numbers, ",")
	return out, nil
}

// ids reads the number of a value, or a list of numbers.
func ids(raw json.RawMessage) (list []int64) {
	var one int64
	if json.Unmarshal(raw, &one) == nil {
		return []int64{one}
	}
	_ = json.Unmarshal(raw, &list)
	return list
}

func (p Parts) pickBundle(c Choice, out *Picked) error {
	switch {
	case len(p.BundleOptions) == 0:
		return errBareBndl
	case len(c.Bundle) == 0:
		return errNoBundle
	}
	for _, id := range slices.Sorted(maps.Keys(c.Bundle)) {
		if !slices.ContainsFunc(p.BundleOptions, func(o BundleOption) bool { return o.ID == id }) {
			return fault.Invalidf("The product has no option %d.", id).About(fault.Unknown, bundlePath(id))
		}
	}
	for _, o := range InOrder(p.BundleOptions, func(o BundleOption) int64 { return o.Position }) {
		chosen := c.Bundle[o.ID]
		switch {
		case len(chosen) == 0 && o.Required:
			return fault.Invalidf("Required options are not selected.").About(fault.Required, bundlePath(o.ID))
		case len(chosen) > 1 && (o.Type == "select" || o.Type == "radio"):
			return fault.Invalidf("Only one selection can be chosen. (%s)", o.Title).About(fault.Choice, bundlePath(o.ID))
		}
		for _, id := range chosen {
			selection, ok := domain.Find(o.Selections, func(s Selection) bool { return s.ID == id })
			if !ok {
				return ErrSoldElsewhere.About(fault.Unfitting, bundlePath(o.ID))
			}
			picked := PickedSelection{Option: o, Selection: selection, Each: selection.Qty}
			if qty, sent := c.BundleQty[o.ID]; sent && picked.AnyQty {
				picked.Each = qty
			}
			out.Selections = append(out.Selections, picked)
		}
	}
	if len(out.Selections) == 0 {
		return errNoBundle
	}
	return nil
}

func (p Parts) pickLinks(separately bool, c Choice, out *Picked) error {
	for _, d := range InOrder(p.Downloads, func(d Download) int64 { return d.SortOrder }) {
		if !separately || slices.Contains(c.Links, d.ID) {
			out.Links = append(out.Links, d)
		}
	}
	if separately && len(out.Links) == 0 {
		return errNoLinks
	}
	return nil
}

// Extra returns the amount that custom options and downloads add to the given price of one unit (shapes-catalog §5, §8).
func (p Picked) Extra(price money.Decimal, separately bool) (sum money.Decimal) {
	add := func(amount money.Decimal, kind string) { sum = sum.Add(Surcharge(amount, kind, price)) }
	for _, o := range p.Options {
		if o.Price != nil {
			add(*o.Price, o.PriceType)
		}
		for _, v := range o.Picked {
			add(v.Price, v.PriceType)
		}
	}
	for _, d := range p.Links {
		if separately {
			add(d.Price, "fixed")
		}
	}
	return sum
}

var hundred = money.FromInt(100)

// Surcharge returns the amount itself, or that percentage of the price if kind is percent.
func Surcharge(amount money.Decimal, kind string, price money.Decimal) money.Decimal {
	if kind == "percent" {
		return price.Mul(amount).Div(hundred).Stored()
	}
	return amount
}

// SKU appends the SKUs of the chosen custom options to the product's, separated by dashes.
func (p Picked) SKU(sku string) string {
	parts := []string{sku}
	for _, o := range p.Options {
		if o.SKU != "" {
			parts = append(parts, o.SKU)
		}
		for _, v := range o.Picked {
			if v.SKU != "" {
				parts = append(parts, v.SKU)
			}
		}
	}
	return strings.Join(parts, "-")
}

// Normal converts the value that was sent for a custom option to its stored form; nil: nothing was chosen.
func (o CustomOption) Normal(sent json.RawMessage) (json.RawMessage, error) {
	sent = bytes.TrimSpace(sent)
	switch {
	case len(sent) == 0 || string(sent) == "null":
		return nil, nil
	case o.Selected():
		return o.normalValues(sent)
	case strings.HasPrefix(o.Type, "date") || o.Type == "time":
		return o.normalTime(sent)
	case o.Type == "file":
		return nil, noFile(o)
	}
	var text string
	if json.Unmarshal(sent, &text) != nil {
		if sent[0] == '{' || sent[0] == '[' {
			return nil, fault.Invalidf("Option %s needs a text.", o.Title).About(fault.Type, optionPath(o.ID))
		}
		text = string(sent)
	}
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, nil
	}
	return json.Marshal(text)
}

func (o CustomOption) normalValues(sent json.RawMessage) (json.RawMessage, error) {
	list, ok := NumbersOf(sent)
	switch several := o.Type == "checkbox" || o.Type == "multiple"; {
	case !ok:
		return nil, fault.Invalidf("Option %s needs numbers of values.", o.Title).About(fault.Type, optionPath(o.ID))
	case len(list) == 0:
		return nil, nil
	case !several && len(list) > 1:
		return nil, fault.Invalidf("Only one value can be chosen. (%s)", o.Title).About(fault.Choice, optionPath(o.ID))
	case !several:
		return json.Marshal(list[0])
	}
	slices.Sort(list)
	return json.Marshal(slices.Compact(list))
}

// NumbersOf reads a number or a list of numbers, each of which may be written as a text. It skips blank texts; ok is false for anything
// else.
func NumbersOf(sent json.RawMessage) (list []int64, ok bool) {
	items := []json.RawMessage{sent}
	if len(sent) > 0 && sent[0] == '[' {
		if json.Unmarshal(sent, &items) != nil {
			return nil, false
		}
	}
	for _, item := range items {
		text := strings.TrimSpace(strings.Trim(string(item), `"`))
		if text == "" || text == "null" {
			continue
		}
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, false
		}
		list = append(list, n)
	}
	return list, true
}

// moments lists the accepted layouts of each date and time option. The first one is the stored form.
var moments = map[string][]string{
	"date":      {time.DateOnly, time.DateTime, time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04"},
	"date_time": {"2006-01-02 15:04", time.DateTime, time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", time.DateOnly},
	"time":      {"15:04", "15:04:05", "3:04 pm", "3:04 PM", time.DateTime, time.RFC3339},
}

func (o CustomOption) normalTime(sent json.RawMessage) (json.RawMessage, error) {
	var text string
	if json.Unmarshal(sent, &text) != nil {
		if text = writtenOut(sent); text == "" {
			return nil, fault.Invalidf("Please specify date required option <em>%s</em>.", o.Title).About(fault.Format, optionPath(o.ID))
		}
	}
	if text = strings.TrimSpace(text); text == "" {
		return nil, nil
	}
	for _, layout := range moments[o.Type] {
		if t, err := time.Parse(layout, text); err == nil {
			return json.Marshal(t.Format(moments[o.Type][0]))
		}
	}
	return nil, fault.Invalidf("Please specify date required option <em>%s</em>.", o.Title).About(fault.Format, optionPath(o.ID))
}

// writtenOut returns the text of a date sent in parts: year, month, day, hour, minute and day_part, or one member that has the text.
func writtenOut(sent json.RawMessage) string {
	var members map[string]json.RawMessage
	if json.Unmarshal(sent, &members) != nil {
		return ""
	}
	text := func(name string) string { return strings.Trim(string(members[name]), `" `) }
	for _, whole := range []string{"date", "datetime", "time"} {
		if text(whole) != "" {
			return text(whole)
		}
	}
	number := func(name string) int {
		n, _ := strconv.Atoi(text(name))
		return n
	}
	hour := number("hour")
	switch half := strings.ToLower(text("day_part")); {
	case half == "pm" && hour < 12:
		hour += 12
	case half == "am" && hour == 12:
		hour = 0
	}
	day := ""
	if members["year"] != nil {
		day = fmt.Sprintf("%04d-%02d-%02d", number("year"), number("month"), number("day"))
	}
	if members["hour"] == nil {
		return day
	}
	return strings.TrimSpace(fmt.Sprintf("%s %02d:%02d", day, hour, number("minute")))
}
