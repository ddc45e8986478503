// Package demo fills an empty shop with realistic data. Commands make the data, which is the same every time except for dates. An
// interrupted run can be repeated.
package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"tradelog/commands"
	"tradelog/domain/settings"
	"tradelog/eventstore"
	"tradelog/quote"
	"tradelog/readmodels/directory"
)

// The amounts of demo data.
const (
	customerCount = 25
	orderCount    = 240
	spread        = 90 * 24 * time.Hour // orders are placed within the last ninety days
)

// password is the password of every demo customer.
const password = "demo-customer-1"

// Credentials are the logins of the demo shop.
type Credentials struct {
	CustomerEmail        string
	ClientID, Secret     string
	APIUser, APIKey      string
	AdminUser, AdminHint string
}

// String formats them for the start of the server.
func (c Credentials) String() string {
	var b strings.Builder
	fmt.Fprintln(&b, "Demo shop. Log in with")
	fmt.Fprintf(&b, "  customer         email %s  password %s\n", c.CustomerEmail, password)
	fmt.Fprintf(&b, "  service account  client_id %s  client_secret %s\n", c.ClientID, c.Secret)
	fmt.Fprintf(&b, "  API user         username %s  api_key %s\n", c.APIUser, c.APIKey)
	fmt.Fprintf(&b, "  admin            %s  (%s)\n", c.AdminUser, c.AdminHint)
	return b.String()
}

// maker is the actor of all events of the demo data.
var maker = eventstore.Actor{Kind: "system", Name: "demo"}

type seeder struct {
	target   Shop
	progress func(string)
	random   *rand.Rand
	stores   map[string]int64
	// sections are categories by key, and goods are products by SKU.
	sections map[string]int64
	goods    map[string]int64
	// Fields for placing orders.
	skus    []string // of products in orders
	service eventstore.Actor
	quotes  *quote.Service
	shop    *directory.Shop
}

// Seed fills the shop unless it is filled, and returns the credentials. say is called for each step.
func Seed(ctx context.Context, target Shop, say func(string)) (Credentials, error) {
	ctx = commands.WithCause(ctx, commands.Cause{Actor: maker})
	s := &seeder{target: target, progress: say, random: rand.New(rand.NewPCG(20260301, 7)), stores: map[string]int64{},
		sections: map[string]int64{}, goods: map[string]int64{}}
	shop, err := target.DirectoryReader.Shop(ctx)
	if err != nil {
		return Credentials{}, err
	}
	complete := shop.Settings.In(0).Flag(settings.DemoComplete)
	if !complete {
		say("Filling the shop with demo data (about ten seconds) ...")
		for _, step := range []func(context.Context) error{
			s.structure, s.attributes, s.catalog, s.content, s.taxes, s.people, s.promotions, s.voices,
		} {
			if err := step(ctx); err != nil {
				return Credentials{}, err
			}
			if err := target.CaughtUp(ctx); err != nil {
				return Credentials{}, err
			}
		}
	}
	credentials, err := s.accounts(ctx)
	if err != nil || complete {
		return credentials, err
	}
	if err := target.CaughtUp(ctx); err != nil {
		return credentials, err
	}
	if err := s.orders(ctx); err != nil {
		return credentials, err
	}
	if err := target.Stores.SetConfig(ctx, settings.Default, map[string]string{settings.DemoComplete: "1"}); err != nil {
		return credentials, err
	}
	return credentials, target.CaughtUp(ctx)
}
