package sandbox

import (
	"context"
	"errors"
	"testing"

	"tradelog/commands/sales"
	"tradelog/domain/money"
	"tradelog/installation/migrations"
	"tradelog/test/pgtest"
)

func open(t *testing.T) Gateway {
	t.Helper()
	return Gateway{Pool: pgtest.Pool(t, pgtest.WithTemplate("migrated", migrations.Up))}
}

func of(key, authorisation, amount string) sales.Movement {
	return sales.Movement{Key: key, Of: authorisation, OrderID: 7, Amount: money.MustParse(amount), Currency: "USD"}
}

func TestMoneyIsConserved(t *testing.T) {
	t.Parallel()
	g, ctx := open(t), context.Background()
	authorised, err := g.Authorise(ctx, of("order-7", "", "50"))
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		what     string
		do       func(context.Context, sales.Movement) (string, error)
		movement sales.Movement
		declined bool
	}{
		{"more than was authorised", g.Capture, of("a", authorised, "50.01"), true},
		{"nothing to give back yet", g.Refund, of("b", authorised, "1"), true},
		{"a part", g.Capture, of("c", authorised, "30"), false},
		{"the same part again", g.Capture, of("c", authorised, "30"), false},
		{"more than is left", g.Capture, of("d", authorised, "20.01"), true},
		{"the rest", g.Capture, of("e", authorised, "20"), false},
		{"some back", g.Refund, of("f", authorised, "45"), false},
		{"more back than is there", g.Refund, of("g", authorised, "5.01"), true},
		{"the refusal stays one", g.Refund, of("g", authorised, "5.01"), true},
		{"the rest back", g.Refund, of("h", authorised, "5"), false},
	} {
		_, err := step.do(ctx, step.movement)
		if errors.Is(err, sales.ErrGatewayDeclined) != step.declined || err != nil && !step.declined {
			t.Errorf("%s: %v", step.what, err)
		}
	}
	if list, err := g.Movements(ctx, 7); err != nil || len(list) != 9 {
		t.Errorf("%d movements, %v", len(list), err)
	}
}

func TestAVoidedAuthorisationIsGone(t *testing.T) {
	t.Parallel()
	g, ctx := open(t), context.Background()
	authorised, err := g.Authorise(ctx, of("order-7", "", "50"))
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Void(ctx, of("void", authorised, "0")); err != nil {
		t.Fatal(err)
	}
	if _, err := g.Capture(ctx, of("a", authorised, "1")); !errors.Is(err, sales.ErrGatewayDeclined) {
		t.Errorf("captured after the void: %v", err)
	}
}

// TestAPartIsReleased: the rest can be captured, whether the authorisation is named by its transaction or by its key.
func TestAPartIsReleased(t *testing.T) {
	t.Parallel()
	g, ctx := open(t), context.Background()
	if _, err := g.Authorise(ctx, of("order-7", "", "50")); err != nil {
		t.Fatal(err)
	}
	capture := func(key, amount string) error {
		_, err := g.Capture(ctx, of(key, "order-7", amount))
		return err
	}
	if err := g.Script(ctx, Void, Decline, 1); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		what     string
		err      error
		declined bool
	}{
		{"a release that is declined", g.Void(ctx, of("v0", "order-7", "50")), true},
		{"a part", g.Void(ctx, of("v1", "order-7", "20")), false},
		{"the same part again", g.Void(ctx, of("v1", "order-7", "20")), false},
		{"more than is left", g.Void(ctx, of("v2", "order-7", "30.01")), true},
		{"captured of the rest", capture("a", "25"), false},
		{"captured of what was released", capture("b", "5.01"), true},
		{"everything that is left", g.Void(ctx, of("v3", "order-7", "0")), false},
		{"captured after that", capture("c", "1"), true},
	} {
		if errors.Is(step.err, sales.ErrGatewayDeclined) != step.declined || step.err != nil && !step.declined {
			t.Errorf("%s: %v", step.what, step.err)
		}
	}
}

func TestAnAuthorisationOnItsWayIsVoided(t *testing.T) {
	t.Parallel()
	g, ctx := open(t), context.Background()
	if err := g.Void(ctx, of("void", "order-7", "0")); err != nil {
		t.Fatal(err)
	}
	if _, err := g.Authorise(ctx, of("order-7", "", "50")); !errors.Is(err, sales.ErrGatewayDeclined) {
		t.Errorf("authorised after the void: %v", err)
	}
}

func TestScripts(t *testing.T) {
	t.Parallel()
	g, ctx := open(t), context.Background()
	for _, c := range []struct {
		outcome       Outcome
		first, second error
	}{
		{Decline, sales.ErrGatewayDeclined, sales.ErrGatewayDeclined}, {Lose, sales.ErrGatewayUnknown, nil}, {Late,
			sales.ErrGatewayUnknown, nil}, {Approve, nil, nil},
	} {
		if err := g.Script(ctx, Authorise, c.outcome, 1); err != nil {
			t.Fatal(err)
		}
		for i, want := range []error{c.first, c.second} {
			if _, err := g.Authorise(ctx, of("order of "+string(c.outcome), "", "10")); !errors.Is(err, want) {
				t.Errorf("%s, attempt %d: %v, want %v", c.outcome, i+1, err, want)
			}
		}
	}
	lost, late := sales.Movement{Key: "x", Instrument: "sandbox-lose"}, sales.Movement{Key: "y", Instrument: "sandbox-decline"}
	if _, err := g.Authorise(ctx, lost); !errors.Is(err, sales.ErrGatewayUnknown) {
		t.Error(err)
	}
	if _, err := g.Authorise(ctx, late); !errors.Is(err, sales.ErrGatewayDeclined) {
		t.Error(err)
	}
	for _, bad := range []error{g.Script(ctx, "steal", Approve, 1), g.Script(ctx, Refund, "laugh", 1), g.Script(ctx, Refund, Decline, 0)} {
		if bad == nil {
			t.Error("a script that means nothing was taken")
		}
	}
}
