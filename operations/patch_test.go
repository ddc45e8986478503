package operations

import (
	"context"
	"fmt"
	"testing"
)

// TestSetterChangesNoCopyOfTheRecord checks that members that are sent replace those of the record alone, and that others stay.
func TestSetterChangesNoCopyOfTheRecord(t *testing.T) {
	t.Parallel()
	type thing struct {
		ID    int64    `json:"id"`
		Name  string   `json:"name"`
		Note  *string  `json:"note"`
		Types []string `json:"types"`
	}
	type input struct {
		Numbered
		Note  *string   `json:"note"`
		Types *[]string `json:"types"`
	}
	note, other := "before", "after"
	had := thing{7, "kept", &note, []string{"simple", "virtual"}}
	now := had
	set := Setter[input](func(_ context.Context, id int64, change func(*thing)) (int64, error) {
		change(&now)
		return id, nil
	})
	call := (&Pipeline{}).Init().NewCall(Operator("anna", "tradelog"), noOperation, NoInput{})
	done, err := set(t.Context(), call, input{Numbered{7}, &other, &[]string{"grouped"}})
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
