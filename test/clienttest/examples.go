package clienttest

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// Examples runs the five examples of a library that clients/README.md lists, on a shop of its own. program finds an example.
func Examples(t *testing.T, program func(name string) Program) {
	s := Start(t)
	s.within(t, "products", func(t *testing.T) { s.exampleProducts(t, program("products")) })
	s.within(t, "restock", func(t *testing.T) { s.exampleRestock(t, program("restock")) })
	s.within(t, "orders", func(t *testing.T) { s.exampleOrders(t, program("orders")) })
	s.within(t, "webhook", func(t *testing.T) { s.exampleWebhook(t, program("webhook")) })
	s.within(t, "follow", func(t *testing.T) { s.exampleFollow(t, program("follow")) })
}

func lines(printed string) []string { return strings.Split(strings.TrimSpace(printed), "\n") }

func (s *Shop) exampleProducts(t *testing.T, p Program) {
	want := s.Must(200, "GET", "/products?search=knife", nil).List()
	printed := lines(s.Complete(t, p.With("knife")))
	if len(want) == 0 || len(printed) != len(want) {
		t.Fatalf("%d products, printed are %q", len(want), printed)
	}
	for i, product := range want {
		if !strings.HasPrefix(printed[i], fmt.Sprintf("%s %s %v", product["sku"], product["name"], product["price"])) {
			t.Errorf("%q is printed for %v", printed[i], product)
		}
	}
}

func (s *Shop) exampleRestock(t *testing.T, p Program) {
	s.Product("RESTOCK")
	if printed := lines(s.Complete(t, p.With("RESTOCK", "12"))); len(printed) != 1 || printed[0] != "RESTOCK: 5 -> 12" {
		t.Errorf("it printed %q", printed)
	}
	stock := s.Must(200, "GET", "/inventory?sku=RESTOCK", nil).List()
	if len(stock) != 1 || stock[0]["onHand"] != 12.0 {
		t.Errorf("the stock is %v", stock)
	}
}

func (s *Shop) exampleOrders(t *testing.T, p Program) {
	customer := s.login(Object{"email": s.Email, "password": s.Password})
	answer, err := s.server.Do("GET", "/customers/me/orders?itemsPerPage=100", nil, customer...)
	if err != nil {
		t.Fatal(err)
	}
	want, printed := answer.List(), lines(s.Complete(t, p))
	if len(want) == 0 || len(printed) != len(want) {
		t.Fatalf("%d orders, printed are %q", len(want), printed)
	}
	for i, order := range want {
		beginning := fmt.Sprintf("%s %s ", order["incrementId"], order["status"])
		total, err := strconv.ParseFloat(strings.TrimPrefix(printed[i], beginning), 64)
		if err != nil || total != order["prices"].(Object)["grandTotal"] {
			t.Errorf("%q is printed for %v", printed[i], order)
		}
	}
}

func (s *Shop) exampleWebhook(t *testing.T, p Program) {
	made := s.Must(201, "POST", "/webhooks", Object{"url": "https://example.com/hooks", "resources": []string{"orders"}}).Object()
	shown := s.Must(200, "GET", fmt.Sprintf("/webhooks/%v/secret", made["id"]), nil).Object()
	secret, ok := shown["secret"].(string)
	if !ok {
		t.Fatalf("there is no secret: %v", shown)
	}
	receiver := s.Begin(t, p.With(secret))
	first, _ := receiver.Line()
	address, ok := strings.CutPrefix(first, "listening on ")
	if !ok {
		t.Fatalf("it printed %q", first)
	}
	signer, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	post := func(position int, signed string) int {
		body := fmt.Sprintf(`{"specversion":"1.0","id":"e.%d","source":"/logs/a","type":"tradelog.orders.changed","data":{"change":`+
			`{"position":%d,"time":"2026-03-01 09:30:00","resource":"orders","id":7,"what":"changed","fields":[]},"document":null}}`,
			position, position)
		now := time.Now()
		if signed == "" {
			signed = body
		}
		id := fmt.Sprintf("e.%d", position)
		signature, err := signer.Sign(id, now, []byte(signed))
		if err != nil {
			t.Fatal(err)
		}
		r, err := http.NewRequest("POST", address, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]string{
			"Content-Type": "application/cloudevents+json", "webhook-id": id, "webhook-timestamp": strconv.FormatInt(now.Unix(), 10),
			"webhook-signature": signature,
		} {
			r.Header.Set(name, value)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		return answer.StatusCode
	}
	if got := post(813, "another body"); got != http.StatusUnauthorized {
		t.Errorf("a wrong signature is answered %d", got)
	}
	if got := post(814, ""); got/100 != 2 {
		t.Errorf("a right signature is answered %d", got)
	}
	if line, _ := receiver.Line(); line != "814 orders 7 changed" {
		t.Errorf("it printed %q", line)
	}
}

// exampleFollow kills the example and the shop, and checks that no change is missing from the output.
func (s *Shop) exampleFollow(t *testing.T, p Program) {
	folder, f := t.TempDir(), &follower{t: t, all: map[told]bool{}}
	start := func(until int64) *Process {
		f.begin()
		return s.Begin(t, p.With(folder, "products,orders", strconv.FormatInt(until, 10)))
	}
	read := func(running *Process) (position int64, ok bool) {
		line, ok := running.Line()
		if !ok {
			return 0, false
		}
		words := strings.Fields(line)
		if len(words) != 4 {
			t.Fatalf("it printed %q", line)
		}
		position, err := strconv.ParseInt(words[0], 10, 64)
		if err != nil {
			t.Fatalf("it printed %q: %v", line, err)
		}
		f.note(told{position, words[1], words[3], words[2]})
		return position, true
	}
	kill := func(running *Process) { // its output counts, and its position may be stored already
		running.Kill()
		for _, ok := read(running); ok; _, ok = read(running) {
		}
	}
	const never = 1 << 40
	running := start(never)
	for range 20 {
		read(running)
	}
	kill(running)
	reached := s.Change(1)
	running = start(never)
	for at, ok := read(running); ok && at < reached; at, ok = read(running) {
	}
	s.Kill()
	s.Restart()
	reached = s.Change(2)
	for at, ok := read(running); ok && at < reached; at, ok = read(running) {
	}
	kill(running)
	reached = s.Change(3)
	running = start(reached)
	for _, ok := read(running); ok; _, ok = read(running) {
	}
	feed, _ := s.Changes("0", "products,orders")
	f.check(feed, reached)
	if entries, err := filepath.Glob(filepath.Join(folder, "*")); err != nil || len(entries) != 1 || filepath.Base(entries[0]) != "position" {
		t.Errorf("in the folder are %v: %v", entries, err)
	}
}
