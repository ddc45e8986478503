package soap

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"tradelog/domain/money"
	"tradelog/operations/inputs"
	"tradelog/readmodels/documents"
	"tradelog/soap/wire"
)

// via maps a method to an operation of the registry: arguments become path variables, parameters and the body, and the document becomes the
// result. wire.Field.Of names the members of documents for fields of entities.
type via struct {
	Operation string            // method and path of the operation
	Variables map[string]string // variables of the path, by the names of arguments
	Find      map[string]finder // finders for arguments of Variables that are no identifiers
	Query     map[string]string // parameters with fixed values
	Body      string            // the argument whose fields become the body; empty: none
	Into      string            // the member of the body that gets the fields of Body; empty: the body itself
	Members   map[string]string // members of the body, by the names of arguments
	// Store is the argument with the store view whose values are read or written. NoStore is the fault for an unknown store view.
	Store   string
	NoStore int
	// Each is an argument with a list. The operation is invoked for each element; elements that are not found are left out.
	Each           string
	Filters        *filters // of a list
	FieldsArgument string   // the argument with the fields wanted besides the required ones
	// Adjust, if not nil, changes the body.
	Adjust func(body map[string]any)
	// Result makes the result from the document or the list; nil: see via.result.
	Result func(c *call, a documents.Answer) (wire.Value, error)
	Also   []string // operations that Result invokes
}

// finder finds the identifier of the resource named by an argument.
type finder struct {
	Uses string // the operation that Find invokes; may be empty
	Find func(c *call, given string) (string, error)
}

// byNumber finds a document by its increment ID in the list of an operation. missing is the fault if there is none.
func byNumber(operation string, missing int) finder {
	return finder{operation, func(c *call, given string) (string, error) {
		answer, err := c.invoke(operation, input{query: map[string][]string{"incrementId": {given}}})
		if err != nil {
			return "", err
		}
		if given == "" || len(answer.Items) == 0 {
			return "", c.fault(missing)
		}
		d, err := read(answer.Items[0])
		return wire.Text(shown(wire.String, d["id"])), err
	}}
}

// uses lists the operations that the method invokes.
func (v via) uses() []string {
	out := append([]string{v.Operation}, v.Also...)
	for _, f := range v.Find {
		if f.Uses != "" {
			out = append(out, f.Uses)
		}
	}
	return out
}

// do carries out the method.
func (v via) do(c *call) (wire.Value, error) {
	in, err := v.input(c)
	if err != nil {
		return nil, err
	}
	if v.Each != "" {
		return v.each(c, in)
	}
	chosen, err := v.Filters.read(c)
	if err != nil {
		return nil, err
	}
	chosen.narrow(v.Filters, in.query)
	if v.Result == nil && c.method.Returns.Item != nil {
		return v.list(c, in, chosen)
	}
	answer, err := c.invoke(v.Operation, in)
	if err != nil {
		return nil, err
	}
	return v.result(c, answer)
}

// input makes the input of the operation, without the variable of Each.
func (v via) input(c *call) (in input, err error) {
	in = input{variables: map[string]string{}, query: map[string][]string{}}
	if v.Store != "" {
		if in.store, err = c.findStore(c.arg(v.Store), v.NoStore); err != nil {
			return in, err
		}
	}
	for name, value := range v.Query {
		in.query[name] = []string{value}
	}
	for argument := range v.Variables {
		if argument == v.Each {
			continue
		}
		if err := v.name(c, in, argument, c.text(argument)); err != nil {
			return in, err
		}
	}
	in.body = v.body(c)
	return in, nil
}

// list makes the result of a list. It converts rows page by page, so that only the documents of one page are in memory.
func (v via) list(c *call, in input, chosen wantedConditions) (wire.Value, error) {
	out := rows{list: wire.List{}}
	in.page = func(documents [][]byte) error {
		found, err := chosen.matching(documents)
		for _, document := range found {
			d, err := read(document)
			if err == nil {
				err = out.add(sentMembers(d.show(c.method.Returns.Item, nil)))
			}
			if err != nil {
				return err
			}
		}
		return err
	}
	answer, err := c.invoke(v.Operation, in)
	if err == nil {
		err = in.page(answer.Items) // the rows of a list without pages
	}
	if err != nil {
		return nil, err
	}
	return out.list, nil
}

// rows collects the rows of a result up to maxAnswer.
type rows struct {
	list wire.List
	size int
}

// add adds a row. It fails with errLongAnswer.
func (r *rows) add(row wire.Map) error {
	if r.size += wire.Size(row); r.size > maxAnswer {
		return errLongAnswer
	}
	r.list = append(r.list, row)
	return nil
}

// name sets the path variable of an argument.
func (v via) name(c *call, in input, argument, given string) (err error) {
	if f, ok := v.Find[argument]; ok {
		given, err = f.Find(c, given)
	}
	in.variables[v.Variables[argument]] = given
	return err
}

// each invokes the operation for each element of a list.
func (v via) each(c *call, in input) (wire.Value, error) {
	out := rows{list: wire.List{}}
	for _, given := range entries(c.arg(v.Each)) {
		err := v.name(c, in, v.Each, wire.Text(given))
		var answer documents.Answer
		if err == nil {
			answer, err = c.invoke(v.Operation, in)
		}
		if missing, _ := c.method.refused("not found"); err != nil && c.faultOf(c.method, err).Code == missing {
			continue
		}
		if err != nil {
			return nil, err
		}
		d, err := read(answer.Item)
		if err == nil {
			err = out.add(d.show(c.method.Returns.Item, nil))
		}
		if err != nil {
			return nil, err
		}
	}
	return out.list, nil
}

// result returns the result of a method: by default the entity of a read, and true for a write.
func (v via) result(c *call, a documents.Answer) (wire.Value, error) {
	switch t := c.method.Returns; {
	case v.Result != nil:
		return v.Result(c, a)
	case t.Fields != nil:
		entity, err := entityOf(t, nil)(c, a)
		if m, ok := entity.(wire.Map); ok && v.FieldsArgument != "" {
			entity = only(t, m, c.arg(v.FieldsArgument))
		}
		return entity, err
	}
	return true, nil
}

// only returns the required fields of an entity and the wanted ones; all fields if none is named. wanted is a list of names, or an entity
// with lists of names.
func only(t *wire.Type, entity wire.Map, wanted wire.Value) wire.Map {
	names := namesOf(wanted)
	if len(names) == 0 {
		return entity
	}
	for _, f := range t.Fields {
		names[f.Name] = names[f.Name] || f.Required
	}
	return slices.DeleteFunc(entity, func(e wire.Entry) bool { return !names[e.Name] })
}

// namesOf returns the set of names in an argument.
func namesOf(wanted wire.Value) map[string]bool {
	names := map[string]bool{}
	for _, name := range entries(wanted) {
		if list, ok := name.(wire.List); ok {
			for _, name := range list {
				names[wire.Text(name)] = true
			}
			continue
		}
		names[wire.Text(name)] = true
	}
	return names
}

// body makes the body of the operation, with the types of its input; nil: the operation has no body.
func (v via) body(c *call) map[string]any {
	if v.Body == "" && v.Members == nil {
		return nil
	}
	out := map[string]any{}
	into := out
	if v.Into != "" {
		into = map[string]any{}
		out[v.Into] = into
	}
	for i, a := range c.method.Args {
		if name, ok := v.Members[a.Name]; ok && c.args[i] != nil {
			out[name] = outgoing(a.Type, c.args[i])
		}
		if a.Name == v.Body {
			maps.Copy(into, body(a.Type, c.args[i]))
		}
	}
	if v.Adjust != nil {
		v.Adjust(out)
	}
	for _, f := range inputs.Fields(c.operations[v.Operation].Input) {
		if value, ok := out[f.Name]; ok && f.Source == inputs.SourceMember {
			out[f.Name] = converted(f.Type, value)
		}
	}
	return out
}

// body makes the members of a body from an entity, without fields that were not given. The fields of an inner entity without a member of
// its own become members of the body.
func body(t *wire.Type, entity wire.Value) map[string]any {
	out := map[string]any{}
	given, _ := entity.(wire.Map)
	for _, f := range t.Fields {
		v, ok := given.Get(f.Name)
		switch {
		case !ok:
		case f.Of != "":
			if word, known := f.Codes[wire.Text(v)]; known {
				v = word
			}
			out[f.Of] = outgoing(f.Type, v)
		case f.Type.Fields != nil:
			maps.Copy(out, body(f.Type, v))
		}
	}
	return out
}

// outgoing converts a value of a message to a value of a body.
func outgoing(t *wire.Type, v wire.Value) any {
	list, ok := v.(wire.List)
	switch {
	case t == associativeArray:
		out := map[string]any{}
		for _, e := range list {
			pair, _ := e.(wire.Map)
			name, _ := pair.Get("key")
			out[wire.Text(name)], _ = pair.Get("value")
		}
		return out
	case t.Fields != nil:
		return body(t, v)
	case ok && t.Item != nil:
		out := make([]any, len(list))
		for i, item := range list {
			out[i] = outgoing(t.Item, item)
		}
		return out
	}
	return v
}

// converted converts a value to the type of an operation's member, because clients send scalars as text. Text that is invalid for the type
// stays text, so that the operation refuses it.
func converted(t reflect.Type, v any) any {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if list, ok := v.([]any); ok && t.Kind() == reflect.Slice {
		for i, item := range list {
			list[i] = converted(t.Elem(), item)
		}
		return list
	}
	text, ok := v.(string)
	switch {
	case t.Kind() == reflect.Bool:
		switch strings.ToLower(wire.Text(v)) {
		case "1", "true":
			return true
		case "0", "false", "":
			return false
		}
	case !ok:
	case t.Kind() == reflect.Int64, t.Kind() == reflect.Int, t == reflect.TypeFor[money.Decimal]():
		if text = strings.TrimSpace(text); text == "" {
			return nil
		}
		if d, err := money.Parse(text); err == nil {
			return d
		}
	}
	return v
}

// document holds the members of an operation's document, from which the fields of an entity are read.
type document map[string]any

func read(raw []byte) (d document, err error) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	return d, decoder.Decode(&d)
}

// member returns the member of a document at a path. Dots separate the names of nested members, and "last" is the last element of a list.
func (d document) member(of string) any {
	var v any = map[string]any(d)
	for _, name := range strings.Split(of, ".") {
		switch inside := v.(type) {
		case map[string]any:
			v = inside[name]
		case []any:
			if v = nil; name == "last" && len(inside) > 0 {
				v = inside[len(inside)-1]
			}
		default:
			return nil
		}
	}
	return v
}

// field returns a field's value in a document.
func (d document) field(f wire.Field) wire.Value {
	if f.Of == "" && f.Type.Fields == nil {
		return nil
	}
	v := d.member(f.Of)
	if f.Of == "" { // the fields of the entity are members of this document
		v = map[string]any(d)
	}
	if list, ok := v.([]any); ok && f.Type.Scalar() {
		lines := make([]string, len(list))
		for i, item := range list {
			lines[i] = wire.Text(shown(wire.String, item))
		}
		return strings.Join(lines, cmp.Or(f.Join, "\n"))
	}
	value := shown(f.Type, v)
	for code, word := range f.Codes {
		if wire.Text(value) == word {
			return f.Type.Coerce(code)
		}
	}
	return value
}

// show makes an entity of a document, with null for missing members. order is the order of the fields; nil: that of the schema.
func (d document) show(t *wire.Type, order []string) wire.Map {
	out := make(wire.Map, 0, len(t.Fields))
	if order == nil {
		for _, f := range t.Fields {
			out = append(out, wire.Entry{Name: f.Name, Value: d.field(f)})
		}
		return out
	}
	for _, name := range order {
		for _, f := range t.Fields {
			if f.Name == name {
				out = append(out, wire.Entry{Name: name, Value: d.field(f)})
			}
		}
	}
	return out
}

// shown converts a member of a document to a value of a type.
func shown(t *wire.Type, v any) wire.Value {
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		return t.Coerce(v)
	case bool:
		return t.Coerce(v)
	case json.Number:
		return t.Coerce(v.String())
	case map[string]any:
		if t.Fields != nil {
			return document(v).show(t, nil)
		}
	case []any:
		if t.Item == nil {
			return nil
		}
		list := make(wire.List, 0, len(v))
		for _, item := range v {
			list = append(list, shown(t.Item, item))
		}
		return list
	}
	return nil
}

// entityOf makes an entity of the document.
func entityOf(t *wire.Type, order []string) func(*call, documents.Answer) (wire.Value, error) {
	return func(_ *call, a documents.Answer) (wire.Value, error) {
		d, err := read(a.Item)
		if err != nil {
			return nil, err
		}
		return d.show(t, order), nil
	}
}

// each makes an entity of each document of a list. Fields without a value are left out.
func each(t *wire.Type, order []string) func(*call, documents.Answer) (wire.Value, error) {
	return func(_ *call, a documents.Answer) (wire.Value, error) {
		out := make(wire.List, 0, len(a.Items))
		for _, item := range a.Items {
			d, err := read(item)
			if err != nil {
				return nil, err
			}
			out = append(out, sentMembers(d.show(t, order)))
		}
		return out, nil
	}
}

// sentMembers returns the members with a value.
func sentMembers(m wire.Map) wire.Map {
	return slices.DeleteFunc(m, func(e wire.Entry) bool { return e.Value == nil })
}

// member returns a member of the document in the type of the method's result.
func member(of string) func(*call, documents.Answer) (wire.Value, error) {
	return func(c *call, a documents.Answer) (wire.Value, error) {
		d, err := read(a.Item)
		return shown(c.method.Returns, d.member(of)), err
	}
}
