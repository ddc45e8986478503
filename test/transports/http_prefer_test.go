package transports_test

import (
	"slices"
	"strings"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestStrictHandling: with Prefer: handling=strict unknown parameters and values are refused, and without it they are ignored.
func TestStrictHandling(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "5", 10, nil)
	strict := salestest.With(s.Service, "Prefer", "respond-async, handling=strict")
	for path, told := range map[string]string{
		"/orders?stat=new":                        "Unknown parameter: stat. Did you mean",
		"/orders?zzzzzzzzzz=1":                    "Unknown parameter: zzzzzzzzzz.",
		"/orders?state=neww":                      `The "state" parameter must be one of new, pending_payment,`,
		"/orders?storeId=x":                       `The "storeId" parameter must be a whole number.`,
		"/orders?page=0":                          `The "page" parameter must be a whole number from 1.`,
		"/products?priceMin=cheap":                `The "priceMin" parameter must be a number.`,
		"/products?sortDir=up":                    `The "sortDir" parameter must be one of asc, desc.`,
		"/categories?includeInMenu=perhaps":       `The "includeInMenu" parameter must be true or false.`,
		"/tax-classes?classType=BOOK":             `The "classType" parameter must be one of PRODUCT, CUSTOMER.`,
		"/products?attributeFilter[color]=red":    "Unknown parameter: attributeFilter[color]. Did you mean attributeFilters?",
		"/revocation-requests?processedStatus=no": `The "processedStatus" parameter must be one of`,
	} {
		refused := s.Must(400, "GET", path, nil, strict...)
		if !strings.HasPrefix(refused.Message(), told) || refused.Header.Get("Preference-Applied") != "handling=strict" {
			t.Errorf("%s: %q %v", path, refused.Message(), refused.Header)
		}
		lenient := s.Must(200, "GET", path, nil, salestest.With(s.Service, "Prefer", "handling=lenient")...)
		if lenient.Header.Get("Preference-Applied") != "" {
			t.Errorf("%s: %v", path, lenient.Header)
		}
	}
	for _, path := range []string{
		"/orders?state=new&page=1&itemsPerPage=5&fields=id&since=2026-01-01&store=default",
		"/products?attributeFilters[color]=1&q=mug&sortBy=name",
		"/countries?itemsPerPage=5&page=2", "/orders?state=&storeId=", "/cms-pages?scope=all&asOf=1&ids=1",
	} {
		if a := s.Must(200, "GET", path, nil, strict...); a.Header.Get("Preference-Applied") != "handling=strict" {
			t.Errorf("%s: %v", path, a.Header)
		}
	}
}

// TestStrictHandlingAfterLax: a cached answer for a lax client is not served to a strict one.
func TestStrictHandlingAfterLax(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	lax := s.Must(200, "GET", "/products?serach=mug", nil)
	s.Must(200, "GET", "/products?serach=mug", nil)
	s.Must(400, "GET", "/products?serach=mug", nil, "Prefer", "handling=strict")
	s.Must(400, "GET", "/products?serach=mug", nil, "Prefer", "handling=strict", "If-None-Match", lax.Header.Get("ETag"))
}

// TestListsWithoutPages: a list that has no pages answers with all rows, whatever page is requested (conventions §8).
func TestListsWithoutPages(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	all := s.Must(200, "GET", "/countries", nil)
	if a := s.Must(200, "GET", "/countries?page=2&itemsPerPage=1", nil); string(a.Body) != string(all.Body) || a.Header.Get("Link") != "" {
		t.Errorf("%.200s %v", a.Body, a.Header)
	}
	if rows := s.Must(200, "GET", "/countries?fields=id", nil).List(t); len(rows) < 2 || len(rows[0]) > 2 {
		t.Errorf("%v", rows[0])
	}
}

// TestTheResourcesAreListed: GET /api/rest/v2 lists the resources that the caller may use.
func TestTheResourcesAreListed(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	paths := func(headers ...string) (out []string) {
		answer := s.Must(200, "GET", "/api/rest/v2", nil, headers...).Object(t)
		for _, r := range answer["resources"].([]any) {
			for _, p := range r.(map[string]any)["paths"].([]any) {
				for _, m := range p.(map[string]any)["methods"].([]any) {
					out = append(out, m.(string)+" "+p.(map[string]any)["path"].(string))
				}
			}
		}
		return out
	}
	whole, guest := paths(s.Service...), paths()
	if n := len(s.Pipeline.Registry.All()); len(whole) != n {
		t.Errorf("an unrestricted account may use %d of %d operations", len(whole), n)
	}
	if !slices.Contains(guest, "GET /api/rest/v2/products") || slices.Contains(guest, "GET /api/rest/v2/orders") {
		t.Errorf("a guest may use %v", guest)
	}
	s.Must(401, "GET", "/api/rest/v2", nil, "Authorization", "Bearer x")
	s.Must(405, "POST", "/api/rest/v2", nil)
}

// TestQuotas: the answer to a rate-limited call has the remaining quota.
func TestQuotas(t *testing.T) {
	t.Parallel()
	s := newProbe().start(t, apptest.WithClock(apptest.NewClock()), apptest.WithRateLimits())
	s.Configure("system/rate_limit/contact", "2")
	for _, want := range []string{`"contact";r=1;t=60`, `"contact";r=0;t=60`} {
		h := s.Must(200, "GET", "/limited-probe", nil).Header
		if h.Get("RateLimit") != want || h.Get("RateLimit-Policy") != `"contact";q=2;w=60` {
			t.Errorf("%v, want %s", h, want)
		}
	}
	if h := s.Must(429, "GET", "/limited-probe", nil).Header; !strings.HasPrefix(h.Get("RateLimit"), `"contact";r=0;t=`) {
		t.Errorf("refused: %v", h)
	}
	if h := s.Must(200, "GET", "/probes", nil).Header; h.Get("RateLimit") != "" {
		t.Errorf("without a limit: %v", h)
	}
}
