package http

import (
	"bytes"
	"context"
	_ "embed"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	template "github.com/DataDog/datadog-agent/pkg/template/html"
	"github.com/gin-gonic/gin"
)

// firstPage is the template of the page that browsers get at /. Its value is a firstView.
//
//go:embed firstpage.html
var firstPage string

var (
	firstTemplate = template.Must(template.New("first page").Parse(firstPage))
	firstPolicy   = contentPolicy([]byte(firstPage))
	// firstIndex is the document that programs get at /.
	firstIndex = document("application/json; charset=utf-8",
		[]byte(`{"rest":"`+Prefix+`","resources":"/api","docs":"/api/docs","openapi":"/api/docs.json","health":"/readyz"}`))
)

// firstView is the data of the first page.
type firstView struct {
	Address string // of the server
	Links   []Link // of interfaces and pages
}

// serveFirst sends the first page to browsers and an index to programs.
func (s *Server) serveFirst(c *gin.Context) {
	c.Writer.Header().Add("Vary", "Accept, Host")
	c.Header("Cache-Control", "no-cache")
	c.Header("X-Content-Type-Options", "nosniff")
	if !strings.Contains(c.GetHeader("Accept"), "text/html") {
		s.sendDocument(c, firstIndex)
		return
	}
	address, err := s.addressOf(c.Request)
	var page bytes.Buffer
	if err == nil {
		view := firstView{Address: address}
		if view.Links, err = s.links(c.Request.Context()); err == nil {
			err = firstTemplate.Execute(&page, view)
		}
	}
	if err != nil {
		s.fail(c, err, true)
		return
	}
	c.Header("Content-Security-Policy", firstPolicy)
	c.Header("Referrer-Policy", "no-referrer")
	s.send(c, htmlType, page.Bytes())
}

// links returns the links of the first page: of interfaces that are switched on, and of pages.
func (s *Server) links(ctx context.Context) (all []Link, err error) {
	for _, p := range s.options.Endpoints {
		if len(p.Links) == 0 {
			continue
		}
		on, err := s.switchedOn(ctx, p.Protocol)
		if err != nil {
			return nil, err
		}
		if on {
			all = append(all, p.Links...)
		}
	}
	for _, p := range s.options.Pages {
		all = append(all, p.Links...)
	}
	return all, nil
}

// hostShape is a Host header that can be pasted into a shell.
var hostShape = regexp.MustCompile(`^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]+)?$`)

// addressOf returns the URL at which a request has reached the server, without a slash at the end. It returns the base URL if that has the
// same host.
func (s *Server) addressOf(r *http.Request) (string, error) {
	shop, err := s.options.Pipeline.Reader.Shop(r.Context())
	if err != nil {
		return "", err
	}
	base := shop.Root(0)
	if u, err := url.Parse(base); err == nil && u.Host == r.Host || !hostShape.MatchString(r.Host) {
		return base, nil
	}
	if r.TLS != nil {
		return "https://" + r.Host, nil
	}
	return "http://" + r.Host, nil
}
