package operations

import (
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tradelog/readmodels"
	"tradelog/readmodels/documents"
)

// Media is a representation.
type Media int

// The two representations.
const (
	JSON Media = iota
	JSONLD
)

// contentTypes are how the representations are named.
var contentTypes = map[Media]string{JSON: "application/json; charset=utf-8", JSONLD: "application/ld+json; charset=utf-8"}

// shape makes the response of a reply.
func (c *Call) shape(reply *Reply, media Media) *Response {
	status := reply.Status
	if status == 0 {
		status = c.Operation.Status
	}
	r := &Response{Status: status, Collection: reply.Collection}
	switch {
	case reply.Raw != nil:
		r.Body = reply.Raw
		r.set("Content-Type", reply.ContentType)
	case reply.Collection:
		c.shapeCollection(r, reply, media)
		r.set("Content-Type", contentTypes[media])
	case reply.Item != nil:
		if media == JSONLD {
			r.Body = documents.Linked(nil, reply.Item)
		} else {
			r.Body = documents.Plain(make([]byte, 0, len(reply.Item)), reply.Item)
		}
		r.set("Content-Type", contentTypes[media])
	}
	for name, value := range reply.Header {
		r.set(name, value)
	}
	return r
}

func (c *Call) shapeCollection(r *Response, reply *Reply, media Media) {
	size := 2 + len(reply.Items)
	for _, item := range reply.Items {
		size += len(item)
	}
	page, last := c.Page(), 1
	if reply.Paged {
		last = max(1, int((reply.Total+int64(page.Size)-1)/int64(page.Size)))
	}
	if !reply.Paged || reply.Total == 0 {
		page.Number = 1 // there is no other
	}
	if media == JSON {
		body := append(make([]byte, 0, size), '[')
		for i, item := range reply.Items {
			if i > 0 {
				body = append(body, ',')
			}
			body = documents.Plain(body, item)
		}
		r.Body = append(body, ']')
		if reply.Paged {
			r.set("Link", c.links(page, last, reply.Total))
			r.set("X-Total-Count", strconv.FormatInt(reply.Total, 10))
		}
		return
	}
	body := make([]byte, 0, size+400)
	body = fmt.Appendf(body, `{"@context":"/api/contexts/%s","@id":%s,"@type":"Collection","totalItems":%d,"member":[`,
		c.Operation.Resource.Name, quote(c.Request.URL()), reply.Total)
	for i, item := range reply.Items {
		if i > 0 {
			body = append(body, ',')
		}
		body = append(body, item...)
	}
	r.Body = append(c.view(append(body, ']'), page, last), '}')
}

// view appends the JSON-LD description of the page (conventions §7.2). It is left out when there is one page and nothing
// was asked for; a bare page=1 is nothing.
func (c *Call) view(body []byte, page readmodels.Page, last int) []byte {
	asked := false
	for name := range c.Request.Query {
		asked = asked || name != "page" || page.Number > 1
	}
	if last <= 1 && !asked {
		return body
	}
	this := c.pageURL(page.Number)
	if last <= 1 && page.Number <= 1 {
		this = c.Request.URL() + "?" + c.otherParameters()
	}
	body = fmt.Appendf(body, `,"view":{"@id":%s,"@type":"PartialCollectionView"`, quote(this))
	if last > 1 {
		body = fmt.Appendf(body, `,"first":%s,"last":%s`, quote(c.pageURL(1)), quote(c.pageURL(last)))
		if page.Number > 1 {
			body = fmt.Appendf(body, `,"previous":%s`, quote(c.pageURL(min(page.Number-1, last))))
		}
		if page.Number < last {
			body = fmt.Appendf(body, `,"next":%s`, quote(c.pageURL(page.Number+1)))
		}
	}
	return append(body, '}')
}

// links is the Link header of a plain JSON page. Each link carries how many rows there are in all as its parameter total,
// since the header is where the contract wants the count (rest-v2 §Conventions).
func (c *Call) links(page readmodels.Page, last int, total int64) string {
	var parts []string
	add := func(rel string, number int) {
		parts = append(parts, fmt.Sprintf(`<%s>; rel="%s"; total="%d"`, c.pageURL(number), rel, total))
	}
	add("first", 1)
	if page.Number > 1 {
		add("prev", min(page.Number-1, last))
	}
	if page.Number < last {
		add("next", page.Number+1)
	}
	add("last", last)
	return strings.Join(parts, ", ")
}

// pageURL is the URL of a page: the other parameters as they were sent, page last.
func (c *Call) pageURL(number int) string {
	others := c.otherParameters()
	if others != "" {
		others += "&"
	}
	return c.Request.URL() + "?" + others + "page=" + strconv.Itoa(number)
}

func (c *Call) otherParameters() string {
	names := make([]string, 0, len(c.Request.Query))
	for name := range c.Request.Query {
		if name != "page" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var parts []string
	for _, name := range names {
		for _, value := range c.Request.Query[name] {
			parts = append(parts, escape(name)+"="+escape(value))
		}
	}
	return strings.Join(parts, "&")
}

// URL is the path as links and headers have it: escaped.
func (r *Request) URL() string { return (&url.URL{Path: r.Path}).EscapedPath() }

// escape encodes as RFC 3986 has it: a space is %20.
func escape(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }

func quote(s string) string {
	b, err := documents.Encode(s)
	if err != nil {
		return `""`
	}
	return string(b)
}

// finish adds what every response carries.
func finish(r *Response) *Response {
	if len(r.Body) > 0 && r.Header.Get("ETag") == "" {
		sum := md5.Sum(r.Body)
		r.set("ETag", `"`+hex.EncodeToString(sum[:])+`"`)
	}
	r.set("Vary", "Authorization, Accept, X-Store-Code, X-Currency-Code")
	r.set("X-Content-Type-Options", "nosniff")
	if r.Header.Get("Cache-Control") == "" {
		r.set("Cache-Control", "no-store")
	}
	return r
}

// matches tells whether an If-None-Match header covers an ETag: a list, weak or strong tags, or * (RFC 9110 §13.1.2).
func matches(header, etag string) bool {
	header = strings.TrimSpace(header)
	if header == "*" {
		return true
	}
	etag = strings.TrimPrefix(etag, "W/")
	for len(header) > 0 {
		header = strings.TrimLeft(header, " \t,")
		header = strings.TrimPrefix(header, "W/")
		if !strings.HasPrefix(header, `"`) {
			tag, rest, _ := strings.Cut(header, ",") // unquoted, as some clients send it
			if `"`+strings.TrimSpace(tag)+`"` == etag {
				return true
			}
			header = rest
			continue
		}
		end := strings.IndexByte(header[1:], '"')
		if end < 0 {
			return false
		}
		if header[:end+2] == etag {
			return true
		}
		header = header[end+2:]
	}
	return false
}

// cacheControl is how long others may keep a GET (conventions §1 rows C3 and C4): public answers an hour, collections of a caller a
// minute, single things five.
func (c *Call) cacheControl(collection bool) string {
	switch {
	case c.Operation.Cache == NoStore:
		return "no-store"
	case c.Anonymous() && c.Operation.Auth == Public && c.Request.Query.Has("store"):
		return "private, max-age=3600" // Vary cannot name a query parameter
	case c.Anonymous() && c.Operation.Auth == Public:
		return "public, max-age=3600"
	case collection:
		return "private, must-revalidate, max-age=60"
	}
	return "private, must-revalidate, max-age=300"
}
