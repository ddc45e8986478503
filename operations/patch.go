package operations

import "context"

// Numbered is embedded in inputs that change a record, or create one without a number.
type Numbered struct {
	ID int64 `query:"id" json:"-" doc:"number of what is changed; without it one is made"`
}

// Identified is the answer to a change of a record.
type Identified struct {
	ID int64 `json:"id"`
}

// Remover returns a handler that deletes a record by its number.
func Remover(end func(ctx context.Context, id int64) error) Handler[Numbered, Nothing] {
	return func(ctx context.Context, _ *Call, in Numbered) (Nothing, error) { return Nothing{}, end(ctx, in.ID) }
}
