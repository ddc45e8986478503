package app_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"

	"tradelog/test/apptest"
	"tradelog/test/histories"
)

const annasEmail, annasPassword = "anna@example.com", "a long password"

// fields are the arguments of a step.
type fields = histories.Arguments

// its draws a member of the step's document.
func its(name string) histories.Draw { return func(w *histories.Walk) any { return w.Document[name] } }

// line draws the first line of the step's document.
func line(w *histories.Walk) any {
	items, _ := w.Document["items"].([]any)
	if len(items) == 0 {
		return nil
	}
	return items[0].(fields)["id"]
}

// with joins arguments.
func with(all ...fields) fields {
	out := fields{}
	for _, f := range all {
		for name, v := range f {
			out[name] = v
		}
	}
	return out
}

// ownSteps are valid requests that the steps of modules lack. The document of a step on a part is the part, with the number of its owner.
func (w *writes) ownSteps() []histories.Step {
	var s stepList
	w.productSteps(&s)
	w.cartSteps(&s)
	w.customerSteps(&s)
	return s
}

type stepList []histories.Step

// add adds a step and returns it for further settings.
func (s *stepList) add(name, of string, arguments fields) *histories.Step {
	*s = append(*s, histories.Step{Name: name, Of: of, With: arguments})
	return &(*s)[len(*s)-1]
}

func (w *writes) productSteps(s *stepList) {
	mug := histories.Draw(func(*histories.Walk) any { return w.mug })
	other := histories.Draw(func(*histories.Walk) any { // an unused product
		made, _ := w.document("product", true)
		return histories.DocumentID(made)
	})
	part := fields{"productId": its("productId"), "id": its("id")}
	title := fields{"title": histories.Named("Part")}

	s.add("catalog_products_undo_create", "product", fields{"position": histories.Draw(func(walk *histories.Walk) any {
		at, bearer := fmt.Sprintf("/products/%d", histories.DocumentID(walk.Document)), apptest.Bearer(w.token)
		w.shop.Do("PUT", at, fields{"weight": 1.5 + float64(w.Moves)}, bearer...)
		return w.shop.Do("GET", at+"/timeline?field=weight&limit=1", nil, bearer...).Object(w.t)["entries"].([]any)[0].(fields)["position"]
	})})

	tiers := fields{"tierPrices": []any{fields{"price": 5, "qty": 3}}}
	s.add("catalog_products_tier_prices_update", "product", tiers)
	s.add("catalog_products_tier_prices_delete", "product", fields{})
	s.add("catalog_products_group_prices_delete", "product", fields{})

	s.add("catalog_products_custom_options_create", "product", with(title, fields{"type": "field"})).Makes = "custom option"
	s.add("catalog_products_custom_options_update", "custom option", with(part, title))
	s.add("catalog_products_custom_options_delete", "custom option", part).Ends = true

	values := []any{fields{"title": "A"}, fields{"title": "B"}}
	value := func(at int) histories.Draw {
		return func(w *histories.Walk) any { return w.Document["values"].([]any)[at].(fields)["id"] }
	}
	s.add("catalog_products_custom_options_create", "product", with(title, fields{"type": "radio", "values": values})).Makes = "choice"
	s.add("POST /custom-options/{optionId}/values", "choice", fields{"optionId": its("id"), "values": values})
	s.add("PATCH /custom-option-values/{id}", "choice", with(title, fields{"id": value(1), "price": 2}))
	s.add("DELETE /custom-option-values/{id}", "choice", fields{"id": value(0)}).Ends = true

	selection := fields{"selections": []any{fields{"productId": mug}}}
	s.add("catalog_products_bundle_options_create", "bundle product", with(title, selection)).Makes = "bundle option"
	s.add("catalog_products_bundle_options_update", "bundle option", with(part, title))
	s.add("catalog_products_bundle_options_delete", "bundle option", part).Ends = true
	one := fields{"productId": its("productId"), "optionId": its("id")}
	s.add("PUT /products/{productId}/bundle-options", "bundle option", with(one, title))
	s.add("DELETE /products/{productId}/bundle-options", "bundle option", one).Ends = true

	s.add("catalog_products_configurable_update", "configurable product", fields{
		"superAttributes": []any{"color"}, "childProductIds": []any{mug},
	})
	var child any
	const addChild = "catalog_products_configurable_children_create"
	s.add(addChild, "configurable product", fields{"childId": histories.Draw(func(walk *histories.Walk) any {
		child = other(walk)
		return child
	})}).Makes = "configurable product with a child"
	s.add("catalog_products_configurable_children_delete", "configurable product with a child", fields{
		"productId": its("productId"), "childId": histories.Draw(func(*histories.Walk) any { return child }),
	}).Ends = true

	url := fields{"linkUrl": "https://example.com/a"}
	s.add("catalog_products_downloadable_links_create", "downloadable product", with(title, url)).Makes = "download"
	link := fields{"productId": its("productId"), "linkId": its("id")}
	s.add("catalog_products_downloadable_links_update", "download", with(link, title))
	s.add("catalog_products_downloadable_links_delete", "download", link).Ends = true

	s.add("catalog_products_grouped_create", "grouped product", fields{"childProductId": other}).Makes = "member of a group"
	s.add("catalog_products_grouped_update", "grouped product", fields{"links": []any{fields{"childProductId": mug, "qty": 2}}})
	s.add("catalog_products_grouped_delete", "member of a group",
		fields{"productId": its("productId"), "childProductId": its("childProductId")}).Ends = true

	for kind, tool := range map[string]string{"related": "related", "cross-sell": "cross_sell", "up-sell": "up_sell"} {
		name := "catalog_products_links_" + tool
		s.add(name+"_create", "product", fields{"linkedProductId": mug}).Makes = kind + " product"
		s.add(name+"_update", "product", fields{"links": []any{fields{"linkedProductId": mug, "position": 2}}})
		s.add(name+"_delete", kind+" product", fields{"productId": its("productId"), "linkedProductId": mug}).Ends = true
	}

	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 2, 2))); err != nil {
		w.t.Fatal(err)
	}
	encoded := base64.StdEncoding.EncodeToString(picture.Bytes())
	s.add("catalog_products_media_create", "product", fields{"base64": encoded, "filename": "a.png"}).Makes = "picture"
	s.add("PATCH /products/{productId}/gallery/{id}", "picture", with(part, fields{"label": "New", "base64": encoded}))
	s.add("catalog_products_media_delete", "picture", fields{"productId": its("productId"), "valueId": its("id")}).Ends = true
	s.add("cms_media_create", "", fields{"file": picture.String(), "filename": histories.Draw(func(w *histories.Walk) any {
		return fmt.Sprint("file", w.Moves)
	})}).Makes = "uploaded file"
	s.add("content_media_delete", "uploaded file", fields{"path": its("path")}).Ends = true

	s.add("sales_orders_invoices_create", "online order", fields{"capture": "not_capture"}).Makes = "invoice to void"
	s.add("sales_invoices_void_create", "invoice to void", fields{}).Ends = true
	s.add("sales_orders_hold_create", "order", fields{}).Makes = "held order"
	s.add("sales_orders_unhold_create", "held order", fields{}).Ends = true
	s.add("sales_orders_credit_memos_create", "order", fields{"comment": histories.Draw(func(walk *histories.Walk) any {
		at := fmt.Sprintf("/orders/%d/invoices", histories.DocumentID(walk.Document))
		w.shop.Do("POST", at, fields{}, apptest.Bearer(w.token)...)
		return "Sorry"
	})}).Ends = true
	s.add("system_stores_switch_create", "", fields{"storeCode": "default"})
	s.add("sales_coupons_validate_create", "coupon", fields{"code": its("code")})
}

// deliveryAddress is the shipping address of carts.
var deliveryAddress = fields{"firstName": "Ann", "lastName": "Bee", "street": "1 Way", "city": "X", "region": "CA", "postcode": "90001",
	"countryId": "US", "telephone": "1"}

// placement is the body of an order.
var placement = fields{"shippingAddress": deliveryAddress, "billingAddress": deliveryAddress, "guestEmail": "g@example.com",
	"shippingMethod": "flatrate_flatrate", "paymentMethod": "checkmo"}

func (w *writes) cartSteps(s *stepList) {
	mug := fields{"sku": "MUG", "qty": 2}
	s.add("customers_carts_create", "", fields{}).Makes = "own cart"
	s.add("customers_guest_carts_create", "", fields{}).Makes = "guest's cart"
	for _, c := range []struct{ kind, tool, id string }{
		{"own cart", "customers_carts_", "id"}, {"guest's cart", "customers_guest_carts_", "maskedId"},
	} {
		cart, full := fields{"id": its(c.id)}, c.kind+" with a line"
		of := func(more ...fields) fields { return with(append(more, cart)...) }
		// first sends the cart another request before.
		first := func(method, path string, body any, value any) histories.Draw {
			return func(walk *histories.Walk) any {
				base := "/carts/"
				if c.id == "maskedId" {
					base = "/guest-carts/"
				}
				w.shop.Do(method, base+fmt.Sprint(walk.Document[c.id])+path, body, apptest.Bearer(w.token)...)
				return value
			}
		}
		s.add(c.tool+"items_create", c.kind, of(mug)).Makes = full
		s.add(c.tool+"items_update", full, of(fields{"itemId": histories.Draw(line), "qty": 3}))
		s.add(c.tool+"items_delete", full, of(fields{"itemId": histories.Draw(line)})).Ends = true
		message := fields{"sender": "Ann", "recipient": "Bob", "message": "Hello"}
		s.add(c.tool+"gift_message_update", full, of(message))
		s.add(c.tool+"gift_message_delete", full, of())
		s.add(c.tool+"items_gift_message_update", full, of(message, fields{"itemId": histories.Draw(line)}))
		s.add(c.tool+"items_gift_message_delete", full, of(fields{"itemId": histories.Draw(line)}))
		s.add(c.tool+"shipping_methods_create", full, of(fields{"address": deliveryAddress}))
		s.add(c.tool+"shipping_address_update", full, of(deliveryAddress))
		s.add(c.tool+"billing_address_update", full, of(deliveryAddress))
		s.add(c.tool+"shipping_method_update", full, of(fields{
			"carrierCode": first("PUT", "/shipping-address", deliveryAddress, "flatrate"), "methodCode": "flatrate",
		}))
		s.add(c.tool+"payment_method_update", full, of(fields{"methodCode": "checkmo"}))
		coupon := histories.Draw(func(*histories.Walk) any {
			return w.code("/coupons", fields{"discountType": "percent", "discountAmount": 5})
		})
		s.add(c.tool+"coupon_create", full, of(fields{"code": coupon}))
		if c.id == "maskedId" {
			s.add(c.tool+"coupon_update", full, of(fields{"code": coupon}))
		}
		s.add(c.tool+"coupon_delete", full, of())
		card := histories.Draw(func(*histories.Walk) any { return w.code("/giftcards", fields{"initialBalance": 20}) })
		s.add(c.tool+"giftcards_create", full, of(fields{"giftcardCode": card}))
		s.add(c.tool+"giftcards_delete", full, of(fields{"code": histories.Draw(func(walk *histories.Walk) any {
			code := w.code("/giftcards", fields{"initialBalance": 20})
			return first("POST", "/giftcards", fields{"giftcardCode": code}, code)(walk)
		})}))
	}
	order := s.add("sales_guest_carts_place_order_create", "guest's cart with a line", with(placement, fields{"id": its("maskedId")}))
	order.Makes, order.Ends = "guest's order", true
	s.add("sales_orders_create", "guest's cart with a line", with(placement, fields{"maskedId": its("maskedId")})).Ends = true
}

// code creates a resource with a new code and returns the code.
func (w *writes) code(path string, body fields) string {
	w.codes++
	code := fmt.Sprint("OWN-", w.codes)
	w.shop.Must(201, "POST", path, with(body, fields{"code": code}), apptest.Bearer(w.token)...)
	w.shop.Settle()
	return code
}

// newcomer registers a customer and returns the e-mail address.
func (w *writes) newcomer() (id int64, email string) {
	w.codes++
	email = fmt.Sprintf("new%d@example.com", w.codes)
	id, _ = w.shop.Customer(email)
	return id, email
}

func (w *writes) customerSteps(s *stepList) {
	mug := histories.Draw(func(*histories.Walk) any { return w.mug })
	home := fields{"firstname": "Anna", "lastname": "Smith", "street": "Main Street 1", "city": "Berlin", "postcode": "10115",
		"countryId": "DE", "telephone": "030 1"}
	s.add("POST /auth/token", "", fields{"email": annasEmail, "password": annasPassword})
	s.add("POST /auth/refresh", "", fields{})
	s.add("POST /auth/logout", "", fields{})
	s.add("customers_customers_me_update", "", fields{"lastname": histories.Named("Smith")})
	s.add("customers_customers_me_password_create", "", fields{"currentPassword": annasPassword, "newPassword": annasPassword})
	s.add("POST /customers/me/two-factor", "", fields{"currentPassword": annasPassword})
	var reset string
	s.add("customers_customers_reset_password_create", "", fields{"email": histories.Draw(func(walk *histories.Walk) any {
		id, email := w.newcomer()
		reset = fmt.Sprint("token", w.codes)
		if err := walk.Commands.Customers.RequestReset(walk.Context, id, 1, reset); err != nil {
			w.t.Fatal(err)
		}
		return email
	}), "newPassword": annasPassword, "resetToken": histories.Draw(func(*histories.Walk) any { return reset })})
	const fromOrder = "customers_customers_create_from_order_create"
	s.add(fromOrder, "", fields{"password": annasPassword, "accountToken": histories.Draw(func(*histories.Walk) any {
		w.codes++
		cart := w.shop.Must(201, "POST", "/guest-carts", nil).Object(w.t)["maskedId"]
		at := fmt.Sprintf("/guest-carts/%v", cart)
		w.shop.Must(200, "POST", at+"/items", fields{"sku": "MUG", "qty": 1})
		guest := fields{"guestEmail": fmt.Sprintf("guest%d@example.com", w.codes)}
		order := w.shop.Must(201, "POST", at+"/place-order", with(placement, guest)).Object(w.t)
		w.shop.Settle()
		return w.shop.Must(200, "GET", fmt.Sprintf("/orders/%v/details", order["incrementId"]), nil,
			"X-Order-Token", fmt.Sprint(order["accessToken"])).Object(w.t)["accountToken"]
	})})
	for _, tool := range []string{"customers_customers_me_addresses_", "customers_addresses_"} {
		s.add(tool+"create", "", home).Makes = tool
		s.add(tool+"update", tool, home)
		s.add("PATCH /addresses/{id}", tool, fields{"company": "ACME"})
		s.add(tool+"delete", tool, fields{}).Ends = true
	}
	s.add("customers_products_reviews_create", "product", fields{"title": "Good", "detail": "A good mug.", "nickname": "Anna"})
	s.add("customers_customers_me_wishlist_create", "", fields{"productId": mug}).Makes = "item of a wishlist"
	s.add("customers_customers_me_wishlist_delete", "item of a wishlist", fields{}).Ends = true
	s.add("customers_customers_me_wishlist_move_to_cart_create", "item of a wishlist", fields{}).Ends = true
	s.add("customers_customers_me_wishlist_sync_create", "", fields{"productIds": []any{mug}})
	s.add("POST /customers/me/stock-alerts", "", fields{"productId": histories.Draw(func(*histories.Walk) any {
		w.codes++
		sku := fmt.Sprint("GONE", w.codes)
		gone := fields{"sku": sku, "name": sku, "price": 5, "stockQty": 0, "websiteIds": []any{1}, "isActive": true}
		return w.shop.Must(201, "POST", "/products", gone, apptest.Bearer(w.token)...).Object(w.t)["id"]
	})}).Makes = "stock alert"
	s.add("DELETE /customers/me/stock-alerts/{id}", "stock alert", fields{}).Ends = true
	s.add("DELETE /agents/{id}", "agent", fields{}).Ends = true
	s.add("sales_customers_me_revocation_requests_create", "", fields{"orderId": histories.Draw(func(*histories.Walk) any {
		anna := apptest.Bearer(w.shop.CustomerToken(w.anna))
		cart := fmt.Sprintf("/carts/%.0f", w.shop.Must(201, "POST", "/carts", nil, anna...).Object(w.t)["id"])
		w.shop.Must(200, "POST", cart+"/items", fields{"sku": "MUG", "qty": 1}, anna...)
		order := w.shop.Must(201, "POST", cart+"/place-order", placement, anna...).Object(w.t)
		w.shop.Settle()
		return order["id"]
	})})
	s.add("other_newsletter_subscribe_create", "", fields{"email": histories.Draw(func(*histories.Walk) any {
		_, email := w.newcomer()
		return email
	})})
	s.add("POST /contact", "", fields{"name": "Pat", "email": "pat@example.com", "comment": "Hello"})
}
