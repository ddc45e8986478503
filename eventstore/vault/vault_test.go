package vault

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"tradelog/installation/migrations"
	"tradelog/test/pgtest"
)

func TestMain(m *testing.M) {
	pgtest.Main(m, func() error { return goleak.Find() })
}

func database(t testing.TB) *pgxpool.Pool {
	t.Helper()
	return pgtest.Pool(t, pgtest.WithTemplate("migrated", migrations.Up))
}

func fresh(t testing.TB) *Key {
	t.Helper()
	k, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// ring is a source that can create keys and counts how often it is read.
type ring struct {
	mu    sync.Mutex
	keys  []*Key
	reads int
}

func (r *ring) Keys(context.Context) ([]*Key, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reads++
	var text []string
	for _, k := range r.keys {
		text = append(text, k.Text())
	}
	return ParseKeys(strings.Join(text, "\n")) // other values each time, like those of a file
}

func (r *ring) Create(context.Context) error {
	k, err := NewKey()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.keys = append([]*Key{k}, r.keys...)
	return err
}

func (r *ring) String() string { return "the ring" }

// secretOf is a secret that tells where it belongs.
func secretOf(id string) []byte { return []byte("the secret of " + id) }

func makes(t testing.TB, v *Vault, id string) {
	t.Helper()
	if got, err := v.Make(t.Context(), Subjects, id, secretOf(id)); err != nil || string(got) != string(secretOf(id)) {
		t.Fatalf("made for %s: %q, %v", id, got, err)
	}
}

// puts stores the secrets of some customers and returns their names.
func puts(t testing.TB, v *Vault, n int) (ids []string) {
	t.Helper()
	var all [][]byte
	for i := range n {
		ids = append(ids, fmt.Sprintf("customer-%d", i))
		all = append(all, secretOf(ids[i]))
	}
	if err := v.Put(t.Context(), Subjects, ids, all); err != nil {
		t.Fatal(err)
	}
	return ids
}

func found(t testing.TB, v *Vault, ids ...string) map[string]string {
	t.Helper()
	out := map[string]string{}
	if err := v.Find(t.Context(), Subjects, ids, func(id string, secret []byte) error {
		out[id] = string(secret)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

func execute(t testing.TB, pool *pgxpool.Pool, sql string, args ...any) {
	t.Helper()
	if _, err := pool.Exec(t.Context(), sql, args...); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

func status(t testing.TB, v *Vault) string {
	t.Helper()
	s, err := v.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, k := range s.Keys {
		out = append(out, fmt.Sprintf("%s active=%t source=%t %d+%d", k.Fingerprint, k.Active, k.InSource, k.Subjects, k.Secrets))
	}
	return strings.Join(out, "; ")
}

// TestTheDatabaseAloneOpensNothing: without the master key, or with another one, nothing can be read, and nobody is taken for forgotten.
func TestTheDatabaseAloneOpensNothing(t *testing.T) {
	t.Parallel()
	pool, key := database(t), fresh(t)
	v := New(pool, fixed{key}, false)
	makes(t, v, "customer-1")
	if err := v.Set(t.Context(), Secrets, "jwt", secretOf("jwt")); err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		if err := v.Each(t.Context(), table, func(s Stored) error {
			if s.Master != key.Fingerprint() || bytes.Contains(s.Secret, []byte("secret")) {
				t.Errorf("%s is stored as %q", s.ID, s.Secret)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	for _, source := range []Source{nil, fixed{fresh(t)}, &ring{}} {
		thief := New(pool, source, true)
		var unknown *UnknownKeyError
		if err := thief.Check(t.Context()); !errors.As(err, &unknown) || !strings.Contains(err.Error(), key.Fingerprint()) ||
			!strings.Contains(err.Error(), "TRADELOG_MASTER_KEY") {
			t.Errorf("a vault without the key: %v", err)
		}
		if err := thief.Find(t.Context(), Subjects, []string{"customer-1"}, nil); !errors.As(err, &unknown) {
			t.Errorf("found without the key: %v", err)
		}
		if _, err := thief.Make(t.Context(), Subjects, "customer-2", secretOf("customer-2")); !errors.As(err, &unknown) {
			t.Errorf("stored without the key: %v", err)
		}
	}
	if other := found(t, New(pool, fixed{fresh(t), key}, false), "customer-1", "customer-2"); len(other) != 1 ||
		other["customer-1"] != string(secretOf("customer-1")) {
		t.Errorf("with the key among others: %v", other)
	}
	execute(t, pool, `INSERT INTO subject_keys SELECT 'customer-3', secret, created_at, master FROM subject_keys`)
	if err := v.Find(t.Context(), Subjects, []string{"customer-3"}, nil); err == nil {
		t.Error("the key of one person opens as that of another")
	}
}

// TestSecretsOfAnEarlierVersionAreWrapped: they can be used before, meanwhile and after, and an interruption loses nothing.
func TestSecretsOfAnEarlierVersionAreWrapped(t *testing.T) {
	t.Parallel()
	pool := database(t)
	former := New(pool, nil, false)
	ids := puts(t, former, chunk+500)
	if err := former.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n, err := New(pool, &ring{}, false).Protect(t.Context(), nil); n != 0 || err != nil {
		t.Errorf("a command without a key wrapped %d, %v", n, err)
	}
	source := &ring{}
	v := New(pool, source, true)
	ctx, interrupt := context.WithCancel(t.Context())
	if _, err := v.Protect(ctx, func(done, of int) {
		if done != chunk || of != len(ids) {
			t.Errorf("%d of %d", done, of)
		}
		if got := found(t, v, ids[0], ids[len(ids)-1], "customer-999"); len(got) != 3 { // wrapped and not
			t.Errorf("meanwhile there are %v", got)
		}
		interrupt()
	}); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	again := New(pool, source, true)
	if n, err := again.Protect(t.Context(), nil); n != 500 || err != nil {
		t.Errorf("the next start wrapped %d, %v", n, err)
	}
	print := source.keys[0].Fingerprint()
	if got, want := status(t, again), fmt.Sprintf("%s active=true source=true %d+0", print, len(ids)); got != want {
		t.Errorf("afterwards: %s\nwant %s", got, want)
	}
	if got := found(t, again, ids...); len(got) != len(ids) || got[ids[7]] != string(secretOf(ids[7])) {
		t.Errorf("%d are left", len(got))
	}
	// A process that knew the database without a master key stores nothing in plain any more.
	var unknown *UnknownKeyError
	if _, err := former.Make(t.Context(), Subjects, "late", secretOf("late")); !errors.As(err, &unknown) {
		t.Errorf("a process without the key stored something: %v", err)
	}
}

// TestRotate: an interrupted rotation is continued, running processes follow, and the former key ends.
func TestRotate(t *testing.T) {
	t.Parallel()
	pool, source := database(t), &ring{}
	if err := source.Create(t.Context()); err != nil {
		t.Fatal(err)
	}
	server := New(pool, source, false)
	puts(t, server, chunk+10)
	if err := server.Set(t.Context(), Secrets, "jwt", secretOf("jwt")); err != nil {
		t.Fatal(err)
	}
	old := source.keys[0].Fingerprint()
	ctx, interrupt := context.WithCancel(t.Context())
	if _, err := New(pool, source, false).Rotate(ctx, func(int, int) {
		makes(t, server, "meanwhile") // under the new key, which the server has to read first
		interrupt()
	}); !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted: %v", err)
	}
	new := source.keys[0].Fingerprint()
	if got, want := status(t, server), fmt.Sprintf("%s active=true source=true %d+0; %s active=false source=true 10+1", new, chunk+1,
		old); got != want {
		t.Errorf("interrupted: %s\nwant %s", got, want)
	}
	r, err := New(pool, source, false).Rotate(t.Context(), nil)
	if want := (Rotation{Active: new, Rewrapped: 11, Continued: true}); err != nil || r != want {
		t.Errorf("continued: %+v, %v, want %+v", r, err, want)
	}
	if got := found(t, server, "customer-1", "customer-1009", "meanwhile"); len(got) != 3 {
		t.Errorf("after the rotation a server finds %v", got)
	}
	if err := New(pool, fixed{source.keys[0]}, false).Check(t.Context()); err != nil {
		t.Errorf("the former key is still needed: %v", err)
	}
	if err := New(pool, fixed{source.keys[1]}, false).Check(t.Context()); err == nil {
		t.Error("the former key is still enough")
	}
	// With fixed keys the operator makes the new one.
	if _, err := New(pool, fixed{source.keys[0]}, false).Rotate(t.Context(), nil); !errors.Is(err, ErrFixed) {
		t.Errorf("a rotation without a new key: %v", err)
	}
	next := fixed{fresh(t), source.keys[0]}
	if r, err := New(pool, next, false).Rotate(t.Context(), nil); err != nil || r.Active != next[0].Fingerprint() || r.Rewrapped != chunk+12 {
		t.Errorf("a rotation with a new key: %+v, %v", r, err)
	}
}

// TestASourceIsReadAgainWhenItMustBe, and not otherwise.
func TestASourceIsReadAgainWhenItMustBe(t *testing.T) {
	t.Parallel()
	pool, source := database(t), &ring{}
	if err := source.Create(t.Context()); err != nil {
		t.Fatal(err)
	}
	server, other := New(pool, source, false), New(pool, source, false)
	makes(t, server, "customer-1")
	for range 3 {
		found(t, server, "customer-1")
		makes(t, server, "customer-1")
	}
	if source.reads != 1 {
		t.Errorf("the source was read %d times", source.reads)
	}
	if _, err := other.Rotate(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	source.reads = 0
	found(t, server, "customer-1")
	found(t, server, "customer-1")
	if source.reads != 1 {
		t.Errorf("for an unknown master key the source was read %d times", source.reads)
	}
}

// TestTheFirstMasterKeyIsOne, of however many instances at once.
func TestTheFirstMasterKeyIsOne(t *testing.T) {
	t.Parallel()
	pool := database(t)
	var started, refused int
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 5 { // each with a source of its own
		all.Go(func() {
			err := New(pool, &ring{}, true).Check(t.Context())
			mu.Lock()
			defer mu.Unlock()
			var unknown *UnknownKeyError
			switch {
			case err == nil:
				started++
			case errors.As(err, &unknown):
				refused++
			default:
				t.Error(err)
			}
		})
	}
	all.Wait()
	if started != 1 || refused != 4 {
		t.Errorf("%d started, %d were refused", started, refused)
	}
}

func TestParseKeys(t *testing.T) {
	t.Parallel()
	a, b := fresh(t), fresh(t)
	for _, text := range []string{a.Text() + "," + b.Text(), "# of\n" + a.Text() + "\r\n\n" + b.Text() + " " + a.Text()} {
		if keys, err := ParseKeys(text); err != nil || len(keys) != 2 || keys[0].Fingerprint() != a.Fingerprint() {
			t.Errorf("%d keys, %v", len(keys), err)
		}
	}
	for _, text := range []string{"hush-hush", base64.StdEncoding.EncodeToString([]byte("hush-hush")), a.Text() + "hush-hush"} {
		if _, err := ParseKeys(text); err == nil || strings.Contains(err.Error(), "hush") || strings.Contains(err.Error(), a.Text()) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{fmt.Sprint(a), fmt.Sprintf("%+v %x", a, a)} {
		if strings.Contains(text, a.Text()) || strings.Contains(text, fmt.Sprintf("%x", a.secret)) {
			t.Errorf("printing a key shows it: %s", text)
		}
	}
}

// BenchmarkFind opens 1000 keys that no keyring has in memory, and BenchmarkMake stores one.
func BenchmarkFind(b *testing.B) {
	for name, source := range map[string]Source{"plain": nil, "wrapped": fixed{fresh(b)}} {
		v := New(database(b), source, false)
		ids := puts(b, v, chunk)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				found(b, v, ids...)
			}
		})
	}
}

func BenchmarkMake(b *testing.B) {
	for name, source := range map[string]Source{"plain": nil, "wrapped": fixed{fresh(b)}} {
		v, n := New(database(b), source, false), 0
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				n++
				makes(b, v, fmt.Sprintf("customer-%d", n))
			}
		})
	}
}

// TestEmptiedTableOfMasterKeys: a vault does not begin with a new master key beside secrets that are wrapped with another one. It says what
// to do, and that helps.
func TestEmptiedTableOfMasterKeys(t *testing.T) {
	t.Parallel()
	pool, source := database(t), &ring{}
	ids := puts(t, New(pool, source, true), 3)
	if _, err := pool.Exec(t.Context(), `DELETE FROM master_keys`); err != nil {
		t.Fatal(err)
	}
	for _, keys := range []Source{source, &ring{}} { // with the master key, and without
		var lost *lostKeysError
		if err := New(pool, keys, true).Check(t.Context()); !errors.As(err, &lost) || len(lost.Wrapping) != 1 ||
			lost.Wrapping[0] != source.keys[0].Fingerprint() {
			t.Fatalf("the start says: %v", err)
		}
	}
	_, remedy, _ := strings.Cut(New(pool, source, true).Check(t.Context()).Error(), "INSERT")
	if _, err := pool.Exec(t.Context(), "INSERT"+remedy); err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		makes(t, New(pool, source, false), id)
	}
}
