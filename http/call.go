package http

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tradelog/operations"
	"tradelog/operations/representation"
	"tradelog/readmodels/documents"
)

// request holds one REST request for an operation.
type request struct {
	operation   *operations.Operation
	caller      operations.Caller
	input       *representation.Input
	accept      string
	contentType string
	ifNoneMatch string
	encodings   []string // Accept-Encoding
	wanted      acceptedCoding
	dryRun      trial
	call        *operations.Call     // nil until the call is admitted
	media       representation.Media // set by negotiate
	body        *arriving            // nil if there is none
}

// serve answers a request for an operation.
func (s *Server) serve(c *gin.Context, o *operations.Operation, names []string) {
	began := time.Now()
	ctx := &deadline{Context: c.Request.Context(), at: began.Add(s.options.Timeout)}
	defer ctx.end()
	r := s.request(c, o, names)
	if r.body != nil {
		defer r.body.release()
	}
	if !s.enabled(c, ctx, "rest_v2") {
		return
	}
	s.cors(c, ctx)
	if o.Live != nil && c.Request.Method == http.MethodGet && representation.TakesEvents(r.accept) {
		s.stream(c, r)
		return
	}
	response := s.answer(ctx, r)
	setQuota(c.Writer.Header(), r.call)
	s.write(c, r.wanted.encoded(response))
	if s.options.Observe != nil {
		s.options.Observe(o.Name(), response.Status, time.Since(began))
	}
}

// request reads a request. The pipeline later binds its values and negotiates its media type.
func (s *Server) request(c *gin.Context, o *operations.Operation, names []string) *request {
	h := c.Request.Header
	r := &request{
		operation: o, accept: strings.Join(h.Values("Accept"), ", "), contentType: h.Get("Content-Type"),
		ifNoneMatch: strings.Join(h.Values("If-None-Match"), ", "), encodings: h["Accept-Encoding"], wanted: wantedBy(c.Request),
	}
	var query url.Values
	r.caller, query = s.caller(c)
	if !o.Reads() {
		r.caller.Precondition = representation.PreconditionOf(h.Values("If-Match"), h.Values("If-None-Match"), query)
	}
	if r.dryRun = dryRunOf(h); r.dryRun == trialRun {
		c.Header(dryRunHeader, "true")
	}
	// HEAD answers as GET does and changes nothing.
	r.caller.DryRun = r.dryRun == trialRun || c.Request.Method == http.MethodHead
	r.input = &representation.Input{Query: query, Typed: r.contentType != "", Negotiate: r.negotiate}
	if len(names) > 0 {
		r.input.Variables = make(map[string]string, len(names))
		for i, name := range names {
			r.input.Variables[name] = strings.TrimPrefix(c.Params[i].Value, "/") // the rest of a path begins with a slash
		}
	}
	if r.caller.Strict = wantsStrict(h); r.caller.Strict {
		c.Header("Preference-Applied", "handling=strict")
	}
	if o.Uploads() {
		r.input.Parts = func() (representation.Form, error) { return readForm(r.contentType, r.input.Body) }
	}
	if c.Request.ContentLength != 0 {
		r.body = s.arriving(c, r.caller.RemoteIP)
		r.input.Body = r.body.bodyReader(cmp.Or(o.Body.Max, maxBody))
	}
	return r
}

// negotiate finds the media type of the answer and checks that of the body (conventions §2 step 11).
func (r *request) negotiate(o *operations.Operation) (form string, err error) {
	if r.dryRun == trialUnclear {
		return "", errDryRun
	}
	if r.wanted.refusesAll() {
		return "", errNoCoding(r.encodings)
	}
	if r.media, err = negotiate(r.accept); err != nil && !takes(r.accept, o.Response.Produces) {
		return "", err
	}
	return r.media.String(), checkContentType(r.contentType, o)
}

// answer invokes the operation and renders the result.
func (s *Server) answer(ctx context.Context, r *request) *representation.Response {
	call, err := s.options.Pipeline.Admit(ctx, r.caller, r.operation, r.input)
	if err != nil {
		return s.refuse(r, err)
	}
	r.call = call
	a, _, err := operations.Answer(ctx, call, format(r.media))
	if err != nil {
		return s.refuse(r, err)
	}
	out, grown := a.to(r.ifNoneMatch, r.wanted)
	if grown > 0 {
		call.Grow(grown)
	}
	return out
}

func (s *Server) refuse(r *request, err error) *representation.Response {
	return representation.Failed(s.options.Pipeline, err, !r.caller.Token.Sent)
}

// format is the operations.Format of REST's answers: their media type.
type format representation.Media

// Render makes the response for a result.
func (f format) Render(c *operations.Call, result operations.Result) (*answer, int, error) {
	media, o, a, at := representation.Media(f), c.Operation, result.Answer, representation.AddressOf(c)
	if result.Replayed && result.Given == representation.JSONLD.String() {
		media = representation.JSONLD
	}
	out := &representation.Response{Status: o.Response.Status, List: a.List, Body: representation.Body(c, a, media, at)}
	describeContent(out, a, media)
	if a.Paged && media == representation.JSON {
		out.Set("Link", representation.Link(c, a, at))
		out.Set("X-Total-Count", strconv.FormatInt(a.Total, 10))
	}
	tried := c.Caller.DryRun && !o.Reads() // a dry run has no location, no position and no valid ETag
	if result.Created != 0 && !tried {
		out.Set("Location", location(o, at.Path, result.Created))
	}
	if result.Position > 0 && !tried {
		out.Set("X-Event-Position", c.Token(result.Position))
	}
	if result.Replayed {
		out.Set("X-Idempotency-Replayed", "true")
		if result.BodyDiffers {
			out.Set("X-Idempotency-Body-Differs", "true")
		}
	}
	current := o.Reads() && !result.Replayed
	if current && a.File == nil {
		out.Set("Cache-Control", cacheControl(c, a.List))
	}
	if a.Tag != nil {
		out.Set("ETag", representation.TagOf(a.Tag))
	}
	out = representation.Finish(out)
	if tried {
		out.Header.Del("ETag")
	}
	rendered := &answer{full: out}
	if current {
		rendered.unchanged = out.Unchanged()
	}
	return rendered, len(out.Body), nil
}

// describeContent sets the headers that describe the body.
func describeContent(out *representation.Response, a documents.Answer, media representation.Media) {
	switch {
	case a.File != nil && a.File.At != "":
		out.Set("Location", a.File.At)
		out.Set("Cache-Control", "no-store")
		out.Set("Referrer-Policy", "no-referrer") // the URL of this request has a key
	case a.File != nil:
		out.Set("Content-Type", a.File.Type)
		out.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s"`, a.File.Name))
		if a.File.Keeps > 0 {
			out.Set("Cache-Control", fmt.Sprintf("private, max-age=%d", int(a.File.Keeps.Seconds())))
		} else {
			out.Set("Cache-Control", "private, max-age=0, must-revalidate")
		}
		if a.File.Next != "" {
			out.Set("X-Next-Position", a.File.Next)
			out.Set("X-More", strconv.FormatBool(a.File.More))
		}
	case a.Bare != nil || a.List || a.Item != nil:
		if a.Bare != nil {
			media = representation.JSON
		}
		out.Set("Content-Type", media.String()+"; charset=utf-8")
	}
}

// location returns the URL of the resource that an operation at a path has created.
func location(o *operations.Operation, path string, id int64) string {
	if o.Response.ItemsAt != "" {
		path = Prefix + o.Response.ItemsAt
	}
	return path + "/" + strconv.FormatInt(id, 10)
}

// cacheControl returns the Cache-Control header of a GET (conventions §9). Public answers may be cached for an hour, private
// collections for a minute, private single resources for five minutes.
func cacheControl(c *operations.Call, list bool) string {
	o := c.Operation
	switch {
	case o.Response.NoStore:
		return "no-store"
	case c.Anonymous() && o.Access.Auth == operations.Public && url.Values(c.Parameters()).Has("store"):
		return "private, max-age=3600" // Vary cannot name a query parameter
	case c.Anonymous() && o.Access.Auth == operations.Public:
		return "public, max-age=3600"
	case list:
		return "private, must-revalidate, max-age=60"
	}
	return "private, must-revalidate, max-age=300"
}

// caller reads the caller, the request headers that concern them, and the query.
func (s *Server) caller(c *gin.Context) (operations.Caller, url.Values) {
	h, w := c.Request.Header, responseOf(c)
	var query url.Values
	if c.Request.URL.RawQuery != "" {
		query, _ = url.ParseQuery(c.Request.URL.RawQuery) // parameters that cannot be parsed are dropped
	}
	caller := operations.Caller{
		Via:      "rest",
		Currency: choice(h, "X-Currency-Code"), Store: choice(h, "X-Store-Code"), Key: choice(h, "X-Idempotency-Key"),
		OrderToken: h.Get("X-Order-Token"), MinPosition: h.Get("X-Min-Position"),
		Fast:     strings.EqualFold(h.Get("X-Fast-Update"), "true"),
		RemoteIP: s.clientIP(c), Forwarded: shorten(strings.Join(h.Values("X-Forwarded-For"), ", "), 255),
		UserAgent: shorten(h.Get("User-Agent"), 512), RequestID: w.requestID, Trail: &w.trail,
	}
	if bearer, ok := strings.CutPrefix(h.Get("Authorization"), "Bearer "); ok {
		caller.Token = operations.Chosen(bearer)
	}
	if query.Has("store") {
		caller.Store = operations.Chosen(query.Get("store"))
	}
	switch method, path := c.Request.Method, c.Request.URL.Path; method {
	case http.MethodPost, http.MethodPut, http.MethodPatch:
		if !strings.Contains(path, "/auth/") {
			caller.KeyBucket = method + "\x00" + path
		}
	}
	return caller, query
}

func choice(h http.Header, name string) operations.Choice {
	values := h[http.CanonicalHeaderKey(name)]
	if len(values) == 0 {
		return operations.Choice{}
	}
	return operations.Chosen(values[0])
}
