package console

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/access"
	"tradelog/operations/representation/forms"
)

// The cookies of a browser.
const (
	sessionCookie  = "tradelog_console"      // token of the login
	formCookie     = "tradelog_console_form" // secret of the browser's forms
	languageCookie = "tradelog_console_language"
	themeCookie    = "tradelog_console_theme"
)

// renewBelow is the remaining lifetime at which a token is replaced.
const renewBelow = 10 * time.Minute

// cookie returns the value of a cookie; "" if there is none.
func (v *visit) cookie(name string) string {
	if c, err := v.r.Cookie(name); err == nil {
		return c.Value
	}
	return ""
}

// setCookie sets a cookie. Without an age it lasts as long as the browser runs; a negative age deletes it.
func (v *visit) setCookie(name, value string, age time.Duration) {
	c := &http.Cookie{
		Name: name, Value: value, Path: Path, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: strings.HasPrefix(v.call.Shop.BaseURL(0), "https:"),
	}
	if c.MaxAge = int(age / time.Second); age < 0 {
		c.MaxAge = -1
	}
	http.SetCookie(v.w, c)
}

// resume identifies the account that is logged in. A token that ends soon is replaced by a new one.
func (h *Handler) resume(ctx context.Context, v *visit) error {
	token := v.cookie(sessionCookie)
	if token == "" {
		return nil
	}
	v.identify(token)
	if err := h.pipeline.Identify(ctx, v.call); err != nil {
		if f, refused := fault.As(err); !refused || f.Kind != fault.Unauthorized {
			return err
		}
		v.forgetSession()
		return nil
	}
	who := v.call.Principal
	if who.Kind != operations.AsAPI && who.Kind != operations.AsAdmin {
		v.forgetSession()
		return nil
	}
	if left := who.Expires.Sub(v.call.Now()); left < renewBelow {
		renewed, err := h.sessions.Renew(ctx, v.call, token)
		if err != nil {
			return nil // the old token lasts until its end
		}
		v.keep(renewed)
	}
	return nil
}

// identify makes a token that of the visit.
func (v *visit) identify(token string) {
	v.caller.Token = operations.Chosen(token)
	v.call.Caller.Token = v.caller.Token
}

// keep sets the cookie of a login.
func (v *visit) keep(s access.Session) {
	v.identify(s.Token)
	v.setCookie(sessionCookie, s.Token, s.Expires.Sub(v.call.Now()))
}

// forgetSession ends the login of the browser.
func (v *visit) forgetSession() {
	v.caller.Token, v.call.Caller.Token = operations.Choice{}, operations.Choice{}
	v.call.Principal = &operations.Principal{Kind: operations.Anonymous}
	v.setCookie(sessionCookie, "", -1)
}

// known reports whether an account is logged in.
func (v *visit) known() bool { return v.call != nil && v.call.Principal.Kind != operations.Anonymous }

// proof returns the value that forms of the browser must send. A browser without a secret gets one.
func (v *visit) proof() string {
	if v.browser == "" {
		if v.browser = forms.SecretOf(v.r, formCookie); v.browser == "" {
			v.newBrowser()
		}
	}
	return v.browser.Proof()
}

// newBrowser gives the browser another secret for its forms, as at a login.
func (v *visit) newBrowser() {
	v.browser = forms.NewSecret()
	v.setCookie(formCookie, string(v.browser), 0)
}

// proven reports whether the form comes from a page that was shown to this browser.
func (v *visit) proven() bool {
	sent := v.form.Get("proof")
	if sent == "" {
		sent = v.r.Header.Get("X-Console-Proof")
	}
	return forms.SecretOf(v.r, formCookie).Proven(sent)
}

// loginView is the data of the login.
type loginView struct {
	To, Username, Problem string
	// Second: the account has a second factor, so the page asks for its code.
	Second bool
}

func (h *Handler) showLogin(_ context.Context, v *visit) error {
	to := local(v.query.Get("to"))
	if v.known() {
		v.redirect(to)
		return nil
	}
	return v.show("login", v.text("Log in"), loginView{To: to})
}

func (h *Handler) login(ctx context.Context, v *visit) error {
	view := loginView{To: local(v.form.Get("to")), Username: v.form.Get("username")}
	s, err := h.sessions.Login(ctx, v.call, view.Username, v.form.Get("password"), v.form.Get("code"))
	f, refused := fault.As(err)
	switch {
	case err == nil:
		v.newBrowser()
		v.keep(s)
		v.redirect(view.To)
		return nil
	case refused && f.Code == access.ErrSecondFactor.Code:
		view.Second, v.status = true, http.StatusOK
		if v.form.Has("code") {
			view.Problem = v.text("The code is wrong or was used before.")
		}
	case refused && (f.Kind == fault.Unauthorized || f.Kind == fault.Invalid):
		view.Problem, v.status = v.text("The user name or the password is wrong."), http.StatusOK
	case refused && f.Kind == fault.RateLimited:
		view.Problem, v.status = v.text("Too many attempts. Please wait a minute."), http.StatusTooManyRequests
	default:
		return err
	}
	return v.show("login", v.text("Log in"), view)
}

func (h *Handler) logout(ctx context.Context, v *visit) error {
	err := h.sessions.End(ctx, v.call, v.caller.Token.Value)
	v.forgetSession()
	v.setCookie(formCookie, "", -1)
	if f, refused := fault.As(err); err != nil && (!refused || f.Kind != fault.Unauthorized) {
		return err
	}
	v.redirect(Path + "/login")
	return nil
}

// choose stores the chosen language and colours in cookies.
func (h *Handler) choose(_ context.Context, v *visit) error {
	const year = 365 * 24 * time.Hour
	if language := v.form.Get("language"); spoken(language) {
		v.setCookie(languageCookie, language, year)
	}
	if theme := v.form.Get("theme"); theme == "light" || theme == "dark" || theme == "auto" {
		v.setCookie(themeCookie, theme, year)
	}
	v.redirect(local(pathOf(v.r.Referer())))
	return nil
}

// pathOf returns a URL without its server.
func pathOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.RequestURI()
}
