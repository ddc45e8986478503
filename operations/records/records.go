// Package records makes everything that a plain record needs from one declaration: its events, commands, rows, reader, operations,
// identifiers and grants. A plain record has fields, and is only created, changed and deleted.
//
//	var Classes = records.Define(records.Spec[tax.Class, tax.Class]{Kind: tax.Classes, Path: "/tax-classes", ...})
//
// A module that lists the declaration in its Records has REST routes, tools, schemas, and rows in the table read.records. Methods of the
// record hold its rules, and hooks of the Spec those that need a call.
//
// # Tags
//
// The tags of the record's struct are the only list of its fields. A field is a member of the stored record, of requests and of answers:
//
//	json:"className"    name of the member; json:"id" is the identifier, which is never sent
//	doc about enum ...  as inputs.Field and package schema read them
//	required:"true"     must be sent to create a record
//	input:"-"           is not sent
//	input:"filled"      an empty list counts as not sent
//	input:"raw"         is sent as any JSON, which Spec.Parse reads
package records

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/change"
	"tradelog/domain/claim"
	"tradelog/domain/record"
	"tradelog/operations"
	"tradelog/projections"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
)

// Spec declares a kind of record V that answers show as a D. If both are one type, the record is shown unchanged, with its @type and its
// extensions.
type Spec[V, D any] struct {
	Kind *record.Kind
	// Resource describes the operations on the records. Records that are a Part of others have none.
	Resource Resource
	Part     Part
	New      V // values of members that are not sent when a record is created
	// Seeds returns the records of a new shop, with fixed identifiers. The last one is stored after all others.
	Seeds func() []V

	// Unique returns the name that no other record of the kind may have. Taken is the error for a second one. Nil: there is no such name.
	Unique func(V) string
	Taken  error
	// Claims replaces Unique for names that must be unique in another scope than the kind: it returns the claims of a record (package claim).
	// Refuse replaces Taken; it returns the error for a record.
	Claims func(V) []string
	Refuse func(V) error

	// Search returns the text in which the parameter search looks. Nil: there is no such parameter. Search texts with fewer characters than
	// ShortestSearch are ignored.
	Search         func(V) string
	ShortestSearch int
	// Sort is the order of the list; nil orders by the text of Search, in any case. Equal records are ordered by identifier.
	Sort    func(a, b V) int
	Filters []Filter[V]

	// Allowed refuses records that a caller may neither see nor change, such as those of other stores; lists leave them out. Nil refuses none.
	// Published records have a rule of their own.
	Allowed func(c *operations.Call, v V) error
	// Scope finds the stores to which a record belongs, for records that are Allowed to some callers only. Nil: callers who are limited to
	// some stores get no changes.
	Scope change.ScopeFold
	// Echoes has the fields of other resources that show the records, by the name of the resource, see change.Declaration.
	Echoes map[string][]string
	// Published means that anybody may read the records. Nil: reading needs a permission.
	Published *Published[V]

	// Render makes the answer for a record. It may be left out if D is V. written tells that the record was just read from its stream.
	Render func(ctx context.Context, r Request, v V, written bool) (D, error)
	// Fixed tells whether a record is only listed, and cannot be read, changed or deleted by itself.
	Fixed func(id int64) bool
	// Parse parses members that are tagged input:"raw" and returns a function that applies them to a record, nil for none. The function may
	// also set members that are not sent, such as the account that made a webhook.
	Parse func(r Request, raw map[string]json.RawMessage) (func(*V), error)
	// Before may refuse to create or change a record.
	Before func(ctx context.Context, c Change[V]) error
	// After may refuse a change after it was made, because of a concurrent change, and returns a function that undoes it. The record before
	// the change is had.
	After func(ctx context.Context, c Change[V], had V) (undo func(*V), err error)
	// Deleting may refuse to delete a record, and returns a function to call after the deletion; nil for none.
	Deleting func(ctx context.Context, r Request, id int64) (after func(context.Context) error, err error)
}

// Resource describes the operations on records. Its label follows from the title of the kind: that of TaxClass is "tax class".
type Resource struct {
	// Path is the path of the list, such as /tax-classes. Its permissions are tax-classes/... then.
	Path              string
	Section, ACL, Doc string
	// List, Get, Create, Update and Delete document the operations, and Search the parameter. Empty ones get a default text.
	List, Get, Create, Update, Delete, Search string

	Extra       bool // all operations are beyond the contract
	ExtraWrites bool // the writing operations are
	ReadOnly    bool // no operation writes
}

// Part declares records without operations: they are parts of another resource.
type Part struct {
	Of    string // path of the list of that resource, such as /product-attributes
	Field string // field of a record with the number of that resource
	Shown string // member of that resource that shows the records
}

// Ruled is a record with its rules.
type Ruled[V any] interface {
	Normalise() V // returns the stored form
	Check() error // refuses an invalid record
}

// Filter is a parameter that limits the list to records with a text.
type Filter[V any] struct {
	Name, Doc string
	Enum      string // its values, separated by commas, if they are a fixed set
	Of        func(V) string
	AnyCase   bool // the case of letters makes no difference
	// Number replaces Of for parameters that are whole numbers. It tells whether a record has the number.
	Number func(v V, asked int64) bool
}

func (f Filter[V]) matches(v V, asked string) bool {
	return f.Of(v) == asked || f.AnyCase && strings.EqualFold(f.Of(v), asked)
}

// keeps tells whether the list includes a record. A parameter that was not sent, or has an invalid number, excludes nothing.
func (f Filter[V]) keeps(v V, asked any) bool {
	switch asked := asked.(type) {
	case string:
		return asked == "" || f.matches(v, asked)
	case *int64:
		return asked == nil || f.Number(v, *asked)
	}
	return true
}

// Services are the dependencies of the operations on records.
type Services struct {
	Deciders      *commands.Engine
	Reader        *readmodels.Reader
	FeedResources []string // names of the resources whose changes the feed has
	// CheckReceiver refuses addresses that webhooks are never sent to.
	CheckReceiver func(url string) error
}

// Request is a call of one of the operations.
type Request struct {
	Services
	*operations.Call
	own commands.Members[any]
}

// CommandsOn returns the commands on the records V of the declaration whose hook got the request. A hook cannot name its own declaration.
func CommandsOn[V any](r Request) commands.Members[V] { return commands.TypedMembers[V](r.own) }

// Change is a request to create or change a record.
type Change[V any] struct {
	Request
	ID    int64 // 0: create
	Value V     // the record to be created; of changes only the sent members
	sent  map[string]bool
}

// Sent tells whether a member was sent.
func (c Change[V]) Sent(member string) bool { return c.sent[member] }

// Record is a declaration of any types.
type Record interface {
	Kind() *record.Kind
	Operations(Services) []*operations.Operation
	// Listed returns the path of the list and the resource; an empty path for records without operations.
	Listed() (path string, of *operations.Resource)
	// Changes declares the resources that the events change.
	Changes() change.Area
	// Install adds the seeds unless they were added before, even if they were deleted since.
	Install(context.Context, *commands.Engine) error
}

// Kinds lists the kinds of the declarations.
func Kinds(declared []Record) []*record.Kind {
	kinds := make([]*record.Kind, len(declared))
	for i, r := range declared {
		kinds[i] = r.Kind()
	}
	return kinds
}

// EventSpecs declares the event types of declarations.
func EventSpecs(declared []Record) (specs []domain.EventSpec) {
	for _, k := range Kinds(declared) {
		specs = append(specs, k.EventSpecs()...)
	}
	return specs
}

// Projector stores the records of declarations.
func Projector(declared []Record) projections.Definition {
	return projections.Records(projector, 3, "records", Kinds(declared)...)
}

// Marks finds the identifiers that declared records have used.
func Marks(declared []Record) projections.Marks {
	sequences := map[*record.Kind]string{}
	for _, k := range Kinds(declared) {
		sequences[k] = k.Name
	}
	return projections.RecordMarks(sequences)
}

const projector = "records"

// Declared is a declaration of records V. Make it with Define.
type Declared[V any] struct{ *declaration }

// declaration is a declaration of any types. Parameters and results of its functions are records, which are never changed in place. Its
// code is compiled once, and not for each kind.
type declaration struct {
	Spec[any, any]
	normalise func(any) any
	check     func(any) error
	published *published
	typ       reflect.Type // of records
	shown     reflect.Type // of what shows them
	members   []member
	id        []int // index of the identifier in a record
	of        *operations.Resource
	many      string // its records in words, such as "tax classes"
	guarded   bool   // some callers may not see or change some of its records
}

// Define checks a declaration and completes it. It panics if something is missing.
func Define[V Ruled[V], D any](spec Spec[V, D]) Declared[V] {
	return Declared[V]{untyped(spec).define()}
}

// Commands returns the commands on the records.
func (d Declared[V]) Commands(e *commands.Engine) commands.Members[V] {
	return commands.TypedMembers[V](d.commands(e))
}

func (d *declaration) define() *declaration {
	label := strings.ToLower(step.ReplaceAllString(d.Spec.Kind.Title, "$1 $2"))
	d.many = operations.Plural(label)
	d.of = &operations.Resource{
		Name: d.Spec.Kind.Title, Section: d.Resource.Section, Permission: strings.TrimPrefix(d.Resource.Path, "/"),
		ACL: d.Resource.ACL, Label: label, Doc: d.Resource.Doc,
	}
	if path := d.Resource.Path; (path == "") == (d.Part.Of == "") || path != "" && !pathForm.MatchString(path) {
		panic(fmt.Sprintf("records: %s needs a Path such as /tax-classes, or is a Part of a resource", d.Spec.Kind.Title))
	}
	if d.members, d.id = membersOf(d.typ); d.id == nil {
		panic(fmt.Sprintf("records: %s has no field tagged json:\"id\"", d.typ))
	}
	if d.Render == nil && !d.same() {
		panic(fmt.Sprintf("records: %s is shown as another type and has no Render", d.typ))
	}
	if d.Sort == nil {
		d.Sort = d.bySearch
	}
	if d.published != nil {
		d.Allowed = d.published.allow
	}
	if d.guarded = d.Allowed != nil; !d.guarded {
		d.Allowed = func(*operations.Call, any) error { return nil }
	}
	return d
}

// bySearch orders records by the searched text.
func (d *declaration) bySearch(a, b any) int {
	if d.Search == nil {
		return 0
	}
	return strings.Compare(strings.ToLower(d.Search(a)), strings.ToLower(d.Search(b)))
}

// pathForm is the form of Resource.Path.
var pathForm = regexp.MustCompile("^/[a-z0-9]+(-[a-z0-9]+)*$")

var step = regexp.MustCompile("([a-z0-9])([A-Z])")

// Kind returns the kind of record.
func (d *declaration) Kind() *record.Kind { return d.Spec.Kind }

// Listed implements Record.
func (d *declaration) Listed() (path string, of *operations.Resource) { return d.Resource.Path, d.of }

// same tells whether a record is shown unchanged.
func (d *declaration) same() bool { return d.typ == d.shown }

func (d *declaration) identifier(v any) int64 { return reflect.ValueOf(v).FieldByIndex(d.id).Int() }

// changed returns a changed copy of a record.
func (d *declaration) changed(v any, change func(reflect.Value)) any {
	to := reflect.New(d.typ).Elem()
	to.Set(reflect.ValueOf(v))
	change(to)
	return to.Interface()
}

func (d *declaration) commands(e *commands.Engine) commands.Members[any] {
	k := commands.Collection[any]{Kind: d.Spec.Kind, Sequence: d.Spec.Kind.Name, Taken: d.Taken, Ready: d.ready}
	k.Claims, k.Refuse = d.Claims, d.Refuse
	if d.Unique != nil {
		k.Claim = func(v any) string { return claim.Code(d.Spec.Kind.Name, d.Unique(v)) }
	}
	return commands.OpenUntyped(e, k, d.typ)
}

// ready returns the stored form of a record with its identifier, and refuses an invalid record.
func (d *declaration) ready(v any, id int64) (any, error) {
	v = d.changed(d.normalise(v), func(to reflect.Value) { to.FieldByIndex(d.id).SetInt(id) })
	return v, d.check(v)
}

// read makes a record from its row.
func (d *declaration) read(row readmodels.RecordRow) (any, error) {
	v := reflect.New(d.typ)
	err := readmodels.ReadRecord(row, v.Interface())
	return v.Elem().Interface(), err
}

// Install adds the seeds.
func (d *declaration) Install(ctx context.Context, e *commands.Engine) error {
	if d.Seeds == nil {
		return nil
	}
	seeds := d.Seeds()
	last := d.identifier(seeds[len(seeds)-1])
	if installed, err := e.Exists(ctx, d.Spec.Kind.Stream(last)); err != nil || installed {
		return err
	}
	k := d.commands(e)
	seed := func(v any) error { return k.Seed(ctx, d.identifier(v), v) }
	// In parallel, because appends at the same time cost one flush.
	failed := make([]error, len(seeds)-1)
	var running sync.WaitGroup
	for i, v := range seeds[:len(seeds)-1] {
		running.Go(func() { failed[i] = seed(v) })
	}
	running.Wait()
	if err := errors.Join(failed...); err != nil {
		return err
	}
	return seed(seeds[len(seeds)-1])
}

// show encodes the answer for a record.
func (d *declaration) show(ctx context.Context, r Request, v any, written bool) (documents.Doc[any], error) {
	shown := v
	if d.Render != nil {
		var err error
		if shown, err = d.Render(ctx, r, v, written); err != nil {
			return nil, err
		}
	}
	if !d.same() {
		return documents.Ready(shown)
	}
	b, err := documents.Encode(d.changed(shown, fillLists))
	if err != nil {
		return nil, err
	}
	return slices.Concat([]byte(`{"@type":"`+d.of.Name+`",`), b[1:len(b)-1], []byte(`,"extensions":[]}`)), nil
}

// fillLists makes the lists of a record empty that are nil, because answers have no null lists.
func fillLists(v reflect.Value) {
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Slice && f.IsNil() {
			f.Set(reflect.MakeSlice(f.Type(), 0, 0))
		}
	}
}
