package graphql

import (
	"github.com/vektah/gqlparser/v2/ast"

	"tradelog/operations"
)

// Field is a field of Query or Mutation.
type Field struct {
	Of, Name  string
	Operation *operations.Operation
	Type      string
	Shape     string            // one, byIRI, connection, list or value
	Copied    map[string]string // names of members that are shown as they are, by field
	None      map[string]string // values of absent members, by field
	Resolver  string
}

// Fields lists the fields of Query and Mutation.
func (h *Handler) Fields() (out []Field) {
	shapes := map[shape]string{one: "one", byIRI: "byIRI", connection: "connection", list: "list", value: "value"}
	for _, of := range []string{"Query", "Mutation"} {
		for _, def := range h.catalogue.schema.Types[of].Fields {
			r := h.catalogue.roots[of+"."+def.Name]
			if r == nil {
				continue
			}
			f := Field{
				Of: of, Name: def.Name, Operation: r.operation, Shape: shapes[r.shape], Resolver: r.resolver, Copied: map[string]string{},
				None: map[string]string{},
			}
			if r.of != nil {
				f.Type = r.of.name
				if f.Operation == nil {
					f.Operation = r.of.shown
				}
				for name, m := range r.of.members {
					if m.kind == copied {
						f.Copied[name], f.None[name] = m.name, m.none
					}
				}
			}
			out = append(out, f)
		}
	}
	return out
}

// Address returns the IRI of a document of a type.
func (h *Handler) Address(of, key string) string {
	return string(h.catalogue.types[of].address.iri([]byte(key)))
}

// Schema returns the schema.
func (h *Handler) Schema() *ast.Schema { return h.catalogue.schema }
