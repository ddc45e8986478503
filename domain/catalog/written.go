package catalog

import (
	"encoding/json"
	"maps"
	"slices"
)

// Written holds the texts and files that a buyer sent for custom options, in the form that lines store. Events of carts and orders seal it,
// and store the rest of a Choice in plain.
type Written map[int64]json.RawMessage // by custom option

// Part splits stored options into the buyer's texts and files, and the rest: values that the shop offers. Options without texts and files
// are returned unchanged.
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

// Into merges the texts and files into the rest of the stored options.
func (w Written) Into(rest json.RawMessage) json.RawMessage {
	if len(w) == 0 {
		return rest
	}
	return inOptions(rest, func(kept map[int64]json.RawMessage) { maps.Copy(kept, w) })
}

// inOptions changes the custom options in the stored options. The members of the result are sorted.
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

// Files returns the IDs of the media files of the texts and files, sorted.
func (w Written) Files() (ids []int64) {
	for _, kept := range w {
		if f, ok := FileOf(kept); ok && f.ID != 0 {
			ids = append(ids, f.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

// Equal tells whether the texts and files are the same.
func (w Written) Equal(other Written) bool {
	return maps.EqualFunc(w, other, func(a, b json.RawMessage) bool { return string(a) == string(b) })
}

// Option returns the text that was written for an option: for display, as lines store it, and the file if it is one. All are empty if
// nothing was written.
func (w Written) Option(option int64) (text, raw string, file *OptionFile) {
	kept := w[option]
	if f, ok := FileOf(kept); ok {
		return f.Text(), f.Name, &f
	}
	_ = json.Unmarshal(kept, &text) // without a text it stays empty
	return text, text, nil
}
