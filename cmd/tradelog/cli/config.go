package cli

import (
	"context"

	"tradelog/app"
	"tradelog/domain/fault"
	"tradelog/operations/directory"
)

type configCommand struct {
	Set   configSet   `cmd:"" help:"Set a value. It holds on running servers when the command returns."`
	Get   configGet   `cmd:"" help:"Print the value that holds in a scope."`
	List  configList  `cmd:"" help:"List paths with their values."`
	Unset configUnset `cmd:"" help:"Remove a value, so that the next wider scope or the default holds."`
}

// setting is a value of the configuration, as operations show it.
type setting struct {
	Path   string `json:"path"`
	Value  string `json:"value"`
	Secret bool   `json:"isSecret"`
	Stored bool   `json:"isStored"`
}

// String returns the value. A secret is not shown.
func (s setting) String() string {
	if s.Secret {
		return "(secret)"
	}
	return s.Value
}

type scopeFlags struct {
	Scope   string `help:"Where the value holds: default, website or store." default:"default" enum:"default,website,store"`
	ScopeID int64  `help:"Number of the website or store." placeholder:"N"`
}

// args returns the arguments of an operation on a path in the scope of the flags.
func (f scopeFlags) args(path string) args {
	return args{"scope": f.Scope, "scopeId": f.ScopeID, "path": path}
}

// meantPath adds similar paths to the refusal of a path that does not exist.
func meantPath(ctx context.Context, a *app.App, path string, err error) error {
	if f, ok := fault.As(err); !ok || f.Code != directory.UnknownPath {
		return err
	}
	known, failed := ask[[]setting](ctx, a, "settings.list", nil)
	if failed != nil {
		return failed
	}
	names := make([]string, len(known))
	for i, s := range known {
		names[i] = s.Path
	}
	return fault.NotFoundf("There is no configuration path %s.%s tradelog config list shows all.", path, meant(path, names))
}

type configSet struct {
	Path  string `arg:"" predictor:"path" help:"Such as general/locale/code."`
	Value string `arg:""`
	scopeFlags
}

// Run sets a value.
func (c *configSet) Run(ctx context.Context, g *Globals) error {
	return g.with(ctx, func(ctx context.Context, a *app.App) error {
		arguments := c.args(c.Path)
		arguments["value"] = c.Value
		return meantPath(ctx, a, c.Path, change(ctx, a, "settings.set", arguments))
	})
}

type configUnset struct {
	Path string `arg:"" predictor:"path" help:"Such as general/locale/code."`
	scopeFlags
}

// Run removes a value.
func (c *configUnset) Run(ctx context.Context, g *Globals) error {
	return g.with(ctx, func(ctx context.Context, a *app.App) error {
		return meantPath(ctx, a, c.Path, change(ctx, a, "settings.unset", c.args(c.Path)))
	})
}

type configGet struct {
	Path string `arg:"" predictor:"path" help:"Such as general/locale/code."`
	scopeFlags
}

// Run prints a value.
func (c *configGet) Run(ctx context.Context, g *Globals) error {
	return g.with(ctx, func(ctx context.Context, a *app.App) error {
		s, err := ask[setting](ctx, a, "settings.get", c.args(c.Path))
		if err != nil {
			return meantPath(ctx, a, c.Path, err)
		}
		return g.out.Println(s.String())
	})
}

type configList struct {
	Changed bool `help:"Only what was set in the scope itself."`
	JSON    bool `help:"Print JSON."`
	scopeFlags
}

// Run lists paths and values.
func (c *configList) Run(ctx context.Context, g *Globals) error {
	return g.with(ctx, func(ctx context.Context, a *app.App) error {
		all, err := ask[[]setting](ctx, a, "settings.list", args{"scope": c.Scope, "scopeId": c.ScopeID})
		if err != nil {
			return err
		}
		out, list := map[string]string{}, table{}
		for _, s := range all {
			mark := " "
			switch {
			case s.Stored:
				mark = "*"
			case c.Changed:
				continue
			}
			out[s.Path] = s.String()
			list.add(mark, s.Path, out[s.Path])
		}
		return g.out.Show(c.JSON, out, list)
	})
}
