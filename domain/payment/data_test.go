package payment

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, method, sent string
		want               Data
		fails              string
	}{
		{"what the method takes", "purchaseorder", `{"poNumber":"PO-77"}`, Data{"poNumber": "PO-77"}, ""},
		{"nothing", "checkmo", `{}`, nil, ""},
		{"null is no value", "purchaseorder", `{"poNumber":null}`, nil, ""},
		{
			"a field of no method", "purchaseorder", `{"po":"PO-77"}`, nil,
			"paymentData.po is not a field of the payment method purchaseorder, which takes poNumber.",
		},
		{
			"a method without fields", "checkmo", `{"poNumber":"PO-77"}`, nil,
			"paymentData.poNumber is not a field of the payment method checkmo, which takes none.",
		},
		{
			"a field with a name that is no name", "checkmo", `{"a\nb":"x"}`, nil,
			"paymentData.... is not a field of the payment method checkmo, which takes none.",
		},
		{"no string", "purchaseorder", `{"poNumber":77}`, nil, "paymentData.poNumber must be a string."},
		{"an object", "purchaseorder", `{"poNumber":{"a":1}}`, nil, "paymentData.poNumber must be a string."},
		{"two lines", "purchaseorder", `{"poNumber":"a\nb"}`, nil, "paymentData.poNumber must be one line without control characters."},
		{
			"a long text", "purchaseorder", `{"poNumber":"` + strings.Repeat("ä", 256) + `"}`, nil,
			"paymentData.poNumber must have at most 255 characters.",
		},
		{"a method nobody knows is refused elsewhere", "barter", `{"goats":"2"}`, nil, ""},
		{"a card number in a field that is taken", "purchaseorder", `{"poNumber":"4111 1111 1111 1111"}`, nil, ErrCardNumber.Message},
		{"a card number in any other", "checkmo", `{"pan":"4111111111111111"}`, nil, ErrCardNumber.Message},
		{"as a number", "checkmo", `{"pan":4111111111111111}`, nil, ErrCardNumber.Message},
		{"as a name", "checkmo", `{"4111111111111111":1}`, nil, ErrCardNumber.Message},
		{"deep inside", "checkmo", `{"card":{"of":["x",{"n":"4111-1111-1111-1111"}]}}`, nil, ErrCardNumber.Message},
		{"as a name deep inside", "checkmo", `{"card":{"4111111111111111":1}}`, nil, ErrCardNumber.Message},
		{"of a method nobody knows", "barter", `{"pan":"4111111111111111"}`, nil, ErrCardNumber.Message},
		{"behind a field that is unknown", "checkmo", `{"a":"x","pan":"4111111111111111"}`, nil, ErrCardNumber.Message},
		{"a code by its name", "purchaseorder", `{"cvv":"123"}`, nil, ErrCardCode.Message},
		{"a code deep inside", "checkmo", `{"card":[{"securityCode":"123"}]}`, nil, ErrCardCode.Message},
		{"a code in text", "purchaseorder", `{"poNumber":"exp 12/29 CVC2: 123"}`, nil, ErrCardCode.Message},
	} {
		var sent map[string]json.RawMessage
		if err := json.Unmarshal([]byte(c.sent), &sent); err != nil {
			t.Fatal(err)
		}
		got, err := Read(c.method, "paymentData", sent)
		if err != nil && err.Error() != c.fails || (err == nil) != (c.fails == "") || !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, %v; want %v %s", c.name, got, err, c.want, c.fails)
		}
		if err != nil && (strings.Contains(err.Error(), "1111") || strings.Contains(err.Error(), "123")) {
			t.Errorf("%s: the refusal repeats what was sent: %v", c.name, err)
		}
	}
}

func TestCardNumbers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"4111111111111111": true, "4111 1111 1111 1111": true, "4111-1111-1111-1111": true, "4111 - 1111 - 1111 - 1111": true,
		"4111.1111.1111.1111": true,
		"378282246310005":     true, "3782 822463 10005": true, "4222222222222": true, "6304000000000000000": true, "x4111111111111111y": true,
		"PO 12 4111 1111 1111 1111": true, "4111 1111 1111 1111 12/29": true, "1234567890123 4111111111111111": true,
		"4111\u00a01111\u20131111\u20111111": true,
		"４１１１１１１１１１１１１１１１":                   true, "٤١١١١١١١١١١١١١١١": true,
		"4111\u200b111111111111": true, "4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1": true,
		"": false, "PO-77": false, "4111111111111112": false, "411111111111": false, "0000000000000000": false,
		"41111111111111110000": false, "4111,1111,1111,1111": false,
		"2026-11-22": false, "+1 310 555 0100": false, "PO-2026-000123-7": false,
	} {
		if got := hasCardNumber(text); got != want {
			t.Errorf("%q looks like a card number: %v", text, got)
		}
	}
}

func TestCardCodes(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"cvv": true, "CVC": true, "cvv2": true, "card_cvc": true, "cc_cid": true, "cid": true, "securityCode": true,
		"card-security-code": true, "csc": true,
		"verification_value": true, "cardCode": true, "poNumber": false, "instrument": false, "code": false, "note": false,
	} {
		if got := isCardCode(name); got != want {
			t.Errorf("%q is a card verification code: %v", name, got)
		}
	}
}

// TestStored: payment data that an earlier version stored with a cart goes no further, unless the method takes it.
func TestStored(t *testing.T) {
	t.Parallel()
	stored := json.RawMessage(`{"poNumber":"PO-77","instrument":"card","cc_number":"4111111111111111","cvv":123,"nested":{"a":1}}`)
	for method, want := range map[string]Data{
		"purchaseorder": {"poNumber": "PO-77"}, "sandbox": {"instrument": "card"}, "checkmo": nil, "barter": nil,
	} {
		if got := Stored(stored, method); !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", method, got, want)
		}
	}
	for _, data := range []string{``, `null`, `[]`, `{"poNumber":"4111111111111111"}`} {
		if got := Stored(json.RawMessage(data), "purchaseorder"); got != nil {
			t.Errorf("%s: %v", data, got)
		}
	}
}
