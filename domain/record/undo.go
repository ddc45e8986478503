package record

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"tradelog/domain/fault"
)

// Undo returns the values that a change has replaced in its store view: those to set, and the fields to unset. before is the state before
// the change, now is the present one. Conflict: a field has another value by now than the change gave it.
func (e Changed) Undo(before, now State) (set Values, unset []string, err error) {
	had, has := before.Values[e.StoreID], now.Values[e.StoreID]
	set = Values{}
	var changed []string
	for _, name := range e.Names() {
		if !bytes.Equal(has[name], e.Set[name]) {
			changed = append(changed, name)
		}
		if old, was := had[name]; was {
			set[name] = old
		} else {
			unset = append(unset, name)
		}
	}
	if changed != nil {
		return nil, nil, fault.Conflictf("This cannot be undone, because it was changed again since: %s. Undo the later change first, or write "+
			"the value that is wanted.", strings.Join(changed, ", "))
	}
	return set, unset, nil
}

// Names lists the fields that the event sets or unsets, in alphabetical order.
func (e Changed) Names() []string {
	names := append(slices.Collect(maps.Keys(e.Set)), e.Unset...)
	slices.Sort(names)
	return slices.Compact(names)
}
