package platform_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestWaitingForChanges: a waiting client gets an answer when a change comes that it follows, and not for other changes.
func TestWaitingForChanges(t *testing.T) {
	t.Parallel()
	s := startFeed(t)
	second := feed{&salestest.Shop{Shop: apptest.Start(t, apptest.OnDatabase(s.Shop.Shop)), T: t, Service: s.Service, Document: s.Document}}
	at := s.latest()
	const readers = 20
	answers := make(chan []string, 2*readers)
	for i := range 2 * readers {
		go func() {
			list, _ := []feed{s, second}[i%2].page(fmt.Sprintf("after=%d&resources=products&wait=30", at), s.Service)
			answers <- shorts(list)
		}()
	}
	s.Must(201, "POST", "/categories", fields{"name": "Other", "parentId": 2}, s.Service...)
	mug := s.Product("MUG", "10", 5, nil)
	for range 2 * readers {
		if got := <-answers; len(got) == 0 || got[0] != fmt.Sprintf("products %d created", mug) {
			t.Errorf("%q", got)
		}
	}
	// The end of the program ends all waiting requests.
	s.App.Feed.Leave()
	if list, next := s.page(fmt.Sprintf("after=%d&wait=30", s.latest()), s.Service); len(list) != 0 || next < at {
		t.Errorf("%v, next %d", list, next)
	}
}

// TestTheFeedLosesNothing: a client that follows while several instances write gets the same changes in the same order as a client that
// reads them afterwards.
func TestTheFeedLosesNothing(t *testing.T) {
	t.Parallel()
	s := startFeed(t)
	second := feed{&salestest.Shop{Shop: apptest.Start(t, apptest.OnDatabase(s.Shop.Shop)), T: t, Service: s.Service, Document: s.Document}}
	instances := []feed{s, second}
	for i := range 4 {
		s.Product(fmt.Sprintf("P-%d", i), "10", 1000, nil)
	}
	at := s.latest()
	var end atomic.Int64
	const followers = 6
	seen := make([][]string, followers)
	var following, writing sync.WaitGroup
	for i := range followers {
		following.Go(func() {
			for next := at; end.Load() == 0 || next < end.Load(); {
				var list []fields
				list, next = instances[i%2].page(fmt.Sprintf("after=%d&wait=30&limit=%d", next, 1+10*i), s.Service)
				for _, c := range list {
					seen[i] = append(seen[i], fmt.Sprint(c["position"], " ", short(c)))
				}
			}
		})
	}
	for i := range 4 {
		writing.Go(func() {
			for n := range 8 {
				instances[i%2].Order(fmt.Sprintf("P-%d*%d", i, 1+n%3))
				instances[n%2].Must(200, "PUT", "/inventory", fields{"sku": fmt.Sprintf("P-%d", i), "qty": 1000 + n}, s.Service...)
			}
		})
	}
	writing.Wait()
	end.Store(int64(s.LogSize()))
	s.Must(201, "POST", "/categories", fields{"name": "Last", "parentId": 2}, s.Service...) // wakes the waiting clients
	following.Wait()
	whole, _ := s.page(fmt.Sprintf("after=%d%s", at, mostChanges), s.Service)
	for i, list := range seen {
		for n, c := range list {
			if want := fmt.Sprint(whole[n]["position"], " ", short(whole[n])); c != want {
				t.Fatalf("follower %d has %q at %d, want %q", i, c, n, want)
			}
		}
		if last := salestest.Number(whole[len(list)-1]["position"]); len(list) < len(whole)-1 && last < end.Load() {
			t.Errorf("follower %d ended at position %d, want %d", i, last, end.Load())
		}
	}
	// Each quantity begins with the one before.
	left := map[string]any{}
	for _, c := range whole {
		if c["resource"] != "inventory" {
			continue
		}
		sku := c["sku"].(string)
		if had, known := left[sku]; known && fmt.Sprint(had) != fmt.Sprint(c["qtyBefore"]) {
			t.Errorf("%v begins with %v, and %v was left", c, c["qtyBefore"], had)
		}
		left[sku] = c["qtyAfter"]
	}
}

// stream is a live answer that is being read.
type stream struct {
	t      *testing.T
	answer *http.Response
	lines  *bufio.Scanner
	id     string // of the last event
}

// live begins a live answer.
func (s feed) live(t *testing.T, query string, headers ...string) *stream {
	t.Helper()
	request, err := http.NewRequest("GET", s.URL+"/api/rest/v2/changes?"+query, nil)
	if err != nil {
		t.Fatal(err)
	}
	headers = salestest.With(headers, "Accept", "text/event-stream")
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	answer, err := s.Client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { answer.Body.Close() })
	return &stream{t: t, answer: answer, lines: bufio.NewScanner(answer.Body)}
}

// next returns the data of the next event, or "" at the end. A heartbeat is an event without data that begins with a comment.
func (s *stream) next() (data string) {
	s.t.Helper()
	comment := ""
	for s.lines.Scan() {
		name, value, _ := strings.Cut(s.lines.Text(), ": ")
		switch name {
		case "id":
			s.id = value
		case "data":
			data = value
		case ":", "":
			if value != "" {
				comment = value
				continue
			}
			if data == "" {
				return comment
			}
			var c fields
			if err := json.Unmarshal([]byte(data), &c); err != nil {
				s.t.Fatal(err)
			}
			return short(c)
		}
	}
	return ""
}

// positionOf returns the position in an ID of a live answer, which begins with the name of the log.
func positionOf(t *testing.T, id string) int64 {
	t.Helper()
	log, number, _ := strings.Cut(id, ".")
	at, err := strconv.ParseInt(number, 10, 64)
	if err != nil || len(log) != 12 {
		t.Errorf("the ID %q has no log and position", id)
	}
	return at
}

// TestALiveFeed sends changes as they come, continues after the last one that a client knows, and ends with the program.
func TestALiveFeed(t *testing.T) {
	t.Parallel()
	s := startFeed(t)
	at := s.latest()
	follow := s.live(t, fmt.Sprintf("after=%d&resources=products", at), s.Service...)
	if kind := follow.answer.Header.Get("Content-Type"); follow.answer.StatusCode != 200 || kind != "text/event-stream; charset=utf-8" {
		t.Fatalf("%d %s", follow.answer.StatusCode, kind)
	}
	if got := follow.next(); got != "live" {
		t.Fatalf("it begins with %q", got)
	}
	mug := s.Product("MUG", "10", 5, nil)
	created := fmt.Sprintf("products %d created", mug)
	if got := follow.next(); got != created {
		t.Errorf("%q, want %q", got, created)
	}
	first := follow.id
	s.Must(200, "PUT", fmt.Sprintf("/products/%d", mug), fields{"name": "Mug"}, s.Service...)
	changed := fmt.Sprintf("products %d changed", mug)
	for range 2 { // by its stock and by its name
		if got := follow.next(); got != changed || positionOf(t, follow.id) <= positionOf(t, first) {
			t.Errorf("%q with ID %s after %s, want %q", got, follow.id, first, changed)
		}
	}
	for query, want := range map[string][]string{
		"after=0&resources=products": {"live", changed, changed},
		"":                           {"live", "inventory MUG changed", changed, changed},
	} {
		again := s.live(t, query, salestest.With(s.Service, "Last-Event-ID", first)...)
		var got []string
		for range want {
			got = append(got, again.next())
		}
		if !slices.Equal(got, want) {
			t.Errorf("after %s with %q it goes on with %q, want %q", first, query, got, want)
		}
	}
	if refused := s.live(t, "resources=chairs", s.Service...); refused.answer.StatusCode != 400 {
		t.Errorf("an unknown resource: %d", refused.answer.StatusCode)
	}
	foreign := "0123456789ab." + first[strings.LastIndex(first, ".")+1:]
	if refused := s.live(t, "", salestest.With(s.Service, "Last-Event-ID", foreign)...); refused.answer.StatusCode != 409 {
		t.Errorf("an ID of another log: %d", refused.answer.StatusCode)
	}
	s.Stop()
	if got := follow.next(); got != "" || follow.lines.Err() != nil {
		t.Errorf("after the end of the program: %q, %v", got, follow.lines.Err())
	}
}
