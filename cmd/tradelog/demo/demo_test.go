package demo

import (
	"context"
	"fmt"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// TestDemo: the shop has products of all types with pictures, orders in every state, and customers who are older than their orders.
func TestDemo(t *testing.T) {
	t.Parallel()
	s, ctx := apptest.Start(t), context.Background()
	if _, err := Seed(ctx, Compose(s.App), func(string) {}); err != nil {
		t.Fatal(err)
	}
	shop, err := s.Readers.Directory.Shop(ctx)
	if err != nil {
		t.Fatal(err)
	}
	german, _ := shop.FindStore("de")
	if err := paint(ctx, Compose(s.App), shop.Settings.In(0), german.ID, allGoods()[:2]); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	admin := apptest.Bearer(s.Service([]string{"all"}))
	pictured := s.Must(200, "GET", "/products?sku="+allGoods()[0].sku, nil, "X-Store-Code", "de").List(t)[0]
	if pictured["imageUrl"] == nil || pictured["name"] != allGoods()[0].german || pictured["currency"] != "EUR" {
		t.Errorf("the first product: %v", pictured)
	}
	for _, store := range []string{"default", "de"} {
		rated := s.Must(200, "GET", "/products?sku=BEAN-104", nil, "X-Store-Code", store).List(t)[0]
		if rated["reviewCount"] != 1.0 || rated["averageRating"] != 5.0 {
			t.Errorf("the coffee in the store %s: %v reviews, %v stars", store, rated["reviewCount"], rated["averageRating"])
		}
	}
	for _, name := range []string{"soap", "v2_soap", "xmlrpc", "jsonrpc"} {
		if a := s.Do("POST", "/api/"+name, "x"); a.Status == 404 {
			t.Errorf("/api/%s is off", name)
		}
	}
	types := map[any]bool{}
	for page := 1; page <= 2; page++ {
		for _, row := range s.Must(200, "GET", fmt.Sprintf("/products?itemsPerPage=100&page=%d", page), nil).List(t) {
			types[row["type"]] = true
		}
	}
	for _, kind := range []string{"simple", "virtual", "configurable", "grouped", "bundle", "downloadable", "giftcard"} {
		if !types[kind] {
			t.Errorf("no %s product is listed: %v", kind, types)
		}
	}
	registered := map[any]string{}
	groups := map[any]bool{}
	for _, row := range s.Must(200, "GET", "/customers?itemsPerPage=100", nil, admin...).List(t) {
		registered[row["id"]], groups[row["groupId"]] = fmt.Sprint(row["createdAt"]), true
	}
	if len(groups) < 3 {
		t.Errorf("groups of customers: %v", groups)
	}
	states, coupons, cards := map[string]int{}, 0, 0
	for page := 1; page <= 3; page++ {
		for _, o := range s.Must(200, "GET", fmt.Sprintf("/orders?itemsPerPage=100&page=%d", page), nil, admin...).List(t) {
			states[fmt.Sprint(o["state"])]++
			if o["couponCode"] != nil {
				coupons++
			}
			if prices, _ := o["prices"].(map[string]any); prices["giftcardAmount"] != nil {
				cards++
			}
			if at := registered[o["customerId"]]; at != "" && fmt.Sprint(o["createdAt"]) < at {
				t.Errorf("order %v of %v is older than the account of %v", o["incrementId"], o["createdAt"], at)
			}
		}
	}
	for _, state := range []string{"new", "processing", "complete", "closed", "canceled", "holded"} {
		if states[state] == 0 {
			t.Errorf("no order is %s: %v", state, states)
		}
	}
	if coupons == 0 || cards == 0 {
		t.Errorf("%d orders with coupons, %d with gift cards", coupons, cards)
	}
}
