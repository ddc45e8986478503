package storetest

import (
	"context"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"tradelog/eventstore"
)

func TestMain(m *testing.M) {
	flag.Parse()
	// Broken stores make the model check fail on purpose, so failures are neither saved nor shrunk.
	flag.Set("rapid.nofailfile", "true")
	flag.Set("rapid.shrinktime", "0s")
	os.Exit(m.Run())
}

func openMemory(faults ...Fault) Log {
	m := NewMemory(faults...)
	return Log{Store: m, Close: m.Close, Again: func() eventstore.Store { return m.Again() }}
}

func TestMemory(t *testing.T) {
	Run(t, func(*testing.T) Log { return openMemory() }, memoryFeatures)
}

// TestSparse: a store whose positions are far apart, and that fails at all others, keeps the promises of the port.
func TestSparse(t *testing.T) {
	Run(t, func(*testing.T) Log {
		m := NewMemory()
		return Log{Store: Sparse{Dense: m}, Close: m.Close, Again: func() eventstore.Store { return Sparse{Dense: m.Again()} }}
	}, Features{UniqueIDs: true, OrderedTimes: true, Instances: true})
}

var wholeSuite = flag.Bool("whole", false, "run the whole suite against every broken store and list what fails")

// broken names for each fault the check that must catch it. hangs allows the check to catch it by its timeout. A fault that shows by
// chance alone must be caught in one of many turns.
var broken = []struct {
	fault    Fault
	check    string
	hangs    bool
	byChance bool
}{
	{fault: FaultNumbersBeforeCommit, check: "no event appears below a position already read", byChance: true},
	{fault: FaultLosesInBatch, check: "an append is stored whole and in order"},
	{fault: FaultRevisionUnchecked, check: "each expectation on an existing stream"},
	{fault: FaultExistenceUnchecked, check: "each expectation on a missing stream"},
	{fault: FaultChecksThenActs, check: "exactly one append wins each revision"},
	{fault: FaultWrongActual, check: "each expectation on an existing stream"},
	{fault: FaultRepeatStoredTwice, check: "a repeat is a success whatever it expects"},
	{fault: FaultRepeatRefused, check: "a repeat is a success whatever it expects"},
	{fault: FaultRepeatOnlyNewest, check: "a repeat after later events is a success"},
	{fault: FaultOverlapStored, check: "IDs that are partly taken are refused"},
	{fault: FaultIDsPerStream, check: "IDs taken in another stream are refused"},
	{fault: FaultInvalidPartlyStored, check: "invalid appends are refused"},
	{fault: FaultCancelledStored, check: "an append with a cancelled context is one of the three answers"},
	{fault: FaultAppendAfterClose, check: "a closed store takes no appends and ends its subscriptions"},
	{fault: FaultBytesAltered, check: "data and metadata are kept to the byte"},
	{fault: FaultKeepsCallersBytes, check: "an append keeps no hold of its caller's bytes"},
	{fault: FaultGapInPositions, check: "positions are dense"},
	{fault: FaultSealNotChained, check: "every event is sealed over its predecessor"},
	{fault: FaultTimesRunBack, check: "recorded times do not run backwards"},
	{fault: FaultTurnShared, check: "nobody appends during a turn"},
	{fault: FaultTurnRefusedStored, check: "what is decided in turn is stored, or nothing is"},
	{fault: FaultStreamsPartly, check: "an append to several streams is stored nowhere if one refuses it"},
	{fault: FaultStreamsFirstChecked, check: "an append to several streams is stored nowhere if one refuses it"},
	{fault: FaultStreamsRestStored, check: "an append to several streams that is partly stored is refused"},
	{fault: FaultStreamsApart, check: "an append to several streams becomes visible at once"},
	{fault: FaultAppendedWrongPosition, check: "an append tells where its events are"},
	{fault: FaultAppendedWrongTime, check: "an append tells where its events are"},
	{fault: FaultMissingStreamFails, check: "a stream that does not exist has no events"},
	{fault: FaultFromIncluded, check: "the log is read forwards in pages"},
	{fault: FaultReordered, check: "the log is read forwards in pages"},
	{fault: FaultCategoriesIgnored, check: "a filter lets through its categories and types"},
	{fault: FaultFilterProgressLies, check: "a filtered read makes progress and leaves nothing out"},
	{fault: FaultProgressPastHead, check: "a read goes on where the log had ended"},
	{fault: FaultEndLies, check: "the log is read forwards in pages"},
	{fault: FaultPositionsNear, check: "the events at positions are read"},
	{fault: FaultTimesInclusive, check: "a time leads to the newest event before it"},
	{fault: FaultHeadLies, check: "an append tells where its events are"},
	{fault: FaultLogIDShared, check: "the log has a name of its own"},
	{fault: FaultBackwardsSkips, check: "the log is read backwards in pages"},
	{fault: FaultReadsIgnoreContext, check: "reads end with their context"},
	{fault: FaultCapabilitiesOverstate, check: "what is declared is what is promised"},
	{fault: FaultSeamSkips, check: "nothing is lost or repeated between catching up and going live"},
	{fault: FaultDeliveredTwice, check: "nothing is lost or repeated between catching up and going live"},
	{fault: FaultNeverCaughtUp, check: "a subscription says that it is caught up", hangs: true},
	{fault: FaultCaughtUpTooEarly, check: "a subscription catches up and goes live"},
	{fault: FaultNoProgress, check: "a subscription tells progress through what its filter leaves out", hangs: true},
	{fault: FaultCloseDoesNotWake, check: "Close ends a waiting Next", hangs: true},
	{fault: FaultCancelLosesBatch, check: "reads end with their context"},
	{fault: FaultDeafInstance, check: "a subscription hears of other instances", hangs: true},
	{fault: FaultSharedBatches, check: "what a read returns is the caller's"},
	{fault: FaultStoreCloseNotHeard, check: "a closed store takes no appends and ends its subscriptions", hangs: true},
	{fault: FaultReadOnceThenNothing, check: "a subscription catches up and goes live", hangs: true},
}

func TestBrokenStores(t *testing.T) {
	for _, b := range broken {
		t.Run(strings.ReplaceAll(string(b.fault), " ", "_"), func(t *testing.T) {
			t.Parallel()
			chosen, patience := []string{b.check}, DefaultPatience
			if *wholeSuite {
				chosen = nil
			}
			if b.hangs || *wholeSuite {
				patience = time.Second
			}
			turns := 1
			if b.byChance {
				turns = 50
			}
			caught := false
			for ; !caught && turns > 0; turns-- {
				for _, f := range Try(func(T) Log { return openMemory(b.fault) }, memoryFeatures, patience, chosen...) {
					messages := strings.Join(f.Messages, "\n\t")
					t.Logf("caught by %q:\n\t%s", f.Check, messages)
					caught = caught || f.Check == b.check && (b.hangs || *wholeSuite ||
						!strings.Contains(messages, context.DeadlineExceeded.Error()))
				}
			}
			if !caught {
				t.Errorf("not caught by %q", b.check)
			}
		})
	}
}

func TestTryPassesACorrectStore(t *testing.T) {
	for _, f := range Try(func(T) Log { return openMemory() }, memoryFeatures, DefaultPatience) {
		t.Errorf("%s:\n\t%s", f.Check, strings.Join(f.Messages, "\n\t"))
	}
}

func TestEveryCapabilityIsAFeature(t *testing.T) {
	capabilities := reflect.TypeFor[eventstore.Capabilities]()
	for i := range capabilities.NumField() {
		name := capabilities.Field(i).Name
		var f Features
		field := reflect.ValueOf(&f).Elem().FieldByName(name)
		if !field.IsValid() {
			t.Fatalf("capability %s is no feature of the suite, so no store is held to it", name)
		}
		field.SetBool(true)
		if got := fmt.Sprintf("%+v", f.Capabilities()); !strings.Contains(got, name+":true") {
			t.Errorf("feature %s does not declare the capability", name)
		}
	}
}

func TestCheckNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range checks {
		if seen[c.name] {
			t.Errorf("two checks are named %q", c.name)
		}
		seen[c.name] = true
	}
}
