package mails

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"tradelog/adapters/mail"
	"tradelog/domain/fault"
	"tradelog/domain/letter"
	"tradelog/domain/settings"
	"tradelog/internal/wait"
	"tradelog/reactions"
)

// serverPause is the time that sending pauses after a mail server has failed.
const serverPause = 30 * time.Second

// Deliver sends the e-mails that are due.
func (d *Composer) Deliver(ctx context.Context) error {
	d.delivering.Lock()
	defer d.delivering.Unlock()
	if err := d.tidy(ctx); err != nil {
		return err
	}
	if err := d.store(ctx); err != nil {
		return err
	}
	for ctx.Err() == nil && !d.paused() {
		lines, err := d.take(ctx, takeSize)
		if err != nil || len(lines) == 0 {
			return err
		}
		if err := d.processAll(ctx, lines); err != nil {
			return err
		}
	}
	return d.settle(ctx)
}

// processAll processes lines while their lease lasts, and gives the rest back.
func (d *Composer) processAll(ctx context.Context, lines []entry) (err error) {
	until := d.Clock().Add(lease / 2)
	for err == nil && len(lines) > 0 && ctx.Err() == nil && !d.paused() && d.Clock().Before(until) {
		began := time.Now()
		var n int
		n, err = d.process(ctx, lines)
		lines = lines[n:]
		// Mail sending is throttled, because requests come first. A full queue is still sent at about a hundred e-mails a second.
		wait.For(ctx, min(3*time.Since(began), time.Duration(n)*10*time.Millisecond))
	}
	if len(lines) > 0 {
		err = errors.Join(err, d.giveBack(ctx, lines))
	}
	return err
}

func (d *Composer) paused() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.Clock().Before(d.resume)
}

func (d *Composer) pause() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.resume = d.Clock().Add(serverPause)
}

// atOnce is the number of e-mails whose sending is recorded together, and window bounds the time in which they are sent. If the process is
// killed meanwhile, these e-mails are sent again.
const (
	atOnce = 8
	window = 25 * time.Millisecond
)

// handed is an e-mail that was handed over, now or in an earlier attempt.
type handed struct {
	line    entry
	kind    Kind
	event   reactions.Event
	outcome string
}

// process sends the first e-mails of lines, and records together that they were sent. n is their number. Its error concerns the outbox; a
// problem with an e-mail is recorded in its line.
func (d *Composer) process(ctx context.Context, lines []entry) (n int, err error) {
	var sent []handed
	for began := time.Now(); err == nil && n < min(len(lines), atOnce) && (n == 0 || time.Since(began) < window && !d.paused()); n++ {
		if kind := d.kinds[lines[n].kind]; kind.Limit != nil && len(sent) > 0 {
			break // the limit counts e-mails marked as sent
		}
		var h handed
		var ok bool
		if h, ok, err = d.handOver(ctx, lines[n]); ok {
			sent = append(sent, h)
		}
	}
	if failed := d.mark(ctx, sent); failed != nil {
		return n, errors.Join(err, failed)
	}
	for i, problem := range d.recordSent(ctx, sent) {
		if problem != nil {
			err = errors.Join(err, d.failed(ctx, sent[i].line, problem))
		} else {
			d.close(sent[i].line, sent[i].outcome)
		}
	}
	return n, err
}

// recordSent calls Kind.Sent for e-mails: in order for those about one stream, and for several streams at once. So the log stores their
// events together.
func (d *Composer) recordSent(ctx context.Context, sent []handed) []error {
	problems := make([]error, len(sent))
	about := map[string][]int{}
	for i, h := range sent {
		if h.kind.Sent != nil {
			about[h.line.stream] = append(about[h.line.stream], i)
		}
	}
	var group sync.WaitGroup
	for _, list := range about {
		group.Go(func() {
			for _, i := range list {
				problems[i] = sent[i].kind.Sent(reactions.Because(ctx, sent[i].event), d, sent[i].event)
			}
		})
	}
	group.Wait()
	return problems
}

// handOver sends the e-mail of a line, unless an earlier attempt has. ok is false if it was not sent.
func (d *Composer) handOver(ctx context.Context, l entry) (h handed, ok bool, err error) {
	e, err := d.event(ctx, l)
	if err != nil {
		return h, false, d.failed(ctx, l, err)
	}
	kind, known := d.kinds[l.kind]
	if !known {
		d.close(l, "not known any more")
		return h, false, nil
	}
	if l.sent {
		return handed{l, kind, e, "sent"}, true, nil
	}
	sent, outcome, err := d.send(ctx, kind, &l, e)
	switch {
	case err != nil:
		return h, false, d.failed(ctx, l, err)
	case !sent:
		d.close(l, outcome)
		return h, false, nil
	}
	return handed{l, kind, e, outcome}, true, nil
}

// send composes an e-mail and hands it over. outcome is where it went, or the reason why nothing was sent. The line gets its store.
func (d *Composer) send(ctx context.Context, kind Kind, l *entry, e reactions.Event) (sent bool, outcome string, err error) {
	shop, err := d.Shop(ctx)
	if err != nil {
		return false, "", err
	}
	sender, err := d.sender(ctx, shop.Settings.In(0))
	if err != nil {
		return false, "", err
	}
	if sender == nil {
		return false, "e-mails are switched off", nil
	}
	composed, err := kind.Compose(ctx, d, e)
	switch {
	case err != nil:
		return false, "", err
	case composed == nil:
		return false, "nothing to send", nil
	case composed.To.Email == "":
		return false, "no address", nil
	}
	l.storeID = composed.StoreID
	if problem := composed.Unattached; problem != nil {
		if !refusal(problem) && d.Clock().Sub(l.queued) < attachmentTimeout {
			return false, "", problem
		}
		d.Logger.ErrorContext(ctx, "a file cannot be attached; the e-mail goes without it", "kind", l.kind, "event", l.event, "stream", l.stream,
			"error", problem)
	}
	config := shop.Settings.In(composed.StoreID)
	if kind.Limit != nil {
		if most, within := kind.Limit(config); most > 0 {
			n, err := d.sentSince(ctx, kind.Form.Name, composed.StoreID, d.Clock().UTC().Add(-within))
			if err != nil {
				return false, "", err
			}
			if n >= most {
				return false, "too many", nil
			}
		}
	}
	templates, err := d.templatesAt(ctx, *l)
	if err != nil {
		return false, "", err
	}
	at := letterStoreOf(shop, composed.StoreID)
	content, err := d.render(ctx, kind.Form, at, templates, composed.Values)
	if err != nil {
		return false, "", err
	}
	outcome = "sent"
	if _, ok := sender.(mail.Directory); ok {
		outcome = filed
	}
	return true, outcome, sender.Send(ctx, d.finished(ctx, at, composed, content, l.messageID(), l.queued))
}

// finished makes the message of a rendered letter: addressed, with the shop's name in its subject and the logo that it shows.
func (d *Composer) finished(
	ctx context.Context, at letterStore, l *Letter, content letter.Content, id string, date time.Time,
) mail.Message {
	content.Subject = at.locale.Labelled(shopName(at.shop, l.StoreID), content.Subject)
	m := l.message(at.config, content)
	m.ID, m.Date = id, date
	if picture, _ := d.logo(ctx, at); picture != nil && strings.Contains(m.HTML, "cid:"+letter.LogoID) {
		m.Inline = []mail.Attachment{{Name: "logo.jpg", Type: "image/jpeg", Content: picture, ID: letter.LogoID}}
	}
	return m
}

// refusal reports whether another attempt to make a file would fail as well, because of its content or the shop's settings.
func refusal(problem error) bool {
	switch fault.KindOf(problem) {
	case fault.Internal, fault.Unavailable, fault.RateLimited:
		return false
	}
	return true
}

// message addresses a rendered letter.
func (l *Letter) message(config settings.View, content letter.Content) mail.Message {
	m := mail.Message{
		From: identity(config, l.Sender), To: l.To, ReplyTo: l.ReplyTo, Subject: content.Subject, Text: content.Text, HTML: content.HTML,
		Attachments: l.Files, Unsubscribe: l.Unsubscribe,
	}
	for _, address := range l.Copies {
		m.Copies = append(m.Copies, mail.Address{Email: address})
	}
	return m
}

// errEarly says that an e-mail cannot be composed yet, because its subject is still in progress.
var errEarly = errors.New("what the e-mail tells is still happening")

// reasonOf returns what people are told of a failed attempt. The texts of other layers are in the log alone.
func reasonOf(problem error) string {
	if failure, ok := errors.AsType[*mail.Failure](problem); ok {
		return failure.Error()
	}
	if f, ok := fault.As(problem); ok && f.Kind != fault.Internal {
		return f.Message
	}
	if errors.Is(problem, errEarly) {
		return errEarly.Error()
	}
	return "an internal error; the log of the server has it"
}

// failed records a failed attempt. It gives up if the failure is permanent or the attempts have lasted too long.
func (d *Composer) failed(ctx context.Context, l entry, problem error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(problem, errEarly) && d.Clock().Sub(l.queued) < patience {
		return d.postpone(ctx, l, firstPause, false, reasonOf(problem))
	}
	var failure *mail.Failure
	everybody := errors.As(problem, &failure) && failure.Everybody
	about := []any{"kind", l.kind, "event", l.event, "stream", l.stream, "position", l.position, "attempt", l.attempts, "error", problem}
	if mail.Permanent(problem) || d.Clock().Sub(l.queued) >= patience {
		d.Logger.Error("an e-mail cannot be sent and is given up", about...)
		d.closings = append(d.closings, closed{l, d.Clock().UTC(), reasonOf(problem), true})
		return nil
	}
	wait := pause(l.attempts)
	if everybody {
		wait = serverPause
		d.pause()
	}
	d.Logger.Warn("an e-mail cannot be sent; will try again", about...)
	return d.postpone(ctx, l, wait, !everybody, reasonOf(problem))
}
