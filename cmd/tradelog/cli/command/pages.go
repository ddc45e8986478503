package command

import (
	"context"

	"tradelog/app"
)

// perPage is the number of rows that a command requests at once.
const perPage = 100

// Each calls a function with the rows of all pages of a list, and their number.
func Each[T any](ctx context.Context, a *app.App, name string, arguments Args, do func(row T, total int64) error) error {
	page := 0
	return eachFrom(ctx, a, name, arguments, func(*T) Args {
		page++
		return Args{"itemsPerPage": perPage, "page": page}
	}, do)
}

// All returns the rows of all pages of a list.
func All[T any](ctx context.Context, a *app.App, name string, arguments Args) ([]T, error) {
	all := []T{}
	err := Each(ctx, a, name, arguments, gather(&all))
	return all, err
}

// AllBefore returns all rows of a list that is read backwards. number returns the value of a row with which the argument before is
// compared.
func AllBefore[T any](ctx context.Context, a *app.App, name string, arguments Args, number func(T) int64) ([]T, error) {
	all := []T{}
	err := eachFrom(ctx, a, name, arguments, func(last *T) Args {
		if last == nil {
			return Args{"limit": perPage}
		}
		return Args{"limit": perPage, "before": number(*last)}
	}, gather(&all))
	return all, err
}

// gather adds rows to a list.
func gather[T any](all *[]T) func(T, int64) error {
	return func(row T, _ int64) error {
		*all = append(*all, row)
		return nil
	}
}

// eachFrom reads a list in parts, until one is not full. The function from returns the arguments for the part after a row, nil for the
// first part.
func eachFrom[T any](
	ctx context.Context, a *app.App, name string, arguments Args, from func(last *T) Args, do func(row T, total int64) error,
) error {
	for last := (*T)(nil); ; {
		r, err := Invoke(ctx, a, name, from(last).With(arguments))
		if err != nil {
			return err
		}
		var some []T
		if err := r.Decode(&some); err != nil {
			return err
		}
		for _, row := range some {
			if err := do(row, r.Answer.Total); err != nil {
				return err
			}
		}
		if len(some) < perPage {
			return nil
		}
		last = &some[len(some)-1]
	}
}
