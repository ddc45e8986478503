package operations

import (
	"context"
	"maps"

	"tradelog/domain/record"
)

// ForOperator begins the declaration of an operation for the operator, which has a name and no route.
func ForOperator(of *Resource, name string, verb Verb, summary, doc string) Operation {
	return Operation{Resource: of, Unrouted: name, Verb: verb, Auth: OperatorOnly, Summary: summary, Doc: doc}
}

// Numbered is embedded in inputs that change a record, or create one without a number.
type Numbered struct {
	ID int64 `query:"id" json:"-" doc:"number of what is changed; without it one is made"`
}

func (n Numbered) number() int64 { return n.ID }

// Identified is the answer to a change of a record.
type Identified struct {
	ID int64 `json:"id"`
}

// Setter returns a handler that changes a record, or creates one. The input embeds Numbered. It has a pointer for each member of the record
// that can be set, of the same name. Members that are nil stay as they are.
func Setter[In interface{ number() int64 }, T any](
	set func(ctx context.Context, id int64, change func(*T)) (int64, error),
) Handler[In, Identified] {
	return func(ctx context.Context, c *Call, in In) (Identified, error) {
		sent, err := record.Of(in)
		if err != nil {
			return Identified{}, err
		}
		var wrong error
		id, err := set(ctx, in.number(), func(of *T) {
			// The record is read anew: its lists may be those of a copy that the change is compared with.
			members, err := record.Of(*of)
			if err == nil {
				maps.Copy(members, sent)
				*of, err = record.Read[T](members)
			}
			if err != nil {
				wrong = err
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
