package changes

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"time"

	"tradelog/commands"
	"tradelog/domain/fault"
	"tradelog/domain/webhook"
	"tradelog/eventstore"
	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
)

// Sender sends changes to subscriptions, and reports their deliveries.
type Sender interface {
	// Status returns the position and state of a subscription.
	Status(ctx context.Context, id int64) (documents.WebhookStatus, error)
	// Statuses returns the status of all subscriptions, and that of a new one.
	Statuses(ctx context.Context) (of map[int64]documents.WebhookStatus, latest documents.WebhookStatus, err error)
	// Deliveries lists deliveries, the newest change first, and counts them. state limits them; empty: all.
	Deliveries(ctx context.Context, id int64, state string, page readmodels.Page) (readmodels.Rows[documents.WebhookDelivery], error)
	// Test posts a message without a change.
	Test(ctx context.Context, s webhook.Subscription) (documents.WebhookTest, error)
	// Secret returns the text of a secret.
	Secret(ctx context.Context, id, version int64) (string, error)
}

// WebhookDependencies are the dependencies of the operations.
type WebhookDependencies struct {
	Commands commands.Members[webhook.Subscription]
	Sender   Sender
	// Resources are those whose changes are sent.
	Resources []string
	// All lists the subscriptions.
	All   func(ctx context.Context) ([]webhook.Subscription, error)
	Clock func() time.Time
	// Latest returns the position of the newest change that can be read, and Check refuses one that is after the end of the log.
	Latest func(ctx context.Context) (eventstore.Position, error)
	Check  func(ctx context.Context, after eventstore.Position) error
}

type webhookHandlers struct{ WebhookDependencies }

type item struct {
	ID int64 `path:"id" doc:"ID of the webhook"`
}

type rotation struct {
	ID int64 `path:"id" doc:"ID of the webhook"`
	// A pointer, because 0 ends the former secret at once.
	Overlap *int64 `json:"overlapHours" min:"0" max:"168" doc:"hours for which the former secret signs as well; 24 by default, 0: not at all"`
}

type replay struct {
	ID    int64  `path:"id" doc:"ID of the webhook"`
	After string `json:"after" required:"true" doc:"position, or cursor of the feed, after which all changes are sent again; 0: all of the log; latest: skip what was not sent"`
}

type listing struct {
	ID    int64  `path:"id" doc:"ID of the webhook"`
	State string `query:"state" enum:"delivered,retrying,waiting,parked" doc:"only deliveries in this state"`
}

// NewWebhooks makes the operations beside those of the record.
func NewWebhooks(d WebhookDependencies) []*operations.Operation {
	h := &webhookHandlers{d}
	path, of := WebhookSubscriptions.Listed()
	path += "/{id}"
	operation := func(verb operations.Verb, method, below, permission, summary, doc string) operations.Declaration {
		return operations.Declaration{
			Resource: of, Verb: verb, Method: method, Path: path + below, Access: operations.Backend.Access(of.Permission + "/" + permission),
			Extra: true, Guard: h.find, Summary: summary, Doc: doc,
		}
	}
	secret := operation(operations.Get, "GET", "/secret", "write", "Get the secret of a webhook",
		"Returns the secret with which receivers check signatures, for libraries of Standard Webhooks.")
	secret.Response.NoStore = true
	status := operation(operations.Get, "GET", "/status", "read", "Get the status of a webhook",
		"Tells how far a subscription is, and what failed.")
	status.Response.NoStore = true
	deliveries := operation(operations.List, "GET", "/deliveries", "read", "List the deliveries of a webhook",
		"Lists deliveries, the newest change first: all that are tried again, wait or were given up, and the newest 5,000 that were accepted, "+
			"for thirty days.")
	deliveries.Paged, deliveries.Response.NoStore = true, true
	rotate := operation(operations.Action, "POST", "/secret", "write", "Renew the secret of a webhook",
		"Makes a new secret and returns it. For a while messages are signed with the former one as well, so receivers can change theirs.")
	rotate.Call, rotate.Body.Optional = "webhooks.renewSecret", true
	test := operation(operations.Action, "POST", "/test", "write", "Test a webhook",
		"Posts a signed message of type tradelog.test and tells what the receiver answered. It is not tried again.")
	test.Body.Optional = true
	test.Posted = &operations.Posted{
		Message: reflect.TypeFor[documents.WebhookMessage](), Change: reflect.TypeFor[documents.Change](), Resources: d.Resources,
	}
	again := operation(operations.Action, "POST", "/replay", "write", "Send changes again",
		"Sets the subscription to a position: all that it wants of the changes after that is sent, in order, once more. Messages have the same "+
			"IDs as before.")
	resume := operation(operations.Action, "POST", "/resume", "write", "Resume a webhook",
		"Goes on with a subscription that was suspended, from where it stood. What failed is tried again at once.")
	resume.Body.Optional = true
	test.Effect.Untried = "all it does is to send a message"
	for _, action := range []*operations.Declaration{&rotate, &test, &again, &resume} {
		action.Response.Status = 200
	}
	return []*operations.Operation{
		operations.Define(secret, h.secret), operations.Define(status, h.status), operations.Define(deliveries, h.deliveries),
		operations.Define(rotate, h.rotate), operations.Define(test, h.test), operations.Define(again, h.replay),
		operations.Define(resume, h.resume),
		operations.Define(operations.Declaration{
			Resource: of, Verb: operations.List, Unrouted: operations.Unrouted{Name: "webhooks.statuses", Console: true},
			Access: operations.Backend.Access(of.Permission + "/read"), Response: operations.Response{NoStore: true},
			Summary: "List webhooks and how far they are",
			Doc:     "Lists the subscriptions whose resources and stores the caller may read, each with its status.",
		}, h.statuses),
	}
}

func (h *webhookHandlers) statuses(ctx context.Context, c *operations.Call, _ operations.None) ([]documents.EngineWebhook, error) {
	all, err := h.All(ctx)
	if err != nil {
		return nil, err
	}
	of, latest, err := h.Sender.Statuses(ctx)
	if err != nil {
		return nil, err
	}
	list := []documents.EngineWebhook{}
	for _, s := range all {
		if Allowed(c, s) != nil {
			continue
		}
		status, ok := of[s.ID]
		if !ok {
			status = latest
		}
		status.Type, status.Sends = "EngineWebhook", s.Sends()
		address, _, _ := strings.Cut(s.URL, "?")
		list = append(list, documents.EngineWebhook{
			WebhookStatus: status, ID: s.ID, Name: s.Name, Address: address, Resources: append([]string{}, s.Resources...), Active: s.Active,
			SuspendedAt: s.SuspendedAt, Trouble: s.Trouble,
		})
	}
	return list, nil
}

// find loads the subscription, and refuses callers who may not read the resources that it sends.
func (h *webhookHandlers) find(ctx context.Context, c *operations.Call) error {
	s, err := h.Commands.Get(ctx, c.PathID("id"))
	if err != nil {
		return err
	}
	c.Keep(s)
	return Allowed(c, s)
}

func (h *webhookHandlers) secret(ctx context.Context, c *operations.Call, _ item) (documents.WebhookSecret, error) {
	return h.secretOf(ctx, operations.Loaded[webhook.Subscription](c))
}

func (h *webhookHandlers) secretOf(ctx context.Context, s webhook.Subscription) (d documents.WebhookSecret, err error) {
	d = documents.WebhookSecret{Type: "WebhookSecret", Version: s.SecretVersion}
	if d.Secret, err = h.Sender.Secret(ctx, s.ID, s.SecretVersion); err != nil {
		return d, err
	}
	if versions := s.Secrets(h.Clock()); len(versions) > 1 {
		former, err := h.Sender.Secret(ctx, s.ID, versions[1])
		if err != nil {
			return d, err
		}
		d.Former, d.Until = &former, s.FormerUntil
	}
	return d, nil
}

func (h *webhookHandlers) status(ctx context.Context, c *operations.Call, in item) (documents.WebhookStatus, error) {
	d, err := h.Sender.Status(ctx, in.ID)
	d.Sends = operations.Loaded[webhook.Subscription](c).Sends()
	return d, err
}

func (h *webhookHandlers) deliveries(
	ctx context.Context,
	c *operations.Call,
	in listing,
) (*documents.Page[documents.WebhookDelivery], error) {
	rows, err := h.Sender.Deliveries(ctx, in.ID, in.State, c.Page())
	if err != nil {
		return nil, err
	}
	return operations.PageOf(rows, func(d documents.WebhookDelivery) documents.WebhookDelivery { return d })
}

// usualOverlap is the time for which a former secret signs as well.
const usualOverlap = 24 * time.Hour

func (h *webhookHandlers) rotate(ctx context.Context, _ *operations.Call, in rotation) (documents.WebhookSecret, error) {
	overlap := usualOverlap
	if in.Overlap != nil {
		if *in.Overlap < 0 || *in.Overlap > 168 {
			return documents.WebhookSecret{}, fault.Invalidf("overlapHours must be from 0 to 168.").About(fault.Range, "overlapHours")
		}
		overlap = time.Duration(*in.Overlap) * time.Hour
	}
	s, err := h.change(ctx, in.ID, func(s webhook.Subscription) webhook.Subscription { return s.Rotated(h.Clock(), overlap) })
	if err != nil {
		return documents.WebhookSecret{}, err
	}
	return h.secretOf(ctx, s)
}

func (h *webhookHandlers) test(ctx context.Context, c *operations.Call, _ item) (documents.WebhookTest, error) {
	return h.Sender.Test(ctx, operations.Loaded[webhook.Subscription](c))
}

func (h *webhookHandlers) replay(ctx context.Context, c *operations.Call, in replay) (documents.WebhookStatus, error) {
	var after eventstore.Position
	var err error
	switch text := strings.TrimSpace(in.After); text {
	case "":
		err = fault.Invalidf("after is missing: send a position, 0 for all of the log, or latest.").About(fault.Required, "after")
	case "latest":
		after, err = h.Latest(ctx)
	default:
		if after, err = c.Position("after", text); err == nil {
			err = h.Check(ctx, after)
		}
	}
	if err != nil {
		return documents.WebhookStatus{}, err
	}
	s, err := h.change(ctx, in.ID, func(s webhook.Subscription) webhook.Subscription { return s.Replayed(int64(after)) })
	if err != nil {
		return documents.WebhookStatus{}, err
	}
	head, err := h.Latest(ctx)
	return documents.WebhookStatus{
		Type: "WebhookStatus", Sends: s.Sends(), Position: int64(after), Behind: max(0, int64(head-after)),
	}, err
}

func (h *webhookHandlers) resume(ctx context.Context, _ *operations.Call, in item) (documents.WebhookStatus, error) {
	s, err := h.change(ctx, in.ID, webhook.Subscription.Resumed)
	if err != nil {
		return documents.WebhookStatus{}, err
	}
	d, err := h.Sender.Status(ctx, in.ID)
	d.Sends = s.Sends()
	return d, err
}

// change changes the record of a subscription and returns it.
func (h *webhookHandlers) change(
	ctx context.Context, id int64, change func(webhook.Subscription) webhook.Subscription,
) (now webhook.Subscription, err error) {
	err = h.Commands.Change(ctx, id, func(s webhook.Subscription) (webhook.Subscription, error) {
		now = change(s)
		return now, nil
	})
	if err != nil {
		return now, fmt.Errorf("webhook %d: %w", id, err)
	}
	return now, nil
}
