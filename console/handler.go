package console

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/access"
	"tradelog/operations/inputs"
	"tradelog/operations/representation"
	"tradelog/operations/representation/forms"
)

// Path is the path of the first page. All others are below it.
const Path = "/console"

// Protocol is the name of the console's switch below apiplatform/protocols.
const Protocol = "console"

// maxForm bounds forms, in bytes.
const maxForm = 1 << 20

// policy lets pages load the console's own files and send requests to this server, and nothing else. It allows no script and no style in a
// page.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; " +
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// Options of a Handler.
type Options struct {
	Pipeline *operations.Pipeline
	Sessions *access.Sessions
	Logger   *slog.Logger
	// FeedResources are the resources whose changes the feed has.
	FeedResources []string
}

// Handler answers requests of browsers. Make it with New.
type Handler struct {
	pipeline      *operations.Pipeline
	sessions      *access.Sessions
	logger        *slog.Logger
	feedResources []string
	crossOrigin   *http.CrossOriginProtection
	kinds         *kinds
	words         func() vocabulary // made at the first use
	templates     templates
	described     sync.Map // schema.Input by operation

	leaving chan struct{}
	leave   sync.Once
}

// New makes a handler.
func New(o Options) *Handler {
	h := &Handler{
		pipeline: o.Pipeline, sessions: o.Sessions, logger: o.Logger, feedResources: o.FeedResources,
		crossOrigin: http.NewCrossOriginProtection(),
		kinds:       kindsOf(o.Pipeline.Registry), leaving: make(chan struct{}),
	}
	h.words = sync.OnceValue(func() vocabulary { return vocabularyOf(h.kinds) })
	return h
}

// Leave ends live answers.
func (h *Handler) Leave() { h.leave.Do(func() { close(h.leaving) }) }

// page answers a request. Its output is sent when it returns without an error.
type page = func(ctx context.Context, v *visit) error

// Serve is a function that answers requests.
type Serve = func(ctx context.Context, w http.ResponseWriter, r *http.Request, caller operations.Caller,
	body func(limit int64) ([]byte, error))

// Routes returns the pages and files by method and path, in the notation of the server's router. The login and the files of assets/ need no
// login.
func (h *Handler) Routes() map[string]Serve {
	all := map[string]Serve{
		"GET /console/login": h.carry(h.showLogin, false), "POST /console/login": h.carry(h.login, false),
		"GET /console/assets/:name": serveAsset,
	}
	pages := map[string]page{
		"GET /console":                             h.home,
		"GET /console/today/:part":                 h.todayPart,
		"GET /console/agents":                      h.agents,
		"GET /console/agents/stories":              h.agentStories,
		"GET /console/agents/led":                  h.agentLed,
		"GET /console/agents/attempts":             h.agentAttempts,
		"GET /console/agents/tokens":               h.tokens,
		"GET /console/agents/tokens/revoke":        h.askRevokeToken,
		"POST /console/agents/tokens/revoke":       h.revokeToken,
		"GET /console/agents/:id/revoke":           h.askRevoke,
		"POST /console/agents/:id/revoke":          h.revokeAgent,
		"GET /console/account":                     h.account,
		"POST /console/account/:step":              h.changeAccount,
		"POST /console/logout":                     h.logout,
		"POST /console/choices":                    h.choose,
		"GET /console/find":                        h.find,
		"GET /console/live":                        h.live,
		"GET /console/orders/:id":                  h.order,
		"GET /console/orders/:id/papers":           h.orderPapers,
		"GET /console/orders/:id/invoice/:invoice": h.invoicePaper,
		"GET /console/orders/:id/receipt":          h.orderReceipt,
		"GET /console/orders/:id/emails":           h.orderEmails,
		"GET /console/orders/:id/email":            h.orderEmail,
		"GET /console/engine":                      h.engine,
		"GET /console/engine/projector":            h.projector,
		"GET /console/engine/reactions":            h.reactions,
		"GET /console/engine/receivers":            h.receivers,
		"GET /console/engine/installation":         h.installation,
		"GET /console/engine/confirm":              h.confirmEngine,
		"POST /console/engine/confirm":             h.actEngine,
		"GET /console/new/:kind":                   h.form,
		"POST /console/new/:kind":                  h.act,
		"GET /console/do/:wide":                    h.form,
		"POST /console/do/:wide":                   h.act,
		"GET /console/configuration":               h.configuration,
		"GET /console/configuration/edit":          h.editSetting,
		"POST /console/configuration/edit":         h.editSetting,
		"GET /console/:kind":                       h.list,
		"GET /console/:kind/:id":                   h.item,
		"GET /console/:kind/:id/do/:act":           h.form,
		"POST /console/:kind/:id/do/:act":          h.act,
		"GET /console/:kind/:id/timeline":          h.wholeTimeline,
		"GET /console/:kind/:id/list/:member":      h.elements,
		"GET /console/:kind/:id/file/:part":        h.file,
		"GET /console/:kind/:id/part/:part":        h.part,
	}
	maps.Copy(pages, h.logPages())
	for pattern, p := range pages {
		all[pattern] = h.carry(p, true)
	}
	return all
}

// Missing answers requests that have no route.
func (h *Handler) Missing() Serve { return h.carry(missing, true) }

func missing(context.Context, *visit) error { return errMissing }

var errMissing = fault.NotFoundf("There is no such page")

// Live tells whether the answer to a request is live.
func (h *Handler) Live(r *http.Request) bool {
	return r.URL.Path == Path+"/live" || r.URL.Path == logPath+"/follow"
}

// begin sets the headers of all answers.
func begin(w http.ResponseWriter) {
	for name, value := range map[string]string{
		"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "same-origin",
		"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin", "X-Robots-Tag": "noindex",
		"Cache-Control": "no-store",
	} {
		w.Header().Set(name, value)
	}
}

// carry makes the function that serves a page. A protected page redirects visitors without a login to the login.
func (h *Handler) carry(p page, protected bool) Serve {
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request, caller operations.Caller,
		body func(limit int64) ([]byte, error)) {
		begin(w)
		// Headers do not authenticate here; the login of the browser does.
		caller.Token, caller.Principal, caller.Via, caller.Client, caller.Brief = operations.Choice{}, nil, "console", "console", true
		v := &visit{h: h, w: w, r: r, caller: caller, body: body}
		if r.Method == http.MethodGet && !h.Live(r) {
			ctx = operations.WithReadCache(ctx)
		}
		err := h.open(ctx, v)
		switch {
		case err != nil:
		case protected && !v.known():
			h.toLogin(v)
		default:
			err = p(ctx, v)
		}
		if f, failed := fault.As(err); failed && f.Kind == fault.Unauthorized && v.known() {
			v.forgetSession() // the session has ended since
			h.toLogin(v)
		} else if err != nil {
			h.fail(v, err)
		}
		v.flush()
	}
}

// open prepares the visit: the store, the login of the browser and, for a write, the proof that one of our pages sent it.
func (h *Handler) open(ctx context.Context, v *visit) (err error) {
	if v.call, err = h.pipeline.Prepare(ctx, v.caller); err != nil {
		return err
	}
	v.choices()
	if v.query = v.r.URL.Query(); inputs.CheckParameters(v.query) != nil {
		return inputs.CheckParameters(v.query)
	}
	if err := h.resume(ctx, v); err != nil {
		return err
	}
	if v.r.Method == http.MethodGet || v.r.Method == http.MethodHead {
		return nil
	}
	content, err := v.body(maxForm)
	if err != nil {
		return err
	}
	if v.form, err = url.ParseQuery(string(content)); err != nil {
		return forms.ErrUnreadable
	}
	if err := inputs.CheckParameters(v.form); err != nil {
		return err
	}
	if h.crossOrigin.Check(v.r) != nil || !v.proven() {
		return errForeignForm
	}
	return nil
}

var errForeignForm = fault.Forbiddenf("The form has expired. Please open the page again.")

// toLogin sends the browser to the login, which leads back if the page can be opened again.
func (h *Handler) toLogin(v *visit) {
	to := Path + "/login"
	if at := v.r.URL.RequestURI(); v.r.Method == http.MethodGet && at != Path && !v.fetched() {
		to += "?to=" + url.QueryEscape(at)
	}
	v.redirect(to)
}

// fail shows a refusal.
func (h *Handler) fail(v *visit, err error) {
	response := representation.Failed(h.pipeline, err, false)
	if response.Status >= http.StatusInternalServerError && !errors.Is(err, context.Canceled) {
		h.logger.Error("page of the console failed", "path", v.r.URL.Path, "request", v.caller.RequestID, "error", err)
	}
	if after := response.Header.Get("Retry-After"); after != "" {
		v.w.Header().Set("Retry-After", after)
	}
	if v.call == nil { // the shop's configuration cannot be read, so there is no frame
		v.status, v.answer = response.Status, *bytes.NewBufferString(response.Message)
		v.w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		return
	}
	v.status = response.Status
	if err := v.show("failed", v.text("That did not work"), v.refusal(err)); err != nil {
		h.logger.Error("page of the console cannot be made", "path", v.r.URL.Path, "error", err)
	}
}

// redirect sends the browser to another page of the console.
func (v *visit) redirect(to string) {
	if v.fetched() {
		v.w.Header().Set("HX-Redirect", to)
		v.status = http.StatusOK
		return
	}
	v.w.Header().Set("Location", to)
	v.status = http.StatusSeeOther
}

// fetched reports whether a script of a page requests a part of it.
func (v *visit) fetched() bool { return v.r.Header.Get("HX-Request") == "true" }

// flush sends the answer, unless the page has sent one.
func (v *visit) flush() {
	if v.sent {
		return
	}
	if v.status == 0 {
		v.status = http.StatusOK
	}
	v.w.Header().Set("Content-Length", strconv.Itoa(v.answer.Len()))
	v.w.WriteHeader(v.status)
	if v.r.Method != http.MethodHead {
		_, _ = v.answer.WriteTo(v.w) // an error means that the browser has gone
	}
}

// local returns a path of the console, or the first page if the text is none.
func local(to string) string {
	u, err := url.Parse(to)
	if err != nil || u.IsAbs() || u.Host != "" || u.User != nil || !strings.HasPrefix(u.Path, Path) || strings.Contains(to, `\`) {
		return Path
	}
	return to
}
