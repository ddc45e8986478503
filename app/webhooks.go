package app

import (
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"tradelog/adapters/outside"
	adapterswebhook "tradelog/adapters/webhook"
	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/webhook"
	"tradelog/installation"
	"tradelog/operations"
	operationsaccess "tradelog/operations/access"
	"tradelog/operations/changes"
	"tradelog/operations/records"
	"tradelog/reactions"
	"tradelog/reactions/mails"
	"tradelog/reactions/webhooks"
	"tradelog/readmodels"
	readaccess "tradelog/readmodels/access"
	readchanges "tradelog/readmodels/changes"
	readdirectory "tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
)

// newDispatcher makes the dispatcher that sends changes to subscriptions.
func newDispatcher(
	storage Storage, config Config, feed *readchanges.Feed, subscriptions commands.Members[webhook.Subscription],
	shops *readdirectory.Reader, reading subscribers, sender *adapterswebhook.Sender, observe func(outcome string, took time.Duration),
) *webhooks.Dispatcher {
	return webhooks.New(webhooks.Options{
		Pool: storage.Pool, Feed: feed, Log: storage.Store.LogID(), Find: subscriptions.Get,
		Websites: func(ctx context.Context, stores []int64) ([]int64, error) {
			shop, err := shops.Shop(ctx)
			if err != nil {
				return nil, err
			}
			return shop.WebsitesOf(stores), nil
		},
		Secret: func(ctx context.Context, id, version int64) (adapterswebhook.Secret, error) {
			secret, err := storage.Secrets.Derive(ctx, "webhooks", fmt.Sprintf("subscription %d, version %d", id, version))
			if err != nil {
				return nil, err
			}
			return hex.DecodeString(secret)
		},
		Permits: reading.permits, Document: reading.document,
		Revise: func(ctx context.Context, id int64, revise func(webhook.Subscription) webhook.Subscription) error {
			return subscriptions.Revise(reactions.BySystem(ctx, "webhooks"), id, revise)
		},
		Sender: sender, Clock: config.Clock, Logger: config.Logger, Observe: observe, Pause: config.Outside.WebhookPause,
	})
}

// webhooksModule posts changes to their subscribers.
var webhooksModule = Module{
	Name:    "webhooks",
	Records: []records.Record{changes.WebhookSubscriptions},
	Operations: func(s Services) []*operations.Operation {
		rows := readmodels.OpenRecords(s.Reader, webhook.Subscriptions, func(a, b webhook.Subscription) int { return cmp.Compare(a.ID, b.ID) })
		return changes.NewWebhooks(changes.WebhookDependencies{
			Commands: changes.WebhookSubscriptions.Commands(s.Deciders),
			All:      rows.All, Sender: s.Webhooks, Clock: s.Clock, Latest: s.Feed.Latest,
			Check: s.Feed.Check, Resources: s.changes.Resources(),
		})
	},
	Reactions: func(s Services) []reactions.Reaction { return []reactions.Reaction{s.Webhooks.Reaction()} },
	Sweeps: func(s Services) []reactions.Sweep {
		return []reactions.Sweep{{Name: "webhooks", Run: s.Webhooks.Run}}
	},
	Mails: []mails.Kind{mails.WebhookTrouble},
}

// subscribers read what subscriptions are sent, with the rights of the accounts that made them.
type subscribers struct {
	accounts  *readaccess.Reader
	clock     func() time.Time
	resources []string // whose changes the feed has
	// prepare makes a call that has the shop, and nobody as its caller.
	prepare func(ctx context.Context, caller operations.Caller) (*operations.Call, error)
	// show reads one resource with the rights of a caller, such as one order of the orders.
	show func(ctx context.Context, caller operations.Caller, resource, id string) (operations.Result, error)
}

// principal returns the caller that a subscription acts for, with the present rights of the account. Forbidden: the account is gone.
func (s subscribers) principal(ctx context.Context, of webhook.Subscription) (*operations.Principal, error) {
	if of.MakerID == nil {
		p := &operations.Principal{Kind: operations.AsAPI, Username: fmt.Sprintf("webhook %d", of.ID)}
		for _, name := range s.resources {
			p.Grants = append(p.Grants, name+"/read")
		}
		return p, nil
	}
	accounts, err := s.accounts.Accounts(ctx)
	if err != nil {
		return nil, err
	}
	switch account := accounts.ByID(*of.MakerID); {
	case account == nil:
		return nil, fault.Forbiddenf("The account %d, for which this webhook acts, is not there any more.", *of.MakerID)
	case !account.Active:
		return nil, fault.Forbiddenf("The account %d, for which this webhook acts, is switched off.", *of.MakerID)
	default:
		who := operationsaccess.PrincipalOf(account)
		who.Tools = domain.Value(of.MakerTools)
		return who, s.acts(ctx, of.MakerAgent)
	}
}

// acts refuses an agent that was revoked, or whose time is over; nil: no agent made the subscription.
func (s subscribers) acts(ctx context.Context, id *int64) error {
	if id == nil {
		return nil
	}
	agent, err := s.accounts.Agent(ctx, *id)
	if errors.Is(err, readmodels.ErrNotFound) || err == nil && agent.ExpiresAt <= documents.Time(s.clock()) {
		return fault.Forbiddenf("The agent %d, which made this webhook, has ended.", *id)
	}
	return err
}

// permits refuses a subscription that its account could not make any more.
func (s subscribers) permits(ctx context.Context, of webhook.Subscription) error {
	if of.MakerID == nil {
		return nil
	}
	who, err := s.principal(ctx, of)
	if err != nil {
		return err
	}
	call, err := s.prepare(ctx, operations.Caller{Via: "webhook"})
	if err != nil {
		return err
	}
	return changes.Allowed(call.As(who), of)
}

// document returns a resource as a subscription may read it, encoded; nil if there is none, or none in its stores.
func (s subscribers) document(ctx context.Context, of webhook.Subscription, resource, id string) (json.RawMessage, error) {
	who, err := s.principal(ctx, of)
	if err != nil {
		return nil, err
	}
	caller := operations.Caller{Via: "webhook", Principal: who}
	if len(of.StoreIDs) > 0 {
		who.StoreIDs = of.StoreIDs
		call, err := s.prepare(ctx, operations.Caller{Via: "webhook"})
		if err != nil {
			return nil, err
		}
		if store, ok := call.Shop.Store(of.StoreIDs[0]); ok {
			caller.Store = operations.Chosen(store.Code)
		}
	}
	answer, err := s.show(ctx, caller, resource, id)
	// permits has checked the rights, so a refusal means that the resource is in other stores, perhaps only since the change.
	if f, refused := fault.As(err); refused && (f.Kind == fault.NotFound || f.Kind == fault.Forbidden) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var document json.RawMessage
	err = answer.Decode(&document)
	return document, err
}

// webhookNetworks returns the networks that webhooks may be sent to besides the public internet: those of this program, and of the running
// instances if it is to follow them.
func (a *App) webhookNetworks(ctx context.Context) (outside.Networks, error) {
	networks := slices.Clone(a.Config.Outside.WebhookNetworks)
	if !a.Config.Outside.OfInstances {
		return networks, nil
	}
	list, silence, err := installation.Instances(ctx, a.Pool)
	if err != nil {
		return nil, err
	}
	for n, instance := range list {
		if silence[n] < installation.Silent {
			theirs, err := outside.ParseNetworks(instance.WebhookNetworks)
			if err != nil {
				return nil, err
			}
			networks = append(networks, theirs...)
		}
	}
	return networks, nil
}
