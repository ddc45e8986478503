package customers_test

import (
	"fmt"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

const wishes = "/customers/me/wishlist"

// TestAWishlistFromTheProductToTheCart follows items through all operations on wishlists.
func TestAWishlistFromTheProductToTheCart(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	mug := s.Product("MUG", "10", 10, fields{"specialPrice": 8})
	off := s.Product("OFF", "5", 10, fields{"isActive": false})
	gone := s.Product("GONE", "5", 0, nil)
	_, store := s.SecondWebsite()
	me, anna := s.Customer("anna@example.com")
	_, bob := s.Customer("bob@example.com")
	guest := s.Must(201, "POST", "/guest-carts", nil).Object(t)
	ids := func(headers ...string) string {
		t.Helper()
		out := ""
		for _, i := range s.Must(200, "GET", wishes, nil, headers...).List(t) {
			out += fmt.Sprint(i["productSku"], "*", i["qty"], " ")
		}
		return out
	}
	s.Run(t, []exchange{
		{Name: "of nobody", Method: "GET", Path: wishes, Status: 401, Message: "Authentication required"},
		{Name: "of a token", Method: "GET", Path: wishes, Headers: s.Service, Status: 403, Message: "Customer identity required"},
		{Name: "of an admin", Method: "GET", Path: wishes, Headers: apptest.Bearer(s.Admin("all")), Status: 403,
			Message: "This endpoint is not admin-accessible."},
		{Name: "merging nothing", Method: "POST", Path: wishes + "/sync", Body: fields{"productIds": list{}}, Headers: anna, Status: 201,
			Want: fields{"id": me, "productId": 0}},
		{Name: "nothing", Method: "POST", Path: wishes, Body: fields{}, Headers: anna, Status: 400, Message: "Invalid wishlist operation"},
		{Name: "no product", Method: "POST", Path: wishes, Body: fields{"productId": 999}, Headers: anna, Status: 404,
			Message: "Product not found"},
		{Name: "too few", Method: "POST", Path: wishes, Body: fields{"productId": mug, "qty": 0}, Headers: anna, Status: 400,
			Message: "The quantity of a wishlist item must be between 1 and 10000"},
		{Name: "a product", Method: "POST", Path: wishes, Body: fields{"productId": mug, "description": " blue "}, Headers: anna, Status: 201,
			Want: fields{
				"id": 1, "productId": mug, "productName": "The MUG", "productSku": "MUG", "productType": "simple", "productPrice": 10,
				"productFinalPrice": 8, "productImageUrl": "", "productUrl": "/MUG", "qty": 1, "description": "blue", "inStock": true,
				"extensions": list{},
			}},
		{Name: "more of it", Method: "POST", Path: wishes, Body: fields{"productId": mug, "qty": 2}, Headers: anna, Status: 201,
			Want: fields{"id": 1, "qty": 3, "description": "blue"}},
		{Name: "a product that is off", Method: "POST", Path: wishes, Body: fields{"productId": off}, Headers: anna, Status: 201,
			Want: fields{"productSku": "OFF"}},
		{Name: "another store's", Method: "POST", Path: wishes + "?store=de", Body: fields{"productId": gone}, Headers: anna, Status: 201},
	})
	if got := ids(anna...); got != "MUG*3 " {
		t.Errorf("Anna's wishlist: %s", got)
	}
	if got := ids(bob...); got != "" {
		t.Errorf("Bob's wishlist: %s", got)
	}
	first := fmt.Sprint(wishes, "/1")
	s.Run(t, []exchange{
		{Name: "another's item", Method: "DELETE", Path: first, Headers: bob, Status: 404, Message: "Wishlist item not found"},
		{Name: "another's item to a cart", Method: "POST", Path: first + "/move-to-cart", Body: fields{}, Headers: bob, Status: 404,
			Message: "Wishlist item not found"},
		{Name: "no cart", Method: "POST", Path: first + "/move-to-cart", Body: fields{"cartId": 999}, Headers: anna, Status: 404,
			Message: "Cart not found"},
		{Name: "more than there is", Method: "POST", Path: first + "/move-to-cart", Body: fields{"qty": 11}, Headers: anna, Status: 400,
			Message: "Failed to add item to cart"},
		{Name: "it stays", Method: "GET", Path: wishes, Headers: anna, Status: 200},
		{Name: "to the active cart", Method: "POST", Path: first + "/move-to-cart", Body: fields{"qty": 2}, Headers: anna, Status: 201,
			Want: fields{"id": 1, "qty": 3, "productSku": "MUG"}},
		{Name: "it is off the list", Method: "POST", Path: first + "/move-to-cart", Body: fields{}, Headers: anna, Status: 404,
			Message: "Wishlist item not found"},
		{Name: "merging", Method: "POST", Path: wishes + "/sync", Body: fields{"productIds": list{999, off, mug, mug}}, Headers: anna,
			Status: 201, Want: fields{"productSku": "MUG", "qty": 1}},
		{Name: "merging what is there", Method: "POST", Path: wishes + "/sync", Body: fields{"productIds": list{mug}}, Headers: anna, Status: 201,
			Want: fields{"productSku": "OFF"}},
	})
	if got := ids(anna...); got != "MUG*1 " {
		t.Errorf("after merging: %s", got)
	}
	item := s.Must(200, "GET", wishes, nil, anna...).List(t)[0]
	path := fmt.Sprint(wishes, "/", item["id"])
	s.Must(201, "POST", path+"/move-to-cart", fields{"cartId": guest["maskedId"]}, anna...)
	cart := s.Must(200, "GET", fmt.Sprint("/guest-carts/", guest["maskedId"]), nil).Object(t)
	if items := cart["items"].(list); len(items) != 1 {
		t.Errorf("the guest's cart has %v", items)
	}
	again := s.Must(201, "POST", wishes, fields{"productId": mug}, anna...).Object(t)
	s.Must(204, "DELETE", fmt.Sprint(wishes, "/", again["id"]), nil, anna...)
	s.Must(404, "DELETE", fmt.Sprint(wishes, "/", again["id"]), nil, anna...)
	if got := ids(anna...); got != "" || store == 0 {
		t.Errorf("at the end: %s", got)
	}
	s.Verify("wishlists", "sequences")
}
