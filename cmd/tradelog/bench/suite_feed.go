package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"tradelog/cmd/tradelog/demo"
	"tradelog/internal/wait"
)

// The sizes of the measurements of the feed of changes.
const (
	feedOrders  = 10_000
	feedReaders = 1000
	feedRate    = 200 // changes a second for live readers
)

// feed measures the feed of changes: a reader that catches up, readers that wait while nothing happens, and live readers.
func (s *Suite) feed(ctx context.Context) {
	s.say("feed of changes, %d orders", feedOrders)
	database := s.seeded(ctx, "feed", demo.Size{Products: 1000, Customers: 1000, Orders: feedOrders})
	target := s.target(ctx, database)
	c := must(newClient(target.URL))
	plain := s.baseline(ctx, database)
	base := must(newClient(plain.url))
	query := must(drive(ctx, s.load(8), func(int) (loadStep, error) {
		return base.Step(request{Method: "GET", Path: "/item", Want: 200})
	}))
	s.detail("baseline: /item", query)
	s.catchUp(c, target, query)
	s.waiting(ctx, target)
	s.live(ctx, c, target, query)
}

// feedPage is a page of the feed.
type feedPage struct {
	Changes []json.RawMessage `json:"changes"`
	Next    int64             `json:"next"`
}

func (s *Suite) page(c *client, target Target, query string) (page feedPage) {
	body, _, err := c.Once(request{Method: "GET", Path: api + "/changes?" + query, Header: target.authorization(),
		Want: 200}, "")
	check(err)
	check(json.Unmarshal(body, &page))
	return page
}

// catchUp measures one reader that starts at the beginning.
func (s *Suite) catchUp(c *client, target Target, query Figures) {
	end := s.page(c, target, "after=latest").Next
	began, count := time.Now(), 0
	for at := int64(0); at < end; {
		page := s.page(c, target, fmt.Sprintf("after=%d&limit=1000", at))
		at, count = page.Next, count+len(page.Changes)
	}
	perSecond := float64(count) / time.Since(began).Seconds()
	s.add(Row{
		Name:   fmt.Sprintf("feed of changes to one reader, %d changes", count),
		Figure: rate(perSecond), Baseline: "/item " + rate(query.PerSecond()),
		Ratio: perSecond / query.PerSecond(), Target: "20,000/s", Met: perSecond >= 20_000,
	})
}

// waiting measures the cost of readers that wait for a change while nothing happens.
func (s *Suite) waiting(ctx context.Context, target Target) {
	before, began := must(usageOf(target.PID)), time.Now()
	wait.For(ctx, s.Duration)
	resting := float64(must(usageOf(target.PID)).CPU-before.CPU) / float64(time.Since(began)) // the usage of the idle server
	waiting, end := context.WithCancel(ctx)
	var readers sync.WaitGroup
	follow(waiting, target, &readers, "wait=30&after=latest", "application/json", func(io.Reader) {})
	wait.For(ctx, 2*time.Second) // until the requests arrive
	from := must(usageOf(target.PID))
	began = time.Now()
	wait.For(ctx, s.Duration)
	to := must(usageOf(target.PID))
	share := max(0, float64(to.CPU-from.CPU)/float64(time.Since(began))-resting)
	end()
	readers.Wait()
	memory := float64(to.Memory-before.Memory) / (1 << 20)
	s.add(Row{
		Name:     fmt.Sprintf("%d readers that wait for a change", feedReaders),
		Figure:   fmt.Sprintf("%.1f MB, %.1f %% of a core", memory, 100*share),
		Baseline: fmt.Sprintf("a resting server, %.1f %% of a core", 100*resting), Target: "50 MB, 1 % of a core more",
		Met: memory < 50 && share < 0.01,
	})
}

// follow sends the requests of all readers, each on a connection of its own, and lets do read the answers.
func follow(ctx context.Context, target Target, readers *sync.WaitGroup, query, accept string, do func(io.Reader)) {
	client := &http.Client{Transport: &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 1}}
	for range feedReaders {
		readers.Go(func() {
			request, err := http.NewRequestWithContext(ctx, http.MethodGet, target.URL+api+"/changes?"+query, nil)
			if err != nil {
				return // the URL was used before
			}
			request.Header.Set("Authorization", "Bearer "+target.Token)
			request.Header.Set("Accept", accept)
			answer, err := client.Do(request)
			if err != nil {
				return // the measurement has ended
			}
			defer answer.Body.Close()
			do(answer.Body)
		})
	}
}

// live measures readers that receive changes as they come.
func (s *Suite) live(ctx context.Context, c *client, target Target, query Figures) {
	reading, end := context.WithCancel(ctx)
	defer end()
	var readers, begun sync.WaitGroup
	var received atomic.Int64
	begun.Add(feedReaders)
	follow(reading, target, &readers, "resources=inventory&after=latest", "text/event-stream", func(body io.Reader) {
		begun.Done()
		count(body, []byte("\ndata: "), &received)
	})
	begun.Wait()
	from, began := must(usageOf(target.PID)), time.Now()
	want := s.changeStock(ctx, c, target) * feedReaders
	written := time.Now()
	for received.Load() < want && time.Since(written) < time.Minute {
		wait.For(ctx, 10*time.Millisecond)
	}
	behind, got := time.Since(written), received.Load()
	share := float64(must(usageOf(target.PID)).CPU-from.CPU) / float64(time.Since(began))
	end()
	readers.Wait()
	perSecond := float64(want/feedReaders) / written.Sub(began).Seconds()
	s.add(Row{
		Name:     fmt.Sprintf("%d live readers of the feed", feedReaders),
		Figure:   fmt.Sprintf("%s to each, all there %s later, %.0f %% of a core", rate(perSecond), short(behind), 100*share),
		Baseline: "/item " + rate(query.PerSecond()), Ratio: perSecond * feedReaders / query.PerSecond(), Target: "200/s to each",
		Met: got == want && perSecond >= feedRate*95/100,
	})
}

// count reads to the end and adds the occurrences of a text to a counter as they come.
func count(from io.Reader, text []byte, to *atomic.Int64) {
	buffer := make([]byte, 16<<10)
	kept := 0
	for {
		n, err := from.Read(buffer[kept:])
		part := buffer[:kept+n]
		to.Add(int64(bytes.Count(part, text)))
		if err != nil {
			return
		}
		kept = copy(buffer, part[max(0, len(part)-len(text)+1):])
	}
}

// changeStock changes stock at the rate of the measurement and returns the number of changes.
func (s *Suite) changeStock(ctx context.Context, c *client, target Target) int64 {
	const writers, together = 16, 5
	products, _, err := c.Once(request{Method: "GET", Path: api + "/products?itemsPerPage=100&fields=sku", Want: 200}, "")
	check(err)
	var list []struct {
		SKU string `json:"sku"`
	}
	check(json.Unmarshal(products, &list))
	due := make(chan int64)
	var done atomic.Int64
	var writing sync.WaitGroup
	var failed error
	var once sync.Once
	for range writers {
		writing.Go(func() {
			for n := range due {
				items := make([]object, together)
				for i := range items {
					items[i] = object{"sku": list[(int(n)*together+i)%len(list)].SKU, "qty": 1000 + n}
				}
				_, _, err := c.Once(request{Method: "PUT", Path: api + "/inventory/bulk", Header: target.authorization(),
					Body: object{"items": items}, Want: 200}, "")
				if err != nil {
					once.Do(func() { failed = err })
					continue
				}
				done.Add(together)
			}
		})
	}
	tick := time.NewTicker(time.Second * together / feedRate)
	defer tick.Stop()
	for n := range int64(s.Duration.Seconds() * feedRate / together) {
		<-tick.C
		due <- n
	}
	close(due)
	writing.Wait()
	check(failed)
	return done.Load()
}
