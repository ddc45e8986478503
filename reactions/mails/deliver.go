package mails

import (
	"context"
	"errors"
	"time"

	"tradelog/adapters/mail"
	"tradelog/domain/letter"
	"tradelog/domain/settings"
	"tradelog/internal/wait"
	"tradelog/reactions"
)

// serverPause is the time that sending pauses after a mail server has failed.
const serverPause = 30 * time.Second

// Deliver sends the e-mails that are due.
func (d *Composer) Deliver(ctx context.Context) error {
	if err := d.tidy(ctx); err != nil {
		return err
	}
	for ctx.Err() == nil && !d.paused() {
		l, ok, err := d.nextDue(ctx)
		if err != nil || !ok {
			return err
		}
		began := time.Now()
		if err := d.process(ctx, l); err != nil {
			return err
		}
		// Mail sending is throttled, because requests come first. A full queue is still sent at about a hundred e-mails a second.
		wait.For(ctx, min(3*time.Since(began), 10*time.Millisecond))
	}
	return nil
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

// process processes a line. Its error concerns the outbox; a problem with the e-mail is recorded in the line.
func (d *Composer) process(ctx context.Context, l entry) error {
	e, err := d.event(ctx, l)
	if err != nil {
		return d.failed(ctx, l, err)
	}
	kind, known := d.kinds[l.kind]
	if !known {
		return d.close(ctx, l, "not known any more")
	}
	if !l.sent {
		outcome, storeID, err := d.send(ctx, kind, l, e)
		switch {
		case err != nil:
			return d.failed(ctx, l, err)
		case outcome != "":
			return d.close(ctx, l, outcome)
		}
		if err := d.sent(ctx, l, storeID); err != nil {
			return err
		}
	}
	if kind.Sent != nil {
		if err := kind.Sent(ctx, d, e); err != nil {
			return d.failed(ctx, l, err)
		}
	}
	return d.close(ctx, l, "sent")
}

// send composes an e-mail and hands it over. outcome is the reason why nothing was sent, empty otherwise.
func (d *Composer) send(ctx context.Context, kind Kind, l entry, e reactions.Event) (outcome string, storeID int64, err error) {
	shop, err := d.Shop(ctx)
	if err != nil {
		return "", 0, err
	}
	sender, err := d.sender(ctx, shop.Settings.In(0))
	if err != nil {
		return "", 0, err
	}
	if sender == nil {
		return "e-mails are switched off", 0, nil
	}
	composed, err := kind.Compose(ctx, d, e)
	switch {
	case err != nil:
		return "", 0, err
	case composed == nil:
		return "nothing to send", 0, nil
	case composed.To.Email == "":
		return "no address", 0, nil
	}
	config := shop.Settings.In(composed.StoreID)
	if kind.Limit != nil {
		if most, within := kind.Limit(config); most > 0 {
			n, err := d.sentSince(ctx, kind.Form.Name, composed.StoreID, d.Clock().UTC().Add(-within))
			if err != nil {
				return "", 0, err
			}
			if n >= most {
				return "too many", 0, nil
			}
		}
	}
	templates, err := d.templatesAt(ctx, l)
	if err != nil {
		return "", 0, err
	}
	content, err := d.render(kind.Form, placeOf(shop, composed.StoreID), templates, composed.Values)
	if err != nil {
		return "", 0, err
	}
	m := composed.message(shopName(shop, composed.StoreID), config, content)
	m.ID, m.Date = kind.Form.Name+"-"+l.event.String(), l.queued
	return "", composed.StoreID, sender.Send(ctx, m)
}

// message addresses a rendered letter.
func (l *Letter) message(shop string, config settings.View, content letter.Content) mail.Message {
	m := mail.Message{
		From: identity(config, l.Sender), To: l.To, ReplyTo: l.ReplyTo, Subject: shop + ": " + content.Subject, Text: content.Text,
		HTML: content.HTML, Attachments: l.Files,
	}
	for _, address := range l.Copies {
		m.Copies = append(m.Copies, mail.Address{Email: address})
	}
	return m
}

// failed records a failed attempt. It gives up if the failure is permanent or the attempts have lasted too long.
func (d *Composer) failed(ctx context.Context, l entry, problem error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var failure *mail.Failure
	everybody := errors.As(problem, &failure) && failure.Everybody
	about := []any{"kind", l.kind, "event", l.event, "stream", l.stream, "position", l.position, "attempt", l.attempts, "error", problem}
	if mail.Permanent(problem) || d.Clock().Sub(l.queued) >= patience {
		d.Logger.Error("an e-mail cannot be sent and is given up", about...)
		return d.close(ctx, l, problem.Error())
	}
	wait := pause(l.attempts)
	if everybody {
		wait = serverPause
		d.pause()
	}
	d.Logger.Warn("an e-mail cannot be sent; will try again", about...)
	return d.postpone(ctx, l, wait, !everybody, problem.Error())
}
