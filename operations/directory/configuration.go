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
	return []*operations.Operation{
		operations.Define(operations.ForOperator(Setting, "setting.list", operations.List, "List settings",
			"Lists the configuration paths by name, each with the value that holds in a scope."), h.list),
		operations.Define(operations.ForOperator(Setting, "setting.get", operations.Get, "Get a setting",
			"Returns the value of a path that holds in a scope."), h.get),
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
	Scope   string `query:"scope" doc:"where the value holds: default, website or store"`
	ScopeID int64  `query:"scopeId" doc:"number of the website or store"`
}

// in returns the scope and the configuration that holds in it.
func (i scopeInput) in(c *operations.Call) (scope settings.Scope, view settings.View, err error) {
	if scope, err = settings.ParseScope(i.Scope, i.ScopeID); err != nil {
		return scope, view, err
	}
	known := true
	if view = c.Shop.Settings.In(scope.ID); scope.Level == "website" {
		view = c.Shop.Settings.InWebsite(scope.ID)
		_, known = c.Shop.Website(scope.ID)
	} else if scope != settings.Default {
		_, known = c.Shop.Store(scope.ID)
	}
	if !known {
		return scope, view, fault.NotFoundf("There is no %s", scope)
	}
	return scope, view, nil
}

// known refuses a path that does not exist, unless an earlier version has stored a value for it in the scope.
func known(c *operations.Call, scope settings.Scope, path string) error {
	if _, ok := c.Shop.Settings.Lookup(path); ok {
		return nil
	}
	if _, stored := c.Shop.Settings.Set(scope)[path]; stored {
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

func settingOf(c *operations.Call, scope settings.Scope, view settings.View, path string) setting {
	_, stored := c.Shop.Settings.Set(scope)[path]
	if p, ok := c.Shop.Settings.Lookup(path); ok && p.Type.Hidden() {
		return setting{Path: path, Secret: true, Stored: stored}
	}
	return setting{Path: path, Value: view.Text(path), Stored: stored}
}

func (h *configuration) list(_ context.Context, c *operations.Call, in scopeInput) ([]setting, error) {
	scope, view, err := in.in(c)
	if err != nil {
		return nil, err
	}
	var paths []string
	for path := range c.Shop.Settings.Set(scope) {
		paths = append(paths, path)
	}
	for _, p := range c.Shop.Settings.Paths() {
		paths = append(paths, p.Name)
	}
	slices.Sort(paths)
	paths = slices.Compact(paths)
	list := make([]setting, len(paths))
	for i, path := range paths {
		list[i] = settingOf(c, scope, view, path)
	}
	return list, nil
}

type getSetting struct {
	scopeInput
	Path string `query:"path" doc:"configuration path, such as general/locale/code"`
}

func (h *configuration) get(_ context.Context, c *operations.Call, in getSetting) (setting, error) {
	scope, view, err := in.in(c)
	if err == nil {
		err = known(c, scope, in.Path)
	}
	if err != nil {
		return setting{}, err
	}
	return settingOf(c, scope, view, in.Path), nil
}

type setSetting struct {
	scopeInput
	Path  string `query:"path" doc:"configuration path, such as general/locale/code"`
	Value string `json:"value" lines:"own" longest:"body" doc:"the value"`
}

func (h *configuration) set(ctx context.Context, c *operations.Call, in setSetting) (operations.Nothing, error) {
	scope, _, err := in.in(c)
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
	scope, _, err := in.in(c)
	if err == nil {
		err = known(c, scope, in.Path)
	}
	if err != nil {
		return operations.Nothing{}, err
	}
	return operations.Nothing{}, h.stores.UnsetConfig(ctx, scope, in.Path)
}
