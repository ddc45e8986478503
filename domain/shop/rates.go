package shop

import (
	"encoding/json"
	"slices"
	"strings"

	"tradelog/domain"
	"tradelog/domain/directory"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/record"
)

// Rate is an exchange rate: one unit of From is worth Value units of To.
type Rate struct {
	From  string        `json:"from"`
	To    string        `json:"to"`
	Value money.Decimal `json:"rate"`
}

// Pair returns the name of the rate in its record, such as "USD/EUR".
func (r Rate) Pair() string { return r.From + "/" + r.To }

const rateDecimals = 12

var maxRate = money.FromInt(10_000_000)

// NewRate parses a rate. It fails for currencies that are not active, and for a currency with itself. The value must be a positive decimal
// of at most 10,000,000 with at most 12 decimal places.
func NewRate(from, to, value string) (Rate, error) {
	a, err := currencyOf(from)
	if err != nil {
		return Rate{}, err
	}
	b, err := currencyOf(to)
	if err != nil {
		return Rate{}, err
	}
	if a == b {
		return Rate{}, fault.Invalidf("The rate of %s to itself is always 1", a).About(fault.Fixed, "to")
	}
	r := Rate{From: a, To: b}
	if r.Value, err = money.Parse(strings.TrimSpace(value)); err != nil {
		return Rate{}, fault.Invalidf("%.40q is not a rate; write a decimal number such as 0.9213", value).About(fault.Format, "rate")
	}
	if r.Value.Sign() <= 0 || maxRate.Less(r.Value) || !r.Value.Round(rateDecimals).Equal(r.Value) {
		const refusal = "The rate %s is out of range; it must be above 0, at most %s, with at most %d decimal places"
		return Rate{}, fault.Invalidf(refusal, r.Value, maxRate, rateDecimals).About(fault.Range, "rate")
	}
	return r, nil
}

func currencyOf(code string) (string, error) {
	c, ok := directory.FindCurrency(strings.TrimSpace(code))
	if !ok {
		return "", fault.Invalidf("%.16q is not the code of an active currency, such as USD or EUR", code)
	}
	return c.Code, nil
}

var ErrNoRate = fault.NotFoundf("There is no rate for these currencies; tradelog rates list shows those there are")

// SetRates returns the events that set rates.
func SetRates(s record.State, rates ...Rate) ([]domain.Event, error) {
	set := record.Values{}
	for _, r := range rates {
		checked, err := NewRate(r.From, r.To, r.Value.String())
		if err != nil {
			return nil, err
		}
		set[checked.Pair()] = json.RawMessage(`"` + checked.Value.String() + `"`)
	}
	return Rates.Change(s, 0, set)
}

// DeleteRate returns the events that remove a rate. ErrNoRate if there is none.
func DeleteRate(s record.State, from, to string) ([]domain.Event, error) {
	pair := Rate{From: strings.ToUpper(strings.TrimSpace(from)), To: strings.ToUpper(strings.TrimSpace(to))}.Pair()
	if _, ok := s.Values[0][pair]; !ok {
		return nil, ErrNoRate
	}
	return Rates.Change(s, 0, nil, pair)
}

// ReadRates reads the rates from their record, sorted by pair. It skips invalid rates.
func ReadRates(values record.Values) []Rate {
	var out []Rate
	for pair, raw := range values {
		from, to, ok := strings.Cut(pair, "/")
		var text string
		if !ok || json.Unmarshal(raw, &text) != nil {
			continue
		}
		if value, err := money.Parse(text); err == nil && value.Sign() > 0 {
			out = append(out, Rate{From: from, To: to, Value: value})
		}
	}
	slices.SortFunc(out, func(a, b Rate) int { return strings.Compare(a.Pair(), b.Pair()) })
	return out
}
