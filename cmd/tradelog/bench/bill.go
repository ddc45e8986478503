package bench

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// Bill is the cost of a number of flows, less the cost of an idle server.
type Bill struct {
	Scenario     string
	Concurrency  int
	Flows        int64
	Transactions float64 // of PostgreSQL, including those that only read
	Inserted     float64 // rows
	Updated      float64 // rows
	WAL          float64 // bytes
	Server       time.Duration
	PostgreSQL   time.Duration
	Client       time.Duration // of the load generator
}

// each returns the bill of one flow.
func (b Bill) each() Bill {
	n := float64(max(1, b.Flows))
	return Bill{
		Scenario: b.Scenario, Concurrency: b.Concurrency, Flows: 1,
		Transactions: b.Transactions / n, Inserted: b.Inserted / n, Updated: b.Updated / n, WAL: b.WAL / n,
		Server: b.Server / time.Duration(max(1, b.Flows)), PostgreSQL: b.PostgreSQL / time.Duration(max(1, b.Flows)),
		Client: b.Client / time.Duration(max(1, b.Flows)),
	}
}

// minus subtracts a share of another bill.
func (b Bill) minus(other Bill, share float64) Bill {
	b.Transactions -= other.Transactions * share
	b.Inserted -= other.Inserted * share
	b.Updated -= other.Updated * share
	b.WAL -= other.WAL * share
	b.Server -= time.Duration(float64(other.Server) * share)
	b.PostgreSQL -= time.Duration(float64(other.PostgreSQL) * share)
	b.Client -= time.Duration(float64(other.Client) * share)
	return b
}

// reported is the time after which PostgreSQL has counted the work of an idle connection: 10 s, and a margin.
const reported = 11 * time.Second

// meter reads the counters of a database and a server.
type meter struct {
	conn       *pgx.Conn
	postmaster int
	server     int // its process ID; 0: no server is measured
}

func newMeter(ctx context.Context, database string, server int) *meter {
	m := &meter{conn: must(pgx.Connect(ctx, database)), server: server}
	var backend int
	check(m.conn.QueryRow(ctx, `SELECT pg_backend_pid()`).Scan(&backend))
	m.postmaster = must(parentOf(backend))
	return m
}

func (m *meter) close(ctx context.Context) { _ = m.conn.Close(context.WithoutCancel(ctx)) }

// read waits until PostgreSQL has counted everything.
func (m *meter) read(ctx context.Context) (b Bill) {
	select {
	case <-time.After(reported):
	case <-ctx.Done():
		check(ctx.Err())
	}
	check(m.conn.QueryRow(ctx, `SELECT xact_commit + xact_rollback, tup_inserted, tup_updated, pg_current_wal_insert_lsn() - '0/0'::pg_lsn
		FROM pg_stat_database WHERE datname = current_database()`).Scan(&b.Transactions, &b.Inserted, &b.Updated, &b.WAL))
	b.PostgreSQL = must(treeTime(m.postmaster))
	b.Client = must(usageOf(os.Getpid())).CPU
	if m.server != 0 {
		b.Server = must(usageOf(m.server)).CPU
	}
	return b
}

// measure bills a measurement, which reports its flows. The cost of an idle server in the same time is subtracted.
func (m *meter) measure(ctx context.Context, name string, flows func() (Figures, error)) (Bill, Figures) {
	start := time.Now()
	before := m.read(ctx)
	idle := m.read(ctx)
	rest := time.Since(start) - reported
	again := time.Now()
	f := must(flows())
	after := m.read(ctx)
	b := after.minus(idle, 1).minus(idle.minus(before, 1), time.Since(again).Seconds()/rest.Seconds())
	b.Scenario, b.Concurrency, b.Flows = name, f.Concurrency, f.Count
	return b, f
}

// parentOf returns the parent of a process. It works only on Linux.
func parentOf(pid int) (int, error) {
	fields, err := statOf(pid)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(fields[1])
}

// treeTime returns the CPU time of a process and of its children, including ended ones.
func treeTime(pid int) (total time.Duration, err error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return 0, err
	}
	for _, e := range entries {
		p, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		fields, err := statOf(p)
		if err != nil || p != pid && fields[1] != strconv.Itoa(pid) {
			continue // it has ended meanwhile, or belongs to another user
		}
		for i := 11; i < 15; i++ { // user and system, of itself and of its ended children
			ticks, _ := strconv.ParseInt(fields[i], 10, 64)
			total += time.Duration(ticks) * clockTick
		}
	}
	return total, nil
}

// statOf returns the fields of /proc/PID/stat behind the name, which may contain spaces.
func statOf(pid int) ([]string, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil, err
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	if len(fields) < 22 {
		return nil, fmt.Errorf("/proc/%d/stat has %d fields", pid, len(fields))
	}
	return fields, nil
}
