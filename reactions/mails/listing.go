package mails

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"tradelog/adapters/mail"
	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/letter"
	"tradelog/domain/order"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
)

// filed is the outcome of e-mails that became files, because there is no mail server.
const filed = "written to a file"

// stateSQL is the state of a line, see documents.Email.
const stateSQL = `CASE WHEN sent_at IS NOT NULL AND outcome = '` + filed + `' THEN 'filed' WHEN sent_at IS NOT NULL THEN 'sent'
	WHEN closed_at IS NULL AND outcome = '' THEN 'waiting' WHEN closed_at IS NULL THEN 'retrying' WHEN failed THEN 'failed' ELSE 'dropped' END`

// errNoEmail is the error of an e-mail that is not in the outbox.
var errNoEmail = fault.NotFoundf("There is no such e-mail in the outbox. It keeps e-mails for 30 days after they were sent or given up.")

// Emails lists e-mails of the outbox, the newest event first, and counts them.
func (d *Composer) Emails(ctx context.Context, q letter.Query, page readmodels.Page) (found readmodels.Rows[documents.Email], err error) {
	w := readmodels.Where{}
	if q.State == "failed" {
		w.Add("failed AND closed_at IS NOT NULL") // the index of those that failed, which are few
	}
	if q.State != "" {
		w.Add(stateSQL+" = $?", q.State)
	}
	if q.Kind != "" {
		w.Add("kind = $?", q.Kind)
	}
	if q.OrderID != 0 {
		w.Add("stream = $?", order.Stream(q.OrderID))
	}
	if q.StoreIDs != nil {
		w.Add("store_id = ANY ($?)", q.StoreIDs)
	}
	from := ` FROM public.reaction_mails` + w.SQL()
	if err := d.Pool.QueryRow(ctx, `SELECT count(*)`+from, w.Args()...).Scan(&found.Total); err != nil || found.Total == 0 {
		return found, err
	}
	found.List, err = d.emails(ctx, fmt.Sprintf(`%s ORDER BY position DESC, kind OFFSET %d LIMIT %d`, from, page.Offset(), page.Size),
		w.Args()...)
	return found, err
}

// FindEmail returns an e-mail of the outbox. It fails with fault.NotFound if there is none.
func (d *Composer) FindEmail(ctx context.Context, id string) (documents.Email, error) {
	kind, event, err := identified(id)
	if err != nil {
		return documents.Email{}, err
	}
	found, err := d.emails(ctx, ` FROM public.reaction_mails WHERE kind = $1 AND event_id = $2`, kind, event)
	if err != nil || len(found) == 0 {
		return documents.Email{}, errors.Join(err, errNoEmail)
	}
	return found[0], nil
}

// identified returns the parts of an e-mail's ID.
func identified(id string) (kind string, event uuid.UUID, err error) {
	const digits = 36 // of a UUID
	if at := len(id) - digits; at > 1 && id[at-1] == '-' {
		if event, err = uuid.Parse(id[at:]); err == nil {
			return id[:at-1], event, nil
		}
	}
	return "", event, errNoEmail
}

func emailID(kind string, event uuid.UUID) string { return kind + "-" + event.String() }

func (d *Composer) emails(ctx context.Context, where string, args ...any) ([]documents.Email, error) {
	rows, err := d.Pool.Query(ctx, `SELECT kind, event_id, stream, store_id, position, `+stateSQL+`, outcome, attempts, resends, queued_at,
		due_at, coalesce(sent_at, earlier_at), closed_at`+where, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (one documents.Email, err error) {
		var event uuid.UUID
		var storeID int64
		var outcome string
		var queued, due time.Time
		var sent, closed *time.Time
		err = row.Scan(&one.Kind, &event, &one.Stream, &storeID, &one.Position, &one.State, &outcome, &one.Attempts, &one.Resends, &queued, &due,
			&sent, &closed)
		one.Type, one.ID, one.StoreID = "Email", emailID(one.Kind, event), documents.Optional(storeID)
		if strings.HasPrefix(one.Stream, order.Category+"-") {
			one.OrderID = documents.Optional(domain.StreamID(one.Stream))
		}
		if one.State != "sent" && one.State != "filed" {
			one.Reason = documents.Optional(outcome)
		}
		if closed == nil {
			one.NextAttemptAt = documents.OptionalTime(due)
		}
		one.QueuedAt, one.SentAt, one.ClosedAt = documents.Time(queued), documents.OptionalTime(domain.Value(sent)),
			documents.OptionalTime(domain.Value(closed))
		return one, err
	})
}

// resendSQL makes a line due now. An open line keeps its Message-ID, because an attempt may be under way.
const resendSQL = `UPDATE public.reaction_mails SET queued_at = $3, due_at = $3, attempts = 0,
		resends = resends + CASE WHEN closed_at IS NULL THEN 0 ELSE 1 END, earlier_at = coalesce(sent_at, earlier_at), sent_at = NULL,
		closed_at = NULL, outcome = CASE WHEN closed_at IS NULL THEN outcome ELSE '' END, failed = false
	WHERE kind = $1 AND event_id = $2 AND (closed_at IS NOT NULL OR sent_at IS NULL AND outcome <> '')`

// Resend sends an e-mail again: one that was sent, given up or dropped, or that is retried. It is made of the same event, with the
// templates of that time and the present address of the account. It fails with fault.NotFound if the outbox has no such e-mail, and with
// fault.Conflict if
// the e-mail was not tried yet.
func (d *Composer) Resend(ctx context.Context, id string) (documents.Email, error) {
	kind, event, err := identified(id)
	if err != nil {
		return documents.Email{}, err
	}
	tag, err := d.Pool.Exec(ctx, resendSQL, kind, event, d.Clock().UTC())
	if err != nil {
		return documents.Email{}, err
	}
	e, err := d.FindEmail(ctx, id)
	switch {
	case err != nil || tag.RowsAffected() > 0:
		return e, err
	case e.SentAt != nil && e.State != "waiting":
		return e, fault.Conflictf("The e-mail was sent a moment ago. Send it again in a moment, if it must be.")
	}
	return e, fault.Conflictf("The e-mail waits to be sent for the first time. See its state in a moment.")
}

// Test sends an e-mail with made-up values, and tells whether the mail server took it. It is not tried again, and not in the outbox. It
// fails with fault.NotFound if the kind does not exist, and with fault.Precondition if e-mails are switched off.
func (d *Composer) Test(ctx context.Context, of letter.Preview, to string) (t documents.EmailTest, err error) {
	kind, ok := d.kinds[of.Kind]
	if !ok {
		return t, fault.NotFoundf("There is no e-mail %q", of.Kind)
	}
	shop, err := d.Shop(ctx)
	if err != nil {
		return t, err
	}
	sender, err := d.sender(ctx, shop.Settings.In(0))
	if err != nil {
		return t, err
	}
	if sender == nil {
		return t, fault.Preconditionf("E-mails are switched off: set %s to 0", disabled)
	}
	at := letterStoreOf(shop, of.StoreID)
	content, err := d.previewed(ctx, kind, at, nil, of.Template)
	if err != nil {
		return t, err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return t, err
	}
	began := time.Now()
	l := &Letter{StoreID: of.StoreID, Sender: "general", To: Address{Email: to}}
	problem := sender.Send(ctx, d.finished(ctx, at, l, content, emailID("test", id), d.Clock().UTC()))
	t = documents.EmailTest{Type: "EmailTest", Accepted: problem == nil, Milliseconds: time.Since(began).Milliseconds()}
	if _, t.Filed = sender.(mail.Directory); problem != nil {
		t.Error = documents.Optional(problem.Error())
	}
	return t, nil
}

// messageID returns the ID of a line's message. Each resending has its own; otherwise mail servers would drop it as a repetition.
func (l entry) messageID() string {
	id := emailID(l.kind, l.event)
	if l.resends > 0 {
		id = fmt.Sprintf("%s-%d", id, l.resends+1)
	}
	return id
}
