package console

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"tradelog/domain/fault"
	"tradelog/domain/locale"
	"tradelog/operations"
	"tradelog/operations/representation"
	"tradelog/operations/representation/forms"
)

// visit is one request and its answer.
type visit struct {
	h      *Handler
	w      http.ResponseWriter
	r      *http.Request
	body   func(limit int64) ([]byte, error)
	caller operations.Caller
	call   *operations.Call // with the account, if one is logged in
	query  url.Values
	form   url.Values // of a POST
	l      locale.Locale
	zone   *time.Location
	theme  string
	// browser is the secret of the browser's forms, set when it is first needed.
	browser forms.Secret
	frame   frame

	status int
	answer bytes.Buffer
	sent   bool // the page has sent its answer
}

// frame is the data of templates: the page with its surroundings.
type frame struct {
	Language, Title, Theme string
	// Account is the name of the account that is logged in; empty if none is.
	Account string
	Menu    []menu
	// Live names the resources of which the page wants changes, separated by commas.
	Live  string
	Proof string
	// Done describes the result of the previous page's action.
	Done string
	At   string // the path of the page
	Main any
}

// choices reads the chosen language, by default the browser's, and the chosen colours.
func (v *visit) choices() {
	v.l = locale.Preferred(v.r.Header.Get("Accept-Language"))
	if chosen := v.cookie(languageCookie); spoken(chosen) {
		v.l = locale.Of(chosen, nil)
	}
	if !spoken(v.l.Language()) {
		v.l = locale.Of("en", nil)
	}
	zone, err := time.LoadLocation(v.call.Config().Text("general/locale/timezone"))
	if err != nil {
		zone = time.UTC
	}
	v.zone, v.l = zone, locale.Of(v.l.Language(), zone)
	if v.theme = v.cookie(themeCookie); v.theme != "light" && v.theme != "dark" {
		v.theme = "auto"
	}
}

// follow subscribes the page to changes of a resource, if the feed has them.
func (v *visit) follow(resource string) {
	if slices.Contains(v.h.feedResources, resource) && v.may("GET /changes") {
		v.frame.Live = resource
	}
}

// text returns a text in the language of the visit.
func (v *visit) text(english string, args ...any) string { return translate(v.l, english, args...) }

// refusal returns the text of a refusal, in the language of the visit if there is a translation.
func (v *visit) refusal(err error) string {
	format, args := representation.Failed(v.h.pipeline, err, false).Fault.Format()
	return refused(v.l, format, args)
}

// may reports whether the account may use an operation.
func (v *visit) may(name string) bool {
	o := v.h.pipeline.Registry.Find(name)
	return o != nil && o.Authorizes(v.call.Principal)
}

// invoke runs an operation for the account. arguments are by the names of its fields; nil values are not sent.
func (v *visit) invoke(ctx context.Context, name string, arguments map[string]any) (operations.Result, error) {
	o := v.h.pipeline.Registry.Find(name)
	if o == nil {
		return operations.Result{}, fmt.Errorf("console: there is no operation %s", name)
	}
	in, err := representation.Arguments(o, arguments)
	if err != nil {
		return operations.Result{}, err
	}
	return v.h.pipeline.Invoke(ctx, v.caller, o, in)
}

// answered runs an operation as invoke does, and decodes its answer. Empty texts are not sent.
func (v *visit) answered(ctx context.Context, name string, arguments map[string]any, into any) error {
	for name, value := range arguments {
		if value == "" {
			delete(arguments, name)
		}
	}
	result, err := v.invoke(ctx, name, arguments)
	if err != nil {
		return err
	}
	return result.Decode(into)
}

// show renders a template as the answer. The frame is left out if a script wants a part of the page.
func (v *visit) show(name, title string, main any) error {
	f := &v.frame
	f.Language, f.Title, f.Theme, f.Main, f.At = v.l.Language(), title, v.theme, main, v.r.URL.Path
	f.Proof = v.proof()
	if v.known() {
		f.Account, f.Menu = v.accountName(), v.menu()
	}
	if f.Done == "" {
		f.Done = v.takeFlash()
	}
	t, err := v.h.templates.in(v.l, v.zone)
	if err != nil {
		return err
	}
	if t[name] == nil {
		return fmt.Errorf("console: there is no template %s", name)
	}
	v.w.Header().Set("Content-Type", "text/html; charset=utf-8")
	v.w.Header().Add("Vary", "Cookie, Accept-Language")
	v.answer.Reset()
	return t[name].ExecuteTemplate(&v.answer, "layout", f)
}

// accountName returns the name of the account.
func (v *visit) accountName() string {
	if name := v.call.Principal.Username; name != "" {
		return name
	}
	return fmt.Sprintf("%s %d", label(v.l, string(v.call.Principal.Kind)), v.call.Principal.ID)
}

// flashCookie holds the result of an action until the next page has shown it.
const flashCookie = "tradelog_console_done"

// setFlash lets the next page show the result of an action.
func (v *visit) setFlash(text string) { v.setCookie(flashCookie, url.QueryEscape(text), time.Minute) }

func (v *visit) takeFlash() string {
	kept := v.cookie(flashCookie)
	if kept == "" || v.fetched() {
		return ""
	}
	v.setCookie(flashCookie, "", -1)
	text, err := url.QueryUnescape(kept)
	if err != nil {
		return ""
	}
	return text
}

// missingRight is the refusal of an operation that the account may not use.
var missingRight = fault.Forbiddenf("Your account may not do that")
