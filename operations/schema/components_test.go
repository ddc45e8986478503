package schema_test

import (
	"reflect"
	"slices"
	"testing"

	"tradelog/operations/schema"
	"tradelog/readmodels/documents"
)

// Address shares its name with one of the shop's documents, as a module's type may.
type Address struct {
	Line string `json:"line"`
}

func types() (one, other reflect.Type) {
	type local struct {
		A int `json:"a"`
	}
	return reflect.TypeFor[local](), func() reflect.Type {
		type local struct {
			B int `json:"b"`
		}
		return reflect.TypeFor[local]()
	}()
}

// TestNamesDoNotDependOnWhoAskedFirst checks that a new module does not rename the types of generated clients.
func TestNamesDoNotDependOnWhoAskedFirst(t *testing.T) {
	t.Parallel()
	ours, theirs := reflect.TypeFor[documents.Address](), reflect.TypeFor[Address]()
	for _, order := range [][]reflect.Type{{ours, theirs}, {theirs, ours}} {
		b := schema.New(schema.Referenced)
		schemas := map[reflect.Type]*schema.Schema{}
		for _, of := range order {
			schemas[of] = b.Of(of)
		}
		b.Components()
		same(t, schemas[ours], `{"$ref":"#/components/schemas/Address"}`)
		same(t, schemas[theirs], `{"$ref":"#/components/schemas/Schema_testAddress"}`)
	}
}

// TestTypesDeclaredInsideFunctions checks two types with one name and one package. They are two components.
func TestTypesDeclaredInsideFunctions(t *testing.T) {
	t.Parallel()
	one, other := types()
	b := schema.New(schema.Referenced)
	b.Of(one)
	b.Of(other)
	b.Body(one)
	var names []string
	for _, c := range b.Components() {
		names = append(names, c.Name)
	}
	if len(names) != 3 || len(slices.Compact(slices.Clone(names))) != 3 || !slices.Contains(names, "LocalInput") {
		t.Errorf("components %v", names)
	}
}

// TestComponentsNamedByHand checks that they are written once and that two of one name are an error.
func TestComponentsNamedByHand(t *testing.T) {
	t.Parallel()
	b := schema.New(schema.Referenced)
	s := &schema.Schema{Type: schema.Types{schema.Object}}
	same(t, b.Component("HoldBody", s), `{"$ref":"#/components/schemas/HoldBody"}`)
	same(t, schema.New(schema.Inlined).Component("HoldBody", s), `{"type":"object"}`)
	b.Components()
	noFault(t, b)
	b.Component("HoldBody", s)
	b.Components()
	if b.Err() == nil {
		t.Error("two components of one name are accepted")
	}
}
