package commands

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"tradelog/domain"
	"tradelog/domain/claim"
	"tradelog/eventstore"
	"tradelog/eventstore/storetest"
)

var errTaken = errors.New("taken")

// claimer is an engine on a log, of an earlier version if it has no key.
func claimer(log *storetest.Memory, key []byte) *Engine {
	infra := Infrastructure{Store: log, Codec: eventstore.NewCodec(noKeys{}, append(claim.EventSpecs(), domain.Spec[added](1))...)}
	if key != nil {
		infra.ClaimKey = func(context.Context) ([]byte, error) { return key, nil }
	}
	return NewEngine(infra, nil)
}

// begin claims a value and creates its owner.
func begin(t *testing.T, e *Engine, value, owner string) {
	t.Helper()
	if has, err := e.Claim(t.Context(), value, owner, errTaken); err != nil || has != owner {
		t.Fatalf("claim by %s: %q has it, %v", owner, has, err)
	}
	if _, err := Open(e, counting).Decide(t.Context(), owner, add(1)); err != nil {
		t.Fatal(err)
	}
}

func holder(t *testing.T, e *Engine, value, want string) {
	t.Helper()
	if has, err := e.Holder(t.Context(), value); err != nil || has != want {
		t.Errorf("%q has the value, want %q, error %v", has, want, err)
	}
}

// TestClaimsOfPersonalDataCannotBeGuessed: the names of their streams depend on a key. Streams of other claims have plain names.
func TestClaimsOfPersonalDataCannotBeGuessed(t *testing.T) {
	t.Parallel()
	log := storetest.NewMemory()
	e := claimer(log, bytes.Repeat([]byte{1}, 32))
	for _, value := range []string{claim.Emails(1, "anna@example.com")[0], claim.Subscribers("anna@example.com")[0], claim.SKU("mug"),
		claim.GiftCard("SECRETCODE"), claim.GiftCard(strings.Repeat("x", 200))} {
		stream, err := e.ClaimStream(t.Context(), value)
		if err != nil {
			t.Fatal(err)
		}
		begin(t, e, value, "counter-"+stream)
		if personal := value != claim.SKU("mug"); claim.Guessable(value) != personal || (stream != value) != personal {
			t.Errorf("%s is claimed in %s", value, stream)
		}
		if other, _ := claimer(log, bytes.Repeat([]byte{2}, 32)).ClaimStream(t.Context(), value); claim.Guessable(value) == (other == stream) {
			t.Errorf("%s is claimed in %s with another key too", value, other)
		}
	}
	all, err := log.ReadAll(t.Context(), 0, eventstore.Forwards, 100, eventstore.Filter{})
	if err != nil || len(all.Events) != 10 {
		t.Fatalf("%d events, error %v", len(all.Events), err)
	}
	for _, r := range all.Events {
		for _, value := range []string{
			claim.Emails(1, "anna@example.com")[0], claim.Subscribers("anna@example.com")[0], claim.GiftCard("SECRETCODE"),
		} {
			if digest := value[strings.LastIndex(value, "-")+1:]; strings.Contains(r.Stream+string(r.Data), digest) {
				t.Errorf("%s is in %s %s", digest, r.Stream, r.Data)
			}
		}
	}
}

// TestClaimsOfAnEarlierVersionHold until they are released; later claims have the new form.
func TestClaimsOfAnEarlierVersionHold(t *testing.T) {
	t.Parallel()
	log := storetest.NewMemory()
	value := claim.Emails(1, "anna@example.com")[0]
	former := claimer(log, nil)
	begin(t, former, value, "counter-1")
	never := claim.Emails(1, "never@example.com")[0]
	if _, err := former.Claim(t.Context(), never, "counter-8", errTaken); err != nil {
		t.Fatal(err)
	}

	e := claimer(log, bytes.Repeat([]byte{1}, 32))
	holder(t, e, value, "counter-1")
	if _, err := e.Claim(t.Context(), value, "counter-2", errTaken); !errors.Is(err, errTaken) {
		t.Errorf("the value of another owner was claimed: %v", err)
	}
	if _, err := ClaimNew(t.Context(), e, value, "counter-2", errTaken, Open(e, counting),
		func(c counter, _ int64) (bool, []domain.Event) { return c.Events > 0, nil }); !errors.Is(err, errTaken) {
		t.Errorf("the value of another owner was claimed as a new one: %v", err)
	}
	begin(t, e, never, "counter-9") // its holder was never created
	holder(t, e, never, "counter-9")

	begin(t, e, value, "counter-1") // the first touch
	stream, _ := e.ClaimStream(t.Context(), value)
	if owner, err := e.owner(t.Context(), stream); err != nil || owner != "counter-1" {
		t.Errorf("after the owner claimed again %q has the new form, error %v", owner, err)
	}
	if err := e.Release(t.Context(), value, "counter-1"); err != nil {
		t.Fatal(err)
	}
	holder(t, e, value, "")
	begin(t, e, value, "counter-2")
	if _, err := e.Claim(t.Context(), value, "counter-1", errTaken); !errors.Is(err, errTaken) {
		t.Errorf("the former owner has it again: %v", err)
	}
	holder(t, former, value, "") // its stream stays as it is
}

// TestClaimWhoseHolderChanges meanwhile is decided again, with and without a request.
func TestClaimWhoseHolderChanges(t *testing.T) {
	t.Parallel()
	for name, ctx := range map[string]context.Context{
		"no request": t.Context(), "a request": WithCause(t.Context(), Cause{}), "a key": WithCause(t.Context(), Cause{Key: "key"}),
	} {
		e := claimer(storetest.NewMemory(), nil)
		value := claim.SKU("mug")
		begin(t, e, value, "counter-1")
		asked := 0
		owner, err := e.ClaimUnless(ctx, value, "counter-2", errTaken, func(ctx context.Context, holder string) (bool, error) {
			if asked++; asked > 1 {
				return e.Exists(ctx, holder)
			}
			return false, e.Release(t.Context(), value, holder)
		})
		if err != nil || owner != "counter-2" {
			t.Errorf("%s: %q has the value, error %v", name, owner, err)
		}
		holder(t, e, value, "counter-2")
	}
}
