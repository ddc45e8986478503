package shipping

import (
	"slices"
	"strings"

	"tradelog/domain/fault"
	"tradelog/domain/money"
)

// Condition is the property of a parcel that the rows of a table depend on.
type Condition string

const (
	ByWeight Condition = "package_weight"
	ByValue  Condition = "package_value" // subtotal, base currency
	ByQty    Condition = "package_qty"
)

var Conditions = []Condition{ByWeight, ByValue, ByQty}

func (c Condition) Check() error {
	if slices.Contains(Conditions, c) {
		return nil
	}
	return fault.Invalidf("Unknown condition %.40q; use package_weight, package_value or package_qty", string(c)).
		About(fault.Choice, "condition")
}

// valueOf returns a parcel's value of the condition. virtualToo includes goods that need no shipping.
func (c Condition) valueOf(p Parcel, virtualToo bool) money.Decimal {
	switch c {
	case ByValue:
		if !virtualToo {
			return p.Subtotal.Sub(p.VirtualSubtotal)
		}
		return p.Subtotal
	case ByQty:
		return p.Qty
	}
	return p.Weight
}

// TableRate is a row of a table: the price of parcels to a destination, from a certain weight, value or quantity on.
type TableRate struct {
	Country string        `json:"country,omitempty"` // ISO code; empty: any
	Region  int64         `json:"region,omitempty"`  // number; 0: any
	Zip     string        `json:"zip,omitempty"`     // empty: any; 90* matches all that begin with 90
	From    money.Decimal `json:"from"`
	Price   money.Decimal `json:"price"` // base currency
	Cost    money.Decimal `json:"cost,omitzero"`
}

// destination returns the destination that a row is for. Postcodes are compared without case.
func (r TableRate) destination() destination {
	return destination{r.Country, r.Region, strings.ToUpper(r.Zip)}
}

type destination struct {
	country string
	region  int64
	zip     string
}

// RateTable is an immutable table of shipping prices.
type RateTable struct {
	condition    Condition
	rows         []TableRate
	destinations map[destination][]TableRate // by From
}

// NewRateTable returns the table of some rows.
func NewRateTable(condition Condition, rows []TableRate) *RateTable {
	t := &RateTable{condition: condition, rows: rows, destinations: map[destination][]TableRate{}}
	for _, r := range rows {
		t.destinations[r.destination()] = append(t.destinations[r.destination()], r)
	}
	for _, list := range t.destinations {
		slices.SortFunc(list, func(a, b TableRate) int { return a.From.Cmp(b.From) })
	}
	return t
}

// Rows returns the rows of the table, in the order in which they were imported.
func (t *RateTable) Rows() []TableRate { return t.rows }

// Find returns the row that matches a parcel best. Of the rows that start at or below the parcel's value, the most specific destination
// wins. Country goes before region before postcode, and of postcodes the whole one, then the longest prefix. Among the rows of one
// destination the highest start wins.
func (t *RateTable) Find(p Parcel, virtualToo bool) (TableRate, bool) {
	has := t.condition.valueOf(p, virtualToo)
	for _, country := range distinct(p.CountryID, "") {
		for _, region := range distinct(p.RegionID, 0) {
			for _, zip := range zips(p.Postcode) {
				if r, ok := rowFor(t.destinations[destination{country, region, zip}], has); ok {
					return r, true
				}
			}
		}
	}
	return TableRate{}, false
}

// Prices returns the table as a price function for a carrier.
func (t *RateTable) Prices(virtualToo bool) Table {
	return func(p Parcel) (money.Decimal, bool) {
		r, ok := t.Find(p, virtualToo)
		return r.Price, ok
	}
}

// zips returns the postcodes of rows that match a postcode, the most specific first.
func zips(postcode string) []string {
	whole := []rune(strings.ToUpper(strings.TrimSpace(postcode)))
	out := make([]string, 0, len(whole)+2)
	if len(whole) > 0 {
		out = append(out, string(whole))
	}
	for n := len(whole); n > 0; n-- {
		out = append(out, string(whole[:n])+"*")
	}
	return append(out, "")
}

// rowFor returns the row with the highest start at or below an amount.
func rowFor(rows []TableRate, has money.Decimal) (TableRate, bool) {
	n, exact := slices.BinarySearchFunc(rows, has, func(r TableRate, has money.Decimal) int { return r.From.Cmp(has) })
	if !exact {
		n--
	}
	if n < 0 {
		return TableRate{}, false
	}
	return rows[n], true
}

func distinct[T comparable](values ...T) []T { return slices.Compact(values) }
