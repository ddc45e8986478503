package directory

import (
	"context"
	"slices"

	directorycommands "tradelog/commands/directory"
	"tradelog/domain/fault"
	"tradelog/domain/settings"
	"tradelog/operations"
)

// settingResource is the resource of the configuration.
var settingResource = &operations.Resource{
	Name: "Setting", Section: "system", Permission: "settings", ACL: "system/config", Label: "setting",
	Doc: "A value of the configuration in a scope.",
}

// Secrets are settings that are secrets of the installation. They are not stored in the log.
type Secrets struct {
	ByPath map[string]string // names of secrets by their configuration paths
	Set    func(ctx context.Context, name string, secret []byte) error
}

// Configuration declares the operations on the configuration. They have no route: the command line and the console offer them.
func Configuration(stores *directorycommands.Stores, secrets Secrets) []*operations.Operation {
	h := &configuration{stores, secrets}
	declared := func(name string, verb operations.Verb, permission, summary, doc string) operations.Declaration {
		return operations.Declaration{
			Resource: settingResource, Unrouted: operations.Unrouted{Name: name, Console: true}, Verb: verb,
			Access: operations.Backend.Access(permission), Guard: everywhere, Summary: summary, Doc: doc,
		}
	}
	list := declared("setting.list", operations.List, "settings/read", "List settings",
		"Lists the configuration paths by name, each with the value that holds in a scope.")
	get := declared("setting.get", operations.Get, "settings/read", "Get a setting", "Returns the value of a path that holds in a scope.")
	list.AsOf, get.AsOf = true, true
	return []*operations.Operation{
		operations.Define(list, h.list), operations.Define(get, h.get),
		operations.Define(declared("setting.set", operations.Update, "settings/write", "Set a value",
			"Sets the value of a path in a scope. Secrets are set at the command line alone."), h.set),
		operations.Define(declared("setting.unset", operations.Delete, "settings/write", "Remove a value",
			"Removes the value of a path in a scope, so that the next wider scope or the default holds."), h.unset),
	}
}

// everywhere refuses tokens that are limited to stores, since they may not see values of wider scopes.
func everywhere(_ context.Context, c *operations.Call) error {
	if c.AllowedStores() != nil {
		return fault.Forbiddenf("The configuration is for tokens that are not restricted to stores.")
	}
	return nil
}

// errSecret refuses secrets over the network.
var errSecret = fault.Forbiddenf("Secrets are set at the command line: tradelog config set")

type configuration struct {
	stores  *directorycommands.Stores
	secrets Secrets
}

// scopeInput names a scope of the configuration.
type scopeInput struct {
	Scope   string `query:"scope" enum:"default,website,store" doc:"where the value holds"`
	ScopeID int64  `query:"scopeId" doc:"number of the website or store"`
}

// in returns the scope.
func (i scopeInput) in(c *operations.Call) (scope settings.Scope, err error) {
	if scope, err = settings.ParseScope(i.Scope, i.ScopeID); err != nil {
		return scope, err
	}
	known := true
	if scope.Level == "website" {
		_, known = c.Shop.Website(scope.ID)
	} else if scope != settings.Default {
		_, known = c.Shop.Store(scope.ID)
	}
	if !known {
		return scope, fault.NotFoundf("There is no %s", scope)
	}
	return scope, nil
}

// configured is the configuration in a scope.
type configured struct {
	*settings.Values
	scope settings.Scope
	view  settings.View
}

// in returns the effective configuration of a scope, as of the past if the call requests that. The scopes themselves are the present ones.
func (h *configuration) in(ctx context.Context, c *operations.Call, i scopeInput) (out configured, err error) {
	if out.scope, err = i.in(c); err != nil {
		return out, err
	}
	out.Values = c.Shop.Settings
	if c.InPast() {
		if out.Values, err = h.past(ctx, c, out.scope); err != nil {
			return out, err
		}
	}
	if out.view = out.In(out.scope.ID); out.scope.Level == "website" {
		out.view = out.InWebsite(out.scope.ID)
	}
	return out, nil
}

// past folds the values of a scope and of the wider scopes.
func (h *configuration) past(ctx context.Context, c *operations.Call, scope settings.Scope) (*settings.Values, error) {
	around, websiteOf := []settings.Scope{settings.Default}, map[int64]int64{}
	if scope != settings.Default {
		around = append(around, scope)
	}
	if store, ok := c.Shop.Store(scope.ID); ok && scope.Level == "store" {
		around = append(around, settings.Scope{Level: "website", ID: store.WebsiteID})
		websiteOf[store.ID] = store.WebsiteID
	}
	set := map[settings.Scope]map[string]string{}
	for _, s := range around {
		var err error
		if set[s], err = h.stores.ConfigUntil(ctx, s, c.AsOf()); err != nil {
			return nil, err
		}
	}
	return settings.NewValues(c.Shop.Settings.Table, set, websiteOf), nil
}

// known refuses a path that does not exist, unless an earlier version has stored a value for it in the scope.
func (v configured) known(c *operations.Call, path string) error {
	if _, ok := v.Lookup(path); ok {
		return nil
	}
	if _, stored := v.Set(v.scope)[path]; stored {
		return nil
	}
	return errUnknownPath(c, path)
}

func errUnknownPath(c *operations.Call, path string) error {
	var names []string
	for _, p := range c.Shop.Settings.Paths() {
		names = append(names, p.Name)
	}
	return fault.NotFoundf("There is no configuration path %s.%s tradelog config list shows all.", path, fault.Meant(path, names))
}

// setting is a value in an answer. Values of secrets are left out.
type setting struct {
	Path   string `json:"path"`
	Value  string `json:"value"`
	Secret bool   `json:"isSecret"`
	Stored bool   `json:"isStored"` // in the scope itself
	Takes  string `json:"takes"`    // values that the path takes
	About  string `json:"about"`    // purpose of the value
}

func (v configured) setting(path string) setting {
	out := setting{Path: path}
	_, out.Stored = v.Set(v.scope)[path]
	if p, known := v.Lookup(path); known {
		out.Secret, out.Takes, out.About = p.Type.Hidden(), p.Type.String(), p.About
	}
	if !out.Secret {
		out.Value = v.view.Text(path)
	}
	return out
}

func (h *configuration) list(ctx context.Context, c *operations.Call, in scopeInput) ([]setting, error) {
	v, err := h.in(ctx, c, in)
	if err != nil {
		return nil, err
	}
	var paths []string
	for path := range v.Set(v.scope) {
		paths = append(paths, path)
	}
	for _, p := range v.Paths() {
		paths = append(paths, p.Name)
	}
	slices.Sort(paths)
	paths = slices.Compact(paths)
	list := make([]setting, len(paths))
	for i, path := range paths {
		list[i] = v.setting(path)
	}
	return list, nil
}

type getSetting struct {
	scopeInput
	Path string `query:"path" doc:"configuration path, such as general/locale/code"`
}

func (h *configuration) get(ctx context.Context, c *operations.Call, in getSetting) (setting, error) {
	v, err := h.in(ctx, c, in.scopeInput)
	if err == nil {
		err = v.known(c, in.Path)
	}
	if err != nil {
		return setting{}, err
	}
	return v.setting(in.Path), nil
}

type setSetting struct {
	scopeInput
	Path  string `query:"path" doc:"configuration path, such as general/locale/code"`
	Value string `json:"value" lines:"own" longest:"body" doc:"the value"`
}

func (h *configuration) set(ctx context.Context, c *operations.Call, in setSetting) (operations.Nothing, error) {
	scope, err := in.in(c)
	if err != nil {
		return operations.Nothing{}, err
	}
	secret := h.secrets.ByPath[in.Path]
	if p, known := c.Shop.Settings.Lookup(in.Path); (secret != "" || known && p.Type.Hidden()) && c.Principal.Kind != operations.AsOperator {
		return operations.Nothing{}, errSecret
	}
	if secret != "" {
		if err := c.Shop.Settings.Check(in.Path, in.Value); err != nil || c.Caller.DryRun {
			return operations.Nothing{}, err
		}
		return operations.Nothing{}, h.secrets.Set(ctx, secret, []byte(in.Value))
	}
	if _, ok := c.Shop.Settings.Lookup(in.Path); !ok {
		return operations.Nothing{}, errUnknownPath(c, in.Path)
	}
	return operations.Nothing{}, h.stores.SetConfig(ctx, scope, map[string]string{in.Path: in.Value})
}

func (h *configuration) unset(ctx context.Context, c *operations.Call, in getSetting) (operations.Nothing, error) {
	v, err := h.in(ctx, c, in.scopeInput)
	if err == nil {
		err = v.known(c, in.Path)
	}
	if err != nil {
		return operations.Nothing{}, err
	}
	return operations.Nothing{}, h.stores.UnsetConfig(ctx, v.scope, in.Path)
}
