package app_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"tradelog/app"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/examples/pickup"
	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/operations/records"
	"tradelog/test/apptest"
	"tradelog/test/histories"
	"tradelog/test/suite"
)

// TestRebuildEqualsLive holds every projector to one rule: rebuilding from the log gives the same rows as running live, row for row. It
// holds for any history of the shop and any batches of the projector. Histories are made of the modules' steps.
//
// The suite Long has three histories, and fails if a step is accepted in none of them. The default suite has a shorter one.
// TRADELOG_STORY_SEED replaces the seeds, to repeat one history or to try others: 7 is a seed, 100-149 are fifty.
func TestRebuildEqualsLive(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	accepted, refused := map[string]bool{}, map[string]error{}
	whole := suite.Long.Runs() && os.Getenv(seedVariable) == ""
	t.Run("histories", func(t *testing.T) {
		for _, seed := range seeds(t) {
			t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
				t.Parallel()
				s := newStory(t, seed)
				for s.Moves < 150 {
					s.step()
				}
				s.restart()
				for s.Moves < 2*len(s.steps) || whole && s.Moves < 4*len(s.steps) {
					s.step()
				}
				// Steps that were always refused are tried more often.
				for whole && len(s.refused) > 0 && s.Moves < 8*len(s.steps) {
					s.step()
				}
				s.verify()
				mu.Lock()
				defer mu.Unlock()
				for _, step := range s.steps {
					accepted[step.Name] = accepted[step.Name] || s.refused[step.Name] == nil
					refused[step.Name] = s.refused[step.Name]
				}
			})
		}
	})
	for step, was := range accepted {
		if !was && whole {
			t.Errorf("%s was accepted in no history; the last refusal: %v", step, refused[step])
		}
	}
}

// seedVariable names the environment variable that replaces the seeds.
const seedVariable = "TRADELOG_STORY_SEED"

func seeds(t *testing.T) (all []uint64) {
	given := os.Getenv(seedVariable)
	if given == "" {
		if !suite.Long.Runs() {
			return []uint64{20260301}
		}
		return []uint64{20260301, 20260302, 20260303}
	}
	from, to, ranged := strings.Cut(given, "-")
	first, err := strconv.ParseUint(from, 10, 64)
	last := first
	if ranged && err == nil {
		last, err = strconv.ParseUint(to, 10, 64)
	}
	if err != nil {
		t.Fatal(err)
	}
	for seed := first; seed <= last; seed++ {
		all = append(all, seed)
	}
	return all
}

// TestModulesHaveSteps checks that random histories cover every area.
func TestModulesHaveSteps(t *testing.T) {
	t.Parallel()
	for _, m := range append(app.Shop(), pickup.Module()) {
		if (m.Operations != nil || m.Records != nil) && len(stepsOf(m)) == 0 {
			t.Errorf("%s has operations and no steps", m.Name)
		}
	}
}

// stepsOf are the steps of a module of the shop, or of the example.
func stepsOf(m app.Module) []histories.Step {
	if m.Name == "pickup" {
		return []histories.Step{
			{Name: "pickup_pickup_points_create", Makes: "pickup point",
				With: histories.Arguments{"name": histories.Named("Kiosk"), "city": "Kyiv"}},
			{Name: "pickup_pickup_points_delete", Of: "pickup point"},
		}
	}
	return histories.OfModules[m.Name]
}

func modules() []app.Module { return append(app.Shop(), pickup.Module(), racks) }

// rack is a plain record, which has steps because it is declared.
type rack struct {
	ID    int64  `json:"id"`
	Label string `json:"label" required:"true" doc:"what is written on it"`
	Side  string `json:"side" enum:"left,right" doc:"where it is"`
	Room  int64  `json:"room" doc:"how much fits"`
}

func (r rack) Normalise() rack { return r }
func (r rack) Check() error    { return nil }

var racks = app.Module{Name: "racks", Records: []records.Record{records.Define(records.Spec[rack, rack]{
	Kind: record.KindOf[rack]("rack", "Rack"), New: rack{Side: "left"},
	Resource: records.Resource{Path: "/racks", Section: "catalog", ACL: "catalog/racks", Doc: "Where products are."},
})}}

// plainSteps are steps on those plain records of a module for which it declares none.
func plainSteps(m app.Module, all []*operations.Operation) (steps []histories.Step) {
	for _, r := range m.Records {
		kind := r.Kind().Title
		for _, o := range all {
			named := slices.ContainsFunc(stepsOf(m), func(s histories.Step) bool { return s.Name == o.ToolName() })
			if o.Resource.Name != kind || o.Reads() || named {
				continue
			}
			step := histories.Step{Name: o.ToolName(), With: histories.Arguments{}}
			if o.Verb != operations.Create {
				step.Of = kind
			}
			if o.Verb != operations.Delete {
				step.Makes = kind
			}
			for _, f := range inputs.Fields(o.Input) {
				if f.Source == inputs.SourceMember {
					step.With[f.Name] = anything(f)
				}
			}
			steps = append(steps, step)
		}
	}
	return steps
}

// anything draws a valid value of a plain record's member.
func anything(f inputs.Field) histories.Draw {
	allowed := strings.FieldsFunc(f.Tag.Get("enum"), func(r rune) bool { return r == ',' })
	return func(w *histories.Walk) any {
		switch {
		case len(allowed) > 0:
			return allowed[w.IntN(len(allowed))]
		case strings.Contains(f.Type.String(), "int"):
			return w.IntN(9)
		}
		return w.Name(f.Name)
	}
}

// story runs random steps on a shop. A refusal by the shop is no failure.
type story struct {
	histories.Walk
	t       *testing.T
	shop    *apptest.Shop
	token   string
	steps   []histories.Step
	refused map[string]error // steps without success so far, each with its last refusal
}

func newStory(t *testing.T, seed uint64) *story {
	s := &story{t: t, shop: apptest.Start(t, apptest.WithModules(pickup.Module(), racks)), refused: map[string]error{}}
	s.Walk = histories.Walk{
		Rand: rand.New(rand.NewPCG(seed, 1)), Context: apptest.Operator(), Services: s.shop.Services,
		Known: map[string][]histories.Arguments{},
	}
	watch(t, s.shop)
	s.token = s.shop.Service([]string{"all"})
	for _, m := range modules() {
		s.steps = append(s.steps, stepsOf(m)...)
		s.steps = append(s.steps, plainSteps(m, s.shop.Pipeline.Registry.All())...)
	}
	for _, step := range s.steps {
		s.refused[step.Name] = errUntried
	}
	return s
}

// errUntried stands for the refusal of a step that was never tried.
var errUntried = errors.New("never tried")

// step takes a step whose document exists, mostly one that was not accepted yet. Untried steps come first, because their documents may be
// rare and soon be gone.
func (s *story) step() {
	var ready, fresh, untried []histories.Step
	for _, step := range s.steps {
		if step.Of != "" && len(s.Known[step.Of]) == 0 {
			continue
		}
		ready = append(ready, step)
		if s.refused[step.Name] != nil {
			fresh = append(fresh, step)
		}
		if errors.Is(s.refused[step.Name], errUntried) {
			untried = append(untried, step)
		}
	}
	if len(fresh) > 0 && s.IntN(2) == 0 {
		ready = fresh
		if len(untried) > 0 {
			ready = untried
		}
	}
	s.Moves++
	step := ready[s.IntN(len(ready))]
	s.Document = s.Any(step.Of)
	made, err := s.take(step)
	s.t.Logf("step %d, %s: %v", s.Moves, step.Name, err)
	switch {
	case err == nil:
		delete(s.refused, step.Name)
		if step.Makes != "" {
			s.forget(step.Makes, made)
			s.Known[step.Makes] = append(s.Known[step.Makes], made)
		}
	case fault.KindOf(err) == fault.Internal:
		s.t.Fatalf("step %d, %s: %v", s.Moves, step.Name, err)
	case s.refused[step.Name] != nil:
		s.refused[step.Name] = err
	}
	if fault.KindOf(err) == fault.NotFound || err == nil && step.Ends {
		s.forget(step.Of, s.Document)
	}
}

func (s *story) forget(kind string, document histories.Arguments) {
	gone := histories.DocumentID(document)
	s.Known[kind] = slices.DeleteFunc(s.Known[kind], func(a histories.Arguments) bool { return histories.DocumentID(a) == gone })
}

func (s *story) take(step histories.Step) (histories.Arguments, error) {
	if step.Do == nil {
		return s.call(step)
	}
	id, err := step.Do(&s.Walk)
	return histories.Arguments{"id": id}, err
}

// call calls an operation over REST, now and then twice with one idempotency key.
func (s *story) call(step histories.Step) (histories.Arguments, error) {
	r, err := s.prepared(step)
	if err != nil {
		return nil, err
	}
	headers := apptest.Bearer(s.token)
	repeated := r.operation.Method == http.MethodPost && s.IntN(5) == 0
	if repeated {
		headers = append(headers, "X-Idempotency-Key", fmt.Sprint("key-", s.Moves))
	}
	s.shop.Settle() // the story must depend on its seed alone, not on the lag of read models
	answer := r.send(s.shop, headers...)
	if err := refusal(r, answer); err != nil {
		return nil, err
	}
	if repeated {
		if again := r.send(s.shop, headers...); string(again.Body) != string(answer.Body) {
			return nil, fmt.Errorf("%s answered %s, and the second time %s", r, answer.Body, again.Body)
		}
	}
	return r.made(s.t, answer), nil
}

// request is the request of a step.
type request struct {
	operation *operations.Operation
	path      string
	arguments histories.Arguments // including the variables of the path
	body      any
	form      string // media type, if the body is a form
}

func (r request) String() string { return r.operation.Method + " " + r.path }

func (r request) send(shop *apptest.Shop, headers ...string) apptest.Answer {
	return shop.Do(r.operation.Method, "/api/rest/v2"+r.path, r.body, headers...)
}

// prepared draws the arguments of a step and makes its request.
func (s *story) prepared(step histories.Step) (request, error) {
	r := request{operation: operationOf(s.shop, step.Name), arguments: s.drawn(step.With).(histories.Arguments)}
	if r.operation == nil {
		return r, fmt.Errorf("there is no operation %s", step.Name)
	}
	for n, variable := range r.operation.Placeholders() {
		if n == 0 && r.arguments[variable] == nil && step.Of != "" {
			r.arguments[variable] = histories.DocumentID(s.Document)
		}
		if r.arguments[variable] == nil {
			return r, fault.Invalidf("there is no %s", variable)
		}
	}
	members := maps.Clone(r.arguments)
	r.path = r.operation.Expand(func(name string) string {
		delete(members, name)
		return fmt.Sprint(r.arguments[name])
	})
	switch {
	case r.operation.Uploads():
		r.body, r.form = form(members)
	case r.operation.ReadsBody():
		r.body = members
	}
	return r, nil
}

// form encodes members as a form and returns its media type. The member file becomes a file.
func form(members histories.Arguments) (body, media string) {
	var b strings.Builder
	w := multipart.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(members)) {
		create := w.CreateFormField
		if name == "file" {
			create = func(name string) (io.Writer, error) { return w.CreateFormFile(name, "a.png") }
		}
		part, err := create(name)
		if err == nil {
			_, err = io.WriteString(part, fmt.Sprint(members[name]))
		}
		if err != nil {
			panic(err) // never: it is written to memory
		}
	}
	_ = w.Close()
	return b.String(), w.FormDataContentType()
}

// operationOf finds an operation by the name of its tool, or by its method and path where it has none.
func operationOf(shop *apptest.Shop, name string) *operations.Operation {
	if o := shop.Pipeline.Registry.ByTool(name); o != nil {
		return o
	}
	for _, o := range shop.Pipeline.Registry.All() {
		if o.Method+" "+o.Path == name {
			return o
		}
	}
	return nil
}

// refusal returns an error if an answer is a refusal.
func refusal(r request, answer apptest.Answer) error {
	switch {
	case answer.Status >= 500:
		return fmt.Errorf("%s: %d %s", r, answer.Status, answer.Body)
	case answer.Status == http.StatusNotFound:
		return fault.NotFoundf("%s", answer.Body)
	case answer.Status >= 400:
		return fault.Invalidf("%d %s", answer.Status, answer.Body)
	}
	return nil
}

// made is the document of an answer, the last one if it is a list. Variables of the path fill in members that it lacks.
func (r request) made(t testing.TB, answer apptest.Answer) histories.Arguments {
	t.Helper()
	if len(answer.Body) == 0 {
		return nil
	}
	answered := answer.JSON(t)
	if o, ok := answered.(histories.Arguments); ok && o["member"] != nil {
		answered = o["member"]
	}
	if list, ok := answered.([]any); ok {
		if len(list) == 0 {
			return nil
		}
		answered = list[len(list)-1]
	}
	document, ok := answered.(histories.Arguments)
	if !ok {
		return nil
	}
	for _, name := range r.operation.Placeholders() {
		if document[name] == nil {
			document[name] = r.arguments[name]
		}
	}
	return document
}

// drawn replaces draws by their values, in the order of their names.
func (s *story) drawn(value any) any {
	switch v := value.(type) {
	case histories.Draw:
		return s.drawn(v(&s.Walk))
	case histories.Arguments:
		out := histories.Arguments{}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			member := s.drawn(v[name])
			if member != nil {
				out[name] = member
			}
		}
		return out
	case []any:
		out := []any{}
		for _, element := range v {
			out = append(out, s.drawn(element))
		}
		return out
	}
	return value
}

// restart ends the program and starts it again. Projectors then continue from their tables, without their memory.
func (s *story) restart() {
	s.shop.Stop()
	s.shop = apptest.Start(s.t, apptest.OnDatabase(s.shop), apptest.WithModules(pickup.Module(), racks))
	watch(s.t, s.shop)
	s.Services = s.shop.Services
}

// verify rebuilds every projector and compares the rows.
func (s *story) verify() {
	s.shop.Settle()
	for _, name := range s.shop.Projections.Names() {
		differences, err := s.shop.Projections.Verify(context.Background(), name, nil)
		if err != nil {
			s.t.Errorf("verify %s: %v", name, err)
		}
		for _, d := range differences {
			s.t.Errorf("%s: table %s: %d rows only in the rebuild, %d only live", name, d.Table, d.Missing, d.Excess)
		}
	}
	// A client of the log could append the events that the shop has stored.
	refused, err := s.shop.Foreign(context.Background())
	if err != nil {
		s.t.Error(err)
	}
	for _, r := range refused[:min(10, len(refused))] {
		s.t.Error(r)
	}
	if wrong := s.shop.Undeclared(); len(wrong) > 0 {
		s.t.Errorf("streams are decided on and not declared: %v", wrong)
	}
}
