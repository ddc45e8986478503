package einvoice

import (
	"bytes"
	"encoding/xml"

	"tradelog/domain/money"
)

// pieces is the unit of quantities: one (UN/ECE Recommendation 20).
const pieces = "C62"

// encode returns the XML of an invoice.
func encode(i any) ([]byte, error) {
	out := bytes.NewBufferString(xml.Header)
	e := xml.NewEncoder(out)
	e.Indent("", "  ")
	if err := e.Encode(i); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// orNone writes an amount, or nothing for 0.
func orNone(d money.Decimal) string {
	if d.IsZero() {
		return ""
	}
	return d.Fixed()
}

// places2 writes a price with two decimal places, or more if it has more.
func places2(d money.Decimal) string {
	if d.Equal(d.Cents()) {
		return d.Fixed()
	}
	return d.String()
}

// optional returns a text, or nil if it is empty. encoding/xml writes the parent of an empty text even with omitempty.
func optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
