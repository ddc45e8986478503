package oauth

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	template "github.com/DataDog/datadog-agent/pkg/template/html"

	"tradelog/domain/agent"
	"tradelog/domain/fault"
	"tradelog/domain/locale"
	"tradelog/operations"
	"tradelog/operations/access"
	"tradelog/operations/inputs"
	"tradelog/operations/representation/forms"
	readaccess "tradelog/readmodels/access"
)

//go:embed page.html
var pageText string

var (
	pageTemplate = template.Must(template.New("page").Parse(pageText))
	pageStyle    = styleHash(pageText)
)

// styleHash returns the policy hash of the style sheet of the page.
func styleHash(page string) string {
	_, rest, _ := strings.Cut(page, "<style>")
	style, _, _ := strings.Cut(rest, "</style>")
	sum := sha256.Sum256([]byte(style))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// browserCookie names the cookie with which a form proves that it comes from a page shown to this browser.
const browserCookie = "tradelog_oauth"

// language returns the locale of the browser.
func (x *exchange) language() locale.Locale {
	return locale.Preferred(x.r.Header.Get("Accept-Language"))
}

// request reads and checks the authorization request in the URL. If safe is false, the answer must not go to the redirect URI.
func (h *Handler) request(ctx context.Context, x *exchange) (q access.Ask, safe bool, err error) {
	query := x.r.URL.Query()
	if err := inputs.CheckParameters(query); err != nil {
		return q, false, err
	}
	sent, err := only(
		query,
		"client_id",
		"redirect_uri",
		"response_type",
		"state",
		"scope",
		"code_challenge",
		"code_challenge_method",
		"resource",
	)
	if err != nil {
		return q, false, err
	}
	q = access.Ask{
		ClientID: sent[0], RedirectURI: sent[1], ResponseType: sent[2], State: sent[3], Scope: sent[4], Challenge: sent[5], Method: sent[6],
		Resource: sent[7],
	}
	safe, err = h.authorization.Check(ctx, x.call, &q)
	return q, safe, err
}

// ask shows the login.
func (h *Handler) ask(ctx context.Context, x *exchange) error {
	q, safe, err := h.request(ctx, x)
	if err != nil {
		return h.refuse(x, q, safe, err)
	}
	return h.showLogin(x, q, locale.Message{}, http.StatusOK)
}

// refuse reports a refusal to the client by the redirect URI, if that is known to be the client's. Otherwise it shows the refusal to the
// person.
func (h *Handler) refuse(x *exchange, q access.Ask, safe bool, err error) error {
	if !safe {
		return err
	}
	f := h.pipeline.Fault(err)
	code, _ := codeOf(f)
	x.back(q, url.Values{"error": {code}, "error_description": {f.Message}})
	return nil
}

// back sends the browser to the redirect URI with an answer (RFC 6749 §4.1.2, RFC 9207).
func (x *exchange) back(q access.Ask, answer url.Values) {
	if q.State != "" {
		answer.Set("state", q.State)
	}
	answer.Set("iss", access.Issuer(x.call))
	to, separator := q.RedirectURI, "?"
	if strings.Contains(to, "?") {
		separator = "&"
	}
	x.w.Header().Set("Location", to+separator+answer.Encode())
	x.w.Header().Set("Referrer-Policy", "no-referrer")
	x.send(http.StatusSeeOther, nil)
}

// decide answers the forms: the login, and the decision.
func (h *Handler) decide(ctx context.Context, x *exchange) error {
	form, err := x.form()
	if err != nil {
		return err
	}
	if h.crossOrigin.Check(x.r) != nil || !forms.SecretOf(x.r, browserCookie).Proven(form.Get("proof")) {
		return errForeignForm
	}
	q, safe, err := h.request(ctx, x)
	if err != nil {
		return h.refuse(x, q, safe, err)
	}
	switch form.Get("decision") {
	case "allow":
		code, err := h.authorization.Allow(ctx, x.call, q, form.Get("login"), form.Get("set"))
		if err != nil {
			return err
		}
		x.back(q, url.Values{"code": {code}})
		return nil
	case "deny":
		if err := h.authorization.Deny(ctx, form.Get("login")); err != nil {
			return err
		}
		return h.refuse(x, q, true, agent.ErrDenied)
	}
	login, account, err := h.authorization.Login(ctx, x.call, q, form.Get("username"), form.Get("password"), form.Get("code"))
	if errors.Is(err, access.ErrSecondFactor) {
		return h.showCode(x, q, form)
	}
	if f, refused := fault.As(err); refused && (f.Kind == fault.Unauthorized || f.Kind == fault.Invalid) {
		return h.showLogin(x, q, textWrong, http.StatusOK)
	} else if refused && f.Kind == fault.RateLimited {
		x.retryAfter(f)
		return h.showLogin(x, q, textTooOften, http.StatusTooManyRequests)
	}
	if err != nil {
		return err
	}
	return h.showDecision(x, q, login, account)
}

var errForeignForm = fault.Forbiddenf("The form has expired. Please begin again in the program that sent you here.")

// choice is a tool set on the page.
type choice struct {
	Name, Text     string
	Chosen         bool
	Reads, Changes []string
	Never          []string // the effects that cannot be undone
}

// view is the data of the page.
type view struct {
	Language, Title string
	T               texts
	Problem         string
	Client, Asks    string
	Says            string
	Proof           string
	Username        string // of a person who still has to send a code
	Code            bool   // asks for the code
	// Login is the secret of the login, on the page with the decision.
	Login, Account, Until string
	Choices               []choice
	Failed                string
}

// newView begins a view of a request. It gives the browser its cookie.
func (x *exchange) newView(q access.Ask) view {
	browser := forms.SecretOf(x.r, browserCookie)
	if browser == "" {
		browser = forms.NewSecret()
	}
	http.SetCookie(x.w, &http.Cookie{
		Name: browserCookie, Value: string(browser), Path: "/oauth/", MaxAge: 3600, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: strings.HasPrefix(x.call.Shop.BaseURL(0), "https:"),
	})
	l := x.language()
	return view{
		Language: l.Spoken(), Title: l.Translate(textTitle), T: textsIn(l), Client: q.Client.Name, Asks: l.Translate(textAsks),
		Says: l.Translate(textSays, agent.Host(q.RedirectURI)), Proof: browser.Proof(),
	}
}

func (h *Handler) showLogin(x *exchange, q access.Ask, problem locale.Message, status int) error {
	v := x.newView(q)
	v.Problem = x.language().Translate(problem)
	return x.show(status, v, agent.Origin(q.RedirectURI))
}

// showCode asks a person with a second factor for the code. It asks for the password again, because the password is not stored in between.
func (h *Handler) showCode(x *exchange, q access.Ask, form url.Values) error {
	v, l := x.newView(q), x.language()
	v.Username, v.Code, v.Problem = form.Get("username"), true, l.Translate(textCode)
	if form.Get("code") != "" {
		v.Problem = l.Translate(textWrongCode)
	}
	return x.show(http.StatusOK, v, agent.Origin(q.RedirectURI))
}

func (h *Handler) showDecision(x *exchange, q access.Ask, login string, account *readaccess.Account) error {
	v, l := x.newView(q), x.language()
	v.Login, v.Account = login, l.Translate(textAccount, account.Username)
	v.Until = l.Translate(textUntil, l.Date(h.authorization.Until(x.call)))
	offers := access.Offers(x.call, account, q)
	wanted := preselected(offers, q.Sets)
	for _, o := range offers {
		c := choice{Name: o.Name, Text: describeSet(l, o.ToolSet), Chosen: o.Name == wanted}
		for _, of := range o.Operations {
			if of.Reads() {
				c.Reads = append(c.Reads, of.Summary)
				continue
			}
			c.Changes = append(c.Changes, of.Summary)
			if text := never(l, of.Effect.Irreversible); text != "" && !slices.Contains(c.Never, text) {
				c.Never = append(c.Never, text)
			}
		}
		v.Choices = append(v.Choices, c)
	}
	return x.show(http.StatusOK, v, agent.Origin(q.RedirectURI))
}

// preselected returns the tool set that is chosen when the page opens. A single set requested by the client is preselected. Otherwise the
// largest of the requested sets (or of all sets) that changes nothing is.
func preselected(offers []access.Offer, asked []string) (chosen string) {
	candidates := slices.DeleteFunc(slices.Clone(offers), func(o access.Offer) bool { return !slices.Contains(asked, o.Name) })
	if len(candidates) == 0 { // single tools
		candidates = slices.DeleteFunc(slices.Clone(offers), func(o access.Offer) bool { return o.Name != strings.Join(asked, " ") })
	}
	if len(candidates) == 1 {
		return candidates[0].Name
	}
	if len(candidates) == 0 {
		candidates = offers
	}
	most := 0
	for _, o := range candidates {
		changes := slices.ContainsFunc(o.Operations, func(of *operations.Operation) bool { return !of.Reads() })
		if !changes && len(o.Operations) > most {
			chosen, most = o.Name, len(o.Operations)
		}
	}
	if chosen == "" && len(candidates) > 0 {
		chosen = candidates[0].Name
	}
	return chosen
}

// failPage tells a person that a request was refused.
func (h *Handler) failPage(x *exchange, err error) {
	f, l := h.pipeline.Fault(err), x.language()
	_, status := codeOf(f)
	switch f.Kind {
	case fault.Forbidden:
		status = http.StatusForbidden
	case fault.Unauthorized:
		status = http.StatusBadRequest
	}
	x.retryAfter(f)
	format, args := f.Format()
	v := view{Language: l.Spoken(), Title: l.Translate(textFailed), Failed: l.Refusal(format, args)}
	switch {
	case errors.Is(err, access.ErrLogin):
		v.Failed = l.Translate(textLogin)
	case errors.Is(err, agent.ErrClient):
		v.Failed = l.Translate(textNoClient)
	}
	if err := x.show(status, v, ""); err != nil {
		h.fail(x, err)
	}
}

// show sends the page. Browsers check that its forms lead to this server or the redirect URI only.
func (x *exchange) show(status int, v view, to string) error {
	var page bytes.Buffer
	if err := pageTemplate.Execute(&page, v); err != nil {
		return err
	}
	action := "'none'"
	if to != "" {
		action = "'self' " + to
	}
	for name, value := range map[string]string{
		"Content-Security-Policy": "default-src 'none'; style-src " + pageStyle + "; img-src data:; base-uri 'none'; form-action " + action +
			"; frame-ancestors 'none'",
		"Content-Type": "text/html; charset=utf-8", "Referrer-Policy": "same-origin", "X-Frame-Options": "DENY",
		"X-Robots-Tag": "noindex", "Cross-Origin-Opener-Policy": "same-origin",
	} {
		x.w.Header().Set(name, value)
	}
	x.w.Header().Add("Vary", "Accept-Language, Cookie")
	x.send(status, page.Bytes())
	return nil
}
