package monitoring

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"tradelog/installation/checkpoints"
)

// TestBrokenSealsDegrade: an instance reports a broken seal that another one found, and its end. An outage changes nothing.
func TestBrokenSealsDegrade(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	troubles := &Troubles{Logger: slog.New(slog.NewTextHandler(&log, nil))}
	seen := func(p *checkpoints.Progress, failure error) []string {
		ctx, cancel := context.WithCancel(t.Context())
		troubles.WatchSeals(ctx, func(context.Context) (*checkpoints.Progress, error) {
			cancel() // one check is enough
			return p, failure
		})
		return troubles.Reasons()
	}
	broken := []string{"a seal of the event log is broken"}
	if got := seen(&checkpoints.Progress{Position: 9}, nil); len(got) > 0 {
		t.Errorf("a whole log: %v", got)
	}
	missing := &checkpoints.Progress{Position: 9, Broken: 7, Damage: "the event is missing"}
	if got := seen(missing, nil); !slices.Equal(got, broken) || !troubles.has(logSeal) {
		t.Errorf("a broken one: %v", got)
	}
	if !strings.Contains(log.String(), "position 7: the event is missing") {
		t.Errorf("logged: %s", log.String())
	}
	if got := seen(nil, errors.New("away")); !slices.Equal(got, broken) {
		t.Errorf("without an answer: %v", got)
	}
	if got := seen(&checkpoints.Progress{Position: 9}, nil); len(got) > 0 {
		t.Errorf("mended: %v", got)
	}
	if got := seen(nil, nil); len(got) > 0 {
		t.Errorf("a log without seals: %v", got)
	}
}

// TestASellerWithoutNameDegrades: the installation is degraded while the seller's particulars lack something, and logs it once.
func TestASellerWithoutNameDegrades(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	troubles := &Troubles{Logger: slog.New(slog.NewTextHandler(&log, nil))}
	seen := func(lacks string, failure error) []string {
		ctx, cancel := context.WithCancel(t.Context())
		troubles.WatchSeller(ctx, func(context.Context) (string, error) {
			cancel() // one check is enough
			return lacks, failure
		})
		return troubles.Reasons()
	}
	if got := seen("", nil); len(got) > 0 {
		t.Errorf("a named seller: %v", got)
	}
	for range 2 {
		if got := seen("store view de: general/store_information/city", nil); len(got) != 1 || !strings.Contains(got[0], "seller") {
			t.Errorf("without a city: %v", got)
		}
	}
	if said := log.String(); strings.Count(said, "store view de: general/store_information/city") != 1 || strings.Contains(said, "ERROR") {
		t.Errorf("logged: %s", said)
	}
	if got := seen("", errors.New("away")); len(got) != 1 {
		t.Errorf("without an answer: %v", got)
	}
	if got := seen("", nil); len(got) > 0 {
		t.Errorf("completed: %v", got)
	}
}
