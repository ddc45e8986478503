package webhooks

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"tradelog/adapters/webhook"
	"tradelog/domain"
	domainwebhook "tradelog/domain/webhook"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
)

// statusSQL selects the progress of subscriptions; its end is a WHERE clause or nothing.
const statusSQL = `SELECT p.subscription, p.position, p.failing_since, p.delivered_at,
		count(d.*) FILTER (WHERE d.state = 'retrying'), count(d.*) FILTER (WHERE d.state = 'waiting'),
		count(d.*) FILTER (WHERE d.state = 'parked')
	FROM public.webhook_positions p
		LEFT JOIN public.webhook_deliveries d ON d.subscription = p.subscription AND d.state <> 'delivered'`

// Status returns the progress of a subscription. A subscription that was just created is at its own creation.
func (d *Dispatcher) Status(ctx context.Context, id int64) (documents.WebhookStatus, error) {
	found, latest, err := d.statuses(ctx, statusSQL+` WHERE p.subscription = $1 GROUP BY p.subscription`, id)
	if s, ok := found[id]; ok {
		return s, err
	}
	return latest, err
}

// Statuses returns the progress of all subscriptions, and the status of one that was just created.
func (d *Dispatcher) Statuses(ctx context.Context) (of map[int64]documents.WebhookStatus, latest documents.WebhookStatus, err error) {
	return d.statuses(ctx, statusSQL+` GROUP BY p.subscription`)
}

func (d *Dispatcher) statuses(ctx context.Context, sql string, args ...any) (
	of map[int64]documents.WebhookStatus, latest documents.WebhookStatus, err error,
) {
	head, err := d.options.Feed.Latest(ctx)
	if err != nil {
		return nil, latest, err
	}
	of, latest = map[int64]documents.WebhookStatus{}, documents.WebhookStatus{Type: "WebhookStatus", Position: int64(head)}
	rows, err := d.options.Pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, latest, err
	}
	var id int64
	var failing, accepted *time.Time
	s := documents.WebhookStatus{Type: "WebhookStatus"}
	_, err = pgx.ForEachRow(rows, []any{&id, &s.Position, &failing, &accepted, &s.Retrying, &s.Waiting, &s.Parked}, func() error {
		s.Behind = max(0, int64(head)-s.Position)
		s.FailingSince, s.DeliveredAt = documents.OptionalTime(domain.Value(failing)), documents.OptionalTime(domain.Value(accepted))
		of[id] = s
		return nil
	})
	return of, latest, err
}

// Deliveries lists deliveries of a subscription, the newest change first. state limits them; empty: all.
func (d *Dispatcher) Deliveries(
	ctx context.Context, id int64, state string, page readmodels.Page,
) (found readmodels.Rows[documents.WebhookDelivery], err error) {
	const where = ` FROM public.webhook_deliveries WHERE subscription = $1 AND ($2 = '' OR state = $2)`
	if err := d.options.Pool.QueryRow(ctx, `SELECT count(*)`+where, id, state).Scan(&found.Total); err != nil {
		return found, err
	}
	rows, err := d.options.Pool.Query(ctx, `SELECT position, ordinal, event, resource, resource_id, what, state, attempts, status, error, took,
		due_at, first_at, last_at`+where+` ORDER BY position DESC, ordinal DESC OFFSET $3 LIMIT $4`, id, state, page.Offset(), page.Size)
	if err != nil {
		return found, err
	}
	found.List, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (one documents.WebhookDelivery, err error) {
		var ordinal int
		var event uuid.UUID
		var status int64
		var problem string
		var due *time.Time
		var first, last time.Time
		err = row.Scan(&one.Position, &ordinal, &event, &one.Resource, &one.ID, &one.What, &one.State, &one.Attempts, &status, &problem,
			&one.Milliseconds, &due, &first, &last)
		one.Type, one.MessageID = "WebhookDelivery", messageID(event, id, ordinal)
		one.Status, one.Error = documents.Optional(status), documents.Optional(problem)
		one.NextAttemptAt = documents.OptionalTime(domain.Value(due))
		one.FirstAttemptAt, one.LastAttemptAt = documents.Time(first), documents.Time(last)
		return one, err
	})
	return found, err
}

// Test posts a message of type tradelog.test. The message is not tried again, and not in the list of deliveries.
func (d *Dispatcher) Test(ctx context.Context, s domainwebhook.Subscription) (t documents.WebhookTest, err error) {
	id, err := uuid.NewV7()
	if err != nil {
		return t, err
	}
	m, err := encode(documents.WebhookMessage{
		SpecVersion: "1.0", ID: messageID(id, s.ID, 0), Source: "/logs/" + d.options.Log, Type: "tradelog.test",
		Subject: fmt.Sprintf("webhooks/%d", s.ID), Time: d.options.Clock().UTC().Format(time.RFC3339Nano),
		DataContentType: "application/json",
		Data:            documents.WebhookData{Test: "This message was sent to test the subscription. Nothing has changed."},
	})
	if err != nil {
		return t, err
	}
	began := time.Now()
	status, err := d.post(ctx, s, m)
	t = documents.WebhookTest{
		Type: "WebhookTest", Accepted: err == nil, MessageID: m.ID, Status: documents.Optional(int64(status)),
		Milliseconds: time.Since(began).Milliseconds(),
	}
	var failure *webhook.Failure
	if errors.As(err, &failure) {
		t.Error, err = documents.Optional(failure.Error()), nil
	}
	return t, err
}

// CheckReceiver refuses addresses that messages are never posted to.
func (d *Dispatcher) CheckReceiver(url string) error { return d.options.Sender.Check(url) }

// Secret returns the text of a secret.
func (d *Dispatcher) Secret(ctx context.Context, id, version int64) (string, error) {
	secret, err := d.options.Secret(ctx, id, version)
	return secret.String(), err
}

// Totals holds numbers for monitoring: deliveries that are tried again or wait, and those that were given up.
type Totals struct{ Open, Parked, Failing int64 }

// Totals counts deliveries and failing subscriptions.
func (d *Dispatcher) Totals(ctx context.Context) (s Totals, err error) {
	err = d.options.Pool.QueryRow(ctx, `SELECT count(*) FILTER (WHERE state <> 'parked'), count(*) FILTER (WHERE state = 'parked'),
			(SELECT count(*) FROM public.webhook_positions WHERE failing_since IS NOT NULL)
		FROM public.webhook_deliveries WHERE state <> 'delivered'`).Scan(&s.Open, &s.Parked, &s.Failing)
	return s, err
}
