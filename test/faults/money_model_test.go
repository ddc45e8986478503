package faults

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"tradelog/test/servetest"
	"tradelog/test/suite"
)

// till is a shop that uses the sandbox gateway, with the answers about money that its clients got.
type till struct {
	l       *load
	servers []*servetest.Server

	mu     sync.Mutex
	orders []*soldOrder
	asked  map[string]int // by action and outcome
}

// soldOrder is an order with its acknowledged invoices and credit memos.
type soldOrder struct {
	id              int64
	lines           []object
	invoices, memos []int64
}

const (
	cashiers     = 4
	actionsEach  = 30
	scriptsEach  = 10 // actions between two scripts of the first cashier
	ordersAtMost = 12 // few enough for clients to share orders
	smallestCoin = 0.004
)

// TestMoneyAgainstTheGateway lets clients invoice, capture, void, refund and cancel the same orders over two processes. Meanwhile the
// gateway declines, loses answers and is late. In the end the gateway's movements equal the orders' amounts, and no refund exceeds the
// payment.
func TestMoneyAgainstTheGateway(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	url, auth := database(t)
	m := &till{servers: []*servetest.Server{serve(t, url), serve(t, url)}, asked: map[string]int{}}
	m.l = newLoad(t, auth, func(client int) *servetest.Server { return m.servers[client%2] })
	m.servers[0].Run("config", "set", "payment/sandbox/active", "1")
	var running sync.WaitGroup
	for client := range cashiers {
		random := rand.New(rand.NewPCG(3, uint64(client)))
		running.Go(func() {
			for n := range actionsEach {
				if client == 0 && n%scriptsEach == 0 {
					m.misbehave(n/scriptsEach, random)
				}
				m.act(client, random)
			}
		})
	}
	running.Wait()
	for _, wrong := range m.l.wrong {
		t.Error(wrong)
	}
	t.Logf("%d orders; %v", len(m.orders), m.asked)
	m.check(t, url)
}

// misbehave scripts the gateway. It always answers placements, because their carts would otherwise wait for the sweep.
func (m *till) misbehave(turn int, random *rand.Rand) {
	all := []string{"late", "decline", "lose"}
	m.servers[0].Run("gateway", "script", "authorise", []string{"decline", "late"}[random.IntN(2)])
	m.servers[0].Run("gateway", "script", "capture", all[turn%3], "--times", "2")
	m.servers[0].Run("gateway", "script", "refund", all[turn%3])
	m.servers[0].Run("gateway", "script", "void", all[turn%3])
}

// act makes one random change.
func (m *till) act(client int, random *rand.Rand) {
	o := m.any(random)
	if o == nil {
		m.place(client, random)
		return
	}
	id := func(of *[]int64) int64 {
		m.mu.Lock()
		defer m.mu.Unlock()
		if len(*of) == 0 {
			return 0
		}
		return (*of)[random.IntN(len(*of))]
	}
	what := random.IntN(10)
	if what > 2 && id(&o.invoices) == 0 {
		what = 0
	}
	switch what {
	case 0, 1, 2:
		capture := []string{"online", "online", "not_capture", "offline"}[random.IntN(4)]
		m.paper(client, o, "invoice "+capture, "/invoices", object{"capture": capture, "items": m.some(o, random)}, &o.invoices)
	case 3, 4:
		m.send(client, o, "capture", fmt.Sprintf("/invoices/%d/capture", id(&o.invoices)), nil)
	case 5:
		end := []string{"cancel", "void"}[random.IntN(2)]
		m.send(client, o, end+" invoice", fmt.Sprintf("/invoices/%d/%s", id(&o.invoices), end), nil)
	case 6:
		if random.IntN(3) > 0 { // a cancellation ends an order's life, so it is rarer
			return
		}
		m.send(client, o, "cancel", fmt.Sprintf("/orders/%d/cancel", o.id), nil)
	default:
		m.paper(client, o, "refund", "/credit-memos",
			object{"offlineRefund": false, "items": m.some(o, random), "adjustmentNegative": random.IntN(10)}, &o.memos)
	}
}

// any returns an order, or nil if another one should be placed.
func (m *till) any(random *rand.Rand) *soldOrder {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n := random.IntN(ordersAtMost); n < len(m.orders) {
		return m.orders[n]
	}
	return nil
}

// some returns a part of an order, or all of it.
func (m *till) some(o *soldOrder, random *rand.Rand) (items []object) {
	for _, l := range o.lines {
		if qty := random.IntN(int(l["qtyOrdered"].(float64)) + 1); qty > 0 {
			items = append(items, object{"orderItemId": l["id"], "qty": qty})
		}
	}
	return items
}

// paper makes an invoice or a credit memo and records it.
func (m *till) paper(client int, o *soldOrder, what, below string, body object, made *[]int64) {
	if a, ok := m.send(client, o, what, fmt.Sprintf("/orders/%d%s", o.id, below), body); ok {
		id, _ := numbers(a)
		m.mu.Lock()
		defer m.mu.Unlock()
		*made = append(*made, id)
	}
}

// send makes a write through one process and reads the order through the other. A gateway without an answer excuses a 503 and nothing else.
func (m *till) send(client int, o *soldOrder, what, path string, body any) (servetest.Answer, bool) {
	a, err := m.l.answer(m.l.at(client), "POST", path, body, m.l.auth...)
	if err != nil || !slices.Contains([]int{201, 400, 404, 409, 422, 503}, a.Status) {
		m.l.blame("%s: status %d, error %v\n%s", path, a.Status, err, a.Body)
		return a, false
	}
	m.note(what, a)
	if a.Status == 503 && o != nil {
		m.giveUp(client, o)
	}
	if o == nil || a.Status != 201 {
		return a, a.Status == 201
	}
	read, err := m.l.answer(m.l.at(client+1), "GET", fmt.Sprintf("/orders/%d", o.id), nil,
		append([]string{"X-Min-Position", a.Header.Get("X-Event-Position")}, m.l.auth...)...)
	if err != nil || read.Status != 200 {
		m.l.blame("after %s the other process answers %d, error %v\n%s", path, read.Status, err, read.Body)
		return a, true
	}
	if p, _ := read.Object()["prices"].(object); amount(p, "totalRefunded") > amount(p, "totalPaid")+smallestCoin {
		m.l.blame("after %s more is refunded than was paid: %v", path, p)
	}
	return a, true
}

// giveUp voids the open invoices of an order whose gateway has not answered.
func (m *till) giveUp(client int, o *soldOrder) {
	a, err := m.l.answer(m.l.at(client+1), "GET", fmt.Sprintf("/orders/%d/invoices", o.id), nil, m.l.auth...)
	if err != nil || a.Status != 200 {
		m.l.blame("the invoices of order %d: status %d, error %v", o.id, a.Status, err)
	}
	for _, i := range a.List() {
		if i["stateName"] == "open" {
			m.send(client, o, "give up", fmt.Sprintf("/invoices/%v/cancel", i["id"]), nil)
		}
	}
}

func (m *till) note(what string, a servetest.Answer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked[fmt.Sprintf("%s %d", what, a.Status)]++
}

// place orders some products and pays at the gateway.
func (m *till) place(client int, random *rand.Rand) {
	cart, ok := m.send(client, nil, "cart", "/guest-carts", nil)
	if !ok {
		return
	}
	path := fmt.Sprintf("/guest-carts/%v", cart.Object()["maskedId"])
	for _, sku := range goods[:1+random.IntN(2)] {
		if a, err := m.l.answer(m.l.at(client), "POST", path+"/items", object{"sku": sku, "qty": 1 + random.IntN(3)}); err != nil ||
			a.Status != 200 {
			m.l.blame("%s/items: status %d, error %v", path, a.Status, err)
			return
		}
	}
	online := maps.Clone(placement)
	online["paymentMethod"], online["paymentData"] = "sandbox", object{"instrument": "card"}
	placed, ok := m.send(client, nil, "place", path+"/place-order", online)
	if !ok {
		return
	}
	id, _ := numbers(placed)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.orders = append(m.orders, &soldOrder{id: id, lines: objects(placed.Object()["items"])})
}

// check waits until every payment is answered and compares the orders with the gateway.
func (m *till) check(t *testing.T, url string) {
	t.Helper()
	db := connect(t, url)
	settled(t, db)
	await(t, "no payment is pending", func() bool { return query[int](t, db, `SELECT count(*) FROM read.pending_payments`) == 0 })
	whole(t, m.servers[0], db)
	for _, o := range m.orders {
		o.check(t, m, movements(t, db, o.id))
	}
	// A void of one invoice never releases money that another one needs.
	if n := query[int](t, db, `SELECT count(*) FROM sandbox_movements WHERE declined = 'The amount exceeds what was authorised'`); n != 0 {
		t.Errorf("%d movements were declined for want of an authorisation", n)
	}
}

// movements returns the gateway's movements for an order, by kind.
func movements(t *testing.T, db *pgx.Conn, order int64) map[string]float64 {
	t.Helper()
	rows, err := db.Query(t.Context(),
		`SELECT kind, sum(amount)::float8 FROM sandbox_movements WHERE order_id = $1 AND declined = '' GROUP BY kind`, order)
	if err != nil {
		t.Fatal(err)
	}
	moved := map[string]float64{}
	var kind string
	var sum float64
	if _, err := pgx.ForEachRow(rows, []any{&kind, &sum}, func() error {
		moved[kind] = sum
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return moved
}

// check compares an order with its documents, and both with the gateway.
func (o *soldOrder) check(t *testing.T, m *till, moved map[string]float64) {
	t.Helper()
	get := func(below string) servetest.Answer {
		return m.servers[0].Must(200, "GET", fmt.Sprintf("/orders/%d%s", o.id, below), nil, m.l.auth...)
	}
	prices, _ := get("").Object()["prices"].(object)
	invoices, memos := get("/invoices").List(), get("/credit-memos?itemsPerPage=100").List()
	paid := func(i object) bool { return i["stateName"] == "paid" }
	online := func(p object) bool {
		id, _ := p["transactionId"].(string)
		return id != ""
	}
	for what, pair := range map[string][2]float64{
		"the paid invoices and what was paid":                 {total(invoices, paid), amount(prices, "totalPaid")},
		"the credit memos and what was refunded":              {total(memos), amount(prices, "totalRefunded")},
		"the gateway's captures and the invoices paid online": {moved["capture"], total(invoices, paid, online)},
		"the gateway's refunds and those made online":         {moved["refund"], total(memos, online)},
	} {
		if math.Abs(pair[0]-pair[1]) > smallestCoin {
			t.Errorf("order %d: %s differ: %v and %v", o.id, what, pair[0], pair[1])
		}
	}
	for what, pair := range map[string][2]float64{
		"refunded than was paid":                {amount(prices, "totalRefunded"), amount(prices, "totalPaid")},
		"paid than was ordered":                 {amount(prices, "totalPaid"), amount(prices, "grandTotal")},
		"captured and released than authorised": {moved["capture"] + moved["void"], moved["authorise"]},
		"refunded at the gateway than captured": {moved["refund"], moved["capture"]},
	} {
		if pair[0] > pair[1]+smallestCoin {
			t.Errorf("order %d: more is %s: %v and %v", o.id, what, pair[0], pair[1])
		}
	}
	for _, made := range []struct {
		acknowledged []int64
		there        []object
	}{{o.invoices, invoices}, {o.memos, memos}} {
		for _, id := range made.acknowledged {
			if !slices.ContainsFunc(made.there, func(p object) bool { return p["id"] == float64(id) }) {
				t.Errorf("order %d: paper %d was acknowledged and is not there", o.id, id)
			}
		}
	}
}

func amount(of object, name string) float64 {
	n, _ := of[name].(float64)
	return n
}

// total sums the documents that satisfy is.
func total(papers []object, so ...func(object) bool) (sum float64) {
	for _, p := range papers {
		if !slices.ContainsFunc(so, func(is func(object) bool) bool { return !is(p) }) {
			sum += amount(p, "grandTotal")
		}
	}
	return sum
}
