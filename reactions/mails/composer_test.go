package mails

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

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
	w.expect("greeting 1 sent open: conflict")
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
	w.expect("greeting 1 closed: e-mails are switched off; greeting 1 sent closed: sent")
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
