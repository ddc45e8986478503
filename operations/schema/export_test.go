package schema

import "reflect"

// Body returns the schema of a value in a request's body.
func (b *Builder) Body(t reflect.Type) *Schema { return b.schema(t, input) }
