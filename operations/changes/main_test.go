package changes_test

import (
	"fmt"
	"slices"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/pgtest"
	"tradelog/test/salestest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

type fields = salestest.Fields

// all is the parameter that takes the most changes at once.
const all = "&limit=1000"

// shop is a running shop with a reader of its changes.
type shop struct{ *salestest.Shop }

func start(t *testing.T, options ...apptest.Option) shop { return shop{salestest.Start(t, options...)} }

// page reads a part of the feed.
func (s shop) page(query string, headers []string) (list []fields, next int64) {
	s.T.Helper()
	page := s.Must(200, "GET", "/changes?"+query, nil, headers...).Object(s.T)
	for _, c := range page["changes"].([]any) {
		list = append(list, c.(fields))
	}
	return list, salestest.Number(page["next"])
}

// latest returns the end of the feed, once the read models show the whole log.
func (s shop) latest() int64 {
	s.T.Helper()
	s.Settle()
	_, next := s.page("after=latest", s.Service)
	return next
}

// short writes a change as resource, number and what.
func short(c fields) string { return fmt.Sprintf("%v %v %v", c["resource"], c["id"], c["what"]) }

func shorts(list []fields) (out []string) {
	for _, c := range list {
		out = append(out, short(c))
	}
	return out
}

// since returns the changes after a position, as short writes them.
func (s shop) since(after int64, resources string) []string {
	s.T.Helper()
	s.Settle()
	list, _ := s.page(fmt.Sprintf("after=%d&resources=%s%s", after, resources, all), s.Service)
	return shorts(list)
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}
