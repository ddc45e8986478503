package postgres

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
	"tradelog/installation/migrations"
	"tradelog/test/pgtest"
)

// BenchmarkAppend has callers append single events of some 400 bytes to streams of their own, on a server with the
// settings of production:
//
//	go test -run '^$' -bench Append ./eventstore/postgres
func BenchmarkAppend(b *testing.B) {
	srv := pgtest.Private(b)
	if err := migrations.Up(b.Context(), srv.URL()); err != nil {
		b.Fatal(err)
	}
	pool, err := pgxpool.New(b.Context(), srv.URL())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(pool.Close)
	store := open(b, pool, Options{})
	data := fmt.Appendf(nil, `{"text":"%0380d"}`, 0)
	var caller atomic.Int64
	for _, each := range []int{1, 4, 16, 64} { // for each processor
		b.Run(fmt.Sprintf("%d callers", each*runtime.GOMAXPROCS(0)), func(b *testing.B) {
			b.SetParallelism(each)
			b.RunParallel(func(pb *testing.PB) {
				stream, at := fmt.Sprintf("order-%d", caller.Add(1)), eventstore.NoStream
				for pb.Next() {
					e := some(1)
					e[0].Data = data
					got, err := store.Append(b.Context(), stream, at, e...)
					if err != nil {
						b.Error(err)
						return
					}
					at = eventstore.Exactly(got.Last)
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
		})
	}
}
