package capacity

import (
	"math"
	"testing"
	"time"
)

func near(t *testing.T, what string, got, want, by float64) {
	t.Helper()
	if math.Abs(got-want) > by*want {
		t.Errorf("%s: %.4g, want about %.4g", what, got, want)
	}
}

// TestOneClientWaitsForEverything: alone, a flow takes the sum of its parts.
func TestOneClientWaitsForEverything(t *testing.T) {
	t.Parallel()
	costs := Costs{Flow: 3 * time.Millisecond, Transaction: 500 * time.Microsecond}
	flow := Flow{Requests: []Request{{Share: 0.5}, {Share: 0.5, Own: 1, Appends: true, Projected: true}}}
	got := Simulate(Machine{Cores: 4, Flush: 2 * time.Millisecond}, costs, flow, 1, 10*time.Second)
	alone := 3*time.Millisecond + 3*500*time.Microsecond + 2*time.Millisecond
	near(t, "p50", got.P50.Seconds(), alone.Seconds(), 0.001)
	near(t, "flows a second", got.PerSecond, 1/alone.Seconds(), 0.01)
	near(t, "transactions", got.Transactions, 3, 0.001)
	near(t, "use of the processors", got.Busy, 4.5/6.5/4, 0.01)
}

// TestProcessorsAreTheLimit: many clients use all processors, and share their commits.
func TestProcessorsAreTheLimit(t *testing.T) {
	t.Parallel()
	costs := Costs{Flow: 4 * time.Millisecond, Transaction: 200 * time.Microsecond}
	got := Simulate(Machine{Cores: 2, Flush: time.Millisecond}, costs, Checkout, 32, 10*time.Second)
	near(t, "use of the processors", got.Busy, 1, 0.01)
	spent := costs.Flow.Seconds() + got.Transactions*costs.Transaction.Seconds()
	near(t, "flows a second", got.PerSecond, 2/spent, 0.02)
	alone := Simulate(Machine{Cores: 2, Flush: time.Millisecond}, costs, Checkout, 1, 10*time.Second)
	if got.Transactions > alone.Transactions-1 {
		t.Errorf("%.1f transactions with 32 clients, %.1f alone", got.Transactions, alone.Transactions)
	}
}

// TestTheDiskIsTheLimit: waiting commits share the flushes of a slow disk. So it costs time, and no throughput of many clients.
func TestTheDiskIsTheLimit(t *testing.T) {
	t.Parallel()
	costs := Costs{Flow: time.Millisecond, Transaction: 50 * time.Microsecond}
	slow := Machine{Cores: 64, Flush: 20 * time.Millisecond}
	one, many := Simulate(slow, costs, Checkout, 1, 20*time.Second), Simulate(slow, costs, Checkout, 100, 20*time.Second)
	near(t, "a flow alone", one.P50.Seconds(), (61 * time.Millisecond).Seconds(), 0.03)
	if many.PerSecond < 50*one.PerSecond {
		t.Errorf("100 clients make %.0f flows a second, one makes %.0f", many.PerSecond, one.PerSecond)
	}
	if again := Simulate(slow, costs, Checkout, 100, 20*time.Second); again != many {
		t.Errorf("the same question is answered by %+v and %+v", many, again)
	}
}

func TestWalls(t *testing.T) {
	t.Parallel()
	prices := Prices{
		Checkout: 5 * time.Millisecond, CheckoutStored: 2 * time.Millisecond, Projected: 200 * time.Microsecond, Events: 8,
		Read: 50 * time.Microsecond, Appends: 20_000,
	}
	first := func(l Layout, polls float64) Wall { return Walls(prices, l, polls)[0] }
	small := Layout{Servers: 1, ServerCores: 2, DatabaseCores: 2, Logs: 1}
	if w := first(small, 0); w.Part != "processors of the servers" || math.Round(w.Checkouts) != 320 {
		t.Errorf("%+v", w)
	}
	if w := first(small, 16_000); math.Round(w.Checkouts) != 160 {
		t.Errorf("with polls: %+v", w)
	}
	if w := first(small, 1e9); w.Checkouts != 0 {
		t.Errorf("with too many polls: %+v", w)
	}
	wide := Layout{Servers: 20, ServerCores: 8, DatabaseCores: 8, Logs: 1}
	if w := first(wide, 0); w.Part != "the log, which one transaction at a time extends" || math.Round(w.Checkouts) != 2000 {
		t.Errorf("%+v", w)
	}
	wide.Logs = 20
	if w := first(wide, 0); w.Part != "processors of the servers" {
		t.Errorf("with twenty logs: %+v", w)
	}
}
