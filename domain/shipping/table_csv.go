package shipping

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tradelog/domain/directory"
	"tradelog/domain/fault"
	"tradelog/domain/money"
)

// heading maps conditions to the name of their column. The names of the other columns are fixed.
var heading = map[Condition]string{ByWeight: "Weight (and above)", ByValue: "Order Subtotal (and above)", ByQty: "# of Items (and above)"}

const (
	columnCountry = "Country"
	columnRegion  = "Region/State"
	columnZip     = "Zip/Postal Code"
	columnPrice   = "Shipping Price"
	columnCost    = "Cost"
)

// synonyms maps other names of columns, those of the fields of a rate.
var synonyms = map[string]string{
	"dest_country_id": columnCountry, "dest_region_id": columnRegion, "dest_zip": columnZip, "price": columnPrice, "cost": columnCost,
}

// MaxTableSize is the size limit of a file, in bytes.
const MaxTableSize = 8 << 20

// maxFaults bounds the errors of a file that are reported at once.
const maxFaults = 20

// ParseTable parses a table of comma-separated values in UTF-8. The first line names the columns, in any order: Country, Region/State,
// Zip/Postal Code, the condition, Shipping Price, and optionally Cost. A destination * is any destination; postcodes may end in *. given is
// the condition. If it is empty, the name of the condition's column determines it, or otherwise if the column is named condition_value.
// Each error names its line; with an error, ParseTable returns no rates.
func ParseTable(file []byte, given, otherwise Condition) (Condition, []TableRate, error) {
	if given != "" {
		if err := given.Check(); err != nil {
			return "", nil, err
		}
	}
	file = bytes.TrimPrefix(file, []byte("\ufeff"))
	switch {
	case len(file) > MaxTableSize:
		return "", nil, fault.Invalidf("The file is larger than %d MB", MaxTableSize>>20)
	case !utf8.Valid(file):
		return "", nil, fault.Invalidf("The file is not in UTF-8")
	}
	r := csv.NewReader(bytes.NewReader(file))
	r.FieldsPerRecord, r.TrimLeadingSpace, r.ReuseRecord = -1, true, true
	head, err := r.Read()
	if errors.Is(err, io.EOF) {
		return "", nil, fault.Invalidf("line 1: the names of the columns are missing")
	}
	if err != nil {
		return "", nil, unreadable(err)
	}
	t := tableReader{columns: map[string]int{}, seen: map[string]int{}, width: len(head)}
	if t.condition, err = t.readHead(head, given, otherwise); err != nil {
		return "", nil, err
	}
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", nil, unreadable(err)
		}
		line, _ := r.FieldPos(0)
		if t.read(line, record); len(t.faults) >= maxFaults {
			break
		}
	}
	if len(t.faults) > 0 {
		return "", nil, fault.Invalidf("%s", strings.Join(t.faults, "\n"))
	}
	return t.condition, t.rates, nil
}

// unreadable returns the error for a file that is no CSV.
func unreadable(err error) error {
	var at *csv.ParseError
	if errors.As(err, &at) {
		return fault.Invalidf("line %d: %v", at.Line, at.Err)
	}
	return err
}

type tableReader struct {
	condition Condition
	columns   map[string]int
	width     int
	rates     []TableRate
	seen      map[string]int // line by destination and value
	faults    []string
}

// readHead finds the columns and returns the condition.
func (t *tableReader) readHead(head []string, given, otherwise Condition) (Condition, error) {
	told := cmp.Or(given, otherwise)
	value := -1
	for i, name := range head {
		name = strings.TrimSpace(name)
		if c, ok := conditionOf(name); ok {
			if value >= 0 {
				return "", fault.Invalidf("line 1: the column %q is there twice", name)
			}
			if c != "" && given != "" && c != given {
				return "", fault.Invalidf("line 1: the table goes by %s, not by %s", c, given)
			}
			if value = i; c != "" {
				told = c
			}
			continue
		}
		known := columnOf(name)
		if known == "" {
			return "", fault.Invalidf("line 1: unknown column %.40q", name)
		}
		if _, twice := t.columns[known]; twice {
			return "", fault.Invalidf("line 1: the column %q is there twice", known)
		}
		t.columns[known] = i
	}
	if err := told.Check(); err != nil {
		return "", err
	}
	for _, name := range []string{columnCountry, columnRegion, columnZip, columnPrice} {
		if _, ok := t.columns[name]; !ok {
			return "", fault.Invalidf("line 1: the column %q is missing", name)
		}
	}
	if value < 0 {
		return "", fault.Invalidf("line 1: the column %q is missing", heading[told])
	}
	t.columns[heading[told]] = value
	return told, nil
}

// conditionOf tells whether a column is that of the condition, and returns the condition; empty if the name does not tell.
func conditionOf(name string) (Condition, bool) {
	for c, h := range heading {
		if strings.EqualFold(name, h) {
			return c, true
		}
	}
	return "", strings.EqualFold(name, "condition_value")
}

func columnOf(name string) string {
	for _, known := range []string{columnCountry, columnRegion, columnZip, columnPrice, columnCost} {
		if strings.EqualFold(name, known) {
			return known
		}
	}
	return synonyms[strings.ToLower(name)]
}

// read parses a line. It reports all errors of the line.
func (t *tableReader) read(line int, record []string) {
	before := len(t.faults)
	wrong := func(format string, args ...any) {
		t.faults = append(t.faults, fmt.Sprintf("line %d: ", line)+fmt.Sprintf(format, args...))
	}
	if len(record) != t.width {
		wrong("%d columns, want %d", len(record), t.width)
		return
	}
	cell := func(name string) string {
		i, ok := t.columns[name]
		if !ok {
			return ""
		}
		return strings.TrimSpace(record[i])
	}
	amount := func(name string, needed bool) money.Decimal {
		text := cell(name)
		if text == "" && !needed {
			return money.Zero
		}
		d, err := money.ParseStored(text)
		if err != nil || d.Sign() < 0 {
			wrong("%s %.40q is not an amount of 0 or more with at most %d decimals", name, text, money.DecimalPlaces)
			return money.Zero
		}
		return d
	}
	var r TableRate
	country, region := cell(columnCountry), cell(columnRegion)
	if !anywhere(country) {
		found, err := directory.FindCountry(country)
		if err != nil {
			wrong("unknown country %.40q", country)
		}
		r.Country = found.ISO2
	}
	switch {
	case anywhere(region):
	case anywhere(country):
		wrong("region %.40q needs a country", region)
	case r.Country != "":
		if r.Region = regionOf(r.Country, region); r.Region == 0 {
			wrong("unknown region %.40q of country %s", region, r.Country)
		}
	}
	if zip := cell(columnZip); zip != "*" {
		if r.Zip = zip; strings.Contains(strings.TrimSuffix(zip, "*"), "*") || utf8.RuneCountInString(zip) > 20 {
			wrong("postcode %.40q is too long, or has a * before its end", zip)
		}
	}
	r.From, r.Price, r.Cost = amount(heading[t.condition], true), amount(columnPrice, true), amount(columnCost, false)
	if len(t.faults) > before {
		return
	}
	same := fmt.Sprint(r.destination(), " ", r.From)
	if other, twice := t.seen[same]; twice {
		wrong("the same place and value as in line %d", other)
		return
	}
	t.seen[same] = line
	if len(t.rates) == maxTableRates {
		wrong("a table has at most %d rates", maxTableRates)
		return
	}
	t.rates = append(t.rates, r)
}

// anywhere tells whether a cell means any destination.
func anywhere(text string) bool { return text == "" || text == "*" || text == "0" }

// regionOf returns the ID of a region from its code, name or number; 0 if the country has no such region. Some codes are numbers, too.
func regionOf(country, text string) int64 {
	if r, ok := directory.ResolveRegion(country, text); ok {
		return r.ID
	}
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	r, _ := directory.RegionIn(country, id)
	return r.ID
}

// FormatTable formats a table so that ParseTable reads the same rates again.
func FormatTable(c Condition, rates []TableRate) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	head := []string{columnCountry, columnRegion, columnZip, heading[c], columnPrice}
	costs := slices.ContainsFunc(rates, func(r TableRate) bool { return !r.Cost.IsZero() })
	if costs {
		head = append(head, columnCost)
	}
	_ = w.Write(head) // a buffer never fails
	for _, r := range rates {
		row := r.Cells()
		if !costs {
			row = row[:len(head)]
		}
		_ = w.Write(row)
	}
	w.Flush()
	return b.Bytes()
}

// Cells returns the columns of a rate in a file: country, region, postcode, from, price, cost.
func (r TableRate) Cells() []string {
	star := func(s string) string {
		if s == "" {
			return "*"
		}
		return s
	}
	region := ""
	if found, ok := directory.RegionByID(r.Region); ok {
		region = found.Code
	}
	return []string{star(r.Country), star(region), star(r.Zip), r.From.String(), r.Price.String(), r.Cost.String()}
}
