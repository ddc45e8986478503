package platform_test

import (
	"fmt"
	"slices"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// mostChanges is the parameter for the most changes in one answer.
const mostChanges = "&limit=1000"

// feed is a running shop with a reader of its changes.
type feed struct{ *salestest.Shop }

func startFeed(t *testing.T, options ...apptest.Option) feed {
	return feed{salestest.Start(t, options...)}
}

// page reads a part of the feed.
func (s feed) page(query string, headers []string) (list []fields, next int64) {
	s.T.Helper()
	page := s.Must(200, "GET", "/changes?"+query, nil, headers...).Object(s.T)
	for _, c := range page["changes"].([]any) {
		list = append(list, c.(fields))
	}
	return list, salestest.Number(page["next"])
}

// latest returns the end of the feed, once the read models show the whole log.
func (s feed) latest() int64 {
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
func (s feed) since(after int64, resources string) []string {
	s.T.Helper()
	s.Settle()
	list, _ := s.page(fmt.Sprintf("after=%d&resources=%s%s", after, resources, mostChanges), s.Service)
	return shorts(list)
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}
