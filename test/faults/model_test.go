package faults

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"tradelog/test/servetest"
	"tradelog/test/suite"
)

// The model holds the effects of accepted commands and nothing else. It has no state machine: the shop decides whether a command is
// accepted, and the model checks its effect on quantities, money, stock and history.
type model struct {
	l       *load
	servers []*servetest.Server

	mu     sync.Mutex
	orders []*modelled
	asked  map[string]int // by action and outcome
}

// modelled is an order after its accepted commands.
type modelled struct {
	id      int64
	lines   []*modelledLine
	entries map[string]int // number of history entries by their beginning
	held    int
	ended   bool // cancelled
}

type modelledLine struct {
	id                                         int64
	sku                                        string
	ordered, shipped, invoiced, refunded, back int
}

// scarce are products with so few units that they sell out and return.
var scarce = []string{"RARE-1", "RARE-2", "RARE-3"}

const scarceUnits = 60

// TestShopAgainstModel lets clients make random changes to the same orders and scarce products, over two processes. It compares the outcome
// with the answers.
func TestShopAgainstModel(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	for _, seed := range []uint64{1, 2} {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			url, auth := database(t)
			m := &model{servers: []*servetest.Server{serve(t, url), serve(t, url)}, asked: map[string]int{}}
			m.l = newLoad(t, auth, func(client int) *servetest.Server { return m.servers[client%2] })
			for _, sku := range scarce {
				product(t, m.servers[0], auth, sku, scarceUnits)
			}
			var running sync.WaitGroup
			for client := range clients {
				random := rand.New(rand.NewPCG(seed, uint64(client)))
				running.Go(func() {
					for range 60 {
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
		})
	}
}

// act makes one random change.
func (m *model) act(client int, random *rand.Rand) {
	o := m.any(random)
	if o == nil || random.IntN(4) == 0 {
		m.place(client, random)
		return
	}
	switch random.IntN(12) {
	case 0:
		if m.command(client, o, "hold", "/hold", object{"reason": "look"}) {
			m.note(func() {
				o.held++
				o.entries["Order held: look"]++
			})
		}
	case 1, 2:
		if m.command(client, o, "unhold", "/unhold", object{"reason": "fine"}) {
			m.note(func() {
				o.held--
				o.entries["Order released from hold: fine"]++
			})
		}
	case 3:
		if m.command(client, o, "cancel", "/cancel", object{"reason": "changed"}) {
			m.note(func() { o.ended = true })
		}
	case 4:
		text := fmt.Sprintf("Remark %d of client %d", random.Int32(), client)
		if m.command(client, o, "comment", "/comments", object{"comment": text}) {
			m.note(func() { o.entries[text]++ })
		}
	case 5, 6:
		m.paper(client, o, random, "ship", "/shipments", func(l *modelledLine, qty int, _ bool) { l.shipped += qty })
	case 7, 8:
		m.paper(client, o, random, "invoice", "/invoices", func(l *modelledLine, qty int, _ bool) { l.invoiced += qty })
	case 9, 10, 11:
		m.paper(client, o, random, "refund", "/credit-memos", func(l *modelledLine, qty int, back bool) {
			l.refunded += qty
			if back {
				l.back += qty
			}
		})
	}
}

func (m *model) any(random *rand.Rand) *modelled {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.orders) == 0 {
		return nil
	}
	return m.orders[random.IntN(len(m.orders))]
}

func (m *model) note(change func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	change()
}

// paper ships, invoices or refunds a random part of an order, which may be more than exists. The answer has the result. A shipment takes at
// most the remaining quantity.
func (m *model) paper(client int, o *modelled, random *rand.Rand, what, path string, effect func(l *modelledLine, qty int, back bool)) {
	var items []object
	back := map[int64]bool{}
	for _, l := range o.lines {
		if qty := random.IntN(l.ordered + 1); qty > 0 {
			item := object{"orderItemId": l.id, "qty": qty}
			if what == "refund" {
				back[l.id] = random.IntN(2) == 0
				item["backToStock"] = back[l.id]
			}
			items = append(items, item)
		}
	}
	if len(items) == 0 {
		return
	}
	a, ok := m.send(client, o, what, path, object{"items": items})
	if !ok {
		return
	}
	m.note(func() {
		for _, did := range objects(a.Object()["items"]) {
			for _, l := range o.lines {
				if did["orderItemId"] == float64(l.id) {
					effect(l, int(did["qty"].(float64)), back[l.id])
				}
			}
		}
	})
}

// command is send for answers without content of interest.
func (m *model) command(client int, o *modelled, what, path string, body any) bool {
	_, ok := m.send(client, o, what, path, body)
	return ok
}

// send makes a write on an order through one process and reads the order on the other with the write's position. It returns false for a
// refusal. Any other failure is an error.
func (m *model) send(client int, o *modelled, what, path string, body any) (servetest.Answer, bool) {
	full := fmt.Sprintf("/orders/%d%s", o.id, path)
	a, err := m.l.answer(m.l.at(client), "POST", full, body, m.l.auth...)
	if err != nil || a.Status != 201 && a.Status != 400 && a.Status != 422 {
		m.l.blame("%s: status %d, error %v\n%s", full, a.Status, err, a.Body)
		return a, false
	}
	m.mu.Lock()
	m.asked[fmt.Sprintf("%s %d", what, a.Status)]++
	m.mu.Unlock()
	if a.Status != 201 {
		return a, false
	}
	other := m.servers[(client+1)%2]
	read, err := m.l.answer(other, "GET", fmt.Sprintf("/orders/%d", o.id), nil,
		append([]string{"X-Min-Position", a.Header.Get("X-Event-Position")}, m.l.auth...)...)
	if err != nil || read.Status != 200 {
		m.l.blame("after %s the other process answers %d, error %v\n%s", full, read.Status, err, read.Body)
	}
	return a, true
}

// place orders one or two scarce products. It does nothing if they are sold out.
func (m *model) place(client int, random *rand.Rand) {
	s := m.l.at(client)
	send := func(path string, body any, want int) (servetest.Answer, bool) {
		a, err := m.l.answer(s, "POST", path, body)
		if err != nil || a.Status != want && a.Status != 400 && a.Status != 422 {
			m.l.blame("%s: status %d, error %v\n%s", path, a.Status, err, a.Body)
		}
		return a, err == nil && a.Status == want
	}
	opened, ok := send("/guest-carts", nil, 201)
	if !ok {
		return
	}
	path := fmt.Sprintf("/guest-carts/%v", opened.Object()["maskedId"])
	for _, i := range random.Perm(len(scarce))[:1+random.IntN(2)] {
		if _, ok := send(path+"/items", object{"sku": scarce[i], "qty": 1 + random.IntN(4)}, 200); !ok {
			return
		}
	}
	placed, ok := send(path+"/place-order", placement, 201)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked[fmt.Sprintf("place %d", placed.Status)]++
	if !ok {
		return
	}
	o := &modelled{entries: map[string]int{}}
	o.id, _ = numbers(placed)
	for _, item := range objects(placed.Object()["items"]) {
		o.lines = append(o.lines, &modelledLine{
			id: int64(item["id"].(float64)), sku: item["sku"].(string), ordered: int(item["qtyOrdered"].(float64)),
		})
	}
	m.orders = append(m.orders, o)
}

func objects(list any) (out []object) {
	each, _ := list.([]any)
	for _, v := range each {
		o, _ := v.(map[string]any)
		out = append(out, o)
	}
	return out
}
