package mails

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/letter"
	"tradelog/reactions"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/test/doubles"
)

// TestOnceForEachEvent checks that an event causes one e-mail, however often the reaction and the sweep run.
func TestOnceForEachEvent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	events := w.happen("greeting-1", greeted{"anna", 1}, greeted{"ben", 2}, greeted{"nobody asked", -1})
	w.handle(events[0])
	w.deliver()
	first, second := w.sink.Next(t), w.sink.Next(t)
	if first.Subject() != "Maß & Co: Greeting 1" || second.Subject() != "Maß & Co: Greeting 2" || first.To() != "anna <anna@example.com>" {
		t.Errorf("subjects %q and %q, to %q", first.Subject(), second.Subject(), first.To())
	}
	if id := first.Header.Get("Message-Id"); id != fmt.Sprintf("<greeting-%s@example.com>", events[0].ID) {
		t.Errorf("message %s", id)
	}
	w.handle(events[0])
	w.handle(events[1])
	w.after(time.Hour)
	w.silent()
	w.expect("greeting 1 sent closed: sent; greeting 1 sent closed: sent")
	if fmt.Sprint(w.noted) != "[1 2]" {
		t.Errorf("noted %v", w.noted)
	}
}

func TestTriedAgainLaterAndLater(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.sink.Refuse(func(string) error { return doubles.MailAnswer(451, "anna@example.com is busy") })
	w.happen("greeting-1", greeted{"anna", 1})
	w.deliver()
	w.expect("greeting 1 open: mail: the mail server refuses the recipient (451)")
	w.after(29 * time.Second) // before the retry is due
	w.expect("greeting 1 open: mail: the mail server refuses the recipient (451)")
	w.after(time.Second)
	w.expect("greeting 2 open: mail: the mail server refuses the recipient (451)")
	w.after(59 * time.Second)
	w.expect("greeting 2 open: mail: the mail server refuses the recipient (451)")
	w.sink.Refuse(nil)
	w.after(time.Second)
	w.sink.Next(t)
	w.expect("greeting 3 sent closed: sent")
	if strings.Contains(w.logged.String(), "anna") || strings.Count(w.logged.String(), "will try again") != 2 {
		t.Errorf("logged: %s", w.logged.String())
	}
	for n, want := range map[int]time.Duration{1: 30 * time.Second, 2: time.Minute, 7: 32 * time.Minute, 8: time.Hour, 50: time.Hour} {
		if got := pause(n); got != want {
			t.Errorf("after attempt %d it waits %s, want %s", n, got, want)
		}
	}
}

func TestGivenUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.sink.Refuse(func(to string) error {
		if strings.HasPrefix(to, "ben") {
			return doubles.MailAnswer(550, "no ben@example.com here")
		}
		return doubles.MailAnswer(451, "later")
	})
	w.happen("greeting-1", greeted{"anna", 1}, greeted{"ben", 2})
	w.deliver()
	w.expect("greeting 1 open: mail: the mail server refuses the recipient (451); greeting 1 closed: mail: the mail server refuses the " +
		"recipient (550)")
	w.after(72 * time.Hour)
	w.expect("greeting 2 closed: mail: the mail server refuses the recipient (451); greeting 1 closed: mail: the mail server refuses the " +
		"recipient (550)")
	if strings.Count(w.logged.String(), "given up") != 2 || strings.Contains(w.logged.String(), "example.com") {
		t.Errorf("logged: %s", w.logged.String())
	}
	w.sink.Refuse(nil)
	w.after(72 * time.Hour)
	w.silent()
}

// TestAServerThatIsAway checks that one e-mail at a time is tried while the mail server fails, and that none waits longer for
// it.
func TestAServerThatIsAway(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.sink.Stop()
	w.happen("greeting-1", greeted{"anna", 1}, greeted{"ben", 2}, greeted{"cleo", 3})
	w.deliver()
	w.deliver()
	w.after(29 * time.Second)
	if n := strings.Count(w.logged.String(), "will try again"); n != 1 {
		t.Errorf("asked %d times:\n%s", n, w.logged.String())
	}
	for range 20 {
		w.after(30 * time.Second)
	}
	if n := strings.Count(w.logged.String(), "will try again"); n != 21 {
		t.Errorf("asked %d times", n)
	}
	again := doubles.StartMailServer(t, doubles.MailSetup{})
	w.useSink(again)
	w.after(30 * time.Second)
	subjects := map[string]bool{}
	for range 3 {
		subjects[again.Next(t).Subject()] = true
	}
	if len(subjects) != 3 {
		t.Errorf("sent %v", subjects)
	}
	w.expect("greeting 1 sent closed: sent; greeting 1 sent closed: sent; greeting 1 sent closed: sent")
}

// TestWhatIsNotedFails checks that a failure to record the sending does not repeat the e-mail.
func TestWhatIsNotedFails(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.failing = errors.New("conflict")
	w.happen("greeting-1", greeted{"anna", 1})
	w.deliver()
	w.sink.Next(t)
	w.expect("greeting 1 sent open: an internal error; the log of the server has it")
	w.failing = nil
	w.after(30 * time.Second)
	w.silent()
	w.expect("greeting 2 sent closed: sent")
}

// TestCutOff checks that the line of a dead process is taken over after its lease.
func TestCutOff(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.happen("greeting-1", greeted{"anna", 1})
	if taken, err := w.composer.take(t.Context(), takeSize); len(taken) != 1 || err != nil {
		t.Fatal(taken, err)
	}
	w.deliver()
	w.after(lease - time.Second)
	w.silent()
	w.after(time.Second)
	w.sink.Next(t)
	w.expect("greeting 2 sent closed: sent")
}

// TestKilledBeforeItIsClosed: a line whose e-mail a dead process has sent is closed by another one, and not sent again.
func TestKilledBeforeItIsClosed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.happen("greeting-1", greeted{"anna", 1})
	taken, err := w.composer.take(t.Context(), takeSize)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.composer.processAll(t.Context(), taken); err != nil {
		t.Fatal(err)
	}
	w.sink.Next(t)
	w.composer.closings = nil
	w.expect("greeting 1 sent open: ")
	w.after(lease)
	w.silent()
	w.expect("greeting 2 sent closed: sent")
}

func TestForgottenPeopleGetNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.happen("greeting-1", greeted{"anna", 1}, greeted{"ben", 2})
	if err := w.keys.Forget(t.Context(), "person-1"); err != nil {
		t.Fatal(err)
	}
	w.deliver()
	if m := w.sink.Next(t); m.Subject() != "Maß & Co: Greeting 2" {
		t.Error(m.Subject())
	}
	w.expect("greeting 1 closed: no address; greeting 1 sent closed: sent")
}

func TestOldNews(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	events := w.happen("greeting-1", greeted{"anna", 1})
	if _, err := w.pool.Exec(t.Context(), `DELETE FROM reaction_mails`); err != nil {
		t.Fatal(err)
	}
	w.after(48*time.Hour + time.Second)
	w.handle(events[0])
	w.expect("")
}

func TestSwitchedOff(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.happen("greeting-1", greeted{"anna", 1})
	w.set("system/smtp/disable", "1")
	w.happen("greeting-1", greeted{"cleo", 3})
	w.deliver()
	w.set("system/smtp/disable", "0")
	w.set("system/smtp/host", "")
	w.happen("greeting-1", greeted{"ben", 2})
	w.deliver()
	w.silent()
	w.expect("greeting 1 closed: e-mails are switched off; greeting 1 sent closed: written to a file")
	if mails := doubles.MailsIn(t, w.dir); len(mails) != 1 || mails[0].To() != "ben <ben@example.com>" ||
		mails[0].From() != "Sales <sales@example.com>" {
		t.Errorf("%d files", len(mails))
	}
}

func TestOldLinesGo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.happen("greeting-1", greeted{"anna", 1})
	w.deliver()
	w.sink.Next(t)
	w.after(29 * 24 * time.Hour)
	w.expect("greeting 1 sent closed: sent")
	w.after(25 * time.Hour)
	w.expect("")
}

// TestAnUnknownKind checks that lines of an unknown kind are closed.
func TestAnUnknownKind(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.happen("greeting-1", greeted{"anna", 1})
	delete(w.composer.kinds, "greeting")
	w.deliver()
	w.silent()
	w.expect("greeting 1 closed: not known any more")
}

// TestWhatFailedIsListedAndSentAgain: the outbox tells what became of each e-mail and why, and sends each again on request.
func TestWhatFailedIsListedAndSentAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.sink.Refuse(func(to string) error {
		if strings.HasPrefix(to, "anna") {
			return doubles.MailAnswer(550, "no anna here")
		}
		if strings.HasPrefix(to, "ben") {
			return doubles.MailAnswer(451, "later")
		}
		return nil
	})
	events := w.happen("order-7", greeted{"anna", 1}, greeted{"ben", 2}, greeted{"", 3}, greeted{"cleo", 4})
	w.deliver()
	w.sink.Next(t)
	later := w.happen("customer-5", greeted{"dora", 5})
	all := func(q letter.Query) (list []string) {
		t.Helper()
		found, err := w.composer.Emails(t.Context(), q, readmodels.Page{Number: 1, Size: 50})
		if err != nil || found.Total != int64(len(found.List)) {
			t.Fatal(found, err)
		}
		for _, e := range found.List {
			list = append(list, fmt.Sprintf("%s order %d: %s %q", e.ID[len(e.ID)-4:], domain.Value(e.OrderID), e.State, domain.Value(e.Reason)))
		}
		return list
	}
	line := func(e reactions.Event, rest string) string { return e.ID.String()[32:] + rest }
	want := []string{
		line(later[0], ` order 0: waiting ""`), line(events[3], ` order 7: sent ""`), line(events[2], ` order 7: dropped "no address"`),
		line(events[1], ` order 7: retrying "mail: the mail server refuses the recipient (451)"`),
		line(events[0], ` order 7: failed "mail: the mail server refuses the recipient (550)"`),
	}
	if got := all(letter.Query{}); !slices.Equal(got, want) {
		t.Errorf("outbox:\n%q, want\n%q", got, want)
	}
	for state, i := range map[string]int{"waiting": 0, "sent": 1, "dropped": 2, "retrying": 3, "failed": 4} {
		if got := all(letter.Query{State: state}); !slices.Equal(got, want[i:i+1]) {
			t.Errorf("%s: %q", state, got)
		}
	}
	if got := all(letter.Query{OrderID: 7, Kind: "greeting"}); !slices.Equal(got, want[1:]) {
		t.Errorf("of the order: %q", got)
	}
	if got := all(letter.Query{StoreIDs: []int64{2}}); len(got) != 0 {
		t.Errorf("of another store: %q", got)
	}

	id := func(e reactions.Event) string { return emailID("greeting", e.ID) }
	if _, err := w.composer.Resend(t.Context(), id(later[0])); fault.KindOf(err) != fault.Conflict {
		t.Errorf("one that waits: %v", err)
	}
	for _, unknown := range []string{"", "greeting", "greeting-" + uuid.NewString(), "-" + events[0].ID.String(), events[0].ID.String()} {
		if _, err := w.composer.Resend(t.Context(), unknown); fault.KindOf(err) != fault.NotFound {
			t.Errorf("%q: %v", unknown, err)
		}
	}
	w.sink.Refuse(nil)
	w.deliver()
	w.sink.Next(t)
	for i, message := range map[int]string{0: "-2", 1: "", 3: "-2"} {
		if e, err := w.composer.Resend(t.Context(), id(events[i])); err != nil || e.Attempts != 0 {
			t.Fatal(e, err)
		}
		w.deliver()
		if got := w.sink.Next(t).Header.Get("Message-Id"); got != "<"+id(events[i])+message+"@example.com>" {
			t.Errorf("message %s", got)
		}
		if e, err := w.composer.FindEmail(t.Context(), id(events[i])); err != nil || e.State != "sent" || e.SentAt == nil || e.Reason != nil {
			t.Errorf("sent again: %+v, %v", e, err)
		}
	}
	w.silent()
}

// TestAResendIsNotOvertaken: how a line was closed is stored at once if sending pauses, so that it does not undo a later resend. What
// became of an attempt does not change a line that was sent again meanwhile.
func TestAResendIsNotOvertaken(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	away := doubles.StartMailServer(t, doubles.MailSetup{})
	away.Stop()
	w.sink.Refuse(func(string) error {
		w.useSink(away) // for the next e-mail
		return doubles.MailAnswer(550, "no anna here")
	})
	events := w.happen("greeting-1", greeted{"anna", 1}, greeted{"ben", 2})
	w.deliver()
	id := emailID("greeting", events[0].ID)
	if e, err := w.composer.FindEmail(t.Context(), id); err != nil || e.State != "failed" {
		t.Errorf("given up: %+v, %v", e, err)
	}
	taken, err := w.composer.take(t.Context(), 10)
	if err != nil || len(taken) != 0 {
		t.Fatal(taken, err)
	}
	if _, err := w.composer.Resend(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if taken, err = w.composer.take(t.Context(), 10); err != nil || len(taken) != 1 {
		t.Fatal(taken, err)
	}
	w.mu.Lock()
	w.now = w.now.Add(time.Second)
	w.mu.Unlock()
	if _, err := w.pool.Exec(t.Context(), `UPDATE public.reaction_mails SET outcome = 'busy' WHERE kind = 'greeting' AND event_id = $1`,
		events[0].ID); err != nil {
		t.Fatal(err)
	}
	if _, err := w.composer.Resend(t.Context(), id); err != nil { // during the attempt
		t.Fatal(err)
	}
	if err := w.composer.postpone(t.Context(), taken[0], time.Hour, true, "later"); err != nil {
		t.Fatal(err)
	}
	w.composer.close(taken[0], "no address")
	if err := w.composer.settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	again := doubles.StartMailServer(t, doubles.MailSetup{})
	w.useSink(again)
	w.after(30 * time.Second)
	again.Next(t)
	again.Next(t)
	if e, err := w.composer.FindEmail(t.Context(), id); err != nil || e.State != "sent" {
		t.Errorf("sent again: %+v, %v", e, err)
	}
}

// TestATestTellsWhatTheServerSays: a test goes at once, and its outcome is that of the mail server.
func TestATestTellsWhatTheServerSays(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	test := func() documents.EmailTest {
		t.Helper()
		of, err := w.composer.Test(t.Context(), letter.Preview{Kind: "greeting", StoreID: 1}, "me@example.com")
		if err != nil {
			t.Fatal(err)
		}
		return of
	}
	if of := test(); !of.Accepted || of.Filed || of.Error != nil {
		t.Errorf("accepted: %+v", of)
	}
	if m := w.sink.Next(t); m.To() != " <me@example.com>" || m.Subject() != "Maß & Co: Greeting 1" {
		t.Errorf("%s to %s", m.Subject(), m.To())
	}
	w.sink.Refuse(func(string) error { return doubles.MailAnswer(550, "no") })
	if of := test(); of.Accepted || domain.Value(of.Error) != "mail: the mail server refuses the recipient (550)" {
		t.Errorf("refused: %+v", of)
	}
	w.set("system/smtp/host", "")
	if of := test(); !of.Accepted || !of.Filed {
		t.Errorf("filed: %+v", of)
	}
	w.set("system/smtp/disable", "1")
	if _, err := w.composer.Test(t.Context(), letter.Preview{Kind: "greeting", StoreID: 1}, "me@example.com"); fault.KindOf(
		err,
	) != fault.Precondition {
		t.Errorf("switched off: %v", err)
	}
	w.expect("")
}
