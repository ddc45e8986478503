package app_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"tradelog/app"
	"tradelog/internal/privatepg"
	"tradelog/test/apptest"
	"tradelog/test/histories"
	"tradelog/test/pgtest"
	"tradelog/test/suite"
)

// replicated is an installation with a streaming replica: an instance that runs the projectors, and two that read from the replica.
type replicated struct {
	t       *testing.T
	all     *apptest.Shop
	readers []*apptest.Shop
	replica *privatepg.Server
	bearer  []string
}

func startReplicated(t *testing.T) *replicated {
	t.Helper()
	primary, replica := pgtest.Replicated(t)
	r := &replicated{t: t, replica: replica}
	r.all = apptest.Start(t, apptest.WithConfig(func(c *app.Config) { c.Database.URL = primary.URL() }))
	for range 2 {
		r.readers = append(r.readers, apptest.Start(t, apptest.OnDatabase(r.all), apptest.WithConfig(func(c *app.Config) {
			c.Role, c.Database.ReplicaURLs = app.Serve, []string{replica.URL()}
		})))
	}
	r.bearer = apptest.Bearer(r.all.Service([]string{"products/all", "products/read", "products/write"}))
	r.all.Settle()
	return r
}

// admin runs a statement on the replica.
func (r *replicated) admin(sql string) {
	r.t.Helper()
	conn, err := pgx.Connect(r.t.Context(), r.replica.AdminURL())
	if err != nil {
		r.t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(r.t.Context()))
	if _, err := conn.Exec(r.t.Context(), sql); err != nil {
		r.t.Fatal(err)
	}
}

// questions counts the queries of all readers to the replica, by outcome.
func (r *replicated) questions(outcome string) (n float64) {
	for _, s := range r.readers {
		n += scrape(r.t, s)[fmt.Sprintf("tradelog_replica_reads_total{outcome=%q}", outcome)]
	}
	return n
}

// name changes the name of a product through one reader and returns the position of the change.
func (r *replicated) name(by *apptest.Shop, id int64, name string) (position string) {
	r.t.Helper()
	return by.Must(200, "PUT", fmt.Sprintf("/products/%d", id), map[string]any{"name": name}, r.bearer...).Header.Get("X-Event-Position")
}

// shows fails the test unless a reader shows a name of a product, alone and in lists.
func (r *replicated) shows(by *apptest.Shop, id int64, name, position string) {
	r.t.Helper()
	headers := append([]string{"X-Min-Position", position}, r.bearer...)
	if got := by.Must(200, "GET", fmt.Sprintf("/products/%d", id), nil, headers...).Object(r.t)["name"]; got != name {
		r.t.Errorf("the product is %v, want %s", got, name)
	}
	list := by.Must(200, "GET", "/products?sku=MUG", nil, headers...).List(r.t)
	if len(list) != 1 || list[0]["name"] != name {
		r.t.Errorf("the list has %v, want %s", list, name)
	}
}

// TestAReplicaThatLagsShowsNothingOld: writes through one reader are visible through each, while replication is paused and afterwards. The
// replica answers reads of unchanged data all the time.
func TestAReplicaThatLagsShowsNothingOld(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	r := startReplicated(t)
	made := r.all.Must(201, "POST", "/products", map[string]any{"sku": "MUG", "name": "Mug 0", "price": 5, "stockQty": 1}, r.bearer...)
	id := histories.DocumentID(made.Object(t))
	made = r.all.Must(201, "POST", "/products", map[string]any{"sku": "CUP", "name": "Cup", "price": 5}, r.bearer...)
	other := histories.DocumentID(made.Object(t))
	read := 0
	until(t, "answers of the replica", func() bool {
		read++
		for _, s := range r.readers {
			s.Must(200, "GET", fmt.Sprintf("/products/%d?fields=id&n=%d", id, read), nil, r.bearer...)
		}
		return r.questions("answered") > 0
	})
	r.admin(`SELECT pg_wal_replay_pause()`)
	until(t, "the pause", func() bool {
		conn, err := pgx.Connect(t.Context(), r.replica.AdminURL())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(context.WithoutCancel(t.Context()))
		var state string
		if err := conn.QueryRow(t.Context(), `SELECT pg_get_wal_replay_pause_state()`).Scan(&state); err != nil {
			t.Fatal(err)
		}
		return state == "paused"
	})
	for i := range 6 {
		name := fmt.Sprint("Mug ", i+1)
		position := r.name(r.readers[i%2], id, name)
		for _, s := range r.readers {
			r.shows(s, id, name, position)
		}
		// Without a minimum position the instance never shows an older state than before.
		if got := r.readers[i%2].Must(200, "GET", fmt.Sprintf("/products/%d?n=%d", id, i), nil, r.bearer...).Object(t)["name"]; got != name {
			t.Errorf("the product is %v, want %s", got, name)
		}
	}
	if r.questions("behind") == 0 {
		t.Error("the replica was never found to be behind")
	}
	before := r.questions("answered")
	for _, s := range r.readers {
		s.Must(200, "GET", fmt.Sprintf("/products/%d", other), nil, r.bearer...)
	}
	if r.questions("answered") == before {
		t.Error("what has not changed could have been read from the replica")
	}
	r.admin(`SELECT pg_wal_replay_resume()`)
	before = r.questions("answered")
	until(t, "the replica to catch up", func() bool {
		read++
		for _, s := range r.readers {
			if got := s.Must(200, "GET", fmt.Sprintf("/products/%d?n=%d", id, read+100), nil, r.bearer...).Object(t)["name"]; got != "Mug 6" {
				t.Errorf("the product is %v", got)
			}
		}
		return r.questions("answered") > before+2
	})
}

// TestAReplicaThatDiesFailsNoRequest, and is used again when it is back.
func TestAReplicaThatDiesFailsNoRequest(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	r := startReplicated(t)
	mug := map[string]any{"sku": "MUG", "name": "Mug", "price": 5}
	id := histories.DocumentID(r.all.Must(201, "POST", "/products", mug, r.bearer...).Object(t))
	var asked atomic.Int64
	var group sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	defer group.Wait()
	defer stop()
	for _, s := range r.readers {
		for range 3 {
			group.Go(func() {
				for ctx.Err() == nil {
					path := fmt.Sprintf("/products/%d?n=%d", id, asked.Add(1))
					if a := s.Do("GET", path, nil, r.bearer...); a.Status != 200 {
						t.Errorf("%s: status %d\n%s", path, a.Status, a.Body)
						return
					}
				}
			})
		}
	}
	used := func(state string) (n float64) {
		for _, s := range r.readers {
			n += scrape(t, s)[fmt.Sprintf("tradelog_replicas{state=%q}", state)]
		}
		return n
	}
	until(t, "answers of the replica", func() bool { return r.questions("answered") > 20 })
	r.replica.Kill()
	until(t, "the replica to be left out", func() bool { return used("failed") == 2 })
	from := asked.Load()
	until(t, "answers without it", func() bool { return asked.Load() > from+20 })
	r.replica = pgtest.StartReplica(t, r.replica.Dir())
	until(t, "the replica to be used again", func() bool { return used("in_use") == 2 })
	before := r.questions("answered")
	until(t, "answers of the replica", func() bool { return r.questions("answered") > before+20 })
}
