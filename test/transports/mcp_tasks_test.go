package transports_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"tradelog/domain/catalog"
	catalogproduct "tradelog/operations/catalog/product"
	"tradelog/test/apptest"
	"tradelog/test/suite"
)

// The bounds of a task.
const (
	taskCalls = 3
	taskBytes = 15_000
)

// task is back-office work that an agent does with the tools of a set.
type task struct {
	name    string // as in the table of docs/mcp.md
	set     string
	byToken bool // the token has the set, and not the URL
	play    func(*office, *player)
}

var tasks = []task{
	{"Yesterday's orders that are paid and not shipped", "fulfilment", false, playUnshipped},
	{"Refund one line of an order, after a dry run", "support", true, playRefund},
	{"Why an order is on hold", "support", false, playHold},
	{"Restock what is below 5, variants included", "fulfilment", true, playRestock},
	{"Draft a coupon for a customer group and a fortnight", "marketing", false, playCoupon},
}

// furtherTasks are tasks without a row in docs/mcp.md.
var furtherTasks = []task{
	{"Stock of a product and its last sale", "fulfilment", false, playStock},
	{"Refund a line and tell the buyer", "support", false, playTell},
	{"Why a price changed", "audit", true, playPrice},
	{"A coupon for June", "marketing", true, playJune},
	{"A customer's last order", "support", false, playLast},
	{"What changed in the catalogue yesterday, and by whom", "audit", false, playCatalogue},
	{"Take a product off sale", "catalog", false, playOffSale},
	{"Undo a price", "catalog", true, playUndo},
	{"What an agent did", "audit", false, playAgent},
}

// TestTasks plays each task with the client of the official SDK. A task needs at most three calls and 15 KB of answers, as docs/mcp.md
// says.
func TestTasks(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	o := openOffice(t)
	page, err := os.ReadFile(transcriptFile)
	if err != nil {
		t.Fatal(err)
	}
	for i, one := range slices.Concat(tasks, furtherTasks) {
		t.Run(one.set+"/"+one.name, func(t *testing.T) {
			p := o.connect(t, one)
			one.play(o, p)
			calls, bytes := p.meter.calls, p.meter.bytes
			t.Logf("%d calls, %d bytes, %d tokens", calls, bytes, bytes/4)
			if calls > taskCalls || bytes > taskBytes {
				t.Errorf("%d calls and %d bytes are too many", calls, bytes)
			}
			if i >= len(tasks) {
				return
			}
			row := regexp.MustCompile(`(?m)^\| ` + one.name + " \\| `" + one.set + "` \\| (\\d+) \\| ([\\d,]+) \\| ([\\d,]+) \\|$").
				FindSubmatch(page)
			if row == nil {
				t.Fatalf("%s has no row for it", transcriptFile)
			}
			if told := documented(row[1]); told != calls {
				t.Errorf("%s says %d calls", transcriptFile, told)
			}
			if told := documented(row[2]); bytes > told || bytes < told*9/10 || documented(row[3]) != told/4 {
				t.Errorf("%s says %d bytes and %s tokens", transcriptFile, told, row[3])
			}
		})
	}
}

// documented reads a number in the documentation's notation, such as 1,200.
func documented(text []byte) int {
	n, _ := strconv.Atoi(strings.ReplaceAll(string(text), ",", ""))
	return n
}

// BenchmarkTasks reports the cost of each task: calls, bytes of answers, and tokens.
func BenchmarkTasks(b *testing.B) {
	o := openOffice(b)
	for i, one := range tasks {
		p := o.connect(b, one)
		one.play(o, p)
		b.Run(fmt.Sprintf("task=%d_%s", i+1, one.set), func(b *testing.B) {
			for b.Loop() { // a task is played once: the second time there would be nothing to do
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(p.meter.calls), "calls")
			b.ReportMetric(float64(p.meter.bytes), "bytes")
			b.ReportMetric(float64(p.meter.bytes/4), "tokens")
		})
	}
}

// player is an agent with the client of the official SDK.
type player struct {
	t       testing.TB
	session *sdk.ClientSession
	meter   *meter
	tag     string // _meta.etag of the last answer
}

// connect opens a session with the tools of a task.
func (o *office) connect(t testing.TB, one task) *player {
	t.Helper()
	url, tools := o.s.URL+"/api/mcp", []string(nil)
	if one.byToken {
		tools = []string{"@" + one.set}
	} else {
		url += "?tools=" + one.set
	}
	m := &meter{through: o.s.Client.Transport, bearer: "Bearer " + tokenOf(t, o.s, o.agents, tools...)}
	client := sdk.NewClient(&sdk.Implementation{Name: "back-office-agent", Version: "1.0"}, nil)
	session, err := client.Connect(context.Background(),
		&sdk.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: m}, DisableStandaloneSSE: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return &player{t: t, session: session, meter: m}
}

// call calls a tool that must succeed, and returns the structured content.
func (p *player) call(tool string, arguments object) object {
	p.t.Helper()
	result, err := p.session.CallTool(context.Background(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		p.t.Fatalf("%s: %v", tool, err)
	}
	content, is := result.StructuredContent.(object)
	if result.IsError || !is {
		p.t.Fatalf("%s: %+v", tool, result)
	}
	p.tag, _ = result.Meta["etag"].(string)
	return content
}

// meter sends requests with a token, and counts the calls of tools and the bytes of their answers.
type meter struct {
	through http.RoundTripper
	bearer  string
	calls   int
	bytes   int
}

// RoundTrip sends a request.
func (m *meter) RoundTrip(r *http.Request) (*http.Response, error) {
	through := m.through
	if through == nil {
		through = http.DefaultTransport
	}
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", m.bearer)
	var sent []byte
	if r.Body != nil {
		var err error
		if sent, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		r.Body = io.NopCloser(bytes.NewReader(sent))
	}
	answer, err := through.RoundTrip(r)
	if err != nil || !bytes.Contains(sent, []byte(`"method":"tools/call"`)) {
		return answer, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	m.calls, m.bytes = m.calls+1, m.bytes+len(body)
	answer.Body = io.NopCloser(bytes.NewReader(body))
	return answer, err
}

// office is a shop with some hundred orders and products. It is the morning of the third day.
type office struct {
	s         *apptest.Shop
	clock     *apptest.Clock
	agents    int64             // the account of agents
	unshipped map[string]string // total of yesterday's orders that are paid and not shipped, by number
	bought    string            // number of yesterday's order with three lines
	held      string            // number of an order on hold
	low       map[string]int64  // quantities below 5, by SKU
}

// openOffice makes the shop: three days of orders in all states, and products of which some run out.
func openOffice(t testing.TB) *office {
	t.Helper()
	clock := apptest.NewClock()
	clock.Advance(time.Date(2026, 11, 17, 9, 0, 0, 0, time.UTC).Sub(clock.Now()))
	s := startMCP(t, apptest.WithClock(clock))
	o := &office{s: s, clock: clock, agents: account(t, s, "agents"), unshipped: map[string]string{}, low: map[string]int64{}}
	o.products(t)
	for day, orders := range []int{60, 90, 60} {
		clock.Advance(time.Date(2026, 11, 17+day, 9, 0, 0, 0, time.UTC).Sub(clock.Now()))
		for i := range orders {
			clock.Advance(time.Minute)
			o.order(t, day, i)
		}
		if day == 1 {
			o.reprice(t)
		}
	}
	back := apptest.Bearer(tokenOf(t, s, o.agents))
	for i := range 40 {
		s.Must(201, "POST", "/customer-groups", object{"code": fmt.Sprintf("Club %d", i)}, back...)
		s.Must(201, "POST", "/coupons",
			object{"code": fmt.Sprintf("SPRING-%d", i), "discountType": "percent", "discountAmount": 5}, back...)
	}
	s.Settle()
	return o
}

// reprice has the agent price-bot change products at the end of a day. It changes the price of the pen, and renames the cap.
func (o *office) reprice(t testing.TB) {
	t.Helper()
	o.s.Settle()
	token := apptest.Bearer(tokenOf(t, o.s, o.agents))
	bot := object{"protocolVersion": "2025-11-25", "capabilities": object{}, "clientInfo": object{"name": "price-bot", "version": "2"}}
	opened := post(o.s, request("initialize", bot), token...)
	a := &agent{t, o.s, append([]string{"Mcp-Session-Id", opened.Header.Get("Mcp-Session-Id")}, token...), "?tools=catalog"}
	a.call("catalog_products_update", object{"id": "PEN", "price": 2.55})
	a.call("catalog_products_update", object{"id": "CAP", "name": "The blue cap"})
}

// products makes 200 simple products, a shirt with variants, and a gift wrap whose stock is not counted.
func (o *office) products(t testing.TB) {
	t.Helper()
	for sku, price := range map[string]string{"MUG": "19.99", "CAP": "7.45", "PEN": "2.10"} {
		product(t, o.s, sku, price, 10_000)
	}
	back := apptest.Bearer(tokenOf(t, o.s, o.agents))
	create := func(body object) int64 {
		maps.Copy(body, object{"name": "The " + body["sku"].(string), "price": 9})
		return int64(o.s.Must(201, "POST", "/products", body, back...).Object(t)["id"].(float64))
	}
	stocked := func(sku string, qty int64, more object) int64 {
		if qty < 5 {
			o.low[sku] = qty
		}
		body := object{"sku": sku, "stockData": object{"qty": qty}}
		maps.Copy(body, more)
		return create(body)
	}
	for i := range int64(200) {
		qty := 5 + i
		if i%12 == 0 {
			qty = i / 12 % 5
		}
		stocked(fmt.Sprintf("ART-%03d", i), qty, nil)
	}
	shirt := create(object{"sku": "SHIRT", "type": "configurable"})
	var variants []int64
	for i, qty := range []int64{3, 40, 0, 12, 4} {
		variants = append(variants, stocked(fmt.Sprintf("SHIRT-%d", i+1), qty, object{"visibility": "not_visible"}))
	}
	o.s.Settle()
	colours(t, o.s, variants)
	o.s.Must(200, "PUT", fmt.Sprintf("/products/%d/configurable", shirt),
		object{"superAttributes": []string{"color"}, "childProductIds": variants}, back...)
	create(object{"sku": "GIFT-WRAP", "stockData": object{"qty": 0, "manage_stock": false, "use_config_manage_stock": false}})
	o.s.Settle()
}

// order places an order. Of three, one stays unchanged, one is paid, and one is paid and shipped. Some are of other kinds.
func (o *office) order(t testing.TB, day, i int) {
	t.Helper()
	s := o.s
	mask := s.Must(201, "POST", "/guest-carts", nil).Object(t)["maskedId"].(string)
	lines := []string{"MUG"}
	if i == 10 {
		lines = []string{"MUG", "CAP", "PEN"}
	}
	for _, sku := range lines {
		s.Must(200, "POST", "/guest-carts/"+mask+"/items", object{"sku": sku, "qty": 1 + i%4})
	}
	body := maps.Clone(placement)
	body["guestEmail"] = fmt.Sprintf("guest-%d-%d@example.com", day, i)
	placed := s.Must(201, "POST", "/guest-carts/"+mask+"/place-order", body).Object(t)
	number := placed["incrementId"].(string)
	back := apptest.Bearer(tokenOf(t, s, o.agents))
	act := func(below string, body object) {
		s.Must(201, "POST", fmt.Sprintf("/orders/%v%s", placed["id"], below), body, back...)
	}
	one := object{"items": []object{{"orderItemId": placed["items"].([]any)[0].(object)["id"], "qty": 1}}}
	paid, shipped := i%3 > 0, i%3 == 2
	switch {
	case i == 20: // 20 % 4 is 0: one unit
		act("/invoices", object{})
		for n := range 15 {
			act("/comments", object{"comment": fmt.Sprintf("The buyer called about the delivery, call %d", n+1)})
		}
		act("/hold", object{"reason": "The billing address is that of a forwarder"})
		paid, shipped = true, false
		if day == 0 {
			o.held = number
		}
	case i == 30:
		act("/cancel", object{})
	case i == 31: // four units, of which one is shipped
		act("/invoices", object{})
		act("/shipments", one)
	case i == 33: // two units, of which one is paid
		act("/invoices", one)
	default:
		if paid {
			act("/invoices", object{})
		}
		if shipped {
			act("/shipments", object{})
		}
	}
	if day != 1 {
		return
	}
	if paid && !shipped {
		o.unshipped[number] = fmt.Sprint(placed["prices"].(object)["grandTotal"])
	}
	if i == 10 {
		o.bought = number
	}
}

// playUnshipped: "Which of yesterday's orders are paid and not shipped?"
func playUnshipped(o *office, p *player) {
	yesterday := o.clock.Now().AddDate(0, 0, -1).Format(time.DateOnly)
	found := p.call("sales_orders_list", object{
		"paid": true, "shipped": false, "createdFrom": yesterday, "createdTo": yesterday, "itemsPerPage": 100,
	})
	got := map[string]string{}
	for _, each := range found["member"].([]any) {
		row := each.(object)
		number, _ := row["incrementId"].(string)
		got[number] = fmt.Sprint(row["grandTotal"])
		email, _ := row["customerEmail"].(string)
		id, _ := row["id"].(float64)
		whole := o.get(p, fmt.Sprintf("/orders/%v", id))
		if whole["incrementId"] != number || whole["customerEmail"] != email || email == "" {
			p.t.Errorf("the row %v is not the order %v of %v", row, whole["incrementId"], whole["customerEmail"])
		}
	}
	if !maps.Equal(got, o.unshipped) || len(got) < 25 || found["totalItems"] != float64(len(got)) {
		p.t.Errorf("%v orders are found: %v\nwant %v", found["totalItems"], got, o.unshipped)
	}
}

// playRefund: "Refund the cap of order 100000071." The agent shows the amounts before it does so.
func playRefund(o *office, p *player) {
	found := p.call("sales_orders_list", object{"incrementId": o.bought, "fields": "id,incrementId,prices,items"})
	row := found["member"].([]any)[0].(object)
	line, qty := any(nil), any(nil)
	for _, each := range row["items"].([]any) {
		if item := each.(object); item["sku"] == "CAP" {
			line, qty = item["id"], item["qtyInvoiced"]
		}
	}
	refund := object{"orderId": row["id"], "items": []object{{"orderItemId": line, "qty": qty}}, "shippingAmount": 0}
	try := maps.Clone(refund)
	try["dryRun"] = true
	tried := p.call("sales_orders_credit_memos_create", try)
	expected, _ := tried["result"].(object)
	notes := fmt.Sprint(expected["notes"])
	if tried["stored"] != false || !strings.Contains(notes, "$45.00 of shipping can be refunded later") || expected["grandTotal"] != 22.35 ||
		o.refunded(p, row["id"]) != 0.0 {
		p.t.Errorf("the dry run comes to %v; %v is refunded; %s", expected["grandTotal"], o.refunded(p, row["id"]), notes)
	}
	refund["ifMatch"], refund["confirm"] = p.tag, tried["confirm"] // tag of the order at the dry run
	done := p.call("sales_orders_credit_memos_create", refund)
	if done["grandTotal"] != expected["grandTotal"] || done["subtotal"] != expected["subtotal"] || len(done["items"].([]any)) != 1 {
		p.t.Errorf("%v is refunded, and %v was told", done["grandTotal"], expected["grandTotal"])
	}
	if got := o.refunded(p, row["id"]); got != 22.35 {
		p.t.Errorf("the order has %v refunded", got)
	}
	for _, each := range o.get(p, fmt.Sprintf("/orders/%v", row["id"]))["items"].([]any) {
		if item := each.(object); (item["qtyRefunded"] != 0.0) != (item["sku"] == "CAP") {
			p.t.Errorf("%v of %v is refunded", item["qtyRefunded"], item["sku"])
		}
	}
}

// refunded returns the refunded amount of an order.
func (o *office) refunded(p *player, id any) any {
	return o.get(p, fmt.Sprintf("/orders/%v", id))["prices"].(object)["totalRefunded"]
}

// playHold: "Why is order 100000021 on hold?"
func playHold(o *office, p *player) {
	row := p.call("sales_orders_list", object{"incrementId": o.held})["member"].([]any)[0].(object)
	if row["state"] != "holded" {
		p.t.Errorf("the order is %v", row["state"])
	}
	told, err := json.Marshal(p.call("audit_orders_timeline_get", object{"id": row["id"]})["entries"].([]any)[0])
	if err != nil {
		p.t.Fatal(err)
	}
	for _, want := range []string{"OrderHeld", "The billing address is that of a forwarder", "2026-11-17T09:21:00Z", "agents"} {
		if !strings.Contains(string(told), want) {
			p.t.Errorf("the last entry does not say %q: %s", want, told)
		}
	}
}

// playRestock: "Set all that is below 5 to 25."
func playRestock(o *office, p *player) {
	low := object{"below": 5, "itemsPerPage": 100}
	got, items := map[string]int64{}, []object{}
	for _, each := range p.call("catalog_inventory_list", low)["member"].([]any) {
		row := each.(object)
		if row["manageStock"] == false {
			continue // such a product is never sold out
		}
		got[row["sku"].(string)] = int64(row["available"].(float64))
		items = append(items, object{"sku": row["sku"], "qty": 25})
	}
	if !maps.Equal(got, o.low) || got["SHIRT-3"] != 0 || len(got) < 20 {
		p.t.Errorf("below 5 are %v\nwant %v", got, o.low)
	}
	p.call("catalog_inventory_bulk_update", object{"items": items})
	left := p.call("catalog_inventory_list", low)
	if rows := left["member"].([]any); len(rows) != 1 || rows[0].(object)["sku"] != "GIFT-WRAP" {
		p.t.Errorf("below 5 are still %v", rows)
	}
	for sku := range o.low {
		if level := o.get(p, "/inventory/"+sku); level["available"] != 25.0 || level["isInStock"] != true {
			p.t.Errorf("%s has %v", sku, level["available"])
		}
	}
	for sku, want := range map[string]float64{"ART-001": 6, "SHIRT-2": 40} {
		if level := o.get(p, "/inventory/"+sku); level["available"] != want {
			p.t.Errorf("%s has %v, want %v", sku, level["available"], want)
		}
	}
	if wrap := o.get(p, "/inventory/GIFT-WRAP"); wrap["manageStock"] != false {
		p.t.Error("the stock of the gift wrap is counted now")
	}
}

// playCoupon: "Draft a coupon of 15 % for wholesalers, for the next fortnight."
func playCoupon(o *office, p *player) {
	groups := p.call("customers_customer_groups_list", object{"search": "wholesale"})["member"].([]any)
	if len(groups) != 1 {
		p.t.Fatalf("the groups are %v", groups)
	}
	group := groups[0].(object)["id"]
	first := o.clock.Now().AddDate(0, 0, 1)
	from, to := first.Format(time.DateOnly), first.AddDate(0, 0, 13).Format(time.DateOnly)
	drafted := p.call("sales_coupons_create", object{
		"code": "WHOLESALE-15", "discountType": "percent", "discountAmount": 15, "isActive": false, "customerGroupIds": []any{group},
		"fromDate": from, "toDate": to,
	})
	shown := o.get(p, fmt.Sprintf("/coupons/%v", drafted["id"]))
	if shown["isActive"] != false || shown["fromDate"] != from || shown["toDate"] != to || fmt.Sprint(shown["customerGroupIds"]) != "[2]" {
		p.t.Errorf("the shop has %v", shown)
	}
	back := apptest.Bearer(tokenOf(p.t, o.s, o.agents))
	wholesaler, _ := o.s.Customer("wholesaler@example.com")
	o.s.Must(200, "PUT", fmt.Sprintf("/customers/%d", wholesaler), object{"groupId": group}, back...)
	o.s.Settle()
	o.clock.Advance(first.Sub(o.clock.Now()))
	use := func(status int) {
		p.t.Helper()
		buyer := apptest.Bearer(o.s.CustomerToken(wholesaler))
		cart := int64(o.s.Must(201, "POST", "/carts", nil, buyer...).Object(p.t)["id"].(float64))
		o.s.Must(200, "POST", fmt.Sprintf("/carts/%d/items", cart), object{"sku": "MUG", "qty": 1}, buyer...)
		o.s.Must(status, "POST", fmt.Sprintf("/carts/%d/coupon", cart), object{"couponCode": "WHOLESALE-15"}, buyer...)
	}
	use(400)
	o.s.Must(200, "PUT", fmt.Sprintf("/coupons/%v", drafted["id"]), object{"isActive": true},
		apptest.Bearer(tokenOf(p.t, o.s, o.agents))...)
	o.s.Settle()
	use(201)
}

// playStock: "How many mugs are left, and when was the last one sold?"
func playStock(o *office, p *player) {
	level := p.call("catalog_inventory_get", object{"sku": "MUG"})
	var last object
	for _, each := range p.call("catalog_inventory_movements_list", object{"sku": "MUG"})["member"].([]any) {
		if row := each.(object); row["cause"] == "ordered" && last == nil {
			last = row
		}
	}
	if level["available"].(float64) < 9000 || last["createdAt"] != "2026-11-19 10:00:00" || last["orderIncrementId"] == nil {
		p.t.Errorf("%v are left, and the last sale is %v", level["available"], last)
	}
}

// playTell: "Refund a mug of order 100000062 and write to the buyer why." The agent gives the number of the order where an ID is wanted.
func playTell(o *office, p *player) {
	found := p.call("sales_orders_list", object{"incrementId": o.bought, "fields": "id,incrementId,items"})
	row := found["member"].([]any)[0].(object)
	var line any
	for _, each := range row["items"].([]any) {
		if item := each.(object); item["sku"] == "MUG" {
			line = item["id"]
		}
	}
	refund := object{
		"orderId": o.bought, "items": []object{{"orderItemId": line, "qty": 1}}, "shippingAmount": 0, "notifyCustomer": true,
		"comment": "The handle of one mug was broken. We are sorry.",
	}
	before := o.refunded(p, row["id"])
	shown := p.call("sales_orders_credit_memos_create", refund)
	if shown["stored"] != false || o.refunded(p, row["id"]) != before {
		p.t.Errorf("the refund is made without consent: %v", shown)
	}
	refund["confirm"] = shown["confirm"]
	done := p.call("sales_orders_credit_memos_create", refund)
	memo := o.get(p, fmt.Sprintf("/credit-memos/%v", done["id"]))
	told, _ := json.Marshal(memo["comments"])
	if done["grandTotal"] != 19.99 || !strings.Contains(string(told), "We are sorry") ||
		!strings.Contains(string(told), `"isCustomerNotified":true`) {
		p.t.Errorf("%v is refunded, and the buyer is told %s", done["grandTotal"], told)
	}
}

// playPrice: "Why does the pen cost 2.55?"
func playPrice(_ *office, p *player) {
	told, err := json.Marshal(p.call("audit_products_timeline_get", object{"id": "PEN", "field": "price"})["entries"].([]any)[0])
	if err != nil {
		p.t.Fatal(err)
	}
	for _, want := range []string{"2.10 → 2.55", "price-bot 2", "agents", "2026-11-18"} {
		if !strings.Contains(string(told), want) {
			p.t.Errorf("the last entry does not say %q: %s", want, told)
		}
	}
}

// playJune: "Make a coupon SUMMER of 10 % for June."
func playJune(o *office, p *player) {
	made := p.call("sales_coupons_create", object{
		"code": "SUMMER", "discountType": "percent", "discountAmount": 10, "fromDate": "2027-06-01", "toDate": "2027-06-30",
	})
	shown := o.get(p, fmt.Sprintf("/coupons/%v", made["id"]))
	if shown["fromDate"] != "2027-06-01" || shown["toDate"] != "2027-06-30" || shown["isActive"] != true {
		p.t.Errorf("the shop has %v", shown)
	}
}

// playLast: "What did guest-1-10@example.com order last?"
func playLast(o *office, p *player) {
	found := p.call("sales_orders_list", object{"email": "guest-1-10@example.com", "itemsPerPage": 1, "fields": "incrementId,createdAt,items"})
	row := found["member"].([]any)[0].(object)
	if row["incrementId"] != o.bought || len(row["items"].([]any)) != 3 {
		p.t.Errorf("the last order is %v", row)
	}
}

// playCatalogue: "What was changed in the catalogue yesterday, and by whom?"
func playCatalogue(_ *office, p *player) {
	const yesterday = "2026-11-18" // other tasks move the clock
	entries := p.call("audit_audit_get", object{"resource": "products,categories", "from": yesterday, "to": yesterday})["entries"].([]any)
	told, err := json.Marshal(entries)
	if err != nil || len(entries) != 2 {
		p.t.Fatalf("%v: %s", err, told)
	}
	for _, want := range []string{"2.10 → 2.55", "The CAP → The blue cap", "price-bot 2", "agents"} {
		if !strings.Contains(string(told), want) {
			p.t.Errorf("the entries do not say %q: %s", want, told)
		}
	}
}

// playOffSale: "Take the cap off sale."
func playOffSale(o *office, p *player) {
	p.call("catalog_products_update", object{"id": "CAP", "status": "disabled"})
	o.s.Settle()
	back := apptest.Bearer(tokenOf(p.t, o.s, o.agents))
	if rows := o.s.Must(200, "GET", "/products?sku=CAP&scope=all", nil, back...).List(p.t); rows[0]["status"] != "disabled" {
		p.t.Errorf("the cap is %v", rows[0]["status"])
	}
}

// playUndo: "The new price of the pen was a mistake. Undo it."
func playUndo(o *office, p *player) {
	last := p.call("audit_products_timeline_get", object{"id": "PEN", "field": "price", "limit": 1})["entries"].([]any)[0].(object)
	done := p.call("catalog_products_undo_create", object{"id": "PEN", "position": last["position"]})
	if shown := o.get(p, fmt.Sprintf("/products/%v", done["id"])); done["price"] != 2.1 || shown["price"] != 2.1 || shown["sku"] != "PEN" {
		p.t.Errorf("the pen costs %v, and the answer says %v", shown["price"], done["price"])
	}
}

// playAgent: "What did price-bot do?"
func playAgent(_ *office, p *player) {
	entries := p.call("audit_audit_get", object{"program": "price-bot"})["entries"].([]any)
	told, err := json.Marshal(entries)
	if err != nil || len(entries) != 2 || !strings.Contains(string(told), "2.10 → 2.55") || !strings.Contains(string(told), "The blue cap") {
		p.t.Errorf("%d entries, %v: %s", len(entries), err, told)
	}
}

// get reads the shop's present document over REST.
func (o *office) get(p *player, path string) object {
	p.t.Helper()
	o.s.Settle()
	return o.s.Must(200, "GET", path, nil, apptest.Bearer(tokenOf(p.t, o.s, o.agents))...).Object(p.t)
}

// colours gives the attribute color an option for each product.
func colours(t testing.TB, s *apptest.Shop, products []int64) {
	t.Helper()
	book, err := s.Readers.Catalog.Attributes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	write := catalogproduct.WriteAttributes(s.Deciders, s.Readers.Catalog)
	token := apptest.Bearer(s.Service([]string{"all"}))
	for _, id := range products {
		option, err := write.SetOption(apptest.Operator(), 0, func(o *catalog.AttributeOption) {
			o.AttributeID, o.Label = book.Find("color").ID, fmt.Sprint("Colour ", id)
		})
		if err != nil {
			t.Fatal(err)
		}
		s.Settle()
		s.Must(200, "PUT", fmt.Sprintf("/products/%d", id), object{"customAttributesWrite": object{"color": option}}, token...)
	}
}
