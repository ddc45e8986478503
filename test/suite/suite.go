// Package suite decides which tests run. `make test` runs those that need Go and PostgreSQL alone and take little time. `make test-all`
// runs all. docs/development.md lists the promises that each suite holds.
//
// The package also finds programs of others that tests of the suite Conformance run. Scripts of the repository look for them, and install
// them if necessary.
//
// Every test file is compiled and vetted with the rest, whichever suite it belongs to: the environment chooses, not a build tag.
package suite

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

// variable names the suites that run beside the default one, joined by commas, or "all".
const variable = "TRADELOG_TEST"

// Suite is a group of tests beside the default ones.
type Suite string

const (
	// Conformance runs independent programs: clients, browsers, brokers, validators. Scripts install them.
	Conformance Suite = "conformance"
	// Faults breaks running shops: it kills, pauses and cuts off processes under load.
	Faults Suite = "faults"
	// Long has tests that take many seconds: large tables, former versions, random histories after the first, whole programs on unusual
	// machines.
	Long Suite = "long"
)

// asked are the suites that the environment names. It panics at an unknown name, since a misspelt suite would skip its tests.
var asked = sync.OnceValue(func() []Suite {
	suites := []Suite{Conformance, Faults, Long}
	var list []Suite
	for name := range strings.SplitSeq(os.Getenv(variable), ",") {
		switch s := Suite(strings.TrimSpace(name)); {
		case s == "all":
			return suites
		case slices.Contains(suites, s):
			list = append(list, s)
		case s != "":
			panic(fmt.Sprintf("%s has %q, which is no suite; the suites are %v, and all", variable, s, suites))
		}
	}
	return list
})

// Runs reports whether the environment selects the suite.
func (s Suite) Runs() bool { return slices.Contains(asked(), s) }

// Needs skips a test unless the environment selects its suite.
func Needs(t testing.TB, s Suite) {
	t.Helper()
	if !s.Runs() {
		t.Skipf("it belongs to the suite %s: run make test-all, or set %s=%s", s, variable, s)
	}
}
