package bench

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestDriveCountsWhatWasDone(t *testing.T) {
	t.Parallel()
	var done atomic.Int64
	f, err := drive(t.Context(), Load{Concurrency: 4, Duration: 50 * time.Millisecond}, func(int) (loadStep, error) {
		return func(context.Context) error {
			done.Add(1)
			return nil
		}, nil
	})
	if err != nil || f.Count == 0 || f.Count > done.Load() || f.P50 > f.P99 || f.PerSecond() <= 0 {
		t.Errorf("%+v, %v; %d steps", f, err, done.Load())
	}
}

func TestAFailureEndsTheMeasurement(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	_, err := drive(t.Context(), Load{Concurrency: 2, Duration: time.Hour}, func(worker int) (loadStep, error) {
		return func(ctx context.Context) error {
			if worker == 0 {
				return broken
			}
			<-ctx.Done()
			return ctx.Err()
		}, nil
	})
	if !errors.Is(err, broken) {
		t.Error(err)
	}
}

func TestTheClientTellsWhatItGot(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Asked") != "yes" {
			w.WriteHeader(http.StatusTeapot)
		}
		w.Header().Set("ETag", `"1"`)
		_, _ = w.Write([]byte(`[]`))
	}))
	t.Cleanup(server.Close)
	c, err := newClient(server.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	if body, etag, err := c.Once(request{Method: "GET", Path: "/x", Header: []string{"X-Asked", "yes"}, Want: 200}, "ETag"); err != nil ||
		etag != `"1"` || string(body) != "[]" {
		t.Errorf("%q %q %v", body, etag, err)
	}
	if _, _, err := c.Once(request{Method: "GET", Path: "/x", Want: 200}, ""); err == nil ||
		!strings.Contains(err.Error(), "418 instead of 200") {
		t.Error(err)
	}
	if _, err := newClient("shop"); err == nil {
		t.Error("no URL was taken for one")
	}
}

func TestScenariosSayWhatTheyNeed(t *testing.T) {
	t.Parallel()
	for _, s := range Scenarios {
		if found, ok := Find(s.Name); !ok || found.About == "" {
			t.Errorf("%s is not found, or says nothing about itself", s.Name)
		}
		if s.Token {
			if _, err := s.Run(t.Context(), Target{URL: "http://127.0.0.1:1"},
				Load{Concurrency: 1, Duration: time.Millisecond}); err == nil || !strings.Contains(err.Error(), "token") {
				t.Errorf("%s without a token: %v", s.Name, err)
			}
		}
	}
}

func TestTheReportIsATable(t *testing.T) {
	t.Parallel()
	r := Report{Version: "test", Database: "PostgreSQL 15",
		Rows: []Row{{Name: "a", Figure: "2/s", Baseline: "1/s", Ratio: 2, Target: "1", Met: true},
			{Name: "b", Figure: "3/s", Target: "4"}},
		Detail: []Detail{{"item", Figures{Concurrency: 8, Count: 10, Elapsed: time.Second, P50: time.Millisecond}}}}
	var b strings.Builder
	if _, err := r.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"| a | 2/s | 1/s | 2.00 | 1 | met |", "| b | 3/s |  |  | 4 | missed |", "| item | 8 | 10 | 1.00 ms |"} {
		if !strings.Contains(b.String(), line) {
			t.Errorf("%q is not in\n%s", line, b.String())
		}
	}
}
