package bench

import (
	"context"
	"fmt"
	"time"

	"tradelog/cmd/tradelog/demo"
)

// bill measures the cost of a checkout, beside one without a log.
func (s *Suite) bill(ctx context.Context) {
	s.say("the bill of a checkout")
	database := s.seeded(ctx, "bill", demo.Size{Products: 2000, Customers: 1000, Orders: 1000})
	target := s.target(ctx, database)
	served, plain := newMeter(ctx, database, target.PID), newMeter(ctx, database, 0)
	defer served.close(ctx)
	defer plain.close(ctx)
	billed := func(m *meter, name string, run func(Load) (Figures, error), concurrency int) (Bill, Figures) {
		load := s.load(concurrency)
		load.Warmup = 0 // the bill includes every flow
		b, f := m.measure(ctx, name, func() (Figures, error) { return run(load) })
		s.report.Bills = append(s.report.Bills, b)
		s.detail(name, f)
		return b.each(), f
	}
	found := map[int]measured{}
	for _, c := range []int{1, 8, 32} {
		_, hand := billed(plain, "baseline: by hand", func(l Load) (Figures, error) { return byHand(ctx, database, l) }, c)
		for _, name := range []string{"checkout-4", "checkout-9"} {
			scenario, _ := Find(name)
			b, f := billed(served, name, func(l Load) (Figures, error) { return scenario.Run(ctx, target, l) }, c)
			if name == "checkout-4" {
				found[c] = measured{b, f}
			}
			ratio := f.PerSecond() / hand.PerSecond()
			switch {
			case c == 1 && name == "checkout-4":
				s.add(
					Row{Name: "guest checkout of 4 requests, alone", Figure: "p50 " + short(f.P50), Target: "p50 6 ms", Met: f.P50 <= 6*time.Millisecond},
				)
			case name == "checkout-4":
				s.add(Row{
					Name: fmt.Sprintf("guest checkout of 4 requests, concurrency %d", c), Figure: rate(f.PerSecond()),
					Baseline: "by hand " + rate(hand.PerSecond()), Ratio: ratio, Target: "0.25", Met: ratio >= 0.25,
				})
			}
			if c == 8 {
				most := map[string]float64{"checkout-4": 8, "checkout-9": 12}[name]
				s.add(Row{
					Name: "transactions of " + name + ", concurrency 8", Figure: fmt.Sprintf("%.1f, CPU %s", b.Transactions, short(b.Server+b.PostgreSQL)),
					Target: fmt.Sprint(most), Met: b.Transactions <= most,
				})
			}
			if c == 8 && name == "checkout-9" {
				cpu := b.Server + b.PostgreSQL
				s.add(Row{
					Name: "CPU of checkout-9, concurrency 8", Figure: short(cpu), Target: "6 ms", Met: cpu <= 6*time.Millisecond,
				})
			}
		}
	}
	s.foresee(ctx, database, target, found)
}
