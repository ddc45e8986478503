package console

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tradelog/domain/fault"
	"tradelog/eventstore/trail"
	"tradelog/operations"
	"tradelog/operations/passwords"
	"tradelog/operations/representation"
)

// formView is the data of the form of an operation. It has three steps: the form, the result of a dry run, and the run itself, which leads
// to the page of the thing.
type formView struct {
	Kind      *kind
	ID, Title string
	Back      string // page to which cancelling leads
	Fields    []field
	Further   []field // fields of JSON
	Tag       string  // ETag of the thing when the form was made
	Never     string  // warning about effects that cannot be undone
	Untried   string  // reason why there is no dry run
	Dangerous bool
	steps
	Submit    string
	Untouched bool // the edit changes nothing
}

// formField is the prefix of the names of the operation's fields in a form.
const formField = "field."

// steps is the state of a form: filled in, tried by a dry run, and carried out.
type steps struct {
	Key     string     // idempotency key of the run
	Problem string     // reason of the refusal
	Trial   *trialView // result of the dry run
}

// trialView is the result of a dry run.
type trialView struct {
	Events  []string // events that would be recorded, in sentences
	Changes []difference
	Result  node
	Notes   []string
	Parts   []forgottenPart // the data of a forgotten person that are deleted and kept
}

// difference is a member that a write would change.
type difference struct{ Label, Before, After string }

// asked is a form with its operation and the thing that it changes.
type asked struct {
	kind      *kind
	operation *operations.Operation
	id        string
	edit      bool
	document  loaded // of the thing; zero for a creation
	fields    []field
}

// ask finds the operation and the thing in the path of a form. The account must be allowed to use the operation.
func (v *visit) ask(ctx context.Context) (a asked, err error) {
	if a.kind, err = v.kind(); err != nil {
		return a, err
	}
	a.id = v.r.PathValue("id")
	name := v.r.PathValue("act")
	_, wide, _ := strings.Cut(v.r.PathValue("wide"), ".")
	switch {
	case wide != "":
		a.operation = a.kind.wideAct(wide)
	case name == "":
		a.operation = a.kind.create
	default:
		a.operation, a.edit = a.kind.act(name), name == "edit"
	}
	if a.operation == nil {
		return a, errMissing
	}
	if !a.operation.Authorizes(v.call.Principal) {
		return a, missingRight
	}
	if a.id != "" {
		if a.document, err = v.load(ctx, a.kind, a.id); err != nil {
			return a, err
		}
	}
	a.fields = v.fields(a.operation)
	return a, nil
}

// view makes the form, filled with the sent values or with the document.
func (v *visit) view(a asked, typed url.Values) formView {
	f := formView{
		Kind: a.kind, ID: a.id, Title: v.actTitle(a.operation), Back: Path + "/" + a.kind.name, Tag: a.document.Tag,
		Never: v.text(
			a.operation.Effect.Irreversible,
		), Untried: v.text(a.operation.Effect.Untried), Dangerous: a.operation.Verb == operations.Delete,
		Submit: v.actTitle(a.operation),
	}
	if a.id != "" {
		f.Back = a.kind.path(a.id)
		f.Title = v.name(a.kind, a.id, a.document.node) + ": " + f.Title
	} else if a.operation == a.kind.create {
		f.Title = v.text(a.kind.title) + ": " + v.text("New")
		f.Submit = v.text("Create")
	}
	if back := v.query.Get("back"); back != "" {
		f.Back = local(back)
	}
	fields := slices.Clone(a.fields)
	if a.edit {
		prefill(fields, a.document.node)
	}
	for i := range fields {
		fields[i].At = formField
		if sent := v.query.Get(fields[i].Name); sent != "" {
			fields[i].Value = sent // filled in by a link
		}
		if typed != nil {
			fields[i].Value = typed.Get(formField + fields[i].Name)
		}
		if a.edit {
			fields[i].Required = false
		}
		fields[i].lines(a.document.node, typed)
		if fields[i].Input == "json" {
			f.Further = append(f.Further, fields[i])
		} else {
			f.Fields = append(f.Fields, fields[i])
		}
	}
	return f
}

// form shows the form of an operation.
func (h *Handler) form(ctx context.Context, v *visit) error {
	a, err := v.ask(ctx)
	if err != nil {
		return err
	}
	f := v.view(a, nil)
	return v.show("form", f.Title, f)
}

// arguments reads the arguments of a sent form; those of an edit differ from the document.
func (a asked) arguments(typed url.Values) map[string]any {
	arguments := map[string]any{}
	for _, f := range a.fields {
		if f.line != "" {
			if list := f.quantities(typed); len(list) > 0 {
				arguments[f.Name] = list
			}
			continue
		}
		text := strings.ReplaceAll(typed.Get(formField+f.Name), "\r\n", "\n")
		value, sent := f.value(text)
		if a.edit {
			before := f.of(a.document.Get(f.Name))
			switch {
			case text == before || f.Input == "json" && !sent:
				continue
			case !sent:
				value, sent = f.cleared(), true
			}
		}
		if sent {
			arguments[f.Name] = value
		}
	}
	return arguments
}

// input makes the input of the operation.
func (a asked) input(arguments map[string]any) (*representation.Input, error) {
	in := &representation.Input{Variables: map[string]string{}, Query: url.Values{}}
	if names := a.operation.Placeholders(); a.id != "" && len(names) > 0 {
		in.Variables[names[0]] = a.id
	}
	if a.operation.ReadsBody() {
		body, err := json.Marshal(arguments)
		in.Typed, in.Body = true, func() ([]byte, error) { return body, nil }
		return in, err
	}
	return in, nil
}

// act answers a sent form with a dry run or with the run of the operation.
func (h *Handler) act(ctx context.Context, v *visit) error {
	a, err := v.ask(ctx)
	if err != nil {
		return err
	}
	f := v.view(a, v.form)
	if v.form.Get("step") == "change" {
		return v.show("form", f.Title, f)
	}
	arguments := a.arguments(v.form)
	if a.edit && len(arguments) == 0 {
		f.Untouched = true
		return v.show("form", f.Title, f)
	}
	in, err := a.input(arguments)
	if err != nil {
		return err
	}
	caller := v.caller
	// The tag is the ETag of the whole thing. Operations on a part of it compare with the ETag of the part.
	if tag := v.form.Get("tag"); tag != "" && a.operation.Shown() == a.kind.item {
		caller.Precondition, f.Tag = representation.PreconditionOf([]string{tag}, nil, nil), tag
	}
	result, done, err := v.attempt(ctx, &f.steps, caller, a.operation, in)
	if err == nil && f.Trial != nil {
		err = f.Trial.show(v, a, result)
	}
	if err != nil {
		return err
	}
	if !done {
		return v.show("form", f.Title, f)
	}
	v.setFlash(v.text("Done: %s", f.Title))
	switch {
	case a.operation.Verb == operations.Delete && strings.HasSuffix(a.operation.Path, "}"):
		v.redirect(Path + "/" + a.kind.name)
	case v.query.Get("back") != "":
		v.redirect(f.Back)
	case a.operation == a.kind.create:
		v.redirect(a.created(v, result))
	case a.id == "":
		v.redirect(Path + "/" + a.kind.name)
	default:
		v.redirect(v.after(ctx, a))
	}
	return nil
}

// after returns the page of the thing that an operation changed, or that of the list if the thing is gone.
func (v *visit) after(ctx context.Context, a asked) string {
	if _, err := v.load(ctx, a.kind, a.id); err != nil && fault.KindOf(err) == fault.NotFound {
		return Path + "/" + a.kind.name
	}
	return a.kind.path(a.id)
}

// created returns the page of the created thing, or that of the list.
func (a asked) created(v *visit, result operations.Result) string {
	if a.kind.item != nil {
		if made, err := v.read(result.Answer.Item); err == nil {
			if id := made.Get(a.kind.item.Placeholders()[0]); id.Raw != "" {
				return a.kind.path(id.Raw)
			}
		}
	}
	return Path + "/" + a.kind.name
}

// attempt carries out the step of a form: the dry run or the run. Until the run has succeeded the form is shown again, with the result of
// the dry run or the refusal.
func (v *visit) attempt(ctx context.Context, s *steps, caller operations.Caller, o *operations.Operation, in *representation.Input) (
	result operations.Result, done bool, err error) {
	running := v.form.Get("step") == "do"
	switch {
	case running:
		caller.Key = operations.Chosen(v.form.Get("key"))
	case o.Effect.Untried != "":
		s.Key, s.Trial = passwords.RandomHex(16), &trialView{}
		return result, false, nil
	default:
		s.Key, caller.DryRun, caller.Key = passwords.RandomHex(16), true, operations.Choice{}
	}
	if result, err = v.h.pipeline.Invoke(ctx, caller, o, in); err != nil {
		s.Problem, err = v.refused(err)
		return result, false, err
	}
	if !running {
		s.Trial = &trialView{Events: v.describeDecided(o, result.Decided)}
	}
	return result, running, nil
}

// refused returns the text of a refusal for a form, and sets the status of the page. Other failures are returned as errors of the page.
func (v *visit) refused(err error) (problem string, _ error) {
	refused, ok := fault.As(err)
	if !ok {
		return "", err
	}
	response := representation.Failed(v.h.pipeline, err, false)
	if response.Status >= http.StatusInternalServerError || refused.Kind == fault.Unauthorized {
		return "", err
	}
	v.status = response.Status
	return v.refusal(err), nil
}

// show adds the answer of a dry run: notes, and the changes of the thing or otherwise the result.
func (t *trialView) show(v *visit, a asked, result operations.Result) (err error) {
	if t.Result, err = v.read(result.Answer.Item); err != nil {
		return err
	}
	for _, told := range a.operation.Notices() {
		list := t.Result.Get(told.Member)
		if told.Fates {
			t.Parts = append(t.Parts, v.fates(list)...)
			continue
		}
		for _, note := range list.Elements {
			t.Notes = append(t.Notes, note.Text)
		}
	}
	if len(t.Parts) > 0 { // the parts are the whole answer
		t.Result = node{Is: isNothing}
	}
	if a.id != "" && a.kind.item != nil && a.operation.Output == a.kind.item.Output {
		t.Changes = differences(nil, "", a.document.node, t.Result)
		t.Result = node{Is: isNothing}
	}
	t.Result = t.Result.withoutProvisional()
	return nil
}

// provisional matches the numbers by which a dry run names things that it would create. The real numbers will differ.
var provisional = regexp.MustCompile(`((?:^| )[A-Za-zÄÖÜäöüß]+ )-\d+\b`)

// describeDecided describes in sentences the events that would be recorded. Members of events are shown to accounts that may see the
// resource.
func (v *visit) describeDecided(o *operations.Operation, decided []operations.Decided) (sentences []string) {
	if o.Effect.Discreet {
		return nil
	}
	open := o.BackOffice(v.call.Principal, o.Resource.Permission)
	for _, d := range decided {
		if d.Bookkeeping() {
			continue
		}
		var data json.RawMessage
		if open {
			if shown, err := d.Data(); err == nil {
				data = shown
			}
		}
		sentence := trail.Language(v.l.Language()).Describe(d.Event.EventName(), data)
		sentence = provisional.ReplaceAllString(sentence, "$1…")
		sentences = append(sentences, sentence)
	}
	return sentences
}

// differences adds the plain members in which two documents differ.
func differences(all []difference, above string, before, after node) []difference {
	at := func(n node) string {
		if above == "" {
			return n.Label
		}
		return above + ": " + n.Label
	}
	for _, b := range before.Members {
		a := after.Get(b.Name)
		switch {
		case b.Is == isObject && a.Is == isObject:
			all = differences(all, at(b), b, a)
		case b.Plain() && a.Plain() && b.Raw != a.Raw:
			all = append(all, differenceOf(at(b), b, a))
		case b.Flat() && a.Flat() && joined(b) != joined(a):
			all = append(all, difference{at(b), joined(b), joined(a)})
		case b.Is == isList && a.Is == isList && !b.Flat():
			more := inFront(b.Elements, a.Elements)
			for i := range min(len(b.Elements), len(a.Elements)-more) {
				all = differences(all, at(b)+" "+strconv.Itoa(i+1), b.Elements[i], a.Elements[i+more])
			}
		}
	}
	return all
}

// inFront returns the number of elements that were added at the front of a list. Lists with the newest element first grow there.
func inFront(before, after []node) int {
	more := len(after) - len(before)
	if more > 0 && len(before) > 0 && reflect.DeepEqual(before[len(before)-1], after[len(after)-1]) &&
		!reflect.DeepEqual(before[0], after[0]) {
		return more
	}
	return 0
}

// joined returns the values of a flat list as one line.
func joined(n node) string {
	var texts []string
	for _, e := range n.Elements {
		texts = append(texts, e.Text)
	}
	return strings.Join(texts, ", ")
}
