package transports_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"log/slog"
	"maps"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"tradelog/app"
	"tradelog/domain/payment"
	"tradelog/test/apptest"
)

// told is a server log that can be read while it is written.
type told struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (w *told) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(p)
}

func (w *told) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

// rowsWith counts the rows of all tables that contain a text, also in binary columns.
func rowsWith(t *testing.T, s *apptest.Shop, text string) (total int) {
	t.Helper()
	rows, err := s.Pool.Query(t.Context(), `SELECT table_schema, table_name FROM information_schema.tables
		WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (name pgx.Identifier, err error) {
		var schema, table string
		err = row.Scan(&schema, &table)
		return pgx.Identifier{schema, table}, err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range tables {
		n := 0
		err := s.Pool.QueryRow(t.Context(), `SELECT count(*) FROM `+name.Sanitize()+` t WHERE t::text LIKE ANY ($1)`,
			[]string{"%" + text + "%", "%" + hex.EncodeToString([]byte(text)) + "%"}).Scan(&n)
		if err != nil {
			t.Fatal(err)
		}
		total += n
	}
	return total
}

// TestCardDataIsNeverStored checks that card data with a payment method is refused, over REST and as a tool. No table and no log contains
// it.
func TestCardDataIsNeverStored(t *testing.T) {
	t.Parallel()
	log := &told{}
	s := startMCP(t, apptest.WithConfig(func(c *app.Config) {
		c.Logger = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}))
	s.Configure("payment/purchaseorder/active", "1")
	product(t, s, "MUG", "10", 100)
	service := apptest.Bearer(s.Service([]string{"all"}))
	a := introduce(t, s, service...)
	mask := s.Must(201, "POST", "/guest-carts", nil).Object(t)["maskedId"].(string)
	s.Must(200, "POST", "/guest-carts/"+mask+"/items", object{"sku": "MUG"})
	cart := fmt.Sprint(s.Must(201, "POST", "/carts", nil, service...).Object(t)["id"])
	s.Must(200, "POST", "/carts/"+cart+"/items", object{"sku": "MUG"}, service...)
	tools := map[string]string{}
	for _, o := range s.Pipeline.Registry.All() {
		tools[o.Method+" "+o.Path] = o.ToolName()
	}
	const number, spaced = "4111111111111111", "4111 1111 1111 1111"
	key := 0
	for _, data := range []struct {
		sent object
		want string
	}{
		{object{"cc_number": number, "cc_owner": "Ada"}, payment.ErrCardNumber.Message},
		{object{"poNumber": spaced}, payment.ErrCardNumber.Message}, {object{"poNumber": 4111111111111111}, payment.ErrCardNumber.Message},
		{object{"poNumber": "PO-1", "cvv": "8431"}, payment.ErrCardCode.Message},
		{object{"poNumber": "cvv 8431"}, payment.ErrCardCode.Message},
		{object{"po": "PO-1"}, ".po is not a field of the payment method purchaseorder, which takes poNumber."},
	} {
		setting := object{"methodCode": "purchaseorder", "additionalData": data.sent}
		placing := object{"paymentMethod": "purchaseorder", "paymentData": data.sent}
		for name, value := range placement {
			if name != "paymentMethod" {
				placing[name] = value
			}
		}
		inBody := object{"maskedId": mask}
		for name, value := range placing {
			inBody[name] = value
		}
		for _, c := range []struct {
			method, path, id string
			body             object
		}{
			{"PUT", "/guest-carts/{id}/payment-method", mask, setting}, {"PUT", "/carts/{id}/payment-method", cart, setting},
			{"POST", "/guest-carts/{id}/place-order", mask, placing}, {"POST", "/carts/{id}/place-order", cart, placing},
			{"POST", "/orders", "", inBody},
		} {
			before := s.LogSize()
			key++
			headers := append([]string{"X-Idempotency-Key", fmt.Sprint("card-", key)}, service...)
			answer := s.Do(c.method, strings.Replace(c.path, "{id}", c.id, 1), c.body, headers...)
			if answer.Status != 400 || !strings.HasSuffix(answer.Message(), data.want) {
				t.Errorf("%s %s with %v: %d %s", c.method, c.path, data.sent, answer.Status, answer.Body)
			}
			arguments := maps.Clone(c.body)
			if c.id != "" {
				arguments["id"] = c.id
			}
			called := post(s, request("tools/call", object{"name": tools[c.method+" "+c.path], "arguments": arguments}),
				append(headers, a.headers...)...)
			if r := replyOf(t, called); r.Error == nil || !strings.HasSuffix(r.Error.Message, data.want) {
				t.Errorf("the tool of %s %s with %v: %s", c.method, c.path, data.sent, called.Body)
			}
			for _, body := range [][]byte{answer.Body, called.Body} {
				if bytes.Contains(body, []byte("1111")) || bytes.Contains(body, []byte("8431")) {
					t.Errorf("%s %s: the refusal repeats what was sent: %s", c.method, c.path, body)
				}
			}
			if s.LogSize() != before {
				t.Errorf("%s %s with %v: the refusal was stored", c.method, c.path, data.sent)
			}
		}
	}
	// The method's own field is accepted, so the refusals above are due to the card data.
	good := object{"paymentMethod": "purchaseorder", "paymentData": object{"poNumber": "PO-77"}}
	for name, value := range placement {
		if name != "paymentMethod" {
			good[name] = value
		}
	}
	s.Must(201, "POST", "/guest-carts/"+mask+"/place-order", good, "X-Idempotency-Key", "good")
	s.Settle()
	for _, there := range []string{"MUG", "100000001"} {
		if rowsWith(t, s, there) == 0 {
			t.Errorf("%s is in no table, so nothing would be found", there)
		}
	}
	for _, secret := range []string{number, spaced, "cvv", "8431\"", "cc_number"} {
		if n := rowsWith(t, s, secret); n != 0 {
			t.Errorf("%s is in %d rows", secret, n)
		}
		if strings.Contains(log.String(), secret) {
			t.Errorf("%s is in the server's log", secret)
		}
	}
}
