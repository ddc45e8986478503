package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/adapters/sandbox"
	"tradelog/cmd/tradelog/cli"
	"tradelog/test/salestest"
)

// TestAnInvoiceWithoutAnAnswer: if the payment gateway does not answer, invoices create shows the invoice that it made and says that it is
// open. It does so although the order has got a newer invoice meanwhile.
func TestAnInvoiceWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Configure("payment/sandbox/active", "1")
	s.Product("MUG", "10", 100, nil)
	s.Product("POT", "20", 100, nil)
	o := s.Must(201, "POST", "/guest-carts/"+s.GuestCart("MUG*2", "POT*1")+"/place-order", salestest.Placement(salestest.Fields{
		"paymentMethod": "sandbox", "paymentData": salestest.Fields{"instrument": "card"}})).Object(t)
	path := fmt.Sprintf("/orders/%d/invoices", salestest.ID(o))
	if err := (sandbox.Gateway{Pool: s.Pool}).Script(t.Context(), sandbox.Capture, sandbox.Lose, 1_000_000); err != nil {
		t.Fatal(err)
	}

	// The gateway waits for this lock, so the second invoice is made before the gateway answers about the first.
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.Config.Database.URL) // sweeps of the shop wait for the lock as well, and need the connections of the pool
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	lock, err := conn.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = lock.Rollback(context.Background()) }()
	if _, err := lock.Exec(ctx, `LOCK TABLE sandbox_movements`); err != nil {
		t.Fatal(err)
	}
	var printed bytes.Buffer
	code := make(chan int, 1)
	data := t.TempDir()
	go func() {
		code <- cli.Run(ctx, nil, []string{"invoices", "create", o["incrementId"].(string), "--line", "MUG=1", "--capture", "online",
			"--database", s.Config.Database.URL, "--data", data}, &printed, &printed)
	}()
	for len(s.Must(200, "GET", path, nil, s.Service...).List(t)) == 0 {
		select {
		case c := <-code:
			t.Fatalf("exit %d before the gateway was asked\n%s", c, printed.String())
		case <-ctx.Done():
			t.Fatal("no invoice")
		case <-time.After(10 * time.Millisecond):
		}
	}
	s.Must(201, "POST", path, salestest.Fields{"capture": "not_capture"}, s.Service...)
	if err := lock.Rollback(ctx); err != nil {
		t.Fatal(err)
	}
	if c := <-code; c != 0 {
		t.Fatalf("exit %d\n%s", c, printed.String())
	}
	list := s.Must(200, "GET", path, nil, s.Service...).List(t)
	if len(list) != 2 {
		t.Fatalf("invoices: %v", list)
	}
	number := func(i int) string { return list[i]["incrementId"].(string) }
	for _, want := range []string{
		number(0), "25 USD", fmt.Sprintf("the invoice with ID %.0f is open", list[0]["id"]),
		"tradelog invoices list " + o["incrementId"].(string),
	} {
		if !strings.Contains(printed.String(), want) {
			t.Errorf("%q is missing in\n%s", want, printed.String())
		}
	}
	if strings.Contains(printed.String(), number(1)) {
		t.Errorf("the invoice %s of another request was printed:\n%s", number(1), printed.String())
	}
}
