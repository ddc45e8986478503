package changes

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"tradelog/domain/fault"
	"tradelog/domain/webhook"
	"tradelog/operations"
	"tradelog/operations/records"
)

// WebhookSubscriptions is the record of subscriptions.
var WebhookSubscriptions = records.Define(records.Spec[webhook.Subscription, webhook.Subscription]{
	Kind: webhook.Subscriptions, New: webhook.New,
	Resource: records.Resource{
		Path: "/webhooks", Section: "system", ACL: "system/webhook", Extra: true,
		Doc:  "A subscription: an address to which the shop posts the changes of some resources, signed, in the order of each resource.",
		List: "Lists the subscriptions whose resources and stores the caller may read.",
		Create: "Subscribes an address to changes from now on. Get the secret that signs them with GET /webhooks/{id}/secret, and try the " +
			"address with POST /webhooks/{id}/test. The caller must be able to read each of the resources.",
		Update: "Changes only what is sent. What is on its way is sent as it was.",
		Delete: "Removes a subscription. What it was not sent yet is not sent any more.",
		Search: "part of name or address, case-insensitive",
	},
	Search:  func(s webhook.Subscription) string { return s.Name + "\n" + s.URL },
	Sort:    func(a, b webhook.Subscription) int { return cmp.Compare(a.ID, b.ID) },
	Allowed: Allowed, Before: known, Parse: made,
})

// made makes the subscription one of the calling account and token, whose rights decide from now on what is sent. The operator changes
// nothing in that.
func made(r records.Request, _ map[string]json.RawMessage) (func(*webhook.Subscription), error) {
	if who := r.Principal; who.Kind == operations.AsAPI || who.Kind == operations.AsAdmin {
		return func(s *webhook.Subscription) { *s = s.MadeBy(who.ID, who.Agent, who.Tools) }, nil
	}
	return nil, nil
}

// Allowed refuses callers who may not read the resources that a subscription sends. A change of the address would send it to them.
func Allowed(c *operations.Call, s webhook.Subscription) error {
	for _, resource := range s.Resources {
		if !c.Has(resource + "/read") {
			return fault.Forbiddenf("A webhook that is sent changes of %s needs the permission %s/read.", resource, resource)
		}
		if !c.MayRead(resource) {
			return fault.Forbiddenf("A webhook that is sent changes of %s needs a tool that reads them. The token, or its account, is limited to "+
				"others.", resource)
		}
		if s.Payload != webhook.Document {
			continue
		}
		switch item := c.Item(resource); {
		case item == nil:
			return fault.Invalidf("%s have no document: nothing shows one of them. Use the payload thin, or another webhook for them.", resource).
				About(fault.Unfitting, "payload")
		case !item.Authorizes(c.Principal):
			return fault.Forbiddenf("A webhook that is sent documents of %s needs a tool that shows one. The token, or its account, is limited "+
				"to others. Use the payload thin.", resource)
		}
	}
	if c.AllowedStores() == nil {
		return nil
	}
	if len(s.StoreIDs) == 0 || slices.ContainsFunc(s.StoreIDs, func(id int64) bool { return !c.MaySeeStore(id) }) {
		return fault.Forbiddenf("This token is limited to stores: storeIds of the webhook must be among them.")
	}
	return nil
}

// known refuses missing resources and stores, and addresses that are never called.
func known(_ context.Context, c records.Change[webhook.Subscription]) error {
	told := c.FeedResources
	for _, name := range c.Value.Normalise().Resources {
		if !slices.Contains(told, name) {
			return fault.Invalidf("Unknown resource %.64q in resources. Known are: %s.", name, strings.Join(told, ", ")).
				About(fault.Choice, "resources")
		}
	}
	for _, id := range c.Value.StoreIDs {
		if _, ok := c.Shop.Store(id); !ok {
			return fault.Invalidf("There is no store view %d.", id).About(fault.Unknown, "storeIds")
		}
	}
	if url := c.Value.Normalise().URL; c.Sent("url") && webhook.CheckURL(url) == nil {
		return c.CheckReceiver(url)
	}
	return nil
}
