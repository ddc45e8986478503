package cli

import (
	"context"
	"slices"
	"sort"

	providers "tradelog/adapters/social"
	"tradelog/app"
	"tradelog/domain/fault"
	"tradelog/domain/settings"
	"tradelog/operations/captcha"
	"tradelog/operations/social"
)

type configCommand struct {
	Set   configSet   `cmd:"" help:"Set a value. It holds on running servers when the command returns."`
	Get   configGet   `cmd:"" help:"Print the value that holds in a scope."`
	List  configList  `cmd:"" help:"List paths with their values."`
	Unset configUnset `cmd:"" help:"Remove a value, so that the next wider scope or the default holds."`
}

type scopeFlags struct {
	Scope   string `help:"Where the value holds: default, website or store." default:"default" enum:"default,website,store"`
	ScopeID int64  `help:"Number of the website or store." placeholder:"N"`
}

// with opens the shop for a command and passes it the scope of the flags.
func (f scopeFlags) with(
	ctx context.Context, g *Globals, run func(ctx context.Context, a *app.App, scope settings.Scope) error,
) error {
	return g.with(ctx, func(ctx context.Context, a *app.App) error {
		scope, err := f.scope(ctx, a)
		if err != nil {
			return err
		}
		return run(ctx, a, scope)
	})
}

// scope reads and checks the flags.
func (f scopeFlags) scope(ctx context.Context, a *app.App) (settings.Scope, error) {
	s, err := settings.ParseScope(f.Scope, f.ScopeID)
	if err != nil || s == settings.Default {
		return s, err
	}
	shop, err := app.DirectoryReader.Of(a).Shop(ctx)
	if err != nil {
		return s, err
	}
	_, isStore := shop.Store(s.ID)
	_, isWebsite := shop.Website(s.ID)
	if s.Level == "store" && !isStore || s.Level == "website" && !isWebsite {
		return s, fault.NotFoundf("There is no %s", s)
	}
	return s, nil
}

// secretPaths are stored as secrets of the installation, not in the log.
var secretPaths = map[string]string{
	"apiplatform/oauth2/secret": "jwt", "system/smtp/password": app.SMTPSecret, captcha.SecretPath: app.CaptchaSecret,
	social.Path + "facebook_app_secret": providers.FacebookSecret,
}

type configSet struct {
	Path  string `arg:"" predictor:"path" help:"Such as general/locale/code."`
	Value string `arg:""`
	scopeFlags
}

// Run sets a value.
func (c *configSet) Run(ctx context.Context, g *Globals) error {
	return c.with(ctx, g, func(ctx context.Context, a *app.App, scope settings.Scope) error {
		if err := a.CheckConfig(c.Path, c.Value); err != nil {
			return err
		}
		if secret := secretPaths[c.Path]; secret != "" {
			if err := a.Settings.Check(c.Path, c.Value); err != nil {
				return err
			}
			return effect(ctx, a, a.Secrets.Set(ctx, secret, []byte(c.Value)))
		}
		if _, known := a.Settings.Lookup(c.Path); !known {
			return unknownPath(a, c.Path)
		}
		return effect(ctx, a, app.Stores.Of(a).SetConfig(ctx, scope, map[string]string{c.Path: c.Value}))
	})
}

// unknownPath returns the error for a path that does not exist, with similar paths.
func unknownPath(a *app.App, path string) error {
	var names []string
	for _, p := range a.Settings.Paths() {
		names = append(names, p.Name)
	}
	return fault.NotFoundf("There is no configuration path %s.%s tradelog config list shows all.", path, meant(path, names))
}

type configUnset struct {
	Path string `arg:"" predictor:"path" help:"Such as general/locale/code."`
	scopeFlags
}

// Run removes a value.
func (c *configUnset) Run(ctx context.Context, g *Globals) error {
	return c.with(ctx, g, func(ctx context.Context, a *app.App, scope settings.Scope) error {
		if _, known := a.Settings.Lookup(c.Path); !known {
			_, values, err := viewOf(ctx, a, scope)
			if err != nil {
				return err
			}
			if _, set := values.Set(scope)[c.Path]; !set { // what earlier versions stored can be removed
				return unknownPath(a, c.Path)
			}
		}
		return effect(ctx, a, app.Stores.Of(a).UnsetConfig(ctx, scope, c.Path))
	})
}

type configGet struct {
	Path string `arg:"" predictor:"path" help:"Such as general/locale/code."`
	scopeFlags
}

// Run prints a value.
func (c *configGet) Run(ctx context.Context, g *Globals) error {
	return c.with(ctx, g, func(ctx context.Context, a *app.App, scope settings.Scope) error {
		view, values, err := viewOf(ctx, a, scope)
		if err != nil {
			return err
		}
		if _, known := a.Settings.Lookup(c.Path); !known {
			if _, set := values.Set(scope)[c.Path]; !set {
				return unknownPath(a, c.Path)
			}
		}
		return g.out.Println(shown(values, c.Path, view))
	})
}

func viewOf(ctx context.Context, a *app.App, scope settings.Scope) (settings.View, *settings.Values, error) {
	shop, err := app.DirectoryReader.Of(a).Shop(ctx)
	if err != nil {
		return settings.View{}, nil, err
	}
	if scope.Level == "website" {
		return shop.Settings.InWebsite(scope.ID), shop.Settings, nil
	}
	return shop.Settings.In(scope.ID), shop.Settings, nil
}

// shown hides secrets.
func shown(values *settings.Values, path string, view settings.View) string {
	if p, ok := values.Lookup(path); ok && p.Type.Hidden() {
		return "(secret)"
	}
	return view.Text(path)
}

type configList struct {
	Changed bool `help:"Only what was set in the scope itself."`
	JSON    bool `help:"Print JSON."`
	scopeFlags
}

// Run lists paths and values.
func (c *configList) Run(ctx context.Context, g *Globals) error {
	return c.with(ctx, g, func(ctx context.Context, a *app.App, scope settings.Scope) error {
		view, values, err := viewOf(ctx, a, scope)
		if err != nil {
			return err
		}
		set := values.Set(scope)
		var paths []string
		for path := range set {
			paths = append(paths, path)
		}
		if !c.Changed {
			for _, p := range values.Paths() {
				paths = append(paths, p.Name)
			}
		}
		sort.Strings(paths)
		paths = slices.Compact(paths)
		out, list := map[string]string{}, table{}
		for _, p := range paths {
			mark := " "
			if _, changed := set[p]; changed {
				mark = "*"
			}
			out[p] = shown(values, p, view)
			list.add(mark, p, out[p])
		}
		return g.out.Show(c.JSON, out, list)
	})
}
