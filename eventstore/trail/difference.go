package trail

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	gojson "github.com/goccy/go-json"
)

// Change is a difference between the documents before and after an event.
type Change struct {
	Field   string          `json:"field" doc:"path of the member, such as items[12].qtyShipped; [] is a new element of a list"`
	Label   string          `json:"label" doc:"the member in words of the caller's language"`
	StoreID int64           `json:"storeId,omitempty" doc:"store view whose own value changed"`
	Before  json.RawMessage `json:"before,omitempty" doc:"value before; missing if there was none" writer:"public"`
	After   json.RawMessage `json:"after,omitempty" doc:"value after; missing if there is none" writer:"public"`
}

// members encodes the members of a document. A document that is nil has none.
func members(document any) (map[string]json.RawMessage, error) {
	if document == nil {
		return nil, nil
	}
	if s, ok := document.(stored); ok {
		return s.members(), nil
	}
	b, err := gojson.Marshal(document)
	if err != nil || string(b) == "null" {
		return nil, err
	}
	var out map[string]json.RawMessage
	err = gojson.Unmarshal(b, &out)
	return out, err
}

// quiet lists members that say nothing about the change, because each event changes them.
var quiet = []string{"extensions", "updatedAt"}

// difference lists the differences between two documents, in the order of the members' names.
func difference(before, after map[string]json.RawMessage, hidden func(string) bool) (changes []Change) {
	names := slices.AppendSeq(slices.Collect(maps.Keys(before)), maps.Keys(after))
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		plain, store := splitStore(name)
		if strings.HasPrefix(name, "@") || slices.Contains(quiet, name) || hidden != nil && hidden(plain) ||
			bytes.Equal(present(before[name]), present(after[name])) {
			continue
		}
		for _, c := range compare(plain, before[name], after[name]) {
			c.StoreID = store
			changes = append(changes, c)
		}
	}
	return changes
}

// splitStore undoes inStore.
func splitStore(name string) (member string, store int64) {
	if before, after, found := strings.Cut(name, "@"); found && before != "" {
		if id, err := strconv.ParseInt(after, 10, 64); err == nil {
			return before, id
		}
	}
	return name, 0
}

func present(value json.RawMessage) json.RawMessage {
	if string(value) == "null" {
		return nil
	}
	return value
}

// compare descends into two values of a member as far as they differ.
func compare(path string, before, after json.RawMessage) []Change {
	whole := []Change{{Field: path, Before: present(before), After: present(after)}}
	switch {
	case first(before) == '{' && first(after) == '{':
		var was, is map[string]json.RawMessage
		if gojson.Unmarshal(before, &was) != nil || gojson.Unmarshal(after, &is) != nil {
			return whole
		}
		changes := difference(was, is, nil)
		for i := range changes {
			changes[i].Field = path + "." + changes[i].Field
		}
		return changes
	case first(after) == '[' && (first(before) == '[' || len(present(before)) == 0):
		if added := grown(before, after); added != nil {
			before, after = json.RawMessage("[]"), added
		}
		var was, is []json.RawMessage
		if len(present(before)) > 0 && gojson.Unmarshal(before, &was) != nil || gojson.Unmarshal(after, &is) != nil {
			return whole
		}
		if changes, ok := compareLists(path, was, is); ok {
			return changes
		}
	}
	return whole
}

// compareLists compares lists of objects by their identifiers, and finds elements that were added to other lists of objects. ok is false if
// the lists must be shown whole.
func compareLists(path string, before, after []json.RawMessage) (changes []Change, ok bool) {
	was, is := identifiers(before), identifiers(after)
	if was == nil || is == nil {
		if len(before) < len(after) && first(after[0]) == '{' && slices.EqualFunc(before, after[:len(before)], same) {
			for _, added := range after[len(before):] {
				changes = append(changes, Change{Field: path + "[]", After: added})
			}
			return changes, true
		}
		return nil, false
	}
	for i, id := range is {
		at := fmt.Sprintf("%s[%s]", path, id)
		if had := slices.Index(was, id); had < 0 {
			changes = append(changes, Change{Field: at, After: after[i]})
		} else if !bytes.Equal(before[had], after[i]) {
			changes = append(changes, compare(at, before[had], after[i])...)
		}
	}
	for i, id := range was {
		if !slices.Contains(is, id) {
			changes = append(changes, Change{Field: fmt.Sprintf("%s[%s]", path, id), Before: before[i]})
		}
	}
	return changes, true
}

func same(a, b json.RawMessage) bool { return bytes.Equal(a, b) }

// grown returns the list of the elements that a list of objects has got at its end or its beginning. It returns nil if anything else
// differs. It reads none of the others, of which there may be hundreds.
func grown(before, after json.RawMessage) json.RawMessage {
	if len(before) <= len("[]") || len(after) <= len(before) {
		return nil
	}
	inside, more := before[1:len(before)-1], after[1:len(after)-1]
	switch {
	case bytes.HasPrefix(more, inside) && more[len(inside)] == ',':
		more = more[len(inside)+1:]
	case bytes.HasSuffix(more, inside) && more[len(more)-len(inside)-1] == ',':
		more = more[:len(more)-len(inside)-1]
	default:
		return nil
	}
	if list := slices.Concat([]byte("["), more, []byte("]")); first(more) == '{' && gojson.Valid(list) {
		return list
	}
	return nil // an object that looks like an element is a part of one
}

// identifiers returns the members id of a list of objects; nil if an element has none.
func identifiers(list []json.RawMessage) []string {
	ids := make([]string, 0, len(list))
	for _, element := range list {
		var object struct {
			ID json.RawMessage `json:"id"`
		}
		if first(element) != '{' || gojson.Unmarshal(element, &object) != nil || len(present(object.ID)) == 0 {
			return nil
		}
		ids = append(ids, strings.Trim(string(object.ID), `"`))
	}
	return ids
}

func first(value json.RawMessage) byte {
	if len(value) == 0 {
		return 0
	}
	return value[0]
}
