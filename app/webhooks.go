package app

import (
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"

	adapterswebhook "tradelog/adapters/webhook"
	"tradelog/commands"
	"tradelog/domain/fault"
	"tradelog/domain/webhook"
	"tradelog/operations"
	"tradelog/operations/records"
	operationswebhooks "tradelog/operations/webhooks"
	"tradelog/reactions"
	"tradelog/reactions/mails"
	"tradelog/reactions/webhooks"
	"tradelog/readmodels"
)

// webhooksReader: the commands on subscriptions, and what sends changes to them.
var (
	webhooksReader = Share(func(s Services) commands.Members[webhook.Subscription] {
		return operationswebhooks.Subscriptions.Commands(s.Engine)
	})

	webhookRecords = Share(func(s Services) *readmodels.Records[webhook.Subscription] {
		return readmodels.OpenRecords(s.Reader, webhook.Subscriptions, func(a, b webhook.Subscription) int { return cmp.Compare(a.ID, b.ID) })
	})

	WebhookDispatcher = Share(func(s Services) *webhooks.Dispatcher {
		return webhooks.New(webhooks.Options{
			Pool: s.Pool, Feed: Feed.Of(s), Log: s.Infrastructure.Store.LogID(), Find: webhooksReader.Of(s).Get,
			Websites: func(ctx context.Context, stores []int64) ([]int64, error) {
				shop, err := DirectoryReader.Of(s).Shop(ctx)
				if err != nil {
					return nil, err
				}
				return shop.WebsitesOf(stores), nil
			},
			Secret: func(ctx context.Context, id, version int64) (adapterswebhook.Secret, error) {
				secret, err := s.Derive(ctx, "webhooks", fmt.Sprintf("subscription %d, version %d", id, version))
				if err != nil {
					return nil, err
				}
				return hex.DecodeString(secret)
			},
			Document: func(ctx context.Context, of webhook.Subscription, resource, id string) (json.RawMessage, error) {
				return s.document(ctx, of, resource, id)
			},
			Revise: func(ctx context.Context, id int64, revise func(webhook.Subscription) webhook.Subscription) error {
				return webhooksReader.Of(s).Revise(reactions.BySystem(ctx, "webhooks"), id, revise)
			},
			Sender: s.Webhooks, Clock: s.Infrastructure.Clock, Logger: s.Infrastructure.Logger, Observe: s.SentWebhook, Pause: s.WebhookPause,
		})
	})
)

// webhooksModule posts changes to those who have subscribed to them.
var webhooksModule = Module{
	Name:    "webhooks",
	Records: []records.Record{operationswebhooks.Subscriptions},
	Operations: func(s Services) []*operations.Operation {
		return operationswebhooks.New(operationswebhooks.Dependencies{
			Commands: webhooksReader.Of(
				s,
			), All: webhookRecords.Of(s).All, Sender: WebhookDispatcher.Of(s), Clock: s.Infrastructure.Clock, Latest: Feed.Of(s).Latest,
			Check: Feed.Of(s).Check,
		})
	},
	Reactions: func(s Services) []reactions.Reaction { return []reactions.Reaction{WebhookDispatcher.Of(s).Reaction()} },
	Works: func(s Services) []reactions.Work {
		return []reactions.Work{{Name: "webhooks", Run: WebhookDispatcher.Of(s).Run}}
	},
	Mails: []mails.Kind{mails.WebhookTrouble},
}

// document returns a resource as a subscription may read it, encoded; nil if there is none.
func (s Services) document(ctx context.Context, of webhook.Subscription, resource, id string) (json.RawMessage, error) {
	caller := operations.Caller{Via: "webhook", Principal: &operations.Principal{
		Kind: operations.AsAPI, Username: fmt.Sprintf("webhook %d", of.ID), Grants: []string{resource + "/read"},
	}}
	if len(of.StoreIDs) > 0 {
		caller.Principal.StoreIDs = of.StoreIDs
		shop, err := DirectoryReader.Of(s).Shop(ctx)
		if err != nil {
			return nil, err
		}
		if store, ok := shop.Store(of.StoreIDs[0]); ok {
			caller.Store = operations.Chosen(store.Code)
		}
	}
	answer, err := s.Show(ctx, caller, resource, id)
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
