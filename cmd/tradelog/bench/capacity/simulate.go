// Package capacity predicts how many checkouts a shop carries, from the cost of one. Simulate follows clients, processors and the log event
// by event. Walls tells which part of an installation is used up first. Neither uses a clock or chance, so the same question always has the
// same answer.
package capacity

import (
	"container/heap"
	"slices"
	"time"
)

// Machine is the machine of a shop.
type Machine struct {
	Cores int           // processors that the server, PostgreSQL and the clients share
	Flush time.Duration // until a commit is on the disk
}

// Costs are the processor time of a flow of requests.
type Costs struct {
	// Flow is the processor time of one flow at any load: of the server, of PostgreSQL and of its client, without transactions.
	Flow time.Duration
	// Transaction is the processor time of each transaction, on both sides.
	Transaction time.Duration
}

// Request is one request of a flow.
type Request struct {
	// Share is its part of Costs.Flow.
	Share float64
	// Own is the number of transactions that it makes one after another, without sharing them.
	Own int
	// Appends says that it waits until the log has its events. Events of other requests share the transaction.
	Appends bool
	// Projected says that it then waits until projectors have applied them, in transactions that other requests share.
	Projected bool
}

// Flow is the sequence of requests that a client repeats.
type Flow struct {
	Requests []Request
	// Work that no request waits for: a part of Costs.Flow, and transactions.
	BehindShare float64
	Behind      int
}

// Prediction is the result of Simulate.
type Prediction struct {
	PerSecond    float64 // flows
	P50          time.Duration
	Transactions float64 // per flow
	Busy         float64 // used part of the processors' time, from 0 to 1
}

// slice is the time that a processor works for one task before the next one has its turn.
const slice = 200 * time.Microsecond

// Simulate lets clients make flows for a while and counts them. The first fifth does not count.
func Simulate(m Machine, costs Costs, flow Flow, clients int, during time.Duration) Prediction {
	s := &simulation{machine: m, costs: costs}
	s.log = &group{s: s, flush: m.Flush}
	s.projectors = &group{s: s}
	for range clients {
		s.client(flow, during/5)
	}
	s.run(during)
	p := Prediction{Busy: s.busy.Seconds() / during.Seconds() / float64(m.Cores)}
	if n := len(s.took); n > 0 {
		slices.Sort(s.took)
		p.PerSecond = float64(n) / (during - during/5).Seconds()
		p.P50 = s.took[n/2]
		p.Transactions = float64(s.transactions) / float64(s.flows)
	}
	return p
}

type simulation struct {
	machine Machine
	costs   Costs

	now     time.Duration
	events  events
	number  int // of the last event, so that simultaneous events keep their order
	tasks   []task
	working int // processors

	log, projectors *group

	flows, transactions int
	busy                time.Duration
	took                []time.Duration
}

// task is work for a processor. then is called when it is done.
type task struct {
	left time.Duration
	then func()
}

// client makes flows, one after another.
func (s *simulation) client(flow Flow, from time.Duration) {
	var begin func()
	begin = func() {
		began := s.now
		s.requests(flow.Requests, func() {
			s.flows++
			if s.now >= from {
				s.took = append(s.took, s.now-began)
			}
			s.transactions += flow.Behind
			s.work(s.part(flow.BehindShare)+time.Duration(flow.Behind)*s.costs.Transaction, func() {})
			begin()
		})
	}
	begin()
}

func (s *simulation) part(share float64) time.Duration {
	return time.Duration(share * float64(s.costs.Flow))
}

// requests makes requests one after another.
func (s *simulation) requests(list []Request, then func()) {
	if len(list) == 0 {
		then()
		return
	}
	r, next := list[0], func() { s.requests(list[1:], then) }
	projected := next
	if r.Projected {
		projected = func() { s.projectors.join(next) }
	}
	appended := projected
	if r.Appends {
		appended = func() { s.log.join(projected) }
	}
	s.transactions += r.Own
	s.work(s.part(r.Share)+time.Duration(r.Own)*s.costs.Transaction, appended)
}

// group makes one commit for all who wait, and then one for those who came meanwhile.
type group struct {
	s       *simulation
	flush   time.Duration // a commit waits for the disk
	waiting []func()
	busy    bool
}

func (g *group) join(then func()) {
	g.waiting = append(g.waiting, then)
	g.commit()
}

func (g *group) commit() {
	if g.busy || len(g.waiting) == 0 {
		return
	}
	batch := g.waiting
	g.waiting, g.busy = nil, true
	g.s.transactions++
	g.s.work(g.s.costs.Transaction, func() {
		g.s.after(g.flush, func() {
			g.busy = false
			for _, then := range batch {
				then()
			}
			g.commit()
		})
	})
}

// work gives a task to the processors, which share their time between all tasks.
func (s *simulation) work(d time.Duration, then func()) {
	s.tasks = append(s.tasks, task{d, then})
	s.employ()
}

func (s *simulation) employ() {
	for s.working < s.machine.Cores && len(s.tasks) > 0 {
		t := s.tasks[0]
		s.tasks = s.tasks[1:]
		s.working++
		turn := min(t.left, slice)
		s.after(turn, func() {
			s.working--
			s.busy += turn
			if t.left -= turn; t.left > 0 {
				s.tasks = append(s.tasks, t)
			} else {
				t.then()
			}
			s.employ()
		})
	}
}

func (s *simulation) after(d time.Duration, do func()) {
	s.number++
	heap.Push(&s.events, event{s.now + d, s.number, do})
}

func (s *simulation) run(until time.Duration) {
	for len(s.events) > 0 && s.events[0].at <= until {
		e := heap.Pop(&s.events).(event)
		s.now = e.at
		e.do()
	}
}

type event struct {
	at     time.Duration
	number int
	do     func()
}

// events is a heap with the earliest event first.
type events []event

func (e events) Len() int { return len(e) }

func (e events) Less(i, j int) bool {
	return e[i].at < e[j].at || e[i].at == e[j].at && e[i].number < e[j].number
}

func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }

// Push implements heap.Interface.
func (e *events) Push(x any) { *e = append(*e, x.(event)) }

// Pop implements heap.Interface.
func (e *events) Pop() any {
	old := *e
	last := old[len(old)-1]
	*e = old[:len(old)-1]
	return last
}
