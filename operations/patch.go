package operations

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"

	"tradelog/domain/record"
)

// Numbered is embedded in inputs that change a record, or create one without a number.
type Numbered struct {
	ID int64 `query:"id" json:"-" doc:"number of what is changed; without it one is made"`
}

// Identified is the answer to a change of a record.
type Identified struct {
	ID int64 `json:"id"`
}

// Setter returns a handler that changes a record, or creates one. The input has a member for each member of the record that can be set, of
// the same name; it embeds Numbered. Members that are nil stay as they are.
func Setter[In any, T any](set func(ctx context.Context, id int64, change func(*T)) (int64, error)) Handler[In, Identified] {
	return func(ctx context.Context, c *Call, in In) (Identified, error) {
		values, err := record.Of(in)
		if err != nil {
			return Identified{}, err
		}
		sent, err := json.Marshal(values)
		if err != nil {
			return Identified{}, err
		}
		var wrong error
		id := reflect.ValueOf(in).FieldByName("ID").Int()
		id, err = set(ctx, id, func(of *T) {
			if err := json.Unmarshal(sent, of); err != nil {
				wrong = fmt.Errorf("set members of %T: %w", of, err)
			}
		})
		if err == nil {
			err = wrong
		}
		c.Created(id)
		return Identified{id}, err
	}
}

// Remover returns a handler that deletes a record by its number.
func Remover(end func(ctx context.Context, id int64) error) Handler[Numbered, Nothing] {
	return func(ctx context.Context, _ *Call, in Numbered) (Nothing, error) { return Nothing{}, end(ctx, in.ID) }
}
