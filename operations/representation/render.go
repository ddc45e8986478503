package representation

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
)

// Media is a media type of answers.
type Media int

// The two representations.
const (
	JSON Media = iota
	JSONLD
)

// String returns the media type.
func (m Media) String() string {
	if m == JSONLD {
		return "application/ld+json"
	}
	return "application/json"
}

// Address is the REST URL of an answer. Collections contain it and the URLs of their other pages.
type Address struct {
	Path  string // escaped
	Query url.Values
}

// AddressOf returns the address of the answer to a call.
func AddressOf(c *operations.Call) Address { return Address{Path: c.URLPath(), Query: c.Parameters()} }

// Body renders an answer. It is nil if the answer has no content.
func Body(c *operations.Call, a documents.Answer, media Media, at Address) []byte {
	switch {
	case a.File != nil:
		return a.File.Body
	case a.Bare != nil:
		return a.Bare
	case a.List && media == JSONLD:
		return linkedList(c, a, at)
	case a.List:
		return plainList(a)
	case a.Item == nil:
		return nil
	case media == JSONLD:
		return documents.Linked(nil, a.Item)
	}
	return documents.Plain(make([]byte, 0, len(a.Item)), a.Item)
}

// pages returns the page of an answer and the number of the last page.
func pages(c *operations.Call, a documents.Answer) (page readmodels.Page, last int) {
	page, last = c.Page(), 1
	if a.Paged {
		last = max(1, int((a.Total+int64(page.Size)-1)/int64(page.Size)))
	}
	if !a.Paged || a.Total == 0 {
		page.Number = 1 // there is only one page
	}
	return page, last
}

// size estimates the size of a list in bytes.
func size(items [][]byte) int {
	n := 2 + len(items)
	for _, item := range items {
		n += len(item)
	}
	return n
}

func plainList(a documents.Answer) []byte {
	body := append(make([]byte, 0, size(a.Items)), '[')
	for i, item := range a.Items {
		if i > 0 {
			body = append(body, ',')
		}
		body = documents.Plain(body, item)
	}
	return append(body, ']')
}

func linkedList(c *operations.Call, a documents.Answer, at Address) []byte {
	page, last := pages(c, a)
	body := make([]byte, 0, size(a.Items)+400)
	body = fmt.Appendf(body, `{"@context":"/api/contexts/%s","@id":%s,"@type":"Collection","totalItems":%d,"member":[`,
		c.Operation.Resource.Name, quote(at.Path), a.Total)
	for i, item := range a.Items {
		if i > 0 {
			body = append(body, ',')
		}
		body = append(body, item...)
	}
	body = append(body, ']')
	if page.After != nil {
		return append(at.walk(body, a.Next), '}')
	}
	return append(at.view(body, page, last), '}')
}

// view appends the JSON-LD description of the page (conventions §7.2). It is omitted if there is only one page and the query is empty or
// page=1.
func (at Address) view(body []byte, page readmodels.Page, last int) []byte {
	asked := false
	for name := range at.Query {
		asked = asked || name != "page" || page.Number > 1
	}
	if last <= 1 && !asked {
		return body
	}
	this := at.page(page.Number)
	if last <= 1 && page.Number <= 1 {
		this = at.Path + "?" + at.otherParameters()
	}
	body = fmt.Appendf(body, `,"view":{"@id":%s,"@type":"PartialCollectionView"`, quote(this))
	if last > 1 {
		body = fmt.Appendf(body, `,"first":%s,"last":%s`, quote(at.page(1)), quote(at.page(last)))
		if page.Number > 1 {
			body = fmt.Appendf(body, `,"previous":%s`, quote(at.page(min(page.Number-1, last))))
		}
		if page.Number < last {
			body = fmt.Appendf(body, `,"next":%s`, quote(at.page(page.Number+1)))
		}
	}
	return append(body, '}')
}

// walk appends the JSON-LD description of a page of a walk through the list. The previous page and the last page are unknown.
func (at Address) walk(body []byte, next string) []byte {
	body = fmt.Appendf(body, `,"view":{"@type":"PartialCollectionView","first":%s`, quote(at.with("after", "")))
	if next != "" {
		body = fmt.Appendf(body, `,"next":%s`, quote(at.with("after", next)))
	}
	return append(body, '}')
}

// Link returns the Link header of a plain JSON page. Each link has the total number of rows as its parameter total, because the contract
// wants the count in this header (rest-v2 §Conventions).
func Link(c *operations.Call, a documents.Answer, at Address) string {
	page, last := pages(c, a)
	var parts []string
	add := func(rel, url string) {
		parts = append(parts, fmt.Sprintf(`<%s>; rel="%s"; total="%d"`, url, rel, a.Total))
	}
	if page.After != nil {
		add("first", at.with("after", ""))
		if a.Next != "" {
			add("next", at.with("after", a.Next))
		}
		return strings.Join(parts, ", ")
	}
	add("first", at.page(1))
	if page.Number > 1 {
		add("prev", at.page(min(page.Number-1, last)))
	}
	if page.Number < last {
		add("next", at.page(page.Number+1))
	}
	add("last", at.page(last))
	return strings.Join(parts, ", ")
}

func (at Address) page(number int) string { return at.with("page", strconv.Itoa(number)) }

// with returns the URL of another page: the other parameters as they were sent, then the parameter of the page.
func (at Address) with(name, value string) string {
	others := at.otherParameters()
	if others != "" {
		others += "&"
	}
	return at.Path + "?" + others + name + "=" + escape(value)
}

func (at Address) otherParameters() string {
	names := make([]string, 0, len(at.Query))
	for name := range at.Query {
		if name != "page" && name != "after" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var parts []string
	for _, name := range names {
		for _, value := range at.Query[name] {
			parts = append(parts, escape(name)+"="+escape(value))
		}
	}
	return strings.Join(parts, "&")
}

// escape encodes as RFC 3986 does: a space is %20.
func escape(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }

func quote(s string) string {
	b, err := documents.Encode(s)
	if err != nil {
		return `""`
	}
	return string(b)
}
