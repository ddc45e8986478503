package directory

import (
	_ "embed"
	"strings"
	"sync"
	_ "time/tzdata" // so that time.LoadLocation knows every name of zones.txt on a machine without a zone database
)

// The two defaults of general/locale/timezone (conventions §19): what a new installation is configured with, and what
// counts where the setting is missing.
const (
	DefaultZone  = "America/Los_Angeles"
	FallbackZone = "UTC"
)

// ValidZone reports whether name is an IANA time zone such as Europe/Berlin or UTC, spelt exactly so; every such name
// is one time.LoadLocation accepts on any machine. "" and "Local", which LoadLocation accepts too, are not zones.
func ValidZone(name string) bool { return zones()[name] }

// Zones lists the names ValidZone accepts in byte order. The slice is the caller's.
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
