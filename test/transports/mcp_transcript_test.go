package transports_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"tradelog/cmd/tradelog/cli"
	"tradelog/test/apptest"
)

const (
	transcriptFile  = "../../docs/mcp.md"
	transcriptBegin = "<!-- made by TestGeneratedTranscript; make generate renews it -->\n"
	transcriptEnd   = "<!-- end -->\n"
)

// TestGeneratedTranscript keeps the example of docs/mcp.md true. It runs a real shop with a clock that moves only between the steps.
// UPDATE_GOLDEN=1 renews it.
func TestGeneratedTranscript(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	clock.Advance(time.Date(2026, 11, 19, 9, 0, 0, 0, time.UTC).Sub(clock.Now()))
	s := startMCP(t, apptest.WithClock(clock))
	gina(t, s, clock)
	clock.Advance(48 * time.Hour)
	said := converse(t, s)
	var history, problems bytes.Buffer
	if code := cli.Run(context.Background(), nil,
		[]string{"events", "history", "order-1", "--database", s.Config.Database.URL, "--data", t.TempDir()}, &history, &problems); code != 0 {
		t.Fatalf("events history: %s", problems.String())
	}
	// The request and the reaction that repeats its work may both number a document.
	told := regexp.MustCompile(`(?m)^.*Numbered .*\n`).ReplaceAllString(history.String(), "")
	told = regexp.MustCompile(`(?m)^ +\d+  |; request [^)]*`).ReplaceAllString(told, "")
	said += "The log knows who did what, and with which program:\n\n```console\n$ tradelog events history order-1\n" + told + "```\n"

	page, err := os.ReadFile(transcriptFile)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(page), transcriptBegin)
	had, after, ends := strings.Cut(rest, transcriptEnd)
	if !ok || !ends {
		t.Fatalf("%s has no place for the transcript", transcriptFile)
	}
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(transcriptFile, []byte(before+transcriptBegin+said+transcriptEnd+after), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if had != said {
		t.Errorf("%s tells another story (make generate renews it):\n%s", transcriptFile, said)
	}
}

// gina orders two products. The order is held for a check, invoiced in full and shipped in part.
func gina(t *testing.T, s *apptest.Shop, clock *apptest.Clock) {
	t.Helper()
	product(t, s, "MUG", "19.99", 100)
	product(t, s, "CAP", "7.45", 100)
	warehouse := account(t, s, "warehouse")
	shop := func() []string { return apptest.Bearer(tokenOf(t, s, warehouse)) }
	mask := s.Must(201, "POST", "/guest-carts", nil).Object(t)["maskedId"].(string)
	s.Must(200, "POST", "/guest-carts/"+mask+"/items", object{"sku": "MUG", "qty": 2})
	s.Must(200, "POST", "/guest-carts/"+mask+"/items", object{"sku": "CAP", "qty": 1})
	s.Must(201, "POST", "/guest-carts/"+mask+"/place-order", placement)
	clock.Advance(20 * time.Minute)
	s.Must(201, "POST", "/orders/1/hold", object{"reason": "address check"}, shop()...)
	clock.Advance(5 * time.Hour)
	s.Must(201, "POST", "/orders/1/unhold", object{"reason": "the address is right"}, shop()...)
	s.Must(201, "POST", "/orders/1/invoices", object{}, shop()...)
	clock.Advance(18 * time.Hour)
	s.Must(201, "POST", "/orders/1/shipments",
		object{"items": []any{object{"orderItemId": 2, "qty": 1}}, "tracks": []any{object{"trackNumber": "1Z999", "carrierCode": "ups"}}},
		shop()...)
	s.Settle()
}

// converse makes the calls of the assistant.
func converse(t *testing.T, s *apptest.Shop) string {
	t.Helper()
	opened := post(s, request("initialize", object{
		"protocolVersion": "2025-11-25", "capabilities": object{}, "clientInfo": object{"name": "support-assistant", "version": "2.1"},
	}))
	token := apptest.Bearer(tokenOf(t, s, account(t, s, "support"), "sales_orders_*"))
	a := &agent{t, s, append([]string{"Mcp-Session-Id", opened.Header.Get("Mcp-Session-Id")}, token...), ""}
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n\n", args...) }
	call := func(tool, arguments string, shown any) {
		t.Helper()
		result := a.call(tool, json.RawMessage(arguments))
		if err := json.Unmarshal(result.Structured, shown); err != nil {
			t.Fatal(err)
		}
		out, err := json.MarshalIndent(shown, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "```\n%s %s\n```\n```json\n%s\n```\n\n", tool, arguments, compact(string(out)))
	}

	say("> **Support:** gina@example.com writes that her parcel had the cap only, and that the cap is torn. What happened, and can you put " +
		"it right?")
	say("The assistant looks for the order. It has only the e-mail address, which is a filter of the list.")
	var found struct {
		TotalItems int `json:"totalItems"`
		Member     []struct {
			ID          int64  `json:"id"`
			IncrementID string `json:"incrementId"`
			State       string `json:"state"`
			Email       string `json:"customerEmail"`
			Prices      struct {
				Grand float64 `json:"grandTotal"`
			} `json:"prices"`
		} `json:"member"`
	}
	call("sales_orders_list", `{"email": "gina@example.com"}`, &found)
	say("One order. Its lines list the shipped units, its history every step.")
	var whole struct {
		State string `json:"state"`
		Items []struct {
			ID       int64   `json:"id"`
			SKU      string  `json:"sku"`
			Price    float64 `json:"price"`
			Ordered  float64 `json:"qtyOrdered"`
			Invoiced float64 `json:"qtyInvoiced"`
			Shipped  float64 `json:"qtyShipped"`
		} `json:"items"`
		History []struct {
			At     string `json:"createdAt"`
			Status string `json:"status"`
			Note   string `json:"note,omitempty"`
		} `json:"statusHistory"`
	}
	call("sales_orders_get", `{"id": 1}`, &whole)
	say("> **Assistant:** Order 100000001 was placed on 19 November, held for an address check, released, invoiced in full, and then only " +
		"the cap was shipped. The two mugs are paid for and still here. I can ship them and refund the torn cap. Shall I?")
	say("> **Support:** Yes. But show me first what the refund comes to.")
	say("A shipment without items ships the rest of an order.")
	var shipment struct {
		ID          int64   `json:"id"`
		IncrementID string  `json:"incrementId"`
		Qty         float64 `json:"totalQty"`
		Items       []struct {
			SKU string  `json:"sku"`
			Qty float64 `json:"qty"`
		} `json:"items"`
	}
	call("sales_orders_shipments_create",
		`{"orderId": 1, "tracks": [{"carrierCode": "ups", "trackNumber": "1Z1000"}], "comment": "The rest of the order"}`, &shipment)
	say("A dry run of the refund decides like the real one and stores nothing. Its notes say that the first refund of an order takes the " +
		"shipping with it; shippingAmount says how much of it is wanted.")
	type memo struct {
		ID       int64    `json:"id"`
		Grand    float64  `json:"grandTotal"`
		Subtotal float64  `json:"subtotal"`
		Shipping float64  `json:"shippingAmount"`
		Notes    []string `json:"notes"`
		Items    []struct {
			SKU string  `json:"sku"`
			Qty float64 `json:"qty"`
		} `json:"items"`
	}
	var run struct {
		Stored bool `json:"stored"`
		Events []struct {
			Stream string `json:"stream"`
			Type   string `json:"type"`
		} `json:"events"`
		Result memo `json:"result"`
	}
	call("sales_orders_credit_memos_create", `{"orderId": 1, "items": [{"orderItemId": 2, "qty": 1}], "dryRun": true}`, &run)
	say("> **Assistant:** With the shipping it would be %s. The mugs were on their way anyway, so I would keep the shipping back: %s for "+
		"the cap.", dollars(run.Result.Grand), dollars(run.Result.Subtotal))
	say("> **Support:** Do that.")
	var refund memo
	call("sales_orders_credit_memos_create",
		`{"orderId": 1, "items": [{"orderItemId": 2, "qty": 1, "backToStock": false}], "shippingAmount": 0, "comment": "The cap was torn"}`,
		&refund)
	say("> **Assistant:** Done. The mugs are on their way (1Z1000), and %s were refunded.", dollars(refund.Grand))
	return b.String()
}

func dollars(amount float64) string { return fmt.Sprintf("$%.2f", amount) }

// compact prints objects without nested objects on one line.
func compact(indented string) string {
	return regexp.MustCompile(`\{\n[^{}\[\]]*\}`).ReplaceAllStringFunc(indented, func(object string) string {
		return regexp.MustCompile(`\s*\n\s*`).ReplaceAllString(object, " ")
	})
}
