package app

import (
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	adapterswebhook "tradelog/adapters/webhook"
	"tradelog/commands"
	"tradelog/domain/fault"
	"tradelog/domain/webhook"
	"tradelog/operations"
	"tradelog/operations/changes"
	"tradelog/operations/records"
	"tradelog/reactions"
	"tradelog/reactions/mails"
	"tradelog/reactions/webhooks"
	"tradelog/readmodels"
	readchanges "tradelog/readmodels/changes"
	readdirectory "tradelog/readmodels/directory"
)

// newDispatcher makes the dispatcher that sends changes to subscriptions. show reads one of a resource.
func newDispatcher(
	storage Storage, config Config, feed *readchanges.Feed, subscriptions commands.Members[webhook.Subscription],
	shops *readdirectory.Reader, show shown, sender *adapterswebhook.Sender, observe func(outcome string, took time.Duration),
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
		Document: func(ctx context.Context, of webhook.Subscription, resource, id string) (json.RawMessage, error) {
			return document(ctx, shops, show, of, resource, id)
		},
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
			Check: s.Feed.Check,
		})
	},
	Reactions: func(s Services) []reactions.Reaction { return []reactions.Reaction{s.Webhooks.Reaction()} },
	Sweeps: func(s Services) []reactions.Sweep {
		return []reactions.Sweep{{Name: "webhooks", Run: s.Webhooks.Run}}
	},
	Mails: []mails.Kind{mails.WebhookTrouble},
}

// shown reads one resource with the rights of a caller, such as one order of the orders.
type shown func(ctx context.Context, caller operations.Caller, resource, id string) (operations.Result, error)

// document returns a resource as a subscription may read it, encoded; nil if there is none.
func document(
	ctx context.Context, shops *readdirectory.Reader, show shown, of webhook.Subscription, resource, id string,
) (json.RawMessage, error) {
	caller := operations.Caller{Via: "webhook", Principal: &operations.Principal{
		Kind: operations.AsAPI, Username: fmt.Sprintf("webhook %d", of.ID), Grants: []string{resource + "/read"},
	}}
	if len(of.StoreIDs) > 0 {
		caller.Principal.StoreIDs = of.StoreIDs
		shop, err := shops.Shop(ctx)
		if err != nil {
			return nil, err
		}
		if store, ok := shop.Store(of.StoreIDs[0]); ok {
			caller.Store = operations.Chosen(store.Code)
		}
	}
	answer, err := show(ctx, caller, resource, id)
	if f, refused := fault.As(err); refused && f.Kind == fault.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var document json.RawMessage
	err = answer.Decode(&document)
	return document, err
}
