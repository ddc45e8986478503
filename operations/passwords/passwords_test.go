package passwords

import (
	"context"
	"errors"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestPasswords(t *testing.T) {
	t.Parallel()
	h := New(2)
	hash, err := h.Hash(t.Context(), "correct horse")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("hash %s", hash)
	}
	for _, c := range []struct {
		password, hash string
		want           bool
	}{
		{"correct horse", hash, true},
		{"correct horse ", hash, false},
		{"", hash, false},
		{"correct horse", "", false},
		{"correct horse", "-", false},
		{"correct horse", decoyOf(params), false},
		{"", decoyOf(params), false},
	} {
		got, err := h.Matches(t.Context(), c.password, c.hash)
		if err != nil || got != c.want {
			t.Errorf("%q with %.20q: %v, %v; want %v", c.password, c.hash, got, err, c.want)
		}
	}
	if again, _ := h.Hash(t.Context(), "correct horse"); again == hash {
		t.Error("two hashes of a password are the same")
	}
}

// TestAnUnknownAccountCostsAsMuch: the check must be as slow without an account. The memory that argon2 fills is the measure, since time
// depends on the machine. It is not parallel to other tests, because it measures all allocations.
func TestAnUnknownAccountCostsAsMuch(t *testing.T) {
	h := New(1)
	hash, err := h.Hash(t.Context(), "correct horse")
	if err != nil {
		t.Fatal(err)
	}
	filled := func(hash string) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if matches, err := h.Matches(t.Context(), "wrong", hash); err != nil || matches {
			t.Fatal(matches, err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	least := uint64(params.Memory) << 10
	if known, unknown := filled(hash), filled(""); known < least || unknown < least || unknown > known+known/10 {
		t.Errorf("with an account %d bytes, without %d, want at least %d each", known, unknown, least)
	}
}

func TestOnlySoManyAtOnce(t *testing.T) {
	t.Parallel()
	h := New(1)
	h.patience = time.Millisecond
	if err := h.enter(t.Context()); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if _, err := h.Matches(t.Context(), "x", ""); !errors.Is(err, errBusy) {
				t.Errorf("beyond the bound: %v", err)
			}
		})
	}
	wg.Wait()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.Hash(gone, "x"); !errors.Is(err, errBusy) {
		t.Errorf("a caller who has gone: %v", err)
	}
	h.release()
	h.patience = time.Minute
	if _, err := h.Hash(t.Context(), "x"); err != nil {
		t.Errorf("with a free slot: %v", err)
	}
}

func TestCredentials(t *testing.T) {
	t.Parallel()
	c := NewCredentials()
	if !regexp.MustCompile(`^tradelog_[0-9a-f]{32}$`).MatchString(c.ClientID) {
		t.Errorf("client_id %s", c.ClientID)
	}
	if key := regexp.MustCompile(`^[0-9a-f]{64}$`); !key.MatchString(c.ClientSecret) || !key.MatchString(c.APIKey) ||
		c.APIKey == c.ClientSecret {
		t.Errorf("keys %s %s", c.ClientSecret, c.APIKey)
	}
	hash := HashKey(c.APIKey)
	for _, k := range []struct {
		key, hash string
		want      bool
	}{
		{c.APIKey, hash, true}, {c.APIKey + "0", hash, false}, {c.ClientSecret, hash, false}, {"", "", false}, {c.APIKey, "", false},
		{c.APIKey, hash[:40], false}, {c.APIKey, hash + "00", false}, {c.APIKey, strings.TrimPrefix(hash, keyPrefix), false}, {"",
			HashKey(""), true},
	} {
		if got := KeyMatches(k.key, k.hash); got != k.want {
			t.Errorf("KeyMatches(%.8q, %.20q) = %v", k.key, k.hash, got)
		}
	}
}
