package http

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"unicode/utf8"

	template "github.com/DataDog/datadog-agent/pkg/template/html"
	"github.com/gin-gonic/gin"

	"tradelog/domain/locale"
	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/operations/representation"
	"tradelog/operations/representation/forms"
)

// Page is a path for browsers: a web page that a link in an e-mail opens, or files.
type Page struct {
	// Path is the path of a web page. The path of files ends in *path.
	Path string
	// Open carries out the link's purpose and returns the messages for the visitor.
	Open func(ctx context.Context, caller operations.Caller, query url.Values) (Notice, error)
	// Submit answers a POST; nil if the page takes none. The secret is what the page's Notice asks for, or empty. A refusal with a Notice
	// asks for the secret again.
	Submit func(ctx context.Context, caller operations.Caller, query url.Values, secret string) (Notice, error)
	// Serve finds the file at a path below the page's; nil if there is none. A page has either Open or Serve.
	Serve func(ctx context.Context, path string) (*Asset, error)
	// Links are shown on the first page.
	Links []Link
}

// Link is a link of the first page; its text is English, like the page.
type Link struct{ Path, Text string }

// Notice is the text of a page, in the language of the store view named by the parameter store.
type Notice struct {
	Title, Text locale.Message
	Secret      locale.Message // label of a field for a secret; zero if the page has no form
}

// pageView is the data of the template of a page.
type pageView struct{ Language, Title, Text, Secret string }

var failureTitle = locale.Text("That did not work")

// maxForm bounds a form, in bytes.
const maxForm = 16 << 10

var pageTemplate = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="{{.Language}}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>{{.Title}}</title><style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1rem}</style></head>
<body><main><h1>{{.Title}}</h1><p>{{.Text}}</p>{{if .Secret}}<form method="post"><p><label>{{.Secret}}<br>
<input type="password" name="secret" autocomplete="new-password" required></label></p>
<p><button>OK</button></p></form>{{end}}</main></body></html>
`))

// answer opens the page, or submits its form.
func (p Page) answer(ctx context.Context, c *gin.Context, caller operations.Caller, query url.Values) (Notice, error) {
	if err := inputs.CheckParameters(query); err != nil {
		return Notice{}, err
	}
	if c.Request.Method != http.MethodPost {
		return p.Open(ctx, caller, query)
	}
	c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, maxForm)
	if err := c.Request.ParseForm(); err != nil {
		return Notice{}, forms.ErrUnreadable
	}
	secret := c.Request.PostForm.Get("secret")
	if !inputs.Readable(secret) || utf8.RuneCountInString(secret) > inputs.MaxSecret {
		return Notice{}, forms.ErrUnreadable
	}
	return p.Submit(ctx, caller, query, secret)
}

// localeOf returns the locale of the pages of a store view.
func (s *Server) localeOf(ctx context.Context, store string) locale.Locale {
	if s.options.Locale == nil {
		return locale.Locale{}
	}
	return s.options.Locale(ctx, store)
}

// page serves a Page. Its URL carries secrets, so the page is not cached, not framed and sends no referrer.
func (s *Server) page(p Page) gin.HandlerFunc {
	return func(c *gin.Context) {
		ctx, cancel := context.WithTimeout(c.Request.Context(), s.options.Timeout)
		defer cancel()
		status := http.StatusOK
		caller, query := s.caller(c)
		var notice Notice
		err := s.options.Pipeline.Page(ctx, caller, func(ctx context.Context) (err error) {
			notice, err = p.answer(ctx, c, caller, query)
			return err
		})
		l := s.localeOf(ctx, caller.Store.Value)
		view := pageView{l.Language(), l.Translate(notice.Title), l.Translate(notice.Text), l.Translate(notice.Secret)}
		if err != nil {
			failed := representation.Failed(s.options.Pipeline, err, false)
			if status = failed.Status; status >= http.StatusInternalServerError {
				s.options.Logger.Error("page failed", "path", p.Path, "request", caller.RequestID, "error", err)
			}
			view.Title, view.Text = l.Translate(failureTitle), l.Refusal(failed.Fault.Format())
		}
		var b bytes.Buffer
		if err := pageTemplate.Execute(&b, view); err != nil {
			s.options.Logger.Error("page cannot be made", "path", p.Path, "error", err)
		}
		for name, value := range map[string]string{
			"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
			"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
		} {
			c.Header(name, value)
		}
		c.Data(status, "text/html; charset=utf-8", b.Bytes())
	}
}
