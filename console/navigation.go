package console

import (
	"context"
	"net/url"
	"slices"
	"strings"
)

// menu is a section of the navigation.
type menu struct {
	Title string
	Links []link
}

// link leads to a page.
type link struct {
	Href, Text string
	Here       bool
}

// own are the pages beside those of resources, each with the operation that an account must be able to use; "" for all accounts.
var own = []struct{ path, title, needs string }{
	{Path, "Today", ""},
	{logPath, "Log", "log.state"},
	{enginePath, "Engine", "engine.projectors"},
	{configurationPath, "Configuration", "setting.list"},
}

// menu returns the pages that the account may read.
func (v *visit) menu() []menu {
	first := menu{}
	for _, p := range own {
		if p.needs == "" || v.may(p.needs) {
			first.Links = append(first.Links, v.link(p.path, v.text(p.title)))
		}
	}
	all := []menu{first}
	for _, k := range v.h.kinds.all {
		if !k.list.Authorizes(v.call.Principal) {
			continue
		}
		title := v.text(sectionTitle(k.section))
		at := slices.IndexFunc(all, func(m menu) bool { return m.Title == title })
		if at < 0 {
			at, all = len(all), append(all, menu{Title: title})
		}
		all[at].Links = append(all[at].Links, v.link(Path+"/"+k.name, v.text(k.title)))
	}
	return all
}

// link makes a link, and marks it if the visit is at its page or below it.
func (v *visit) link(path, text string) link {
	at := v.r.URL.Path
	return link{path, text, at == path || path != Path && strings.HasPrefix(at, path+"/")}
}

// escape escapes a segment of a path.
func escape(segment string) string { return url.PathEscape(segment) }

// found is the result of a search with the palette.
type found struct {
	Href, Text, Kind string
}

// find searches for the palette: pages whose names contain the text, and the order with the number.
func (h *Handler) find(_ context.Context, v *visit) error {
	typed := strings.TrimSpace(v.query.Get("q"))
	var all []found
	for _, m := range v.menu() {
		for _, l := range m.Links {
			if typed == "" || strings.Contains(strings.ToLower(l.Text), strings.ToLower(typed)) {
				all = append(all, found{l.Href, l.Text, m.Title})
			}
		}
	}
	for _, s := range searches {
		if typed != "" && v.may(s.needs) {
			all = append(all, found{s.path + url.QueryEscape(typed), v.text(s.title, typed), ""})
		}
	}
	return v.show("find", v.text("Find"), all)
}

// searches are the lists that the palette searches.
var searches = []struct{ needs, path, title string }{
	{"GET /orders", Path + "/orders?search=", "Orders with %s"},
	{"GET /customers", Path + "/customers?email=", "Customers with the e-mail address %s"},
	{"GET /products", Path + "/products?search=", "Products with %s"},
}
