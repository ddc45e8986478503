package payment

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"tradelog/domain/fault"
	"tradelog/domain/lines"
)

// Data are the fields of a payment method, by name.
type Data map[string]string

// fields are those each method takes. A method that is not listed takes none.
var fields = map[string][]string{
	"purchaseorder": {"poNumber"},
	"sandbox":       {"instrument"},
}

// maxField is the longest value of a field, in characters.
const maxField = 255

// The refusals of payment data. None repeats what was sent.
var (
	ErrCardNumber = fault.Invalidf("Payment data must not have a card number." + useGateway)
	ErrCardCode   = fault.Invalidf("Payment data must not have a card verification code." + useGateway)
)

const useGateway = " Nothing was stored. Pay cards on the form of the payment gateway."

// Read checks what a method is told. attribute is the member it was sent in, for messages. Card data is refused first, in
// whatever member it is, and whatever the method: it must never be stored. Null is no value. A method the shop does not
// know is told nothing; it is refused elsewhere.
func Read(method, attribute string, sent map[string]json.RawMessage) (Data, error) {
	names := slices.Sorted(maps.Keys(sent))
	for _, name := range names {
		if err := refuseCard(name, sent[name]); err != nil {
			return nil, err
		}
	}
	if !slices.Contains(Codes, method) {
		return nil, nil
	}
	data := Data{}
	for _, name := range names {
		if !slices.Contains(fields[method], name) {
			return nil, unknownField(method, attribute, name)
		}
		if value := sent[name]; string(value) != "null" {
			var text string
			switch err := json.Unmarshal(value, &text); {
			case err != nil:
				return nil, fault.Invalidf("%s.%s must be a string.", attribute, name)
			case !lines.One.AllowText(text):
				return nil, fault.Invalidf("%s.%s %s", attribute, name, lines.One.Refusal())
			case utf8.RuneCountInString(text) > maxField:
				return nil, fault.Invalidf("%s.%s must have at most %d characters.", attribute, name, maxField)
			}
			data[name] = text
		}
	}
	if len(data) == 0 {
		return nil, nil
	}
	return data, nil
}

// unknownField names a field that a method does not take, and those it takes.
func unknownField(method, attribute, name string) error {
	if len(name) > 64 || !lines.One.AllowText(name) {
		name = "..."
	}
	takes := "takes none"
	if of := fields[method]; len(of) > 0 {
		takes = "takes " + strings.Join(of, ", ")
	}
	return fault.Invalidf("%s.%s is not a field of the payment method %s, which %s.", attribute, name, method, takes)
}

// Stored reads the data of a cart for a method and leaves out what Read would refuse. The cart may have been told it for
// another method, or before methods declared their fields.
func Stored(data json.RawMessage, method string) Data {
	var sent map[string]json.RawMessage
	if json.Unmarshal(data, &sent) != nil {
		return nil
	}
	var out Data
	for name, value := range sent {
		one, err := Read(method, "", map[string]json.RawMessage{name: value})
		if err != nil || one == nil {
			continue
		}
		if out == nil {
			out = Data{}
		}
		maps.Copy(out, one)
	}
	return out
}
