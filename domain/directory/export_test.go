package directory

import "slices"

// DefaultRules returns the rules of a new installation.
func DefaultRules() Rules {
	return Rules{OptionalZip: ParseCodes(DefaultOptionalZip), StateRequired: ParseCodes(DefaultStateRequired)}
}

// Countries returns all 249 countries, sorted by ISO-2 code. The caller may modify the slice.
func Countries() []Country { return slices.Clone(world().rows) }

// Currencies returns the active currencies, sorted by code. The caller may modify the slice.
func Currencies() []Currency { return slices.Clone(currencyTable().rows) }

// AllRegions returns all regions, sorted by ID. The caller may modify the slice.
func AllRegions() []Region { return slices.Clone(regions().rows) }
