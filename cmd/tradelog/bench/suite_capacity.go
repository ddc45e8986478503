package bench

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/cmd/tradelog/bench/capacity"
	"tradelog/internal/privatepg"
)

// measured is the bill of a checkout at a concurrency, and its figures.
type measured struct {
	bill    Bill
	figures Figures
}

// all returns the processor time of server, PostgreSQL and client.
func (m measured) all() time.Duration { return m.bill.Server + m.bill.PostgreSQL + m.bill.Client }

// foresee checks the model of docs/scaling.md. From the measured costs of checkouts at concurrency 1 and 8 it predicts the throughput at
// others. It does so for this machine, and for a disk that takes twice as long.
func (s *Suite) foresee(ctx context.Context, database string, target Target, found map[int]measured) {
	one, eight := found[1], found[8]
	costs := capacity.Costs{}
	if more := one.bill.Transactions - eight.bill.Transactions; more > 0.5 {
		costs.Transaction = max(0, time.Duration(float64(one.all()-eight.all())/more))
	}
	// A transaction costs at least a tenth of a millisecond. It costs at most so much that half of the flow remains for other work.
	costs.Transaction = min(max(costs.Transaction, 100*time.Microsecond), time.Duration(float64(eight.all())/2/eight.bill.Transactions))
	costs.Flow = eight.all() - time.Duration(eight.bill.Transactions*float64(costs.Transaction))
	machine := capacity.Machine{Cores: runtime.NumCPU(), Flush: flushTime(ctx, database)}
	s.say("  a flow takes %s and a transaction %s of a processor, a flush %s", costs.Flow, costs.Transaction, machine.Flush)
	compare := func(what string, m capacity.Machine, clients int, f Figures) {
		p := capacity.Simulate(m, costs, capacity.Checkout, clients, 20*time.Second)
		ratio := p.PerSecond / f.PerSecond()
		s.add(Row{
			Name: what, Figure: fmt.Sprintf("%.0f flows/s, p50 %s", p.PerSecond, short(p.P50)),
			Baseline: fmt.Sprintf("measured %.0f flows/s, p50 %s", f.PerSecond(), short(f.P50)), Ratio: ratio,
			Target: "0.75 to 1.33", Met: ratio >= 0.75 && ratio <= 1.33,
		})
	}
	for _, c := range []int{1, 8, 32} {
		compare(fmt.Sprintf("checkouts foreseen, concurrency %d", c), machine, c, found[c].figures)
	}
	slow := machine
	slow.Flush *= 2
	scenario, _ := Find("checkout-4")
	s.slowDown(ctx, database, machine.Flush, func() {
		for _, c := range []int{1, 8} {
			f := must(scenario.Run(ctx, target, s.load(c)))
			compare(fmt.Sprintf("checkouts foreseen with twice the latency of the disk, concurrency %d", c), slow, c, f)
		}
	})
}

// slowDown slows each flush of a PostgreSQL server while do runs.
func (s *Suite) slowDown(ctx context.Context, database string, by time.Duration, do func()) {
	conn := must(pgx.Connect(ctx, must(privatepg.AdminOf(database))))
	defer conn.Close(context.WithoutCancel(ctx))
	set := func(ctx context.Context, statements ...string) {
		for _, sql := range append(statements, `SELECT pg_reload_conf()`) {
			must(conn.Exec(ctx, sql))
		}
	}
	set(ctx, fmt.Sprintf(`ALTER SYSTEM SET commit_delay = %d`, by.Microseconds()), `ALTER SYSTEM SET commit_siblings = 0`)
	defer set(context.WithoutCancel(ctx), `ALTER SYSTEM RESET commit_delay`, `ALTER SYSTEM RESET commit_siblings`)
	do()
}

// flushTime measures how long a commit waits for the disk: the difference between transactions that wait and those that do not.
func flushTime(ctx context.Context, database string) time.Duration {
	conn := must(pgx.Connect(ctx, database))
	defer conn.Close(context.WithoutCancel(ctx))
	must(conn.Exec(ctx, `CREATE TABLE IF NOT EXISTS bench_flush (n int)`))
	median := func(commit string) time.Duration {
		must(conn.Exec(ctx, `SET synchronous_commit = `+commit))
		took := make([]time.Duration, 301)
		for i := range took {
			began := time.Now()
			must(conn.Exec(ctx, `INSERT INTO bench_flush VALUES (1)`))
			took[i] = time.Since(began)
		}
		slices.Sort(took)
		return took[len(took)/2]
	}
	return max(0, median("on")-median("off"))
}
