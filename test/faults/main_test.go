package faults

import (
	"context"
	"flag"
	"fmt"
	"os"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/installation/migrations"
	"tradelog/test/pgtest"
	"tradelog/test/servetest"
)

type object = map[string]any

// TestMain runs the tests, or the helper that the environment selects.
func TestMain(m *testing.M) {
	switch {
	case os.Getenv(diesAt) != "" && os.Args[1] == "serve": // commands of that shop have its environment, too
		os.Exit(serveUntilStep(os.Getenv(diesAt)))
	case os.Getenv(diskSize) != "":
		os.Exit(keepSmallDisk(os.Getenv(diskSize)))
	}
	_ = flag.Set("test.parallel", "4") // these tests mostly wait
	servetest.Main(m, nil)
}

// goods are the shop's products. Each has more units than a test orders.
var goods = []string{"MUG", "CAP", "PEN"}

const units = 50_000

// open creates an account with all permissions and the products, and returns the header with the account's token.
func open(t testing.TB, s *servetest.Server) (auth []string) {
	t.Helper()
	auth = s.Token("service")
	for _, sku := range goods {
		product(t, s, auth, sku, units)
	}
	for i := range clients + 1 { // one for the test itself
		product(t, s, auth, counted(i), 0)
	}
	return auth
}

func product(t testing.TB, s *servetest.Server, auth []string, sku string, qty int) {
	t.Helper()
	s.Must(201, "POST", "/products",
		object{"sku": sku, "name": "The " + sku, "price": 12.5, "weight": 1, "stockQty": qty, "websiteIds": []int{1}}, auth...)
}

// counted is the SKU of a product whose stock only one client sets, to growing numbers.
func counted(client int) string { return fmt.Sprintf("COUNTED-%d", client) }

// clients is the number of clients of a load.
const clients = 8

// template makes one shop with the account and all products. Every database is a copy of it.
var template struct{ auth []string }

// database returns a database with a shop, and the header of an account with all permissions.
func database(t testing.TB) (url string, auth []string) {
	t.Helper()
	url = pgtest.URL(t, pgtest.WithTemplate("shop", func(ctx context.Context, url string) error {
		if err := migrations.Up(ctx, url); err != nil {
			return err
		}
		s := servetest.Start(t, t.TempDir(), "--database", url)
		template.auth = open(t, s)
		return s.Signal(syscall.SIGINT)
	}))
	return url, template.auth
}

// rounds makes names of templates unique with -count=2, because a template lives as long as the process.
var rounds atomic.Int64

// serve starts the program on a database, as one of several instances.
func serve(t testing.TB, url string, args ...string) *servetest.Server {
	t.Helper()
	return servetest.Start(t, t.TempDir(), append([]string{"--database", url}, args...)...)
}

// connect opens a connection that is closed when the test ends.
func connect(t testing.TB, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// query reads one value.
func query[T any](t testing.TB, conn *pgx.Conn, sql string, args ...any) (v T) {
	t.Helper()
	if err := conn.QueryRow(t.Context(), sql, args...).Scan(&v); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return v
}

// execute executes a statement.
func execute(t testing.TB, conn *pgx.Conn, sql string, args ...any) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), sql, args...); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// patience bounds every wait that has no bound of its own.
const patience = 2 * time.Minute

// await polls until a condition is met.
func await(t testing.TB, what string, so func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if !within(ctx, so) {
		t.Fatalf("it never came to this: %s", what)
	}
}

// within polls until a condition is met or the context ends, and reports which.
func within(ctx context.Context, so func() bool) bool {
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for !so() {
		select {
		case <-again.C:
		case <-ctx.Done():
			return false
		}
	}
	return true
}
