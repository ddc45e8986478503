package sales_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// offer makes the body of a valid coupon with some members set; nil removes one.
func offer(more fields) fields {
	out := fields{"code": "SAVE10", "discountType": "percent", "discountAmount": 10}
	maps.Copy(out, more)
	maps.DeleteFunc(out, func(_ string, v any) bool { return v == nil })
	return out
}

func TestCoupons(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	const post, put, path = "POST", "PUT", "/coupons"
	table := []salestest.Exchange{
		{Method: post, Path: path, Body: offer(fields{"code": nil}), Status: 400, Message: "Coupon code is required"},
		{Method: post, Path: path, Body: offer(fields{"code": ""}), Status: 400, Message: "Coupon code is required"},
		{Method: post, Path: path, Body: offer(fields{"code": "  "}), Status: 400, Message: "Coupon code is required"},
		{Method: post, Path: path, Body: offer(fields{"code": "AB"}), Status: 400, Message: "Coupon code must be between 3 and 64 characters"},
		{Method: post, Path: path, Body: offer(fields{"code": strings.Repeat("A", 65)}), Status: 400,
			Message: "Coupon code must be between 3 and 64 characters"},
		{Method: post, Path: path, Body: offer(fields{"code": "SAVE 10"}), Status: 400,
			Message: "Coupon code may only contain alphanumeric characters, dashes, and underscores"},
		{Method: post, Path: path, Body: offer(fields{"discountType": nil}), Status: 400,
			Message: "Invalid discount type. Must be one of: percent, fixed, cart_fixed, buy_x_get_y"},
		{Method: post, Path: path, Body: offer(fields{"discountType": "by_percent"}), Status: 400,
			Message: "Invalid discount type. Must be one of: percent, fixed, cart_fixed, buy_x_get_y"},
		{Method: post, Path: path, Body: offer(fields{"discountAmount": nil}), Status: 400, Message: "Discount amount must be greater than 0"},
		{Method: post, Path: path, Body: offer(fields{"discountAmount": -1}), Status: 400, Message: "Discount amount must be greater than 0"},
		{Method: post, Path: path, Body: offer(fields{"expirationDate": "tomorrow"}), Status: 400,
			Message: "Invalid date for expirationDate; use Y-m-d or Y-m-d H:i:s format."},
		{Method: post, Path: path, Body: offer(fields{"websiteIds": []any{}}), Status: 400,
			Message: "websiteIds must be a non-empty array of IDs"},
		{Method: post, Path: path, Body: offer(fields{"websiteIds": "all"}), Status: 400,
			Message: "websiteIds must be a non-empty array of IDs"},
		{Method: post, Path: path, Body: offer(fields{"websiteIds": []int{9}}), Status: 400, Message: "Unknown website ID: 9"},
		{Method: post, Path: path, Body: offer(fields{"customerGroupIds": []any{}}), Status: 400,
			Message: "customerGroupIds must be a non-empty array of IDs"},
		{Method: post, Path: path, Body: offer(fields{"customerGroupIds": []int{0, 9}}), Status: 400, Message: "Unknown customer group ID: 9"},
		{Method: post, Path: path, Body: offer(fields{"simpleFreeShipping": 3}), Status: 400,
			Message: "simpleFreeShipping must be 0 (no), 1 (matching items) or 2 (whole shipment)"},
		{Method: post, Path: path, Body: offer(fields{"usageLimit": "many"}), Status: 400,
			Message: `The type of the "usageLimit" attribute must be "int", "string" given.`},
		{Method: post, Path: path, Body: "", Status: 400, Message: "Invalid JSON in request body"},

		{Method: post, Path: path, Body: offer(nil), Status: 201, Want: fields{
			"id": 1, "code": "SAVE10", "discountType": "percent", "discountAmount": 10, "description": "", "isActive": true, "usageLimit": nil,
			"usagePerCustomer": nil, "fromDate": nil, "toDate": nil, "minimumSubtotal": nil, "ruleId": 1, "ruleName": "Coupon: SAVE10",
			"timesUsed": 0, "expirationDate": nil, "isPrimary": true, "websiteIds": []int{1}, "customerGroupIds": []int{0, 1, 2, 3}, "sortOrder": 0,
			"stopRulesProcessing": false, "discountQty": nil, "discountStep": 0, "simpleFreeShipping": 0, "applyToShipping": false,
			"extensions": []any{},
		}},
		{Method: post, Path: path, Body: offer(fields{"code": "save10"}), Status: 400, Message: "Coupon code 'save10' already exists"},
		{Method: post, Path: path, Body: fields{
			"code": "Four-For_3", "discountType": "buy_x_get_y", "discountAmount": 1, "description": "Four for three", "isActive": false,
			"usageLimit": 5, "usagePerCustomer": 2, "fromDate": "2026-01-01", "toDate": "2026-12-31", "minimumSubtotal": 20.5, "discountStep": 3,
			"customerGroupIds": []any{"1", 0}, "sortOrder": 7, "stopRulesProcessing": true, "discountQty": 8, "simpleFreeShipping": 1,
			"applyToShipping": true,
		}, Status: 201, Want: fields{
			"discountType": "buy_x_get_y", "ruleName": "Four for three", "isActive": false, "usageLimit": 5, "usagePerCustomer": 2,
			"fromDate": "2026-01-01", "toDate": "2026-12-31", "expirationDate": "2026-12-31", "minimumSubtotal": 20.5, "discountStep": 3,
			"customerGroupIds": []int{0, 1}, "sortOrder": 7, "stopRulesProcessing": true, "discountQty": 8, "simpleFreeShipping": 1,
			"applyToShipping": true,
		}},
		{Name: "without a step X is 1", Method: post, Path: path,
			Body: offer(fields{"code": "TWO", "discountType": "buy_x_get_y", "discountAmount": 1}), Status: 201, Want: fields{"discountStep": 1}},

		{Method: put, Path: path + "/1", Body: fields{}, Status: 200, Want: fields{"code": "SAVE10", "discountAmount": 10}},
		{Method: put, Path: path + "/1", Body: fields{"discountType": "half"}, Status: 400, Message: "Invalid discount type"},
		{Method: put, Path: path + "/1", Body: fields{"code": "four-for_3"}, Status: 400, Message: "Coupon code 'four-for_3' already exists"},
		{Method: put, Path: path + "/1", Body: fields{"code": "SAVE15", "discountAmount": 15, "description": "Fifteen"}, Status: 200,
			Want: fields{"code": "SAVE15", "discountAmount": 15, "ruleName": "Fifteen", "description": "Fifteen"}},
		{Method: put, Path: path + "/1", Body: fields{"toDate": "2027-01-31", "usageLimit": 3, "minimumSubtotal": 10}, Status: 200,
			Want: fields{"toDate": "2027-01-31", "expirationDate": "2027-01-31", "usageLimit": 3, "minimumSubtotal": 10}},
		{Method: put, Path: path + "/1", Body: fields{"expirationDate": "2027-01-15 12:00:00"}, Status: 200,
			Want: fields{"toDate": "2027-01-31", "expirationDate": "2027-01-15 12:00:00"}},
		{Method: put, Path: path + "/1", Body: fields{"isActive": true}, Status: 200, Want: fields{"expirationDate": "2027-01-15 12:00:00"}},
		{Method: put, Path: path + "/1", Body: fields{"toDate": nil, "expirationDate": "", "usageLimit": nil, "minimumSubtotal": 0}, Status: 200,
			Want: fields{"toDate": nil, "expirationDate": nil, "usageLimit": nil, "minimumSubtotal": nil}},
		{Name: "the old code is free", Method: post, Path: path, Body: offer(nil), Status: 201},
		{Method: put, Path: path + "/99", Body: fields{}, Status: 404, Message: "Coupon not found"},
		{Method: "GET", Path: path + "/99", Status: 404, Message: "Coupon not found"},
		{Method: "DELETE", Path: path + "/99", Status: 404, Message: "Coupon not found"},
		{Method: "DELETE", Path: path + "/1", Status: 204},
		{Method: "GET", Path: path + "/1", Status: 404, Message: "Coupon not found"},
		{Method: "DELETE", Path: path + "/1", Status: 404, Message: "Coupon not found"},
		{Name: "a deleted coupon's code is free", Method: post, Path: path, Body: offer(fields{"code": "SAVE15"}), Status: 201},
	}
	for i := range table {
		table[i].Headers = s.Service
	}
	s.Run(t, table)
	for query, want := range map[string]string{
		"": "[SAVE15 SAVE10 TWO Four-For_3]", "?code=save": "[SAVE15 SAVE10]", "?code=_3": "[Four-For_3]", "?code=%25": "[]",
		"?isActive=false": "[Four-For_3]", "?is_active=1": "[SAVE15 SAVE10 TWO]", "?is_active=1&code=w": "[TWO]",
		"?itemsPerPage=1&page=2": "[SAVE10]",
	} {
		a := s.Must(200, "GET", path+query, nil, s.Service...)
		var codes []any
		for _, row := range a.List(t) {
			codes = append(codes, row["code"])
		}
		if codes == nil {
			codes = []any{}
		}
		if got := fmt.Sprint(codes); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
		if total := a.Header.Get("X-Total-Count"); query == "" && total != "4" || query == "?isActive=false" && total != "1" {
			t.Errorf("%s: %s in all", query, total)
		}
	}
	s.Verify("pricerules", "sequences")
}

// TestCouponsOfOtherWebsites checks that a token for some stores sees only coupons of their websites.
func TestCouponsOfOtherWebsites(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	website, store := s.SecondWebsite()
	abroad := salestest.With(s.As([]string{"all"}, store), "X-Store-Code", "de")
	s.Must(201, "POST", "/coupons", offer(nil), s.Service...)
	s.Must(201, "POST", "/coupons", offer(fields{"code": "BOTH", "websiteIds": []int64{1, website}}), s.Service...)
	created := s.Must(201, "POST", "/coupons", offer(fields{"code": "EUROPE"}), abroad...).Object(t)
	salestest.Check(t, created, fields{"id": 3, "websiteIds": []int64{website}})
	for i := range 2 {
		if got := s.Must(200, "GET", "/coupons?code="+[]string{"", "o"}[i], nil, abroad...).List(t); len(got) != 2 {
			t.Errorf("%v", got)
		}
	}
	s.Run(t, []salestest.Exchange{
		{Method: "GET", Path: "/coupons/1", Headers: abroad, Status: 404, Message: "Coupon not found"},
		{Method: "GET", Path: "/coupons/2", Headers: abroad, Status: 200},
		{Method: "PUT", Path: "/coupons/1", Body: fields{"isActive": false}, Headers: abroad, Status: 404, Message: "Coupon not found"},
		{Method: "PUT", Path: "/coupons/2", Body: fields{"isActive": false}, Headers: abroad, Status: 403,
			Message: "Access denied for website: 1"},
		{Method: "DELETE", Path: "/coupons/2", Headers: abroad, Status: 403, Message: "Access denied for website: 1"},
		{Method: "PUT", Path: "/coupons/3", Body: fields{"websiteIds": []int{1}}, Headers: abroad, Status: 403,
			Message: "Access denied for website: 1"},
		{Method: "POST", Path: "/coupons", Body: offer(fields{"code": "HERE", "websiteIds": []int{1}}), Headers: abroad, Status: 403,
			Message: "Access denied for website: 1"},
		{Method: "PUT", Path: "/coupons/3", Body: fields{"discountAmount": 3}, Headers: abroad, Status: 200, Want: fields{"discountAmount": 3}},
	})
}

func TestWhoMayCoupons(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Must(201, "POST", "/coupons", offer(nil), s.Service...)
	_, customer := s.Customer("anna@example.com")
	reader := s.As([]string{"coupons/read"})
	s.Must(401, "GET", "/coupons", nil)
	s.Must(401, "GET", "/coupons/1", nil)
	s.Must(403, "GET", "/coupons", nil, customer...)
	s.Must(200, "GET", "/coupons/1", nil, reader...)
	s.Must(403, "POST", "/coupons", offer(fields{"code": "NEW"}), reader...)
	s.Must(403, "PUT", "/coupons/1", fields{}, reader...)
	s.Must(403, "DELETE", "/coupons/1", nil, reader...)
	s.Must(200, "GET", "/coupons", nil, apptest.Bearer(s.Admin("promo/quote"))...)
	s.Must(403, "GET", "/coupons", nil, apptest.Bearer(s.Admin("sales/order"))...)
}

func TestValidatingCoupons(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	for code, more := range map[string]fields{
		"GOOD": {"description": "Ten off"}, "OFF": {"isActive": false}, "EARLY": {"fromDate": "2999-01-01"}, "LATE": {"toDate": "2001-01-01"},
		"ENDED": {"expirationDate": "2001-01-01 10:00:00"}, "LASTS": {"expirationDate": "2999-01-01"},
	} {
		more["code"] = code
		s.Must(201, "POST", "/coupons", offer(more), s.Service...)
	}
	validate := func(code string, status int, want fields, message string, headers ...string) salestest.Exchange {
		return salestest.Exchange{
			Name: code, Method: "POST", Path: "/coupons/validate", Body: fields{"code": code}, Status: status, Want: want,
			Message: message, Headers: headers,
		}
	}
	says := func(message string) fields {
		return fields{"id": 0, "isValid": message == "Coupon is valid", "validationMessage": message}
	}
	s.Run(t, []salestest.Exchange{
		validate(" ", 400, nil, "Coupon code is required"),
		validate("NONE", 201, says("Coupon code not found"), ""), validate("OFF", 201, says("Coupon is not active"), ""),
		validate("EARLY", 201, says("Coupon is not yet active"), ""), validate("LATE", 201, says("Coupon has expired"), ""),
		validate("ENDED", 201, says("Coupon has expired"), ""), validate("LASTS", 201, says("Coupon is valid"), ""),
		validate("good", 201, fields{
			"id": 0, "code": "GOOD", "isValid": true, "discountType": "percent", "discountAmount": 10, "ruleName": "Ten off", "ruleId": nil,
		}, ""),
		validate("GOOD", 201, fields{"validationMessage": "Coupon is valid", "ruleName": "Ten off", "discountPreview": nil}, "", s.Service...),
	})
	if id := s.Must(201, "POST", "/coupons/validate", fields{"code": "GOOD"}, s.Service...).Object(t)["id"]; id == 0.0 {
		t.Error("the back office is not told which coupon it is")
	}
}

// TestCouponCodesAreNotGuessed checks the limit of twenty codes a minute for an address.
func TestCouponCodesAreNotGuessed(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := salestest.Start(t, apptest.WithRateLimits(), apptest.WithClock(clock))
	for range 20 {
		s.Must(201, "POST", "/coupons/validate", fields{"code": "NONE"})
	}
	if a := s.Do("POST", "/coupons/validate", fields{"code": "NONE"}); a.Status != 429 ||
		a.Message() != "Too many requests. Please try again later." || a.Header.Get("Retry-After") == "" {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	s.Must(400, "POST", "/coupons/validate", fields{}) // no code was tried
}

// TestOneOfManyGetsACouponCode checks that a code is unique despite concurrent requests on several instances.
func TestOneOfManyGetsACouponCode(t *testing.T) {
	t.Parallel()
	first := salestest.Start(t)
	second := apptest.Start(t, apptest.OnDatabase(first.Shop))
	for i := range 2 {
		first.Must(201, "POST", "/coupons", offer(fields{"code": fmt.Sprint("OTHER", i)}), first.Service...)
	}
	second.Settle()
	const many = 8
	answers := make(chan apptest.Answer, many)
	for i := range many {
		at := []*apptest.Shop{first.Shop, second}[i%2]
		go func() {
			if i < 2 {
				answers <- at.Do("PUT", fmt.Sprintf("/coupons/%d", i+1), fields{"code": "Wanted"}, first.Service...)
				return
			}
			answers <- at.Do("POST", "/coupons", offer(fields{"code": "WANTED"}), first.Service...)
		}()
	}
	won := 0
	for range many {
		switch a := <-answers; a.Status {
		case 200, 201:
			won++
		case 400, 409:
		default:
			t.Errorf("%d %s", a.Status, a.Body)
		}
	}
	first.Settle()
	if list := first.Must(200, "GET", "/coupons?code=wanted", nil, first.Service...).List(t); won != 1 || len(list) != 1 {
		t.Errorf("%d requests won, %d coupons have the code", won, len(list))
	}
	first.Verify("pricerules")
}
