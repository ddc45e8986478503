package catalog

import (
	"testing"

	"tradelog/domain/record"
)

func TestGiftMessages(t *testing.T) {
	t.Parallel()
	value := func(n int64) *int64 { return &n }
	for _, c := range []struct {
		product *int64
		want    bool
	}{{nil, true}, {value(2), true}, {value(1), true}, {value(0), false}} {
		if got := (Terms{GiftMessage: c.product}).GiftMessages(); got != c.want {
			t.Errorf("%v: %v", c.product, got)
		}
	}
}

func TestAmountsOfGiftCards(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in    map[string]string
		want  string
		fails string
	}{
		{in: map[string]string{"giftcard_amounts": `"50, 25,25.00,100"`}, want: `[25,50,100]`},
		{in: map[string]string{"giftcard_amounts": `25`}, want: `[25]`},
		{in: map[string]string{"giftcard_amounts": `""`}, want: `null`},
		{in: map[string]string{"giftcard_amounts": `null`}, want: `null`},
		{
			in:    map[string]string{"giftcard_amounts": `"25,much"`},
			fails: "Attribute 'giftcard_amounts' must be a list of numbers with commas between them",
		},
	} {
		values := record.Values{}
		err := ProductAttributes.Assign(values, written("giftcard_amounts", c.in["giftcard_amounts"]), "giftcard")
		if err == nil {
			err = NormalizeProduct(values, record.Values{}, nil)
		}
		if c.fails != "" {
			if err == nil || err.Error() != c.fails {
				t.Errorf("%v: %v", c.in, err)
			}
			continue
		}
		if got := string(values["giftcardAmounts"]); err != nil || got != c.want {
			t.Errorf("%v is %s, %v", c.in, got, err)
		}
	}
}
