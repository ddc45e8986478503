package tradelog

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"strings"
)

// List iterates over a list that has pages. It requests 100 rows at a time, when the first of them is needed. Rows added or deleted
// meanwhile do not shift others, unless the query has a page, or a search without sortBy. An error ends the iteration. Use Get for lists
// without pages, such as the reviews of a customer.
//
//	for order, err := range tradelog.List[api.OrderRow](ctx, shop, "/orders", url.Values{"state": {"processing"}}) {
func List[T any](ctx context.Context, c *Client, path string, query url.Values) iter.Seq2[T, error] {
	return rowsOf[T](ctx, c, Request{Method: http.MethodGet, Path: path, Query: query}, nil)
}

// rowsOf iterates over the rows of a list. The request of each page has the options.
func rowsOf[T any](ctx context.Context, c *Client, first Request, options []Option) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		first := first.with(options)
		next, err := pageOf(first.Path, first.Query), error(nil)
		for next != "" {
			var answer *Response
			if answer, err = c.Do(ctx, Request{Method: http.MethodGet, Path: next, Header: first.Header}); err != nil {
				break
			}
			var rows []T
			if err = answer.Decode(&rows); err != nil {
				break
			}
			for _, row := range rows {
				if !yield(row, nil) {
					return
				}
			}
			if next, err = c.following(answer.Header); err != nil {
				break
			}
		}
		if err != nil {
			yield(none, err)
		}
	}
}

// pageOf returns the path of the first page.
func pageOf(path string, query url.Values) string {
	at, had, _ := strings.Cut(path, "?")
	all, err := url.ParseQuery(had)
	if err != nil {
		all = url.Values{}
	}
	for name, values := range query {
		all[name] = values
	}
	if !all.Has("page") && !all.Has("after") && (!all.Has("search") || all.Has("sortBy")) {
		all.Set("after", "")
	}
	if !all.Has("itemsPerPage") && !all.Has("pageSize") {
		all.Set("itemsPerPage", "100")
	}
	return at + "?" + all.Encode()
}

// following returns the path of the next page, or "". It refuses links to other servers, which must not get the token.
func (c *Client) following(h http.Header) (string, error) {
	for _, link := range strings.Split(strings.Join(h.Values("Link"), ","), ",") {
		target, about, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(link), "<"), ">")
		if !ok || !strings.Contains(about, `rel="next"`) {
			continue
		}
		to, err := c.base.Parse(target)
		if err != nil || to.Scheme != c.base.Scheme || to.Host != c.base.Host {
			return "", &Error{Kind: Network, Message: "the link to the next page leads to another server: " + target, cause: err}
		}
		_, path, ok := strings.Cut(to.EscapedPath(), apiPath)
		if !ok {
			return "", &Error{Kind: Network, Message: "the link to the next page leads elsewhere: " + target}
		}
		return path + "?" + to.RawQuery, nil
	}
	return "", nil
}
