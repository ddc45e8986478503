package catalog

import (
	"encoding/json"
	"maps"
	"slices"
)

// Written is what a buyer wrote or sent for custom options, in the form that lines keep it: a text, or an OptionFile. Events of carts and
// orders seal it, and keep the rest of a Choice in plain.
type Written map[int64]json.RawMessage // by custom option

// Part takes what a buyer wrote out of what a line keeps. The rest has the values that the shop offers. Options without such a thing
// are returned as they are.
func Part(options json.RawMessage) (rest json.RawMessage, w Written) {
	for id, kept := range ReadChoice(options).Options {
		if len(kept) > 0 && (kept[0] == '"' || kept[0] == '{') {
			if w == nil {
				w = Written{}
			}
			w[id] = kept
		}
	}
	if w == nil {
		return options, nil
	}
	return inOptions(options, func(kept map[int64]json.RawMessage) {
		maps.DeleteFunc(kept, func(id int64, _ json.RawMessage) bool { return w[id] != nil })
	}), w
}

// Into puts it back into the rest of what a line keeps.
func (w Written) Into(rest json.RawMessage) json.RawMessage {
	if len(w) == 0 {
		return rest
	}
	return inOptions(rest, func(kept map[int64]json.RawMessage) { maps.Copy(kept, w) })
}

// inOptions changes the custom options in what a line keeps. The members of the result are in order.
func inOptions(options json.RawMessage, change func(map[int64]json.RawMessage)) json.RawMessage {
	const member = "options"
	members, kept := map[string]json.RawMessage{}, map[int64]json.RawMessage{}
	if len(options) > 0 && json.Unmarshal(options, &members) != nil {
		return options
	}
	if sent := members[member]; sent != nil && json.Unmarshal(sent, &kept) != nil {
		return options
	}
	change(kept)
	delete(members, member)
	if len(kept) > 0 {
		members[member] = encode(kept)
	}
	if len(members) == 0 {
		return nil
	}
	return encode(members)
}

// Files are the numbers of the media files in it, in order.
func (w Written) Files() (ids []int64) {
	for _, kept := range w {
		if f, ok := FileOf(kept); ok && f.ID != 0 {
			ids = append(ids, f.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

// Equal tells whether two buyers wrote the same.
func (w Written) Equal(other Written) bool {
	return maps.EqualFunc(w, other, func(a, b json.RawMessage) bool { return string(a) == string(b) })
}

// Told is what was written for an option: as people read it, as the line keeps it, and the file if it is one. It is empty where nothing
// was written.
func (w Written) Told(option int64) (text, raw string, file *OptionFile) {
	kept := w[option]
	if f, ok := FileOf(kept); ok {
		return f.Text(), f.Name, &f
	}
	_ = json.Unmarshal(kept, &text) // without a text it stays empty
	return text, text, nil
}
