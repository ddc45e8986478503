package app

import (
	"tradelog/domain/settings"
	"tradelog/operations/records"
	"tradelog/projections"
)

// ProjectorNames lists the projectors of a shop, for programs that have not opened one.
func ProjectorNames() []string {
	names := []string{records.Projector(declared(Shop())).Name, projections.Sequences().Name}
	for _, m := range Shop() {
		for _, p := range m.Projectors {
			names = append(names, p.Name)
		}
	}
	return names
}

// ConfigPaths lists the paths of the configuration of a shop.
func ConfigPaths() []string {
	var names []string
	for _, p := range collect(Shop(), func(m Module) []settings.Path { return m.Settings }) {
		names = append(names, p.Name)
	}
	return names
}
