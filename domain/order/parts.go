package order

import (
	"slices"
	"time"

	"tradelog/domain/catalog"
	"tradelog/domain/money"
)

// A line may be a part of another one, the whole: the variant of a configurable product, or a selection of a bundle. Either the whole or
// its parts have the quantities to invoice, and either of them those to ship (shapes-sales §8.2). The other lines move along, without
// amounts.

// Chosen holds the buyer's choices for a line, with the labels of the time of the order.
type Chosen struct {
	Attributes []ChosenText   `json:"attributes,omitempty"` // of the variant of a configurable product
	SimpleName string         `json:"simpleName,omitempty"`
	SimpleSKU  string         `json:"simpleSku,omitempty"`
	Options    []ChosenOption `json:"options,omitempty"`
	Bundle     []ChosenBundle `json:"bundle,omitempty"`
	Links      []ChosenLink   `json:"links,omitempty"`
	LinksTitle string         `json:"linksTitle,omitempty"`
	GroupID    int64          `json:"groupId,omitempty"`
}

// ChosenText is a label with a value.
type ChosenText struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// ChosenOption is a custom option with the values that were chosen, or the text or file that was sent.
type ChosenOption struct {
	ID    int64  `json:"id"`
	Type  string `json:"type"`
	Label string `json:"label"`
	Text  string `json:"text"`
	Raw   string `json:"raw"` // the text, or value numbers separated by commas
	// File is set for options that take a file.
	File *catalog.OptionFile `json:"file,omitempty"`
}

// ChosenBundle is an option of a bundle with its selections.
type ChosenBundle struct {
	ID         int64             `json:"id"`
	Label      string            `json:"label"`
	Selections []ChosenSelection `json:"selections"`
}

// ChosenSelection is a product chosen for an option of a bundle.
type ChosenSelection struct {
	ID    int64         `json:"id"`
	Title string        `json:"title"`
	Qty   money.Decimal `json:"qty"`
	Price money.Decimal `json:"price"` // of one unit, in the order's currency
}

// ChosenLink is a download that was bought.
type ChosenLink struct {
	ID    int64  `json:"id"`
	Title string `json:"title"`
	URL   string `json:"url"`
	Limit int64  `json:"limit,omitempty"` // downloads per unit; 0: no limit
	// Private: only the customer who bought the download may use it. AtOnce: it does not wait for the invoice.
	Private bool       `json:"private,omitempty"`
	AtOnce  bool       `json:"atOnce,omitempty"`
	Until   *time.Time `json:"until,omitempty"` // end of availability; nil: none
}

// parted moves the buyer's texts and files from the lines to Written.
func (p Placed) parted() Placed {
	p.Lines = slices.Clone(p.Lines)
	for i := range p.Lines {
		rest, written := catalog.Part(p.Lines[i].Request)
		if written == nil {
			continue
		}
		p.Lines[i].Request = rest
		p.Lines[i].changeOptions(func(o *ChosenOption) {
			if written[o.ID] != nil {
				o.Text, o.Raw, o.File = "", "", nil
			}
		})
		if p.Written == nil {
			p.Written = map[int]catalog.Written{}
		}
		p.Written[i] = written
	}
	return p
}

// Line returns a line by its index, with the buyer's texts and files unless the person was forgotten.
func (p Placed) Line(i int) Line {
	l, written := p.Lines[i], p.Written[i]
	if written == nil {
		return l
	}
	l.Request = written.Into(l.Request)
	l.changeOptions(func(o *ChosenOption) {
		if written[o.ID] != nil {
			o.Text, o.Raw, o.File = written.Option(o.ID)
		}
	})
	return l
}

// changeOptions changes the custom options of a line, on a copy.
func (l *Line) changeOptions(change func(*ChosenOption)) {
	if l.Chosen == nil {
		return
	}
	chosen := *l.Chosen
	chosen.Options = slices.Clone(chosen.Options)
	for i := range chosen.Options {
		change(&chosen.Options[i])
	}
	l.Chosen = &chosen
}

// Stocked tells whether the line itself is taken from stock. Configurable products and bundles are not, their parts are.
func (l Line) Stocked() bool { return l.Type != "configurable" && l.Type != "bundle" }

// Wholes counts the lines that are not part of another one.
func (p Placed) Wholes() (n int) {
	for _, l := range p.Lines {
		if l.PartOf == 0 {
			n++
		}
	}
	return n
}

// lineStates returns the initial states of the lines of a new order.
func lineStates(lines []Line) []LineState {
	out := make([]LineState, len(lines))
	for i, l := range lines {
		out[i] = LineState{Line: l, Unpriced: l.Dynamic, Unparcelled: l.Apart}
		if l.PartOf > 0 {
			whole := lines[l.PartOf-1]
			out[i].Unpriced, out[i].Unparcelled = !whole.Dynamic, !whole.Apart
		}
	}
	return out
}

// follow returns the lines that move along with others: parts with their whole, and a whole once all of its parts have moved. carried tells
// whether a line has no quantity of its own; so returns the quantity of a line that moved before.
func (o Order) follow(moved []Wanted, carried func(LineState) bool, so func(LineState) money.Decimal) (out []Wanted) {
	by := make(map[int64]money.Decimal, len(moved))
	for _, m := range moved {
		by[m.LineID] = by[m.LineID].Add(m.Qty)
	}
	for i, l := range o.Lines {
		if !carried(l) {
			continue
		}
		qty := money.Zero
		if l.PartOf > 0 {
			qty = by[o.Lines[l.PartOf-1].ID].Mul(l.Each)
		} else {
			qty = o.completeUnits(i+1, func(part LineState) money.Decimal { return so(part).Add(by[part.ID]) }).Sub(so(l))
		}
		if qty.Sign() > 0 {
			out = append(out, Wanted{LineID: l.ID, Qty: qty})
		}
	}
	return out
}

// completeUnits returns the number of complete units that the quantities of a whole's parts make.
func (o Order) completeUnits(whole int, of func(LineState) money.Decimal) (least money.Decimal) {
	first := true
	for _, part := range o.Lines {
		if part.PartOf != whole || part.Each.Sign() <= 0 {
			continue
		}
		if n := of(part).Div(part.Each).Truncate(); first || n.Less(least) {
			least, first = n, false
		}
	}
	return least
}

// splits returns the lines that are two rows of a paper: parts of a bundle with prices of its parts, if some of their units make whole
// units of the bundle on the paper and the rest stand for themselves. The second row has the ID RestID. Logs of earlier versions do not
// tell it.
func splits[T any](o Order, lines []T, of func(T) Wanted) map[int64]bool {
	on := make(map[int64]money.Decimal, len(lines))
	for _, l := range lines {
		on[of(l).LineID] = of(l).Qty
	}
	out := map[int64]bool{}
	for _, l := range o.Lines {
		if l.PartOf == 0 || !o.Lines[l.PartOf-1].Dynamic || on[o.Lines[l.PartOf-1].ID].IsZero() {
			continue
		}
		inside := o.completeUnits(l.PartOf, func(part LineState) money.Decimal { return on[part.ID] }).Mul(l.Each)
		out[l.ID] = inside.Sign() > 0 && inside.Less(on[l.ID])
	}
	return out
}
