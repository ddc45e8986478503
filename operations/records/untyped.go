package records

import (
	"context"
	"encoding/json"
	"reflect"

	"tradelog/commands"
	"tradelog/operations"
)

// untyped returns a declaration whose functions take and return records of any type.
func untyped[V Ruled[V], D any](s Spec[V, D]) *declaration {
	d := &declaration{typ: reflect.TypeFor[V](), shown: reflect.TypeFor[D](), check: commands.OfAny(V.Check)}
	d.normalise = func(v any) any { return v.(V).Normalise() }
	d.Spec = Spec[any, any]{
		Kind: s.Kind, Resource: s.Resource, Part: s.Part, New: s.New, Scope: s.Scope, Echoes: s.Echoes, Taken: s.Taken,
		ShortestSearch: s.ShortestSearch, Fixed: s.Fixed, Deleting: s.Deleting,
		Unique: commands.OfAny(s.Unique), Claims: commands.OfAny(s.Claims), Refuse: commands.OfAny(s.Refuse), Search: commands.OfAny(s.Search),
	}
	if s.Sort != nil {
		d.Sort = func(a, b any) int { return s.Sort(a.(V), b.(V)) }
	}
	for _, f := range s.Filters {
		d.Filters = append(d.Filters, f.untyped())
	}
	if s.Allowed != nil {
		d.Allowed = func(c *operations.Call, v any) error { return s.Allowed(c, v.(V)) }
	}
	if s.Published != nil {
		d.published = s.Published.untyped()
	}
	if s.Seeds != nil {
		d.Seeds = func() (seeds []any) {
			for _, v := range s.Seeds() {
				seeds = append(seeds, v)
			}
			return seeds
		}
	}
	hooks(d, s)
	return d
}

// hooks adds the hooks of a declaration.
func hooks[V, D any](d *declaration, s Spec[V, D]) {
	if s.Render != nil {
		d.Render = func(ctx context.Context, r Request, v any, written bool) (any, error) {
			return s.Render(ctx, r, v.(V), written)
		}
	}
	if s.Parse != nil {
		d.Parse = func(r Request, raw map[string]json.RawMessage) (func(*any), error) {
			change, err := s.Parse(r, raw)
			return changesAny(change), err
		}
	}
	if s.Before != nil {
		d.Before = func(ctx context.Context, c Change[any]) error { return s.Before(ctx, typedChange[V](c)) }
	}
	if s.After != nil {
		d.After = func(ctx context.Context, c Change[any], had any) (func(*any), error) {
			undo, err := s.After(ctx, typedChange[V](c), had.(V))
			return changesAny(undo), err
		}
	}
}

func typedChange[V any](c Change[any]) Change[V] {
	return Change[V]{Request: c.Request, ID: c.ID, Value: c.Value.(V), sent: c.sent}
}

// changesAny makes a change of records of any type from one of records V; nil stays nil.
func changesAny[V any](change func(*V)) func(*any) {
	if change == nil {
		return nil
	}
	return func(v *any) {
		changed := (*v).(V)
		change(&changed)
		*v = changed
	}
}

func (f Filter[V]) untyped() Filter[any] {
	u := Filter[any]{Name: f.Name, Doc: f.Doc, Enum: f.Enum, AnyCase: f.AnyCase, Of: commands.OfAny(f.Of)}
	if f.Number != nil {
		u.Number = func(v any, asked int64) bool { return f.Number(v.(V), asked) }
	}
	return u
}

// published is a Published of records of any type.
type published struct {
	label   string
	stores  func(v any) []int64
	assign  func(v *any, stores []int64) // sets the stores of a record
	field   string                       // the member that holds them
	showing func(r Request, v any) bool
	key     Filter[any]
	keyPart bool
}

func (p *Published[V]) untyped() *published {
	return &published{
		label: p.Label, key: p.Key.untyped(), keyPart: p.KeyPart, field: memberAt(p.Stores),
		stores: func(v any) []int64 {
			of := v.(V)
			return *p.Stores(&of)
		},
		assign: func(v *any, stores []int64) {
			changesAny(func(of *V) { *p.Stores(of) = stores })(v)
		},
		showing: func(r Request, v any) bool { return p.Shown(r, v.(V)) },
	}
}
