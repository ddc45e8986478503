package revocation

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/order"
)

// now is the time of the tests.
var now = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func submission(change ...func(*Submission)) Submission {
	d := Submission{RequestID: 3, OrderID: 42, Reference: "100000042", StoreID: 1, CustomerID: 5, Reason: "too small", At: now,
		Declarer: Person{Name: "Anna Smith", Email: "anna@example.com", IP: "192.0.2.7", UserAgent: "curl"}}
	for _, c := range change {
		c(&d)
	}
	return d
}

func submitted(change ...func(*Submitted)) Submitted {
	e := Submitted{RequestID: 3, OrderID: 42, OrderReference: "100000042", StoreID: 1, CustomerID: 5, Verified: true, ReceivedAt: now,
		Reason:   "too small",
		Declarer: Person{Name: "Anna Smith", Email: "anna@example.com", IP: "192.0.2.7", UserAgent: "curl"}}
	for _, c := range change {
		c(&e)
	}
	return e
}

func fold(events ...domain.Event) State {
	s := New("")
	for _, e := range events {
		s = Evolve(s, e)
	}
	return s
}

func TestDecisions(t *testing.T) {
	t.Parallel()
	submit := func(change ...func(*Submission)) func(State) ([]domain.Event, error) {
		return func(s State) ([]domain.Event, error) { return s.Submit(submission(change...)) }
	}
	process := func(status Status, note ...string) func(State) ([]domain.Event, error) {
		p := Processing{Status: status}
		if len(note) > 0 {
			p.Note = &note[0]
		}
		return func(s State) ([]domain.Event, error) { return s.Process(p) }
	}
	reason := func(r string) func(*Submission) { return func(d *Submission) { d.Reason = r } }
	noted := Noted{CustomerID: 5, Note: "called back"}
	for _, c := range []struct {
		name  string
		given []domain.Event
		when  func(State) ([]domain.Event, error)
		want  []domain.Event
		fails error
	}{
		{"a declaration is stored", nil, submit(), []domain.Event{submitted()}, nil},
		{"without a receipt as well", nil, submit(func(d *Submission) { d.Suppressed = SuppressedByRecipient }),
			[]domain.Event{submitted(func(e *Submitted) { e.Suppressed = "rate_limit_recipient" })}, nil},
		{"to the second", nil, submit(func(d *Submission) { d.At = now.Add(999 * time.Millisecond) }), []domain.Event{submitted()}, nil},
		{"a reason is trimmed", nil, submit(reason("\n too small \t")), []domain.Event{submitted()}, nil},
		{"a blank one is none", nil, submit(reason(" \n")), []domain.Event{submitted(func(e *Submitted) { e.Reason = "" })}, nil},
		{
			"a long one is cut", nil, submit(reason(strings.Repeat("ß", 2001))),
			[]domain.Event{submitted(func(e *Submitted) { e.Reason = strings.Repeat("ß", 2000) })}, nil,
		},
		{"and so is where it came from", nil, submit(func(d *Submission) {
			d.Declarer.IP, d.Declarer.UserAgent = strings.Repeat("1", 46), strings.Repeat("ü", 513)
		}),
			[]domain.Event{submitted(func(e *Submitted) {
				e.Declarer.IP, e.Declarer.UserAgent = strings.Repeat("1", 45), strings.Repeat("ü", 512)
			})}, nil},
		{"twice", []domain.Event{submitted()}, submit(), nil, errors.New("Revocation request 3 exists already")},

		{"it is accepted", []domain.Event{submitted()}, process(Accepted), []domain.Event{Processed{Accepted}}, nil},
		{"once more", []domain.Event{submitted(), Processed{Accepted}}, process(Accepted), []domain.Event{Processed{Accepted}}, nil},
		{"or rejected after all", []domain.Event{submitted(), Processed{Accepted}}, process(Rejected), []domain.Event{Processed{Rejected}}, nil},
		{
			"or asked about, with a note", []domain.Event{submitted()}, process(InfoRequested, " called back "),
			[]domain.Event{Processed{InfoRequested}, noted}, nil,
		},
		{"a note alone", []domain.Event{submitted()}, process("", "called back"), []domain.Event{noted}, nil},
		{"the same note", []domain.Event{submitted(), noted}, process("", "called back"), nil, nil},
		{"a note is taken away", []domain.Event{submitted(), noted}, process("", " "), []domain.Event{Noted{CustomerID: 5}}, nil},
		{"nothing", []domain.Event{submitted()}, process(""), nil, nil},
		{"a status that is none", []domain.Event{submitted()}, process("done", "x"), nil, errStatus},
		{"one of another case", []domain.Event{submitted()}, process("Accepted"), nil, errStatus},
		{"a request that is none", nil, process(Accepted), nil, ErrNotFound},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := c.when(fold(c.given...))
			if !reflect.DeepEqual(got, c.want) || fmt.Sprint(err) != fmt.Sprint(c.fails) {
				t.Errorf("got %+v, %v\nwant %+v, %v", got, err, c.want, c.fails)
			}
		})
	}
}

func TestPeriod(t *testing.T) {
	t.Parallel()
	type at struct {
		what domain.Event
		when time.Time
	}
	placed := at{order.Placed{}, now}
	day := 24 * time.Hour
	for _, c := range []struct {
		name string
		seen []at
		days int
		now  time.Time
		over bool
	}{
		{"the last second counts", []at{placed}, 14, now.Add(14 * day), false},
		{"all of it", []at{placed}, 14, now.Add(14*day + 999*time.Millisecond), false},
		{"one more does not", []at{placed}, 14, now.Add(14*day + time.Second), true},
		{"for ever", []at{placed}, 0, now.Add(1000 * day), false},
		{"a shipment begins it anew", []at{placed, {order.Shipped{}, now.Add(10 * day)}}, 14, now.Add(24 * day), false},
		{
			"and the latest one does", []at{placed, {order.Shipped{}, now.Add(10 * day)}, {order.Shipped{}, now.Add(20 * day)}}, 14,
			now.Add(34 * day), false,
		},
		{"one that was entered late does not", []at{placed, {order.Shipped{}, now.Add(-day)}}, 14, now.Add(14 * day), false},
		{
			"nothing else does", []at{placed, {order.CanceledEvent{}, now.Add(10 * day)}, {order.Commented{}, now.Add(10 * day)}}, 14,
			now.Add(15 * day), true,
		},
	} {
		var p Period
		for _, e := range c.seen {
			p.See(e.what, e.when)
		}
		if err := p.Check(c.days, c.now); c.over != errors.Is(err, errPeriodOver) || !c.over && err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestReceipts(t *testing.T) {
	t.Parallel()
	hours := func(n int) ReceiptGranted {
		return ReceiptGranted{RequestID: 1, At: now.Add(time.Duration(n) * time.Hour)}
	}
	for _, c := range []struct {
		name  string
		given []domain.Event
		most  int
		want  bool
	}{
		{"the first", nil, 1, true},
		{"a second one on the same day", []domain.Event{hours(-23)}, 1, false},
		{"a day later", []domain.Event{hours(-24)}, 1, true},
		{"two a day", []domain.Event{hours(-23)}, 2, true},
		{"not three", []domain.Event{hours(-23), hours(-1)}, 2, false},
		{"the windows slide", []domain.Event{hours(-30), hours(-10)}, 2, true},
		{"switched off", []domain.Event{hours(-2), hours(-1)}, 0, true},
	} {
		r := NewReceipts("")
		for _, e := range c.given {
			r = EvolveReceipts(r, e)
		}
		got := r.Grant(9, c.most, now)
		if c.want != (len(got) == 1) || c.want && got[0] != (ReceiptGranted{RequestID: 9, At: now}) {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	if r := EvolveReceipts(EvolveReceipts(Receipts{}, hours(-30)), hours(0)); len(r.At) != 1 {
		t.Errorf("what no longer counts is kept: %v", r.At)
	}
}

func TestMailboxes(t *testing.T) {
	t.Parallel()
	for email, want := range map[string]string{
		"Anna@Example.COM": "anna@example.com", "anna+shop@example.com": "anna@example.com", "a.n.na@example.com": "a.n.na@example.com",
		"An.na+x+y@gmail.com": "anna@gmail.com", "a.nna@googlemail.com": "anna@googlemail.com", "anna": "anna",
		" anna@example.com ": "anna@example.com",
	} {
		if got := mailbox(email); got != want {
			t.Errorf("%s is %s, want %s", email, got, want)
		}
	}
	stream := ReceiptStream("anna@example.com")
	if stream != ReceiptStream("ANNA+x@example.com") || stream == ReceiptStream("bob@example.com") {
		t.Error("streams do not go by mailbox")
	}
	if strings.Contains(stream, "anna") || domain.Category(stream) != ReceiptCategory {
		t.Error(stream)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]string{
		ErrUnavailable: "not found: Revocation is not available", ErrNoReference: "invalid: An order reference is required",
		errPeriodOver: "precondition: The revocation period for this order has expired", ErrNotFound: "not found: Revocation request not found",
		errStatus: "precondition: Invalid processing status.", ErrNoCustomer: "forbidden: Customer identity required",
	} {
		if got := fault.KindOf(err).String() + ": " + err.Error(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if got := Remark(7); got != "Customer submitted revocation request #7 via their account." {
		t.Error(got)
	}
}
