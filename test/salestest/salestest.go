// Package salestest helps to test whole shops: it creates products, filled carts and placed orders in one line each, and runs tables of
// exchanges.
package salestest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"testing"

	"tradelog/domain/money"
	"tradelog/domain/record"
	"tradelog/domain/stock"
	"tradelog/test/apptest"
	"tradelog/test/contract"
	"tradelog/test/suite"
)

// Fields are members of a JSON object.
type Fields = map[string]any

// Shop is a running shop and a token with all permissions.
type Shop struct {
	*apptest.Shop
	T        testing.TB
	Service  []string           // headers of a service account with all permissions
	Document *contract.Document // for the answers

	broken bool // see Break
}

// Start starts a shop without products.
func Start(t testing.TB, options ...apptest.Option) *Shop {
	t.Helper()
	s := apptest.Start(t, options...)
	return &Shop{Shop: s, T: t, Service: apptest.Bearer(s.Service([]string{"all"})), Document: contract.Shared(t, s.URL)}
}

// As returns the headers of a service account with permissions, optionally restricted to stores.
func (s *Shop) As(permissions []string, stores ...int64) []string {
	s.T.Helper()
	return apptest.Bearer(s.Shop.Service(permissions, stores...))
}

// Customer opens an account and returns its number and the headers of its owner.
func (s *Shop) Customer(email string) (int64, []string) {
	s.T.Helper()
	id, token := s.Shop.Customer(email)
	return id, apptest.Bearer(token)
}

// With joins headers.
func With(headers []string, more ...string) []string { return slices.Concat(headers, more) }

// Product creates a simple product, listed and in stock. more are further fields of the product.
func (s *Shop) Product(sku, price string, qty int64, more Fields) int64 {
	s.T.Helper()
	units, there := money.FromInt(qty), qty > 0
	return s.ProductWith(sku, price, stock.Change{Qty: &units, InStock: &there}, more)
}

// ProductWith creates a product as Product does, with the given stock fields.
func (s *Shop) ProductWith(sku, price string, change stock.Change, more Fields) int64 {
	s.T.Helper()
	fields := Fields{
		"sku": sku, "name": "The " + sku, "type": "simple", "isActive": true, "visibility": "catalog_search", "attributeSetId": 4,
		"taxClassId": 0,
		"websiteIds": []int64{1}, "categoryIds": []int64{2}, "urlKey": sku, "price": json.RawMessage(price), "weight": 1.5,
	}
	maps.Copy(fields, more)
	values, err := record.Of(fields)
	if err != nil {
		s.T.Fatal(err)
	}
	id, err := s.Commands.Catalog.CreateProduct(apptest.Operator(), values, &change)
	if err != nil {
		s.T.Fatal(err)
	}
	s.Settle()
	return id
}

// Change sets fields of a product in all stores.
func (s *Shop) Change(id int64, fields Fields) {
	s.T.Helper()
	values, err := record.Of(fields)
	if err != nil {
		s.T.Fatal(err)
	}
	if err := s.Commands.Catalog.UpdateProduct(apptest.Operator(), id, 0, values, nil, nil); err != nil {
		s.T.Fatal(err)
	}
	s.Settle()
}

// Restock sets the stock of a product.
func (s *Shop) Restock(id, qty int64) {
	s.T.Helper()
	units := money.FromInt(qty)
	if _, err := s.Commands.Catalog.SetStock(apptest.Operator(), []stock.Change{{ProductID: id, Qty: &units}}); err != nil {
		s.T.Fatal(err)
	}
	s.Settle()
}

// Stock returns the quantity of a product and whether it is in stock.
func (s *Shop) Stock(sku string) string {
	s.T.Helper()
	s.Settle()
	p, err := s.Readers.Catalog.ProductBySKU(context.Background(), 1, sku)
	if err != nil {
		s.T.Fatal(err)
	}
	if !p.Level.InStock {
		return p.Level.Qty.String() + " out of stock"
	}
	return p.Level.Qty.String()
}

// Create creates something over REST and returns its number.
func (s *Shop) Create(path string, body Fields) int64 {
	s.T.Helper()
	return ID(s.Must(201, "POST", path, body, s.Service...).Object(s.T))
}

// Address returns a complete address for checkout.
func Address() Fields {
	return Fields{
		"firstName": "Gina", "lastName": "Guest", "company": "Acme", "street": []string{"1 Main St",
			"Door 2"}, "city": "Los Angeles", "region": "CA",
		"postcode": "90001", "countryId": "US", "telephone": "555-0100",
	}
}

// Placement returns the body of a valid placement with some members changed; nil removes one.
func Placement(more Fields) Fields {
	body := Fields{
		"shippingAddress": Address(), "billingAddress": Address(), "guestEmail": "gina@example.com", "paymentMethod": "checkmo",
		"shippingMethod": "flatrate_flatrate",
	}
	maps.Copy(body, more)
	maps.DeleteFunc(body, func(_ string, v any) bool { return v == nil })
	return body
}

// GuestCart opens a guest's cart with one or more products, one or some of each ("MUG", "CAP*3"), and returns its masked ID.
func (s *Shop) GuestCart(lines ...string) string {
	s.T.Helper()
	mask, _ := s.Must(201, "POST", "/guest-carts", nil).Object(s.T)["maskedId"].(string)
	for _, line := range lines {
		s.Must(200, "POST", "/guest-carts/"+mask+"/items", item(line))
	}
	return mask
}

// Cart opens a cart with a token and returns its number.
func (s *Shop) Cart(headers []string, lines ...string) int64 {
	s.T.Helper()
	id := Number(s.Must(201, "POST", "/carts", nil, headers...).Object(s.T)["id"])
	for _, line := range lines {
		s.Must(200, "POST", fmt.Sprintf("/carts/%d/items", id), item(line), headers...)
	}
	return id
}

func item(line string) Fields {
	var sku string
	qty := 1
	if n, _ := fmt.Sscanf(line, "%s", &sku); n != 1 {
		return nil
	}
	for i := range sku {
		if sku[i] == '*' {
			fmt.Sscan(sku[i+1:], &qty)
			sku = sku[:i]
			break
		}
	}
	return Fields{"sku": sku, "qty": qty}
}

// Order places a guest's order of products.
func (s *Shop) Order(lines ...string) Fields {
	s.T.Helper()
	return s.asRecorded(s.Must(201, "POST", "/guest-carts/"+s.GuestCart(lines...)+"/place-order", Placement(nil)))
}

// OrderOf places an order with a customer's token.
func (s *Shop) OrderOf(headers []string, lines ...string) Fields {
	s.T.Helper()
	return s.asRecorded(s.Must(201, "POST", fmt.Sprintf("/carts/%d/place-order", s.Cart(headers, lines...)),
		Placement(Fields{"guestEmail": nil}), headers...))
}

// asRecorded returns the order in the answer to a placement. The answer is made of the events that the placement has appended, so it is
// compared with the log.
func (s *Shop) asRecorded(answer apptest.Answer) Fields {
	s.T.Helper()
	placed := answer.Object(s.T)
	if s.broken {
		return placed // reads do not find it
	}
	at := url.QueryEscape(answer.Header.Get("X-Event-Position"))
	recorded := s.Must(200, "GET", fmt.Sprintf("/orders/%d?asOf=%s", ID(placed), at), nil, s.Service...).Object(s.T)
	for name, value := range placed {
		if name != "accessToken" && !reflect.DeepEqual(value, recorded[name]) {
			s.T.Errorf("the placement is answered with %s %v, and the log has %v", name, value, recorded[name])
		}
	}
	return placed
}

// Number converts a JSON number to an identifier.
func Number(v any) int64 {
	n, _ := v.(float64)
	return int64(n)
}

// ID returns the identifier of a document.
func ID(document Fields) int64 { return Number(document["id"]) }

// Verify rebuilds projectors in shadow tables and compares these with the live ones, in the suite Long. In the default suite random
// histories check the same for all projectors.
func (s *Shop) Verify(projectors ...string) {
	s.T.Helper()
	if !suite.Long.Runs() {
		return
	}
	s.Settle()
	for _, name := range projectors {
		differences, err := s.Projections.Verify(context.Background(), name, nil)
		if err != nil || len(differences) != 0 {
			s.T.Errorf("%s rebuilt is not what it is: %+v, %v", name, differences, err)
		}
	}
}

// Break makes inserts into some read tables fail, so that their projectors stop advancing.
func (s *Shop) Break(tables ...string) {
	s.T.Helper()
	s.broken = true
	for _, table := range tables {
		if _, err := s.Pool.Exec(context.Background(),
			"ALTER TABLE read."+table+" ADD CONSTRAINT broken CHECK (false) NOT VALID"); err != nil {
			s.T.Fatal(err)
		}
	}
}
