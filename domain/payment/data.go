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

// Data holds the fields of a payment method, by name.
type Data map[string]string

// fields lists the fields of each method. A method that is not listed has none.
var fields = map[string][]string{
	PurchaseOrder: {"poNumber"},
	"sandbox":     {"instrument"},
}

// maxField is the limit of a field's value, in characters.
const maxField = 255

// The errors of payment data. No message repeats the data.
var (
	ErrCardNumber = fault.Invalidf("Payment data must not have a card number."+useGateway).About(fault.Other, "paymentData")
	ErrCardCode   = fault.Invalidf("Payment data must not have a card verification code."+useGateway).About(fault.Other, "paymentData")
)

const useGateway = " Nothing was stored. Pay cards on the form of the payment gateway."

// Read checks the fields sent for a method. attribute is the member that contains them, for messages. It first refuses card data in any
// member and for any method, because they must never be stored. Null is no value. For an unknown method it returns nil; other checks refuse
// the method.
func Read(method, attribute string, sent map[string]json.RawMessage) (Data, error) {
	names := slices.Sorted(maps.Keys(sent))
	for _, name := range names {
		if err := refuseCard(name, sent[name]); err != nil {
			return nil, err
		}
	}
	if !slices.Contains(codes, method) {
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
				return nil, fault.Invalidf("%s.%s must be a string.", attribute, name).About(fault.Type, attribute+"."+name)
			case !lines.One.AllowText(text):
				return nil, fault.Invalidf("%s.%s %s", attribute, name, lines.One.Refusal()).About(fault.Format, attribute+"."+name)
			case utf8.RuneCountInString(text) > maxField:
				return nil, fault.Invalidf("%s.%s must have at most %d characters.", attribute, name, maxField).
					About(fault.Length, attribute+"."+name)
			}
			data[name] = text
		}
	}
	if len(data) == 0 {
		return nil, nil
	}
	return data, nil
}

// unknownField returns the error for a field that a method does not have. The message lists the fields it has.
func unknownField(method, attribute, name string) error {
	if len(name) > 64 || !lines.One.AllowText(name) {
		name = "..."
	}
	takes := "takes none"
	if of := fields[method]; len(of) > 0 {
		takes = "takes " + strings.Join(of, ", ")
	}
	return fault.Invalidf("%s.%s is not a field of the payment method %s, which %s.", attribute, name, method, takes).
		About(fault.Unknown, attribute+"."+name)
}

// Stored returns the data of a cart for a method, without the fields that Read would refuse. They may have been sent for another method, or
// before methods declared their fields.
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
