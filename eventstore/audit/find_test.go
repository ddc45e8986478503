package audit

import "slices"

// Find returns the damage of a kind.
func (r Report) Find(kind Kind) (Damage, bool) {
	i := slices.IndexFunc(r.Damages, func(d Damage) bool { return d.Kind == kind })
	if i < 0 {
		return Damage{}, false
	}
	return r.Damages[i], true
}
