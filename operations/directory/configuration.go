package directory

import (
	"context"
	"slices"

	commands "tradelog/commands/directory"
	"tradelog/domain/fault"
	"tradelog/domain/settings"
	"tradelog/domain/similar"
	"tradelog/operations"
)

// Setting is the resource of the configuration.
var Setting = &operations.Resource{Name: "Setting", Section: "system", Label: "setting", Doc: "A value of the configuration in a scope."}

// Secrets are settings that are secrets of the installation. They are not stored in the log.
type Secrets struct {
	ByPath map[string]string // names of secrets by their configuration paths
	Set    func(ctx context.Context, name string, secret []byte) error
}

// Configuration declares the operations on the configuration. They have no route.
func Configuration(stores *commands.Stores, secrets Secrets) []*operations.Operation {
	h := &configuration{stores, secrets}
	list := operations.ForOperator(Setting, "setting.list", operations.List, "List settings",
		"Lists the configuration paths by name, each with the value that holds in a scope.")
	get := operations.ForOperator(Setting, "setting.get", operations.Get, "Get a setting",
		"Returns the value of a path that holds in a scope.")
	list.AsOf, get.AsOf = true, true
	return []*operations.Operation{
		operations.Define(list, h.list), operations.Define(get, h.get),
		operations.Define(operations.ForOperator(Setting, "setting.set", operations.Update, "Set a value",
			"Sets the value of a path in a scope."), h.set),
		operations.Define(operations.ForOperator(Setting, "setting.unset", operations.Delete, "Remove a value",
			"Removes the value of a path in a scope, so that the next wider scope or the default holds."), h.unset),
	}
}

type configuration struct {
	stores  *commands.Stores
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

// in returns the configuration that holds in a scope, as of the past if the call asks for that. The scopes themselves are those of today.
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

// past folds the values of a scope and of those around it.
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
	return fault.NotFoundf("There is no configuration path %s.%s tradelog config list shows all.", path, similar.Meant(path, names))
}

// setting is a value as it is shown. Values of secrets are not.
type setting struct {
	Path   string `json:"path"`
	Value  string `json:"value"`
	Secret bool   `json:"isSecret"`
	Stored bool   `json:"isStored"` // in the scope itself
}

func (v configured) setting(path string) setting {
	_, stored := v.Set(v.scope)[path]
	if p, ok := v.Lookup(path); ok && p.Type.Hidden() {
		return setting{Path: path, Secret: true, Stored: stored}
	}
	return setting{Path: path, Value: v.view.Text(path), Stored: stored}
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
	if secret := h.secrets.ByPath[in.Path]; secret != "" {
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
