package faults

import (
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"tradelog/test/suite"
)

// TestAnOwnerThatLostItsLockCannotWrite stops the instance that runs the projectors in the middle of a batch, and cuts the connection of
// its lock. Another instance runs the projectors, and then the first one continues.
//
//	first:  reads the rows -- stopped ----------------------------------- goes on: writes them x another term
//	lock:                       +- cut -- the second's
//	second:                                  +- reads, writes, and writes newer ones -+
func TestAnOwnerThatLostItsLockCannotWrite(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	url, auth := database(t)
	wire, through := newWire(t, url)
	first := serve(t, through) // alone, so it runs the projectors
	second := serve(t, url)
	db := connect(t, url)
	sku := counted(0)
	set := func(qty int) {
		t.Helper()
		second.Must(200, "PUT", "/inventory", object{"sku": sku, "qty": qty}, auth...)
	}

	// The projector of stock reads the product's row, because it has not seen the product since the start. The lock blocks it there.
	var writing sync.WaitGroup
	release := lockTable(t, url, "read.product_stock")
	writing.Go(func() { set(1) })
	await(t, "the owner's projector reads the row", func() bool { return waiting(t, db, "tradelog projectors") == 1 })
	if err := first.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	if n := wire.cut("tradelog projections owner"); n != 1 {
		t.Fatalf("the owner has %d connections that hold the lock", n)
	}
	await(t, "the second instance's projector reads the row", func() bool { return waiting(t, db, "tradelog projectors") == 2 })
	release()
	writing.Wait()
	set(2)
	await(t, "the second instance projects", func() bool { return left(t, db, sku) == 2 })

	if err := first.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	await(t, "the first instance is refused", func() bool { return strings.Contains(first.Log(), "another instance has taken over") })
	if got := left(t, db, sku); got != 2 {
		t.Errorf("the stock was set to 2 and is %d", got)
	}
	set(3)
	if got := left(t, db, sku); got != 3 {
		t.Errorf("the stock was set to 3 and is %d", got)
	}
	// The first instance's answers now come from the second one's rows.
	await(t, "the first instance follows", func() bool { return projects(first, auth) })
	whole(t, first, db)
}

// lockTable locks a table until release is called.
func lockTable(t testing.TB, url, table string) (release func()) {
	t.Helper()
	conn := connect(t, url)
	execute(t, conn, "BEGIN")
	execute(t, conn, "LOCK TABLE "+table+" IN ACCESS EXCLUSIVE MODE")
	return func() { execute(t, conn, "ROLLBACK") }
}

// waiting counts the connections of a name that wait for a lock.
func waiting(t testing.TB, db *pgx.Conn, name string) int {
	t.Helper()
	return query[int](t, db,
		`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1 AND wait_event_type = 'Lock'`, name)
}
