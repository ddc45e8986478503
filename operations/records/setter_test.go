package records

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"tradelog/operations"
)

// TestSetterChangesNoCopyOfTheRecord checks that sent members change only the record, and that others stay.
func TestSetterChangesNoCopyOfTheRecord(t *testing.T) {
	t.Parallel()
	type thing struct {
		ID    int64    `json:"id"`
		Name  string   `json:"name"`
		Note  *string  `json:"note"`
		Types []string `json:"types"`
	}
	note, other := "before", "after"
	had := thing{7, "kept", &note, []string{"simple", "virtual"}}
	now := had
	members, _ := membersOf(reflect.TypeFor[thing]())
	in := reflect.New(bodyOf(members, number)).Elem()
	for i, sent := range map[int]any{0: int64(7), 2: &other, 3: []string{"grouped"}} {
		in.Field(i).Set(reflect.ValueOf(sent))
	}
	set := setting(members, func(_ context.Context, id int64, change func(reflect.Value)) (int64, error) {
		change(reflect.ValueOf(&now).Elem())
		return id, nil
	})
	done, err := set(t.Context(), &operations.Call{}, in)
	if err != nil || done.ID != 7 {
		t.Fatal(done, err)
	}
	if got := fmt.Sprintf("%d %s %s %v", now.ID, now.Name, *now.Note, now.Types); got != "7 kept after [grouped]" {
		t.Errorf("the record is %s", got)
	}
	if got := fmt.Sprintf("%d %s %s %v", had.ID, had.Name, *had.Note, had.Types); got != "7 kept before [simple virtual]" {
		t.Errorf("the copy is %s", got)
	}
}
