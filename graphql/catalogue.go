package graphql

import (
	_ "embed"
	"fmt"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"

	"tradelog/operations"
)

// contract is the contract's part of the schema.
//
//go:embed contract.graphql
var contract string

// catalogue is the schema with the sources of its fields. It does not change.
type catalogue struct {
	schema *ast.Schema
	types  map[string]*objectType // by name
	nodes  []*objectType          // types with an operation that shows one document, see builder.nodes
	roots  map[string]*root       // sources of root fields, by type and field, such as "Query.product"
}

// objectType maps the fields of an object type to members of its documents.
type objectType struct {
	name    string
	members map[string]*member // by the name of the field
	address address
	shown   *operations.Operation // shows one document of the type; nil: none does
}

// member is the part of a document that a field shows.
type member struct {
	kind kind
	// name is the name of the document's member.
	name string
	// none is the value if the document lacks the member.
	none string
	// of is the type of the documents that the member holds or refers to.
	of *objectType
}

// kind is the form in which a member is shown.
type kind int

const (
	copied   kind = iota // as it is
	located              // the IRI of the document
	object               // a document in the document
	objects              // a list of documents
	edges                // a list of documents, as a connection
	part                 // the document itself, as another type
	referred             // the resource whose ID the member holds
)

// root is the source of a field of Query, Mutation or Subscription.
type root struct {
	name      string                // of the field
	operation *operations.Operation // nil if a resolver calls several
	guest     *operations.Operation // the operation for the cart that maskedId names
	named     map[string]string     // names of arguments, by their names in the operation
	backend   bool                  // it is not for customers, although the operation is
	resolver  string                // name of a resolver; empty: the operation answers alone
	of        *objectType           // of the documents; nil: they have no type
	shape     shape
	payload   string // mutations: the field of the payload that has the documents
}

// shape is the form of the answer of a field.
type shape int

const (
	one        shape = iota // a document
	byIRI                   // the document that an IRI names
	connection              // pages of documents
	list                    // all documents
	value                   // the answer as it is, or true if there is none
)

// newCatalogue makes the schema of a registry. prefix is the path of the REST interface, which begins the IRIs.
func newCatalogue(registry *operations.Registry, prefix string) (*catalogue, error) {
	b, err := newBuilder(registry, prefix)
	if err != nil {
		return nil, err
	}
	derived, err := b.build()
	if err != nil {
		return nil, err
	}
	whole, err := parser.ParseSchemas(validator.Prelude, &ast.Source{Name: "registry", Input: derived})
	if err != nil {
		return nil, fmt.Errorf("schema: %w", err)
	}
	whole.Merge(b.contract)
	loaded, err := validator.ValidateSchemaDocument(whole)
	if err != nil {
		return nil, fmt.Errorf("schema: %w", err)
	}
	b.describe(loaded)
	types := b.objects()
	return &catalogue{schema: loaded, types: types, nodes: b.nodes(types), roots: b.roots}, nil
}
