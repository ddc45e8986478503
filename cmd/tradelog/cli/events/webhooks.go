package events

import (
	"context"
	"fmt"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/webhook"
	"tradelog/readmodels/documents"
)

// WebhooksCommand has the commands on webhooks.
type WebhooksCommand struct {
	Create     webhooksCreate     `cmd:"" help:"Subscribe an address to changes, and print the secret."`
	List       webhooksList       `cmd:"" help:"Show the webhooks and how far each is."`
	Test       webhooksTest       `cmd:"" help:"Post a test message, and print what the receiver answers."`
	Deliveries webhooksDeliveries `cmd:"" help:"Show the deliveries of a webhook."`
	Replay     webhooksReplay     `cmd:"" help:"Send all changes after a position again."`
	Resume     webhooksResume     `cmd:"" help:"Go on with a webhook that was suspended."`
	Rotate     webhooksRotate     `cmd:"" help:"Renew the secret of a webhook, and print the new one."`
	Delete     webhooksDelete     `cmd:"" help:"Remove a webhook."`
}

const webhookPath = "/webhooks/{id}"

type webhooksCreate struct {
	URL       string   `arg:"" help:"Address that changes are posted to."`
	Resources []string `required:"" help:"Resources whose changes are sent, such as orders." placeholder:"NAME" sep:","`
	Name      string   `help:"Purpose of the webhook." placeholder:"TEXT"`
	Changes   []string `help:"Changes that are sent: created, changed, deleted; by default all." placeholder:"WHAT" sep:","`
	Fields    []string `help:"Fields: of resources that changed, only changes of these are sent." placeholder:"NAME" sep:","`
	Stores    []int64  `help:"ID of a store view: only its changes are sent. The flag may be repeated." placeholder:"N" sep:","`
	Payload   string   `help:"Payload: thin (the change) or document (the change with the resource)." enum:"thin,document" default:"thin"`
	JSON      bool     `help:"Print JSON."`
}

// Run makes a subscription.
func (c *webhooksCreate) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		arguments := command.Args{"url": c.URL, "resources": c.Resources, "name": c.Name, "payload": c.Payload}
		if len(c.Changes) > 0 {
			arguments["changes"] = c.Changes
		}
		if len(c.Fields) > 0 {
			arguments["fields"] = c.Fields
		}
		if len(c.Stores) > 0 {
			arguments["storeIds"] = c.Stores
		}
		made, err := command.Changed[webhook.Subscription](ctx, a, "POST /webhooks", arguments)
		if err != nil {
			return err
		}
		return showSecret(ctx, g, a, made.ID, c.JSON)
	})
}

// showSecret prints the secret of a subscription.
func showSecret(ctx context.Context, g *command.Globals, a *app.App, id int64, asJSON bool) error {
	secret, err := command.Ask[documents.WebhookSecret](ctx, a, "GET "+webhookPath+"/secret", command.Args{"id": id})
	if err != nil {
		return err
	}
	if asJSON {
		return g.Out.JSON(map[string]any{"id": id, "secret": secret.Secret, "version": secret.Version, "formerSecretUntil": secret.Until})
	}
	if err := g.Out.Printf("Webhook %d signs with %s\n", id, secret.Secret); err != nil || secret.Until == nil {
		return err
	}
	return g.Out.Printf("The former secret signs as well until %s UTC.\n", *secret.Until)
}

type webhooksList struct {
	JSON bool `help:"Print JSON."`
}

// Run lists subscriptions.
func (c *webhooksList) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		type entry struct {
			webhook.Subscription
			Status documents.WebhookStatus `json:"status"`
		}
		list := []entry{}
		err := command.Each(ctx, a, "GET /webhooks", nil, func(s webhook.Subscription, _ int64) error {
			status, err := command.Ask[documents.WebhookStatus](ctx, a, "GET "+webhookPath+"/status", command.Args{"id": s.ID})
			list = append(list, entry{s, status})
			return err
		})
		if err != nil {
			return err
		}
		rows := command.Table{Columns: []string{"webhook", "name", "sends", "behind", "retrying", "waiting", "parked", "delivered", "address"}}
		for _, e := range list {
			rows.Add(e.ID, e.Name, e.Status.Sends, e.Status.Behind, e.Status.Retrying, e.Status.Waiting, e.Status.Parked,
				domain.Value(e.Status.DeliveredAt), e.URL)
		}
		return g.Out.Show(c.JSON, list, rows)
	})
}

type webhooksTest struct {
	ID   int64 `arg:"" help:"Number of the webhook."`
	JSON bool  `help:"Print JSON."`
}

// Run posts a test message.
func (c *webhooksTest) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		t, err := command.Ask[documents.WebhookTest](ctx, a, "POST "+webhookPath+"/test", command.Args{"id": c.ID})
		if err != nil {
			return err
		}
		if c.JSON {
			err = g.Out.JSON(t)
		} else if t.Accepted {
			err = g.Out.Printf("The receiver accepted the message with status %d after %d ms.\n", domain.Value(t.Status), t.Milliseconds)
		}
		if err == nil && !t.Accepted {
			err = fault.Preconditionf("The message was not accepted: %s", domain.Value(t.Error))
		}
		return err
	})
}

type webhooksDeliveries struct {
	ID    int64  `arg:"" help:"Number of the webhook."`
	State string `help:"Only deliveries in a state: delivered, retrying, waiting or parked." enum:",delivered,retrying,waiting,parked" default:"" placeholder:"STATE"`
	Limit int64  `help:"Greatest number of deliveries, from 1 to 100." default:"20" placeholder:"N"`
	JSON  bool   `help:"Print JSON."`
}

// Run lists deliveries.
func (c *webhooksDeliveries) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		arguments := command.Args{"id": c.ID, "itemsPerPage": c.Limit}
		if c.State != "" {
			arguments["state"] = c.State
		}
		list, err := command.Ask[[]documents.WebhookDelivery](ctx, a, "GET "+webhookPath+"/deliveries", arguments)
		if err != nil {
			return err
		}
		rows := command.Table{Columns: []string{"position", "resource", "what", "state", "attempts", "last", "status", "ms", "error"}}
		for _, d := range list {
			status := ""
			if d.Status != nil {
				status = fmt.Sprint(*d.Status)
			}
			rows.Add(d.Position, d.Resource+"/"+d.ID, d.What, d.State, d.Attempts, d.LastAttemptAt, status, d.Milliseconds, domain.Value(d.Error))
		}
		return g.Out.Show(c.JSON, list, rows)
	})
}

type webhooksReplay struct {
	ID    int64  `arg:"" help:"Number of the webhook."`
	After string `required:"" help:"Position after which everything is sent again, 0 for all of the log, or latest to skip unsent changes." placeholder:"POSITION"`
}

// Run sets a subscription to a position.
func (c *webhooksReplay) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		s, err := command.Changed[documents.WebhookStatus](ctx, a, "POST "+webhookPath+"/replay", command.Args{"id": c.ID, "after": c.After})
		if err != nil {
			return err
		}
		return g.Out.Printf("Webhook %d gets its changes of the %d positions after %d again.\n", c.ID, s.Behind, s.Position)
	})
}

type webhooksResume struct {
	ID int64 `arg:"" help:"Number of the webhook."`
}

// Run resumes a subscription.
func (c *webhooksResume) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		s, err := command.Changed[documents.WebhookStatus](ctx, a, "POST "+webhookPath+"/resume", command.Args{"id": c.ID})
		if err != nil {
			return err
		}
		if !s.Sends {
			return g.Out.Printf("Webhook %d is not suspended any more, but not active: PUT /webhooks/%d with active true.\n", c.ID, c.ID)
		}
		return g.Out.Printf("Webhook %d goes on from position %d.\n", c.ID, s.Position)
	})
}

type webhooksRotate struct {
	ID      int64 `arg:"" help:"Number of the webhook."`
	Overlap int64 `help:"Hours for which the former secret signs as well, from 0 to 168." default:"24" placeholder:"HOURS"`
	JSON    bool  `help:"Print JSON."`
}

// Run renews a secret.
func (c *webhooksRotate) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		err := command.Change(ctx, a, "POST "+webhookPath+"/secret", command.Args{"id": c.ID, "overlapHours": c.Overlap})
		if err != nil {
			return err
		}
		return showSecret(ctx, g, a, c.ID, c.JSON)
	})
}

type webhooksDelete struct {
	ID int64 `arg:"" help:"Number of the webhook."`
}

// Run removes a subscription.
func (c *webhooksDelete) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		if err := command.Change(ctx, a, "DELETE "+webhookPath, command.Args{"id": c.ID}); err != nil {
			return err
		}
		return g.Out.Printf("Webhook %d is removed.\n", c.ID)
	})
}
