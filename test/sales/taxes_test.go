package sales_test

import (
	"fmt"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// ids lists the identifiers of a list, in its order.
func ids(t *testing.T, a apptest.Answer) string {
	t.Helper()
	var out []int64
	for _, row := range a.List(t) {
		out = append(out, salestest.ID(row))
	}
	return fmt.Sprint(out)
}

// TestTaxesThatAShopStartsWith is the seed of shapes-customer §8 and §9.
func TestTaxesThatAShopStartsWith(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	for path, want := range map[string]fields{
		"/tax-classes/2": {"id": 2, "className": "Taxable Goods", "classType": "PRODUCT", "extensions": []any{}},
		"/tax-classes/3": {"id": 3, "className": "Retail Customer", "classType": "CUSTOMER"},
		"/tax-classes/4": {"id": 4, "className": "Shipping", "classType": "PRODUCT"},
		"/tax-rates/1": {"code": "US-CA-*-Rate 1", "taxCountryId": "US", "taxRegionId": 12, "taxPostcode": "*", "rate": 8.25, "titles": []any{},
			"zipIsRange": nil, "zipFrom": nil},
		"/tax-rates/2": {"code": "US-NY-*-Rate 1", "taxRegionId": 43, "rate": 8.375},
		"/tax-rules/1": {"priority": 1, "position": 1, "calculateSubtotal": false, "customerTaxClassIds": []int64{3},
			"productTaxClassIds": []int64{2},
			"taxRateIds":         []int64{1, 2}},
		"/customer-groups/1": {"id": 1, "code": "General", "taxClassId": 3, "taxClassName": "Retail Customer"},
	} {
		salestest.Check(t, s.Must(200, "GET", path, nil, s.Service...).Object(t), want)
	}
	for path, want := range map[string]string{
		"/tax-classes": "[3 4 2]", "/tax-classes?classType=PRODUCT": "[4 2]", "/tax-classes?q=taxable": "[2]", "/tax-rates": "[1 2]",
		"/tax-rates?search=ny": "[2]", "/tax-rates?taxCountryId=DE": "[]", "/tax-rules": "[1]", "/tax-rules?q=nothing": "[]",
		"/customer-groups": "[1 0 3 2]", "/customer-groups?search=GEN": "[1]", "/customer-groups?itemsPerPage=1&page=2": "[0]",
	} {
		if got := ids(t, s.Must(200, "GET", path, nil, s.Service...)); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	// New numbers follow the seeds', also in a shop whose sequences were lost.
	made := s.Must(201, "POST", "/tax-classes", fields{"className": "Books"}, s.Service...)
	if o := made.Object(t); o["id"] != 5.0 || o["classType"] != "PRODUCT" || made.Header.Get("Location") != "/api/rest/v2/tax-classes/5" {
		t.Errorf("%s at %s", made.Body, made.Header.Get("Location"))
	}
	s.Verify("records", "sequences")
}

func TestTaxRecords(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	post, put, remove := "POST", "PUT", "DELETE"
	rate := func(more fields) fields {
		out := fields{"code": "DE", "taxCountryId": "DE", "taxPostcode": "*", "rate": 19}
		for k, v := range more {
			if out[k] = v; v == nil {
				delete(out, k)
			}
		}
		return out
	}
	rule := func(more fields) fields {
		out := fields{"code": "Books", "customerTaxClassIds": []int64{3}, "productTaxClassIds": []int64{5, 2, 5}, "taxRateIds": []int64{3, 1}}
		for k, v := range more {
			if out[k] = v; v == nil {
				delete(out, k)
			}
		}
		return out
	}
	table := []salestest.Exchange{
		{Method: post, Path: "/tax-classes", Body: fields{}, Status: 400, Message: "Tax class name is required."},
		{Method: post, Path: "/tax-classes", Body: fields{"className": " "}, Status: 400, Message: "Tax class name is required."},
		{Method: post, Path: "/tax-classes", Body: fields{"className": "Books", "classType": "BOOK"}, Status: 400,
			Message: "Tax class type must be PRODUCT or CUSTOMER."},
		{Method: post, Path: "/tax-classes", Body: fields{"className": "Books"}, Status: 201, Want: fields{"id": 6, "classType": "PRODUCT"}},
		{Method: post, Path: "/tax-classes", Body: fields{"className": "Books", "classType": "CUSTOMER"}, Status: 201, Want: fields{"id": 7}},
		{Method: post, Path: "/tax-classes", Body: fields{"className": "Taxable goods"}, Status: 422,
			Message: "Failed to create TaxClass: An error occurred while saving this tax class. A class with the same name already exists."},
		{Method: put, Path: "/tax-classes/6", Body: fields{"className": "Old books"}, Status: 200,
			Want: fields{"className": "Old books", "classType": "PRODUCT"}},
		{Method: put, Path: "/tax-classes/6", Body: fields{"className": "Shipping"}, Status: 422,
			Message: "Failed to update TaxClass: An error occurred while saving this tax class. A class with the same name already exists."},
		{Method: put, Path: "/tax-classes/6", Body: fields{}, Status: 200, Want: fields{"className": "Old books"}},
		{Method: put, Path: "/tax-classes/99", Body: fields{"className": "x"}, Status: 404, Message: "Not Found"},
		{Method: "GET", Path: "/tax-classes/99", Status: 404, Message: "Not Found"},
		{Method: "GET", Path: "/tax-classes/abc", Status: 404, Message: "Not Found"},

		{Method: post, Path: "/tax-rates", Body: rate(fields{"code": nil}), Status: 400, Message: "Tax rate code is required."},
		{Method: post, Path: "/tax-rates", Body: rate(fields{"taxCountryId": ""}), Status: 400, Message: "Tax country is required."},
		{Method: post, Path: "/tax-rates", Body: rate(fields{"rate": nil}), Status: 400, Message: "Rate is required."},
		{Method: post, Path: "/tax-rates", Body: rate(fields{"rate": -1}), Status: 400,
			Message: "Rate must be a number greater than or equal to zero."},
		{Method: post, Path: "/tax-rates", Body: rate(fields{"zipIsRange": true}), Status: 422,
			Message: "Failed to create TaxRate: Please fill all required fields with valid information."},
		{Method: post, Path: "/tax-rates", Body: rate(fields{"zipIsRange": true, "zipFrom": "1", "zipTo": "1234567890"}), Status: 422,
			Message: "Failed to create TaxRate: Maximum zip code length is 9."},
		{Method: post, Path: "/tax-rates", Body: rate(fields{"zipIsRange": true, "zipFrom": "1a", "zipTo": "2"}), Status: 422,
			Message: "Failed to create TaxRate: Zip code should not contain characters other than digits."},
		{Method: post, Path: "/tax-rates", Body: rate(fields{"zipIsRange": true, "zipFrom": "3", "zipTo": "2"}), Status: 422,
			Message: "Failed to create TaxRate: Range To should be equal or greater than Range From."},
		{Method: post, Path: "/tax-rates", Body: rate(fields{"titles": fields{}}), Status: 400,
			Message: "titles must be a list of {storeId, title} objects."},
		{Method: post, Path: "/tax-rates", Body: rate(fields{"titles": []any{1}}), Status: 400,
			Message: "titles must be a list of {storeId, title} objects."},
		{Method: post, Path: "/tax-rates", Body: rate(fields{"titles": []any{fields{"storeId": 7, "title": "x"}}}), Status: 400,
			Message: "Unknown store ID: 7"},
		{Method: post, Path: "/tax-rates", Body: rate(fields{"taxRegionId": 12, "titles": []any{fields{"storeId": 1, "title": "MwSt"}}}),
			Status: 201,
			Want:   fields{"id": 4, "taxRegionId": 0, "rate": 19, "titles.0.title": "MwSt", "taxPostcode": "*"}},
		{Method: post, Path: "/tax-rates", Body: rate(fields{"code": "us-ca-*-rate 1"}), Status: 422,
			Message: "Failed to create TaxRate: Code already exists."},
		{Method: put, Path: "/tax-rates/4", Body: fields{"zipIsRange": true, "zipFrom": "10000", "zipTo": "19999"}, Status: 200,
			Want: fields{"taxPostcode": "10000-19999", "zipIsRange": true, "zipFrom": "10000", "titles.#": 1, "rate": 19}},
		{Method: put, Path: "/tax-rates/4",
			Body: fields{"titles": []any{fields{"storeId": 1, "title": ""}}, "zipIsRange": false, "taxPostcode": "12345678901"}, Status: 200,
			Want: fields{"taxPostcode": "1234567890", "zipIsRange": nil, "zipFrom": nil, "titles": []any{}}},

		{Method: post, Path: "/tax-rules", Body: rule(fields{"code": nil}), Status: 400, Message: "Tax rule code is required."},
		{Method: post, Path: "/tax-rules", Body: rule(fields{"customerTaxClassIds": []int64{}}), Status: 400,
			Message: "At least one customer tax class is required."},
		{Method: post, Path: "/tax-rules", Body: rule(fields{"productTaxClassIds": nil}), Status: 400,
			Message: "At least one product tax class is required."},
		{Method: post, Path: "/tax-rules", Body: rule(fields{"taxRateIds": nil}), Status: 400, Message: "At least one tax rate is required."},
		{Method: post, Path: "/tax-rules", Body: rule(fields{"taxRateIds": []int64{99}}), Status: 400, Message: "Unknown tax rate ID: 99"},
		{Method: post, Path: "/tax-rules", Body: rule(fields{"customerTaxClassIds": []int64{2}}), Status: 400,
			Message: "Unknown customer tax class ID: 2"},
		{Method: post, Path: "/tax-rules", Body: rule(fields{"productTaxClassIds": []int64{6, 2, 6}, "taxRateIds": []int64{4, 1}}), Status: 201,
			Want: fields{
				"id": 2, "priority": 0, "position": 0, "productTaxClassIds": []int64{6, 2}, "taxRateIds": []int64{4, 1},
				"customerTaxClassIds": []int64{3},
			}},
		{Method: post, Path: "/tax-rules", Body: rule(fields{"code": "BOOKS", "productTaxClassIds": []int64{6}, "taxRateIds": []int64{4}}),
			Status: 422, Message: "Failed to create TaxRule: Code already exists."},
		{Method: put, Path: "/tax-rules/2", Body: fields{"priority": 3, "calculateSubtotal": true, "taxRateIds": []any{}}, Status: 200,
			Want: fields{"priority": 3, "calculateSubtotal": true, "taxRateIds": []int64{4, 1}, "code": "Books"}},

		{Method: remove, Path: "/tax-rates/4", Status: 422,
			Message: "Failed to delete TaxRate: Tax rate cannot be removed. It exists in tax rule."},
		{Method: remove, Path: "/tax-classes/6", Status: 204},
		{Method: "GET", Path: "/tax-rules/2", Status: 200, Want: fields{"productTaxClassIds": []int64{2}}},
		{Method: put, Path: "/tax-rules/2", Body: fields{"taxRateIds": []int64{1}}, Status: 200, Want: fields{"taxRateIds": []int64{1}}},
		{Method: remove, Path: "/tax-rates/4", Status: 204},
		{Method: remove, Path: "/tax-rates/4", Status: 404, Message: "Not Found"},
		{Method: remove, Path: "/tax-rules/2", Status: 204},
		{Method: "GET", Path: "/tax-rules/2", Status: 404, Message: "Not Found"},
		{
			Method: post, Path: "/tax-rules",
			Body:   fields{"code": "Books", "customerTaxClassIds": []int64{3}, "productTaxClassIds": []int64{2}, "taxRateIds": []int64{1}},
			Status: 201, Want: fields{"code": "Books"},
		},
	}
	for i := range table {
		table[i].Headers = s.Service
	}
	s.Must(201, "POST", "/tax-classes", fields{"className": "First"}, s.Service...)
	s.Must(201, "POST", "/tax-rates", rate(fields{"code": "First"}), s.Service...)
	s.Run(t, table)
	s.Verify("records", "sequences")
}

// TestWhoMayTax: customers and guests have no access, and API users need the permission of the operation.
func TestWhoMayTax(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	_, customer := s.Customer("anna@example.com")
	reader := s.As([]string{"tax-classes/read", "tax-rates/read", "tax-rules/read", "customer-groups/read"})
	admin := apptest.Bearer(s.Admin("sales/tax"))
	for _, path := range []string{"/tax-classes", "/tax-rates", "/tax-rules", "/customer-groups"} {
		s.Must(401, "GET", path, nil)
		s.Must(403, "GET", path, nil, customer...)
		s.Must(200, "GET", path, nil, reader...)
		s.Must(200, "GET", path+"/"+map[bool]string{true: "2", false: "1"}[path == "/tax-classes"], nil, s.Service...)
		s.Must(403, "POST", path, fields{}, reader...)
		s.Must(403, "DELETE", path+"/1", nil, reader...)
		want := 403
		if path == "/tax-classes" {
			want = 200
		}
		s.Must(want, "GET", path, nil, admin...)
	}
}

// TestAnswersAboutTaxesStayTrue: a change invalidates cached answers about taxes.
func TestAnswersAboutTaxesStayTrue(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	first := s.Must(200, "GET", "/tax-rates", nil, s.Service...)
	s.Must(304, "GET", "/tax-rates", nil, salestest.With(s.Service, "If-None-Match", first.Header.Get("ETag"))...)
	s.Must(200, "PUT", "/tax-rates/1", fields{"rate": 9}, s.Service...)
	again := s.Must(200, "GET", "/tax-rates", nil, salestest.With(s.Service, "If-None-Match", first.Header.Get("ETag"))...)
	if again.List(t)[0]["rate"] != 9.0 {
		t.Errorf("%s", again.Body)
	}
}
