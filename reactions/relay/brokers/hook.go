package brokers

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"tradelog/adapters/outside"
	"tradelog/adapters/webhook"
	"tradelog/domain/fault"
	domainwebhook "tradelog/domain/webhook"
	"tradelog/reactions/relay"
)

// Receiver says how addresses are posted to.
type Receiver struct {
	// Secret signs messages, such as whsec_...
	Secret string
	// Networks may be posted to besides the public internet.
	Networks outside.Networks
}

// hook posts messages to an address, as webhooks are sent (Standard Webhooks).
type hook struct {
	address  *url.URL
	secrets  []webhook.Secret
	networks outside.Networks
}

// parseHook reads the address of a receiver. Its errors do not contain the address, which may have a token.
func parseHook(address string, r Receiver) (relay.Broker, error) {
	if err := domainwebhook.CheckURL(address); err != nil {
		return nil, fault.Invalidf("--to: %s", err.Error())
	}
	at, err := url.Parse(address)
	if err != nil {
		return nil, fault.Invalidf("--to is no address that can be read")
	}
	secret, err := webhook.ParseSecret(r.Secret)
	if err != nil {
		return nil, fault.Invalidf("TRADELOG_RELAY_SECRET must have the secret that signs messages: %s.", err)
	}
	return hook{at, []webhook.Secret{secret}, r.Networks}, nil
}

// String names the receiver without the query, which may have a token.
func (h hook) String() string { return h.address.Scheme + "://" + h.address.Host + h.address.Path }

// Topic returns nothing: an address has none.
func (h hook) Topic(message.Metadata) string { return "" }

// Dial makes a sender. It connects when the first message is posted.
func (h hook) Dial() (message.Publisher, error) {
	return poster{h, webhook.New(webhook.Options{Networks: h.networks, Program: "tradelog relay", Clock: time.Now})}, nil
}

type poster struct {
	hook
	sender *webhook.Sender
}

// Publish posts messages one after another.
func (p poster) Publish(_ string, messages ...*message.Message) error {
	for _, m := range messages {
		_, err := p.sender.Send(context.Background(), p.address.String(), p.secrets, webhook.Message{
			ID: m.UUID, ContentType: relay.ContentType, Body: m.Payload,
		})
		if err != nil {
			return fmt.Errorf("post to %s: %w", p, err)
		}
	}
	return nil
}

// Close closes connections.
func (p poster) Close() error {
	p.sender.Close()
	return nil
}
