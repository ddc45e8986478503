package shop

import (
	"context"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
)

// ConfigCommand has the commands on the configuration.
type ConfigCommand struct {
	Set   configSet   `cmd:"" help:"Set a value."`
	Get   configGet   `cmd:"" help:"Print the effective value of a scope."`
	List  configList  `cmd:"" help:"List paths and their values."`
	Unset configUnset `cmd:"" help:"Remove a value, so that the next wider scope or the default applies."`
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
	Scope   string `help:"Scope: default, website or store." default:"default" enum:"default,website,store"`
	ScopeID int64  `help:"ID of the website or store view." placeholder:"N"`
}

// pastFlags request the past.
type pastFlags struct {
	AsOf string `help:"Show the past: a position of the log or a UTC time." placeholder:"WHEN"`
}

// in adds the flags to the arguments of an operation.
func (f pastFlags) in(arguments command.Args) command.Args {
	if f.AsOf != "" {
		arguments["asOf"] = f.AsOf
	}
	return arguments
}

// args returns the arguments of an operation on a path in the scope of the flags.
func (f scopeFlags) args(path string) command.Args {
	return command.Args{"scope": f.Scope, "scopeId": f.ScopeID, "path": path}
}

type configSet struct {
	Path  string `arg:"" predictor:"path" help:"Path, such as general/locale/code."`
	Value string `arg:"" help:"Value to set."`
	scopeFlags
}

// Run sets a value.
func (c *configSet) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		arguments := c.args(c.Path)
		arguments["value"] = c.Value
		return command.Change(ctx, a, "setting.set", arguments)
	})
}

type configUnset struct {
	Path string `arg:"" predictor:"path" help:"Path, such as general/locale/code."`
	scopeFlags
}

// Run removes a value.
func (c *configUnset) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		return command.Change(ctx, a, "setting.unset", c.args(c.Path))
	})
}

type configGet struct {
	Path string `arg:"" predictor:"path" help:"Path, such as general/locale/code."`
	scopeFlags
	pastFlags
}

// Run prints a value.
func (c *configGet) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		s, err := command.Ask[setting](ctx, a, "setting.get", c.in(c.args(c.Path)))
		if err != nil {
			return err
		}
		return g.Out.Println(s.String())
	})
}

type configList struct {
	Changed bool `help:"List only values that are set in the scope itself."`
	JSON    bool `help:"Print JSON."`
	scopeFlags
	pastFlags
}

// Run lists paths and values.
func (c *configList) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		all, err := command.Ask[[]setting](ctx, a, "setting.list", c.in(command.Args{"scope": c.Scope, "scopeId": c.ScopeID}))
		if err != nil {
			return err
		}
		out, list := map[string]string{}, command.Table{}
		for _, s := range all {
			mark := " "
			switch {
			case s.Stored:
				mark = "*"
			case c.Changed:
				continue
			}
			out[s.Path] = s.String()
			list.Add(mark, s.Path, out[s.Path])
		}
		return g.Out.Show(c.JSON, out, list)
	})
}
