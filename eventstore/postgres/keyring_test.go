package postgres

import (
	"bytes"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/domain"
	"tradelog/domain/claim"
	"tradelog/eventstore"
	"tradelog/eventstore/vault"
	"tradelog/internal/lru"
	"tradelog/test/pgtest"
)

func key(t *testing.T, k *Keyring, subject string, create bool) []byte {
	t.Helper()
	got, err := k.Key(t.Context(), subject, create)
	if err != nil || len(got) != 32 {
		t.Fatalf("key of %s: %d bytes, error %v", subject, len(got), err)
	}
	return got
}

func TestKeysAreMadeOnce(t *testing.T) {
	t.Parallel()
	pool := database(t)
	a, b := NewKeyring(vault.New(pool, nil, false)), NewKeyring(vault.New(pool, nil, false))
	if _, err := a.Key(t.Context(), "customer-1", false); !errors.Is(err, eventstore.ErrForgotten) {
		t.Errorf("a key that was never made: %v", err)
	}
	one := key(t, a, "customer-1", true)
	for _, k := range []*Keyring{a, b} {
		for _, create := range []bool{true, false} {
			if !bytes.Equal(key(t, k, "customer-1", create), one) {
				t.Error("a subject has two keys")
			}
		}
	}
	if bytes.Equal(key(t, b, "customer-2", true), one) || bytes.Equal(one, make([]byte, 32)) {
		t.Error("two subjects have the same key")
	}
	for round := range 10 { // made by many at once
		subject := fmt.Sprintf("guest-%d", round)
		rings := []*Keyring{a, b, NewKeyring(vault.New(pool, nil, false))}
		got := make([][]byte, 9)
		var making sync.WaitGroup
		for i := range got {
			making.Go(func() {
				var err error
				if got[i], err = rings[i%3].Key(t.Context(), subject, true); err != nil {
					t.Error(err)
				}
			})
		}
		making.Wait()
		for i := range got {
			if !bytes.Equal(got[i], got[0]) {
				t.Errorf("round %d: %d callers got different keys", round, len(got))
			}
		}
	}
}

// TestKeysAreDurable: a returned key must survive a crash, because the data sealed with it may.
func TestKeysAreDurable(t *testing.T) {
	t.Parallel()
	pool := database(t, pgtest.WithConfig(func(c *pgxpool.Config) { c.ConnConfig.RuntimeParams["synchronous_commit"] = "off" }))
	var commit string
	exec(t, pool, `CREATE TABLE seen (setting text)`)
	exec(t, pool, `CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO seen
		VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$`)
	exec(t, pool, `CREATE TRIGGER see BEFORE INSERT ON subject_keys FOR EACH ROW EXECUTE FUNCTION see()`)
	key(t, NewKeyring(vault.New(pool, nil, false)), "customer-1", true)
	if err := pool.QueryRow(t.Context(), `SELECT setting FROM seen`).Scan(&commit); err != nil || commit != "on" {
		t.Errorf("a key was made with synchronous_commit %q, error %v", commit, err)
	}
}

func TestLoadAsksOnce(t *testing.T) {
	t.Parallel()
	var sent statements
	pool := database(t, traced(&sent))
	made := NewKeyring(vault.New(pool, nil, false))
	want := map[string][]byte{}
	var subjects []string
	for i := range 50 {
		s := fmt.Sprintf("customer-%d", i)
		subjects = append(subjects, s, s)
		if i%5 > 0 { // every fifth has been forgotten
			want[s] = key(t, made, s, true)
		}
	}
	k := NewKeyring(vault.New(pool, nil, false))
	sent.count("")
	if err := k.Load(t.Context(), subjects); err != nil {
		t.Fatal(err)
	}
	for s := range want {
		if !bytes.Equal(key(t, k, s, false), want[s]) || !bytes.Equal(key(t, k, s, true), want[s]) {
			t.Errorf("%s has another key after Load", s)
		}
	}
	if err := k.Load(t.Context(), []string{"customer-1", "customer-2"}); err != nil {
		t.Fatal(err)
	}
	if n := sent.count("subject_keys"); n != 1 {
		t.Errorf("50 subjects took %d queries", n)
	}
	if err := k.Load(t.Context(), nil); err != nil || sent.count("") != 0 {
		t.Errorf("no subjects: %v", err)
	}
}

func TestForget(t *testing.T) {
	t.Parallel()
	pool := database(t)
	k, other := NewKeyring(vault.New(pool, nil, false)), NewKeyring(vault.New(pool, nil, false))
	old := key(t, k, "customer-1", true)
	key(t, other, "customer-1", false)
	if err := k.Forget(t.Context(), "customer-1"); err != nil {
		t.Fatal(err)
	}
	if _, err := k.Key(t.Context(), "customer-1", false); !errors.Is(err, eventstore.ErrForgotten) {
		t.Errorf("after forgetting: %v", err)
	}
	key(t, other, "customer-1", false) // holds it in memory until it is told
	other.Drop()
	if _, err := other.Key(t.Context(), "customer-1", false); !errors.Is(err, eventstore.ErrForgotten) {
		t.Errorf("after dropping: %v", err)
	}
	if err := k.Forget(t.Context(), "customer-1"); err != nil {
		t.Errorf("forgetting twice: %v", err)
	}
	if bytes.Equal(key(t, k, "customer-1", true), old) {
		t.Error("who comes back has the old key")
	}
	// The key that names claims is no person's.
	shop := key(t, k, claim.KeySubject, true)
	if err := k.Forget(t.Context(), "customer-1", claim.KeySubject); err == nil {
		t.Error("the key of the shop is forgotten")
	}
	if k.Drop(); !bytes.Equal(key(t, k, claim.KeySubject, false), shop) {
		t.Error("the shop has another key")
	}
	key(t, k, "customer-1", false) // nor was anything else deleted
}

// TestForgottenKeyStaysForgotten: a key that was read just before its deletion must not be cached after it.
func TestForgottenKeyStaysForgotten(t *testing.T) {
	t.Parallel()
	pool := database(t)
	k := NewKeyring(vault.New(pool, nil, false))
	keep := k.keeper()
	read := key(t, NewKeyring(vault.New(pool, nil, false)), "customer-1", true)
	if err := k.Forget(t.Context(), "customer-1"); err != nil {
		t.Fatal(err)
	}
	keep("customer-1", read)
	if _, err := k.Key(t.Context(), "customer-1", false); !errors.Is(err, eventstore.ErrForgotten) {
		t.Errorf("after forgetting: %v", err)
	}
}

func TestMoreSubjectsThanMemory(t *testing.T) {
	t.Parallel()
	pool := database(t)
	k := NewKeyring(vault.New(pool, nil, false))
	k.cache = lru.New[string, []byte](3)
	var want [][]byte
	for i := range 10 {
		want = append(want, key(t, k, fmt.Sprintf("customer-%d", i), true))
	}
	for i := range want {
		if !bytes.Equal(key(t, k, fmt.Sprintf("customer-%d", i), false), want[i]) {
			t.Errorf("customer-%d has another key", i)
		}
	}
}

type joined struct {
	Customer int64  `json:"customer"`
	Email    string `json:"email,omitzero" personal:"true"`
}

func (joined) EventName() string     { return "Joined" }
func (j joined) DataSubject() string { return fmt.Sprintf("customer-%d", j.Customer) }

// TestSealedThroughTheStore encodes, appends, reads and decodes an event, forgets the person, and decodes it again.
func TestSealedThroughTheStore(t *testing.T) {
	t.Parallel()
	pool := database(t)
	store := open(t, pool, Options{})
	keys := NewKeyring(vault.New(pool, nil, false))
	codec := eventstore.NewCodec(keys, domain.Spec[joined](1))
	for i := range 10 {
		e, err := codec.Encode(t.Context(), joined{Customer: int64(i), Email: fmt.Sprintf("c%d@example.com", i)})
		if err != nil {
			t.Fatal(err)
		}
		e.ID, e.Metadata = some(1)[0].ID, []byte(`{}`)
		mustAppend(t, store, fmt.Sprintf("customer-%d", i), eventstore.NoStream, e)
	}
	log := wholeLog(t, store)
	decode := func() (emails []string) {
		events, err := eventstore.NewCodec(NewKeyring(vault.New(pool, nil, false)), domain.Spec[joined](1)).DecodeAll(t.Context(), log, false)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			emails = append(emails, e.(joined).Email)
		}
		return emails
	}
	if got := decode(); got[3] != "c3@example.com" {
		t.Errorf("decoded %q", got)
	}
	if err := keys.Forget(t.Context(), "customer-3"); err != nil {
		t.Fatal(err)
	}
	if got := decode(); got[3] != "" || got[4] != "c4@example.com" {
		t.Errorf("decoded %q", got)
	}
	wholeLog(t, store) // the seals hold
}
