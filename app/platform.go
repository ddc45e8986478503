package app

import (
	"slices"

	"tradelog/commands"
	"tradelog/domain/change"
	"tradelog/domain/claim"
	"tradelog/domain/number"
	"tradelog/domain/settings"
	"tradelog/projections"
)

// platformModule has the foundations of all areas: unique names, numbers without gaps, idempotency keys, and the settings of interfaces and
// e-mail.
var platformModule = Module{
	Name:    "platform",
	Streams: []commands.Streams{commands.ClaimStreams()},
	Events:  slices.Concat(claim.EventSpecs(), number.EventSpecs()),
	Changes: change.Area{Events: change.HideAll("unique names and numbers are kept for other streams",
		slices.Concat(claim.EventSpecs(), number.EventSpecs())...)},
	Projectors: []projections.Definition{projections.Executed},
	Settings:   settings.Platform,
}
