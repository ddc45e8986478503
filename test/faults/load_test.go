package faults

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tradelog/test/servetest"
)

// load simulates real clients. A request without an answer, or with the answer "later", is repeated with the same idempotency key until its
// outcome is known. Every answer is recorded.
type load struct {
	t    testing.TB
	auth []string
	// at returns the server for a client's next request.
	at func(client int) *servetest.Server
	// readers returns the instances that must show every write; nil: the load does not read.
	readers func() []*servetest.Server
	// from is the end of the log before the load.
	from int64
	// pace allows one request for each value; nil means no limit.
	pace <-chan time.Time
	// strict means that there is no fault, so every request must succeed at once.
	strict atomic.Bool

	stop    context.Context
	stopNow context.CancelFunc
	running sync.WaitGroup
	acks    atomic.Int64
	asked   atomic.Int64
	refused atomic.Int64

	mu      sync.Mutex
	orders  map[int64]order // acknowledged orders by identifier
	counts  map[string]int  // acknowledged counts by SKU
	answers map[string]int  // by request and answer
	totals  map[seen]int    // numbers of orders seen
	wrong   []string        // answers that no fault excuses
}

// order is an acknowledged order.
type order struct {
	ID        int64
	Increment string
	SKU       string
	Qty       int
	Mask, Key string
}

func newLoad(t testing.TB, auth []string, at func(client int) *servetest.Server) *load {
	l := &load{
		t: t, auth: auth, at: at, orders: map[int64]order{}, counts: map[string]int{}, answers: map[string]int{}, totals: map[seen]int{},
	}
	l.stop, l.stopNow = context.WithCancel(context.Background())
	return l
}

// only returns the single server that all clients use. Replace it after a restart.
type only struct {
	atomic.Pointer[servetest.Server]
}

func (o *only) at(int) *servetest.Server { return o.Load() }

// start runs the clients until end. Each finishes its current work first.
func (l *load) start() {
	for i := range clients {
		l.running.Go(func() {
			for n := 1; l.stop.Err() == nil; n++ {
				l.order(i, n)
				l.count(i, n)
			}
		})
	}
	l.t.Cleanup(l.wait) // in case the test ends early
}

func (l *load) wait() {
	l.stopNow()
	l.running.Wait()
}

// end waits until every client knows all its answers and reports the wrong ones.
func (l *load) end() {
	l.t.Helper()
	l.wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, w := range l.wrong[:min(len(l.wrong), 10)] {
		l.t.Error(w)
	}
	var said []string
	for _, what := range slices.Sorted(maps.Keys(l.answers)) {
		said = append(said, fmt.Sprintf("%s: %d", what, l.answers[what]))
	}
	l.t.Logf("%d writes acknowledged\n%s", l.acks.Load(), strings.Join(said, "\n"))
}

// reach waits until n more writes are acknowledged.
func (l *load) reach(more int64) {
	l.t.Helper()
	goal := l.acks.Load() + more
	await(l.t, fmt.Sprintf("%d more acknowledged writes", more), func() bool { return l.acks.Load() >= goal })
}

// do sends a request when the pace allows it.
func (l *load) do(s *servetest.Server, method, path string, body any, headers ...string) (servetest.Answer, error) {
	if l.pace != nil {
		<-l.pace
	}
	l.asked.Add(1)
	return s.Do(method, path, body, headers...)
}

// note counts an answer. A fault excuses a missing answer and the answer "later". With an idempotency key it also excuses the answer that
// the first attempt is still running.
func (l *load) note(method, path string, want int, a servetest.Answer, err error, keyed bool) (ok bool) {
	what := fmt.Sprintf("%s %s %d %s", method, digits.ReplaceAllString(path, "..."), a.Status, message(a))
	if err != nil {
		what = fmt.Sprintf("%s without an answer", method)
	}
	excused := !l.strict.Load() && (err != nil || a.Status == 503 || keyed && a.Status == 409)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.answers[what]++
	if err == nil && a.Status == want {
		return true
	}
	l.refused.Add(1)
	if !excused {
		l.wrong = append(l.wrong, fmt.Sprintf("%s %s: status %d, want %d, error %v\n%s", method, path, a.Status, want, err, a.Body))
	}
	return false
}

// digits match the parts in which requests of a kind differ.
var digits = regexp.MustCompile(`[0-9a-f]{32}|[0-9]+`)

func message(a servetest.Answer) string {
	m, _ := a.Object()["message"].(string)
	return m
}

// once sends a request and gives up if a fault prevents an answer.
func (l *load) once(client, want int, method, path string, body any, headers ...string) (servetest.Answer, bool) {
	a, err := l.do(l.at(client), method, path, body, headers...)
	ok := l.note(method, path, want, a, err, false)
	return a, ok
}

// insist sends a request with an idempotency key until it succeeds.
func (l *load) insist(client, want int, key, method, path string, body any, headers ...string) (servetest.Answer, bool) {
	headers = append([]string{"X-Idempotency-Key", key}, headers...)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var a servetest.Answer
	ok := false
	if !within(ctx, func() bool {
		var err error
		a, err = l.do(l.at(client), method, path, body, headers...)
		ok = l.note(method, path, want, a, err, true)
		return ok || err == nil && a.Status < 500 && a.Status != 409
	}) {
		l.blame("%s %s with key %s was never answered", method, path, key)
	}
	return a, ok
}

// answer repeats a request while the answer is "later", which a busy machine excuses, or that the first attempt is still running. Writes
// use one idempotency key.
func (l *load) answer(s *servetest.Server, method, path string, body any, headers ...string) (a servetest.Answer, err error) {
	if method != "GET" {
		headers = append([]string{"X-Idempotency-Key", fmt.Sprintf("answer-%d", l.asked.Add(1))}, headers...)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	repeated := false
	within(ctx, func() bool {
		a, err = s.Do(method, path, body, headers...)
		later := err == nil && !strings.Contains(message(a), "payment gateway") && (a.Status == 503 || a.Status == 409 && repeated)
		repeated = true
		return !later
	})
	return a, err
}

// order fills a guest's cart and places it.
func (l *load) order(client, n int) {
	o := order{SKU: goods[(client+n)%len(goods)], Qty: 1 + n%3, Key: fmt.Sprintf("order-%d-%d", client, n)}
	cart, ok := l.once(client, 201, "POST", "/guest-carts", nil)
	if !ok {
		return
	}
	o.Mask, _ = cart.Object()["maskedId"].(string)
	if _, ok := l.once(client, 200, "POST", "/guest-carts/"+o.Mask+"/items", object{"sku": o.SKU, "qty": o.Qty}); !ok {
		return // the product may be in the cart, so the client takes another cart
	}
	placed, ok := l.insist(client, 201, o.Key, "POST", "/guest-carts/"+o.Mask+"/place-order", placement)
	if !ok {
		return
	}
	o.ID, o.Increment = numbers(placed)
	l.acks.Add(1)
	l.mu.Lock()
	if earlier, twice := l.orders[o.ID]; twice {
		l.wrong = append(l.wrong, fmt.Sprintf("order %d was the answer to %s and to %s", o.ID, earlier.Key, o.Key))
	}
	l.orders[o.ID] = o
	l.mu.Unlock()
	l.readBack(client, o, placed.Header.Get("X-Event-Position"))
}

// numbers returns the identifier and the number of an order.
func numbers(a servetest.Answer) (id int64, increment string) {
	body := a.Object()
	number, _ := body["id"].(float64)
	increment, _ = body["incrementId"].(string)
	return int64(number), increment
}

// readBack reads an order on every instance that must have it. A replayed answer has no position.
func (l *load) readBack(client int, o order, position string) {
	for _, s := range l.instances(position) {
		a, ok := l.read(s, fmt.Sprintf("/orders/%d", o.ID), position)
		if id, increment := numbers(a); ok && (id != o.ID || increment != o.Increment) {
			l.blame("order %d was acknowledged as %s and is read as %d, %s", o.ID, o.Increment, id, increment)
		}
		before := l.total(seen{client, s}, 0)
		a, ok = l.read(s, "/orders?itemsPerPage=1", position)
		total, err := strconv.Atoi(a.Header.Get("X-Total-Count"))
		if ok && (err != nil || total < before) {
			l.blame("there were %d orders, and then %d", before, total)
		}
		l.total(seen{client, s}, total)
	}
}

// seen is a client with the instance that answered it.
type seen struct {
	client int
	on     *servetest.Server
}

// total records the greatest number of orders that a client has seen.
func (l *load) total(by seen, n int) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.totals[by] = max(l.totals[by], n)
	return l.totals[by]
}

func (l *load) instances(position string) []*servetest.Server {
	if l.readers == nil || position == "" {
		return nil
	}
	return l.readers()
}

// read reads with a minimum position.
func (l *load) read(s *servetest.Server, path, position string) (servetest.Answer, bool) {
	a, err := l.do(s, "GET", path, nil, append([]string{"X-Min-Position", position}, l.auth...)...)
	return a, l.note("GET", path, 200, a, err, false)
}

func (l *load) blame(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.wrong = append(l.wrong, fmt.Sprintf(format, args...))
}

// count sets the stock of the client's own product to a new number.
func (l *load) count(client, n int) {
	sku := counted(client)
	a, ok := l.insist(client, 200, fmt.Sprintf("count-%d-%d", client, n), "PUT", "/inventory", object{"sku": sku, "qty": n}, l.auth...)
	if !ok {
		return
	}
	if previous := a.Object()["previousQty"]; previous != float64(n-1) {
		l.blame("the stock of %s was %v before it was set to %d", sku, previous, n)
	}
	l.acks.Add(1)
	l.mu.Lock()
	l.counts[sku] = n
	l.mu.Unlock()
	position := a.Header.Get("X-Event-Position")
	for _, s := range l.instances(position) {
		if a, ok := l.read(s, "/products?sku="+sku, position); ok && (len(a.List()) != 1 || a.List()[0]["stockQty"] != float64(n)) {
			l.blame("the stock of %s was set to %d and is read as %s", sku, n, a.Body)
		}
	}
}

var address = object{
	"firstName": "Gina", "lastName": "Guest", "street": []string{"1 Main St"}, "city": "Los Angeles", "region": "CA", "postcode": "90001",
	"countryId": "US", "telephone": "555-0100",
}

var placement = object{
	"shippingAddress": address, "billingAddress": address, "guestEmail": "gina@example.com", "paymentMethod": "checkmo",
	"shippingMethod": "flatrate_flatrate",
}
