package console_test

import (
	"regexp"
	"strings"
	"testing"
)

// TestOffers: the page of a product has a few buttons, the others below "More", and none that a product of its type refuses. Each part can
// be opened, and its page has the buttons of its acts.
func TestOffers(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.Product("MUG", "10", 10, nil)
	_, key := s.APIUser("greta", "all")
	s.Settle()
	b := logIn(t, s, "greta", key)
	p := b.open("/console/products/1")
	_, buttons, _ := strings.Cut(p.Text, `<ul class="acts">`)
	first, rest, more := strings.Cut(buttons, `<details class="more">`)
	rest, _, _ = strings.Cut(rest, "</details>")
	if !more || strings.Count(first, "/do/") > 5 || !strings.Contains(first, "/do/edit") {
		t.Fatalf("the first buttons: %s", first)
	}
	if strings.Count(rest, "tier-prices") != 2 || !strings.Contains(rest, "/do/put-tier-prices") ||
		!strings.Contains(rest, "<h2>Tier prices</h2>") {
		t.Errorf("what can be done with tier prices: %s", rest)
	}
	for _, other := range []string{"bundle-options", "downloadable-links", "configurable", "grouped"} {
		if strings.Contains(p.Text, other) {
			t.Errorf("a simple product is offered %s", other)
		}
	}
	parts := regexp.MustCompile(`href="(/console/products/1/part/[^"]*)"`).FindAllStringSubmatch(p.Text, -1)
	if len(parts) < 5 {
		t.Errorf("the parts: %v", parts)
	}
	for _, part := range parts {
		if p := b.open(part[1]); p.Status != 200 {
			t.Errorf("%s: %d", part[1], p.Status)
		}
	}
	if p := b.open("/console/products/1/part/tier-prices"); !strings.Contains(p.Text, "/do/put-tier-prices") ||
		strings.Contains(p.Text, "group-prices") {
		t.Error("the page of tier prices has not their buttons alone")
	}
	if p := b.open("/console/products/1/part/bundle-options"); p.Status != 400 {
		t.Errorf("the options of a bundle that is none: %d", p.Status)
	}
}
