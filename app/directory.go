package app

import (
	"context"
	"slices"
	"strings"

	adaptersaccess "tradelog/adapters/access"
	"tradelog/commands"
	directorycommands "tradelog/commands/directory"
	"tradelog/domain/change"
	domaindirectory "tradelog/domain/directory"
	"tradelog/domain/money"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/eventstore/trail"
	"tradelog/operations"
	"tradelog/operations/access"
	"tradelog/operations/directory"
	"tradelog/projections"
	"tradelog/projections/catalog"
	"tradelog/readmodels"
	readdirectory "tradelog/readmodels/directory"
)

// structure checks settings and counts references to parts of the shop.
type structure struct {
	table    *settings.Table
	deciders *commands.Engine
	rows     *readmodels.Reader
}

// CheckSetting refuses values that a configuration path does not allow.
func (s structure) CheckSetting(path, value string) error { return s.table.Check(path, value) }

// Uses counts the present references to a record of the shop's structure.
func (s structure) Uses(ctx context.Context, kind *record.Kind, id int64) ([]shop.Use, error) {
	head, err := s.deciders.Head(ctx)
	if err != nil {
		return nil, err
	}
	return readdirectory.Uses(ctx, s.rows, kind, id, head)
}

// secretPaths maps the configuration paths whose values are secrets of the installation to the names of the secrets.
var secretPaths = map[string]string{
	"apiplatform/oauth2/secret": tokenSecret, "system/smtp/password": SMTPSecret, access.SecretPath: CaptchaSecret,
	access.SocialLoginPath + "facebook_app_secret": adaptersaccess.FacebookSecret,
}

// directoryModule has websites, groups and store views, currencies with their rates, countries, and the configuration.
var directoryModule = Module{
	Name:    "directory",
	Streams: directorycommands.Streams(),
	Events:  slices.Concat(shop.EventSpecs(), settings.EventSpecs()),
	Trails: func(s Services) []trail.Kind {
		return []trail.Kind{{
			Path: "/configuration/{id}", Noun: "configuration", Category: settings.Kind.Name, Find: configurationOf, Fold: trail.Records,
			Hidden: func(path string) bool {
				p, known := s.Settings.Lookup(path)
				return !known || p.Type.Hidden()
			}}}
	},
	Changes: change.Merge(shop.Changes(), settings.Changes()),
	Sequences: []projections.Marks{projections.RecordMarks(map[*record.Kind]string{
		shop.Websites: "website", shop.Groups: "store_group", shop.Stores: "store",
	})},
	Projectors: []projections.Definition{catalog.Shop},
	Settings:   settings.Directory,
	Operations: func(s Services) []*operations.Operation {
		return slices.Concat(directory.New(), directory.Structure(s.Commands.Directory, s.Readers.Catalog),
			directory.Configuration(s.Commands.Directory, directory.Secrets{ByPath: secretPaths, Set: s.Secrets.Set}))
	},
	Install: func(ctx context.Context, s Services) error {
		var rates []shop.Rate
		for _, r := range domaindirectory.SeedRates() {
			if r.From != r.To {
				rates = append(rates, shop.Rate{From: r.From, To: r.To, Value: money.MustParse(r.Value)})
			}
		}
		return s.Commands.Directory.Install(ctx, rates)
	},
}

// sellerLacks tells which particulars of the seller the configuration lacks, and which logos cannot be read.
func (a *App) sellerLacks(ctx context.Context) (string, error) {
	s, err := a.Readers.Directory.Shop(ctx)
	if err != nil {
		return "", err
	}
	var all []string
	if lacks := s.SellerLacks(); lacks != "" {
		all = append(all, lacks)
	}
	for _, store := range s.Stores {
		if store.IsActive && a.lacksLogo(ctx, s.Settings.In(store.ID).Text(settings.Logo)) {
			all = append(all, "store view "+store.Code+": the file of "+settings.Logo)
		}
	}
	return strings.Join(all, "; "), nil
}
