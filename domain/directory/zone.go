package directory

import (
	_ "embed"
	"strings"
	"sync"
	_ "time/tzdata" // so that time.LoadLocation knows every name of zones.txt on a machine without a zone database
)

// DefaultZone is the general/locale/timezone of a new installation, FallbackZone the one in effect if the setting is missing (conventions
// §19).
const (
	DefaultZone  = "America/Los_Angeles"
	FallbackZone = "UTC"
)

// ValidZone reports whether name is an IANA time zone such as Europe/Berlin or UTC, in this exact spelling. time.LoadLocation accepts every
// such name on any machine. LoadLocation accepts "" and "Local" too; they are not valid.
func ValidZone(name string) bool { return zones()[name] }

// Zones returns the names that ValidZone accepts, in byte order. The caller may modify the slice.
func Zones() []string { return strings.Fields(zonesTXT) }

//go:embed zones.txt
var zonesTXT string

var zones = sync.OnceValue(func() map[string]bool {
	set := make(map[string]bool, 640)
	for _, name := range Zones() {
		set[name] = true
	}
	return set
})
