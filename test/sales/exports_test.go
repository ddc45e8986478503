package sales_test

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"tradelog/domain/money"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
	"tradelog/test/suite"
)

// exported is a document of an export.
type exported struct {
	Document, Number, OrderNumber, Country, PaymentMethod, Currency, BaseCurrency string

	ID, Position         int64
	CustomerID           *int64
	VatID                *string
	Amounts, BaseAmounts struct{ Total, Tax, GiftCard, Money money.Decimal }
	Taxes                []struct{ Rate, Net, Tax, Gross, BaseNet, BaseTax, BaseGross money.Decimal }
}

// readLines reads JSON lines: the documents, and the position to continue from.
func readLines(t testing.TB, body []byte) (list []exported, next string, more bool) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(string(body), "\n"), "\n")
	for _, line := range lines[:len(lines)-1] {
		var e exported
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		list = append(list, e)
	}
	var end struct {
		Next string
		More bool
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &end); err != nil || end.Next == "" {
		t.Fatalf("the last line %s: %v", lines[len(lines)-1], err)
	}
	return list, end.Next, end.More
}

// TestExports: documents are exported with their amounts by tax rate, in both forms, page by page.
func TestExports(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "19.99", 100, fields{"taxClassId": 2})
	s.Product("BOOK", "10", 100, fields{})
	card := s.Must(201, "POST", "/giftcards", fields{"code": "GC-A", "initialBalance": 20}, s.Service...).Object(t)
	_, anna := s.Customer("anna@example.com")
	mixed, paid := s.OrderOf(anna, "MUG*3", "BOOK*2"), s.Order("MUG*1")
	mask := s.GuestCart("BOOK*3")
	s.Must(200, "POST", "/guest-carts/"+mask+"/giftcards", fields{"code": card["code"]})
	carded := s.Must(201, "POST", "/guest-carts/"+mask+"/place-order", salestest.Placement(fields{})).Object(t)
	for _, o := range []fields{mixed, paid, carded} {
		s.Must(201, "POST", path(o, "/invoices"), nil, s.Service...)
	}
	s.Must(201, "POST", path(mixed, "/credit-memos"), fields{"items": list{fields{"orderItemId": line(mixed, 0), "qty": 1}},
		"adjustmentNegative": 3}, s.Service...)

	kinds := map[string]int{"orders": 3, "invoices": 3, "credit-memos": 1}
	for kind, n := range kinds {
		var all []exported
		for after, more := "0", true; more; {
			a := s.Must(200, "GET", fmt.Sprintf("/sales-export/%s?format=jsonl&limit=1&after=%s", kind, after), nil, s.Service...)
			var some []exported
			some, after, more = readLines(t, a.Body)
			if got := a.Header.Get("X-Next-Position"); got != after || a.Header.Get("X-More") != fmt.Sprint(more) {
				t.Errorf("%s: X-Next-Position %s, and the last line %s", kind, got, after)
			}
			all = append(all, some...)
		}
		if len(all) != n {
			t.Errorf("%d %s", len(all), kind)
		}
		whole, next, more := readLines(t, s.Must(200, "GET", "/sales-export/"+kind+"?format=jsonl", nil, s.Service...).Body)
		if more || fmt.Sprint(whole) != fmt.Sprint(all) && len(whole) != len(all) {
			t.Errorf("%s at once: %v, page by page: %v", kind, whole, all)
		}
		end := s.Must(200, "GET", "/sales-export/"+kind+"?format=jsonl&after="+next, nil, s.Service...)
		if rest, again, _ := readLines(t, end.Body); len(rest) != 0 || again != next {
			t.Errorf("%s after the end: %v, %s", kind, rest, again)
		}
		for _, e := range all {
			addsUp(t, e)
		}
	}

	memo, _, _ := readLines(t, s.Must(200, "GET", "/sales-export/credit-memos?format=jsonl", nil, s.Service...).Body)
	if e := memo[0]; e.Document != "creditMemo" || e.OrderNumber != mixed["incrementId"] || e.CustomerID == nil || e.Country != "US" ||
		e.PaymentMethod != "checkmo" || e.Currency != "USD" || len(e.Taxes) != 2 || e.Taxes[0].Rate.String() != "8.25" ||
		e.Taxes[0].Net.String() != "18.71" || e.Taxes[0].Tax.String() != "1.54" { // the fee has its share of both rates
		t.Errorf("credit memo: %+v", e)
	}
	rows := readCSV(t, s.Must(200, "GET", "/sales-export/invoices", nil, s.Service...))
	if len(rows) != 5 { // 8.25 percent and 0 of the first two, whose shipping is untaxed, and 0 of the third
		t.Errorf("%d rows: %v", len(rows), rows)
	}
	money, gross, cards := sum(t, rows, "money"), sum(t, rows, "gross"), sum(t, rows, "gift_card")
	if cards.String() != "20" || !money.Add(cards).Equal(gross) {
		t.Errorf("%s is money, %s of gift cards, %s in all", money, cards, gross)
	}
	of := apptest.Bearer(s.Shop.Service([]string{"invoices/read"}))
	for _, c := range []struct {
		path    string
		headers []string
		status  int
		message string
	}{
		{"orders?format=xls", s.Service, 400, "format must be csv or jsonl"},
		{"orders?after=x", s.Service, 400, "after must be a position: a number from 0, or a value of cursor or X-Event-Position."},
		{"orders?after=0123456789ab.7", s.Service, 409, "after belongs to another event log."},
		{"orders", anna, 403, "Access denied"}, {"orders", of, 403, "Access denied"}, {"invoices", of, 200, ""},
	} {
		s.Run(t, []salestest.Exchange{
			{Method: "GET", Path: "/sales-export/" + c.path, Headers: c.headers, Status: c.status, Message: c.message},
		})
	}
}

// addsUp checks that the amounts by tax rate are those of the document, in both currencies.
func addsUp(t *testing.T, e exported) {
	t.Helper()
	var gross, tax, baseGross, baseTax money.Decimal
	for _, x := range e.Taxes {
		gross, tax = gross.Add(x.Gross), tax.Add(x.Tax)
		baseGross, baseTax = baseGross.Add(x.BaseGross), baseTax.Add(x.BaseTax)
	}
	if !gross.Equal(e.Amounts.Total) || !tax.Equal(e.Amounts.Tax) ||
		!baseGross.Equal(e.BaseAmounts.Total) || !baseTax.Equal(e.BaseAmounts.Tax) ||
		!e.Amounts.Total.Equal(e.Amounts.Money.Add(e.Amounts.GiftCard)) {
		t.Errorf("%s %s does not add up: %+v", e.Document, e.Number, e)
	}
}

func readCSV(t *testing.T, a apptest.Answer) []map[string]string {
	t.Helper()
	records, err := csv.NewReader(strings.NewReader(string(a.Body))).ReadAll()
	if err != nil || a.Header.Get("Content-Type") != "text/csv" {
		t.Fatalf("%s: %v", a.Header.Get("Content-Type"), err)
	}
	var out []map[string]string
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, name := range records[0] {
			row[name] = record[i]
		}
		out = append(out, row)
	}
	return out
}

func sum(t *testing.T, rows []map[string]string, column string) (all money.Decimal) {
	t.Helper()
	for _, row := range rows {
		if row[column] != "" {
			all = all.Add(money.MustParse(row[column]))
		}
	}
	return all
}

// TestAnExportMissesNothing: one reader follows while several clients place, invoice and refund orders. In the end it has the present state
// of each document.
func TestAnExportMissesNothing(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 1000, fields{})
	const writers, each = 4, 6
	var working sync.WaitGroup
	failures := make(chan error, writers)
	for range writers {
		working.Go(func() {
			for range each {
				o := s.Order("MUG*2")
				a := s.Do("POST", path(o, "/invoices"), fields{}, s.Service...)
				if a.Status == 201 {
					a = s.Do("POST", path(o, "/credit-memos"), fields{"items": list{fields{"orderItemId": line(o, 0), "qty": 1}}}, s.Service...)
				}
				if a.Status != 201 {
					failures <- fmt.Errorf("%d %s", a.Status, a.Body)
					return
				}
			}
		})
	}
	done := make(chan struct{})
	go func() {
		working.Wait()
		close(done)
	}()
	had, at := map[string]map[int64]exported{}, map[string]string{}
	follow := func() {
		for _, kind := range []string{"orders", "invoices", "credit-memos"} {
			for more := true; more; {
				path := fmt.Sprintf("/sales-export/%s?format=jsonl&limit=3&after=%s", kind, cmp.Or(at[kind], "0"))
				var some []exported
				some, at[kind], more = readLines(t, s.Must(200, "GET", path, nil, s.Service...).Body)
				for _, e := range some {
					if had[kind] == nil {
						had[kind] = map[int64]exported{}
					}
					had[kind][e.ID] = e
				}
			}
		}
	}
	for working := true; working; {
		select {
		case <-done:
			working = false
		default:
		}
		follow()
	}
	select {
	case err := <-failures:
		t.Fatal(err)
	default:
	}
	s.Settle()
	follow()
	for kind, documents := range had {
		want, _, _ := readLines(t, s.Must(200, "GET", "/sales-export/"+kind+"?format=jsonl&limit=5000", nil, s.Service...).Body)
		if len(want) != writers*each || len(documents) != len(want) {
			t.Errorf("the reader has %d %s of %d", len(documents), kind, len(want))
		}
		for _, e := range want {
			if fmt.Sprintf("%+v", documents[e.ID].Amounts) != fmt.Sprintf("%+v", e.Amounts) || documents[e.ID].Position != e.Position {
				t.Errorf("%s %d: the reader has %+v, want %+v", kind, e.ID, documents[e.ID], e)
			}
		}
		if !slices.IsSortedFunc(want, func(a, b exported) int { return int(a.Position - b.Position) }) {
			t.Errorf("%s are not in the order of the log", kind)
		}
	}
}
