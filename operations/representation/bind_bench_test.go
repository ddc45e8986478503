package representation

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tradelog/domain/money"
	"tradelog/operations"
	"tradelog/operations/bodies"
	"tradelog/operations/inputs"
)

type benchAddress struct {
	FirstName string           `json:"firstName" alias:"firstname"`
	LastName  string           `json:"lastName" alias:"lastname"`
	Company   *string          `json:"company"`
	Street    inputs.Lines     `json:"street" lines:"own"`
	City      string           `json:"city"`
	Region    *string          `json:"region"`
	RegionID  inputs.LenientID `json:"regionId"`
	Postcode  string           `json:"postcode"`
	CountryID string           `json:"countryId"`
	Telephone string           `json:"telephone"`
}

type benchPlacement struct {
	Shipping *benchAddress  `json:"shippingAddress"`
	Billing  *benchAddress  `json:"billingAddress"`
	Email    *string        `json:"guestEmail" alias:"email"`
	Method   *string        `json:"shippingMethod"`
	Payment  *string        `json:"paymentMethod"`
	Note     *string        `json:"orderNote" lines:"many"`
	Cash     *money.Decimal `json:"cashTendered"`
}

type benchBulk struct {
	Items []struct {
		SKU     string         `json:"sku"`
		Qty     *money.Decimal `json:"qty"`
		InStock *bool          `json:"isInStock"`
	} `json:"items"`
}

type benchAdd struct {
	SKU string         `json:"sku"`
	Qty inputs.Lenient `json:"qty"`
}

// BenchmarkBody reads and binds bodies: the cost of a write before its decision.
func BenchmarkBody(b *testing.B) {
	address := `{"firstName":"Ada","lastName":"Guest","street":["1 Main St","Door ` +
		`2"],"city":"München","region":"CA","postcode":"90001","countryId":"US","telephone":"555-0100"}`
	var items []string
	for i := range 100 {
		items = append(items, fmt.Sprintf(`{"sku":"MUG-%d","qty":%d.5,"isInStock":true}`, i, i))
	}
	for _, c := range []struct {
		name, body string
		input      any
	}{
		{"add", `{"sku":"MUG","qty":2}`, benchAdd{}},
		{
			"place", `{"shippingAddress":` + address + `,"billingAddress":` + address +
				`,"guestEmail":"ada@example.com","shippingMethod":"flatrate_flatrate","paymentMethod":"checkmo","orderNote":"Ring twice.\nThank you"}`,
			benchPlacement{},
		},
		{"bulk", `{"items":[` + strings.Join(items, ",") + `]}`, benchBulk{}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.body)))
			b.ReportAllocs()
			for b.Loop() {
				members, err := bodies.Object([]byte(c.body))
				if err != nil {
					b.Fatal(err)
				}
				call := &operations.Call{Principal: &operations.Principal{Kind: operations.AsOperator}}
				if err := new(Input).bind(call, members, nil, reflect.New(reflect.TypeOf(c.input)).Elem()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
