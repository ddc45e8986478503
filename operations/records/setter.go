package records

import (
	"context"
	"reflect"

	"tradelog/operations"
)

// number is the field of an input with the identifier of a record that is changed.
var number = field(0, reflect.TypeFor[int64](), `query:"id" json:"-" doc:"number of what is changed; without it one is made"`)

// Setter returns a function that defines an operation without a route. The operation changes a record V, or creates one without a number.
// Its input has the number and the members that the tags of V name. Missing members stay unchanged.
func Setter[V any](
	set func(ctx context.Context, id int64, change func(*V)) (int64, error),
) func(operations.Declaration) *operations.Operation {
	members, _ := membersOf(reflect.TypeFor[V]())
	handler := setting(members, func(ctx context.Context, id int64, change func(reflect.Value)) (int64, error) {
		return set(ctx, id, func(v *V) { change(reflect.ValueOf(v).Elem()) })
	})
	return func(o operations.Declaration) *operations.Operation {
		return operations.DefineOf(o, bodyOf(members, number), handler)
	}
}

func setting(
	members []member, set func(ctx context.Context, id int64, change func(reflect.Value)) (int64, error),
) operations.Handler[reflect.Value, operations.Identified] {
	return func(ctx context.Context, c *operations.Call, in reflect.Value) (operations.Identified, error) {
		change, _, _ := sentOf(members, in)
		id, err := set(ctx, in.Field(0).Int(), change)
		c.Created(id)
		return operations.Identified{ID: id}, err
	}
}
