package console

import (
	"cmp"
	"context"
	"net/url"
	"strconv"
	"strings"

	"tradelog/domain/locale"
	"tradelog/operations/representation"
)

// configurationPath is the path of the pages of the configuration.
const configurationPath = Path + "/configuration"

// setting is a value of the configuration, as returned by its operation.
type setting struct {
	Path   string `json:"path"`
	Value  string `json:"value"`
	Secret bool   `json:"isSecret"`
	Stored bool   `json:"isStored"`
	Takes  string `json:"takes"`
	About  string `json:"about"`
	Href   string `json:"-"` // path of its form; empty if the account may not change it
	// Spoken is the language of Takes and About.
	Spoken string `json:"-"`
}

// explain translates the purpose of the value and the values that the path takes. Without a translation both stay English.
func (s *setting) explain(l locale.Locale) {
	about, takes := explained(l, s.About), explained(l, s.Takes)
	if s.Spoken = locale.English; (about != "" || s.About == "") && (takes != "" || s.Takes == "") {
		s.About, s.Takes, s.Spoken = about, takes, l.Language()
	}
}

// scopeChoice is a scope of the configuration.
type scopeChoice struct {
	Value, Text string // store-2
	Here        bool
}

// configurationView is the data of the list of the configuration.
type configurationView struct {
	Typed    string
	Changed  bool
	Scope    string
	Scopes   []scopeChoice
	Sections []configurationSection
}

// configurationSection has the paths with the same beginning.
type configurationSection struct {
	Name     string
	Settings []setting
}

// scopeOf parses a scope: default, website-1 or store-2.
func scopeOf(text string) (level string, id int64) {
	name, number, _ := strings.Cut(text, "-")
	if n, err := strconv.ParseInt(number, 10, 64); err == nil && (name == "website" || name == "store") {
		return name, n
	}
	return "default", 0
}

// scopes are the scopes of the configuration of the shop.
func (v *visit) scopes(here string) []scopeChoice {
	all := []scopeChoice{{Value: "default", Text: v.text("All stores")}}
	for _, w := range v.call.Shop.Websites {
		all = append(all, scopeChoice{Value: "website-" + strconv.FormatInt(w.ID, 10), Text: v.text("Website %s", w.Name)})
	}
	for _, s := range v.call.Shop.Stores {
		all = append(all, scopeChoice{Value: "store-" + strconv.FormatInt(s.ID, 10), Text: v.text("Store view %s", s.Name)})
	}
	for i := range all {
		all[i].Here = all[i].Value == here
	}
	return all
}

// configuration lists the effective values of a scope.
func (h *Handler) configuration(ctx context.Context, v *visit) error {
	level, id := scopeOf(v.query.Get("scope"))
	var settings []setting
	if err := v.answered(ctx, "setting.list", map[string]any{"scope": level, "scopeId": id}, &settings); err != nil {
		return err
	}
	view := configurationView{Typed: v.query.Get("q"), Changed: v.query.Get("changed") != "", Scope: scopeText(level, id)}
	view.Scopes = v.scopes(view.Scope)
	typed := strings.ToLower(strings.TrimSpace(view.Typed))
	for _, s := range settings {
		s.explain(v.l)
		if view.Changed && !s.Stored || !strings.Contains(strings.ToLower(s.Path+" "+s.About), typed) {
			continue
		}
		if !s.Secret && v.may("setting.set") {
			s.Href = configurationPath + "/edit?" + url.Values{"path": {s.Path}, "scope": {view.Scope}}.Encode()
		}
		name, _, _ := strings.Cut(s.Path, "/")
		if len(view.Sections) == 0 || view.Sections[len(view.Sections)-1].Name != name {
			view.Sections = append(view.Sections, configurationSection{Name: name})
		}
		last := &view.Sections[len(view.Sections)-1]
		last.Settings = append(last.Settings, s)
	}
	return v.show("configuration", v.text("Configuration"), view)
}

func scopeText(level string, id int64) string {
	if level == "default" {
		return level
	}
	return level + "-" + strconv.FormatInt(id, 10)
}

// settingView is the data of the form of a value.
type settingView struct {
	setting
	Scope, ScopeText, Back string
	Typed                  string
	Remove                 bool // removes the value of the scope
	steps
}

// editSetting shows the form of a value, tries a change, or carries it out.
func (h *Handler) editSetting(ctx context.Context, v *visit) error {
	level, id := scopeOf(cmp.Or(v.form.Get("scope"), v.query.Get("scope")))
	where := map[string]any{"path": cmp.Or(v.form.Get("path"), v.query.Get("path")), "scope": level, "scopeId": id}
	view := settingView{Scope: scopeText(level, id)}
	if err := v.answered(ctx, "setting.get", where, &view.setting); err != nil {
		return err
	}
	view.explain(v.l)
	view.Typed, view.Back = view.Value, configurationPath+"?"+url.Values{"scope": {view.Scope}, "q": {view.Path}}.Encode()
	for _, s := range v.scopes(view.Scope) {
		if s.Here {
			view.ScopeText = s.Text
		}
	}
	if v.form == nil {
		if !v.may("setting.set") {
			return missingRight
		}
		return v.show("setting", view.Path, view)
	}
	view.Typed, view.Remove = v.form.Get("value"), v.form.Get("remove") != ""
	return v.changeSetting(ctx, view, where)
}

// changeSetting tries the change of a form, or carries it out.
func (v *visit) changeSetting(ctx context.Context, view settingView, where map[string]any) error {
	name := "setting.set"
	if view.Remove {
		name = "setting.unset"
	} else {
		where["value"] = strings.ReplaceAll(view.Typed, "\r\n", "\n")
	}
	o := v.h.pipeline.Registry.Find(name)
	in, err := representation.Arguments(o, where)
	if err != nil {
		return err
	}
	if v.form.Get("step") == "change" {
		return v.show("setting", view.Path, view)
	}
	_, done, err := v.attempt(ctx, &view.steps, v.caller, o, in)
	if err != nil {
		return err
	}
	if !done {
		return v.show("setting", view.Path, view)
	}
	v.setFlash(v.text("Done: %s", view.Path))
	v.redirect(view.Back)
	return nil
}
