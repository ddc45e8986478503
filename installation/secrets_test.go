package installation

import (
	"bytes"
	"encoding/hex"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"tradelog/eventstore/vault"
	"tradelog/installation/migrations"
	"tradelog/internal/privatepg"
	"tradelog/test/pgtest"
)

func TestMain(m *testing.M) {
	pgtest.Main(m, func() error { return goleak.Find() })
}

func database(t *testing.T) *pgxpool.Pool {
	t.Helper()
	return pgtest.Pool(t, pgtest.WithTemplate("migrated", migrations.Up))
}

func get(t *testing.T, s *Secrets, name string) []byte {
	t.Helper()
	v, err := s.Get(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestOneSecretForAll: concurrent processes all get the same secret.
func TestOneSecretForAll(t *testing.T) {
	t.Parallel()
	pool := database(t)
	var mu sync.Mutex
	seen := map[string]int{}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			v, err := NewSecrets(vault.New(pool, nil, false)).Get(t.Context(), "jwt")
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			seen[string(v)]++
		})
	}
	group.Wait()
	if len(seen) != 1 {
		t.Fatalf("%d secrets were made", len(seen))
	}
	s := NewSecrets(vault.New(pool, nil, false))
	first, other := get(t, s, "jwt"), get(t, s, "order tokens")
	if seen[string(first)] != 8 || !bytes.Equal(get(t, s, "jwt"), first) {
		t.Error("it did not stay")
	}
	if raw, err := hex.DecodeString(string(first)); err != nil || len(raw) != 32 {
		t.Errorf("a secret of %d characters", len(first))
	}
	if bytes.Equal(first, other) {
		t.Error("two names have the same secret")
	}
}

// TestSetAndForget: a process sees what it has set at once, others when they are told to look again.
func TestSetAndForget(t *testing.T) {
	t.Parallel()
	pool := database(t)
	mine, theirs := NewSecrets(vault.New(pool, nil, false)), NewSecrets(vault.New(pool, nil, false))
	before := get(t, theirs, "jwt")
	if !bytes.Equal(get(t, mine, "jwt"), before) {
		t.Fatal("they differ")
	}
	if err := mine.Set(t.Context(), "jwt", []byte("another one")); err != nil {
		t.Fatal(err)
	}
	if got := get(t, mine, "jwt"); string(got) != "another one" {
		t.Error("the old one is still in memory")
	}
	if !bytes.Equal(get(t, theirs, "jwt"), before) {
		t.Error("a process looked without being told")
	}
	theirs.Forget()
	if got := get(t, theirs, "jwt"); string(got) != "another one" {
		t.Error("a process that was told to look again did not")
	}
	if err := mine.Set(t.Context(), "brand new", []byte("x")); err != nil || string(get(t, theirs, "brand new")) != "x" {
		t.Errorf("one that was not there before: %v", err)
	}
}

func TestDerive(t *testing.T) {
	t.Parallel()
	pool := database(t)
	derive := func(s *Secrets, name, purpose string) string {
		t.Helper()
		v, err := s.Derive(t.Context(), name, purpose)
		if err != nil || len(v) != 64 {
			t.Fatalf("%q, error %v", v, err)
		}
		return v
	}
	s := NewSecrets(vault.New(pool, nil, false))
	value := derive(s, "order tokens", "order 1")
	if derive(NewSecrets(vault.New(pool, nil, false)), "order tokens", "order 1") != value {
		t.Error("the same is not the same elsewhere")
	}
	if derive(s, "order tokens", "order 2") == value || derive(s, "others", "order 1") == value {
		t.Error("another purpose, or another secret, makes the same value")
	}
	if strings.Contains(value, string(get(t, s, "order tokens"))) {
		t.Error("the value tells the secret")
	}
}

// TestErrorsTellNoSecret: errors never contain a secret.
func TestErrorsTellNoSecret(t *testing.T) {
	t.Parallel()
	pool := database(t)
	s := NewSecrets(vault.New(pool, nil, false))
	if _, err := pool.Exec(t.Context(), `ALTER TABLE installation_secrets RENAME TO elsewhere`); err != nil {
		t.Fatal(err)
	}
	_, err := s.Get(t.Context(), "jwt")
	if err == nil || !strings.Contains(err.Error(), "installation secret") || !strings.Contains(err.Error(), "installation_secrets") {
		t.Errorf("error %v", err)
	}
	if _, again := s.Derive(t.Context(), "jwt", "x"); again == nil {
		t.Error("a value was derived from nothing")
	}
	if err := s.Set(t.Context(), "jwt", []byte("hush-hush")); err == nil || strings.Contains(err.Error(), "hush") {
		t.Errorf("error %v", err)
	}
}

// TestASecretOutlivesACrash that comes right after it was made, as data signed with it does. The same holds over a pool whose commits do
// not wait for the disk.
func TestASecretOutlivesACrash(t *testing.T) {
	t.Parallel()
	srv := pgtest.Private(t)
	if err := migrations.Up(t.Context(), srv.URL()); err != nil {
		t.Fatal(err)
	}
	open := func() *pgxpool.Pool {
		config, err := pgxpool.ParseConfig(srv.URL())
		if err != nil {
			t.Fatal(err)
		}
		config.ConnConfig.RuntimeParams["synchronous_commit"] = "off"
		pool, err := pgxpool.NewWithConfig(t.Context(), config)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(pool.Close)
		return pool
	}
	// The server delays writes that need not be durable.
	admin, err := pgx.Connect(t.Context(), srv.AdminURL())
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{`ALTER SYSTEM SET wal_writer_delay = '10s'`, `SELECT pg_reload_conf()`} {
		if _, err := admin.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	admin.Close(t.Context())
	s := NewSecrets(vault.New(open(), nil, false))
	made := get(t, s, "jwt")
	if err := s.Set(t.Context(), "other", []byte("x")); err != nil {
		t.Fatal(err)
	}
	srv.Kill()
	if srv, err = privatepg.Start(t.Context(), privatepg.Options{Dir: srv.Dir()}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Kill)
	again := NewSecrets(vault.New(open(), nil, false))
	if !bytes.Equal(get(t, again, "jwt"), made) || string(get(t, again, "other")) != "x" {
		t.Error("a secret was lost")
	}
}
