package console

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"tradelog/readmodels/documents"
)

// enginePath is the path of the pages of the engine.
const enginePath = Path + "/engine"

// engineTabs are the pages of the engine, each with the operation that it needs.
var engineTabs = []struct{ path, title, needs string }{
	{enginePath, "Projectors", "engine.projectors"},
	{enginePath + "/reactions", "Reactions", "engine.reactions"},
	{enginePath + "/receivers", "Webhooks and relays", "engine.relays"},
	{enginePath + "/installation", "Installation", "engine.installation"},
}

// engineView is the data of a page of the engine.
type engineView struct {
	Tabs  []link
	Moves bool // the account may move the engine
	// Every is the interval at which the page is fetched again, in htmx's form.
	Every string

	Projectors []projectorView
	Jobs       []jobView
	Reactions  []reactionView
	Parked     []parkedView
	Webhooks   []documents.EngineWebhook
	Relays     []documents.EngineRelay
	// ShowsWebhooks: the account may read webhooks.
	ShowsWebhooks bool
	Installation  documents.EngineInstallation
	Backups       []documents.EngineBackup
	Log           documents.EngineLog
}

type projectorView struct {
	documents.EngineProjector
	Href, Mood      string
	StateText       string // the state, in words
	Spark           picture
	Events, Seconds picture // charts on the page of one projector
	Acts            []link
	Running         *jobView
}

type jobView struct {
	documents.EngineJob
	Mood      string
	Title     string // the kind of job
	StateText string // the state, in words
	Doing     string // the step, in words
	Percent   int64
	Left      string // remaining time; empty: unknown
	Took      string // time that it took; empty: it is running
	Cancel    string // path to cancel it; empty: it has ended, or the account may not
}

type reactionView struct {
	documents.EngineReaction
	Spark picture
}

type parkedView struct {
	documents.EngineParked
	Retry, Skip string // paths; empty: the account may not, or it is not the first of its stream
}

// The intervals at which pages fetch themselves again: while a job runs, and otherwise.
const (
	oftenAgain  = "every 1s"
	seldomAgain = "every 10s"
)

// engineFrame returns the common data of pages of the engine.
func (v *visit) engineFrame() engineView {
	view := engineView{Moves: v.may("engine.jobs.start"), Every: seldomAgain}
	for _, tab := range engineTabs {
		if v.may(tab.needs) {
			view.Tabs = append(view.Tabs, link{tab.path, v.text(tab.title), v.r.URL.Path == tab.path})
		}
	}
	return view
}

// engine shows the projectors and the jobs on them.
func (h *Handler) engine(ctx context.Context, v *visit) error {
	view := v.engineFrame()
	if err := v.projectors(ctx, &view); err != nil {
		return err
	}
	return v.show("engine", v.text("Engine"), view)
}

// projectors reads the projectors and the newest jobs.
func (v *visit) projectors(ctx context.Context, view *engineView) error {
	var projectors []documents.EngineProjector
	if err := v.answered(ctx, "engine.projectors", nil, &projectors); err != nil {
		return err
	}
	var jobs []documents.EngineJob
	if err := v.answered(ctx, "engine.jobs", nil, &jobs); err != nil {
		return err
	}
	now := v.call.Now()
	for _, j := range jobs {
		view.Jobs = append(view.Jobs, v.job(j, view.Moves))
		if j.State == "running" {
			view.Every = oftenAgain
		}
	}
	for _, p := range projectors {
		one := projectorView{
			EngineProjector: p, Href: enginePath + "/projector?" + url.Values{"name": {p.Name}}.Encode(), Mood: moodOf(p.State),
			StateText: v.engineWord(p.State),
			Spark:     drawLags(v, p.Lags, now, sparkSize, eventsOf),
		}
		if p.Job != nil {
			j := v.job(*p.Job, view.Moves)
			one.Running = &j
		}
		view.Projectors = append(view.Projectors, one)
	}
	return nil
}

// engineWords are the words for states and steps.
var engineWords = map[string]string{
	"running": "Running", "stopped": "Stopped", "rebuilding": "Being rebuilt", "done": "Done", "failed": "Failed",
	"canceled": "Ended by hand", "interrupted": "Interrupted", "replaying": "Replaying the log", "indexing": "Making indexes",
	"comparing": "Comparing",
}

func (v *visit) engineWord(of string) string {
	if engineWords[of] == "" {
		return of
	}
	return v.text(engineWords[of])
}

// moodOf returns the mood of the state of a projector or a job. A canceled job needs no attention.
func moodOf(state string) string {
	switch state {
	case "done":
		return "good"
	case "canceled", "interrupted":
		return "warn"
	}
	return moods[state]
}

// job makes the view of a job.
func (v *visit) job(j documents.EngineJob, moves bool) jobView {
	view := jobView{
		EngineJob: j, Mood: moodOf(j.State), Title: v.text(engineActs[j.Kind].title), StateText: v.engineWord(j.State),
		Doing: v.engineWord(j.Step),
	}
	if j.Canceling {
		view.StateText = v.text("Ending")
	}
	running := j.State == "running"
	if running {
		view.Mood = ""
	}
	if j.Target > 0 {
		view.Percent = min(100, 100*j.Position/j.Target)
	}
	if j.SecondsLeft != nil {
		view.Left = v.span(*j.SecondsLeft)
	}
	if began, err := time.Parse(apiTime, j.StartedAt); err == nil && j.EndedAt != nil {
		if ended, err := time.Parse(apiTime, *j.EndedAt); err == nil {
			view.Took = v.span(ended.Sub(began).Seconds())
		}
	}
	if running && moves && !j.Canceling {
		view.Cancel = confirmPath("cancel", url.Values{"id": {strconv.FormatInt(j.ID, 10)}, "projector": {j.Projector}, "kind": {j.Kind}})
	}
	return view
}

// span formats a number of seconds for people.
func (v *visit) span(seconds float64) string {
	s, unit := int64(seconds+0.5), "s"
	switch {
	case s >= 120*60:
		s, unit = (s+1800)/3600, "h"
	case s >= 120:
		s, unit = (s+30)/60, "min"
	}
	return number(v.l, s) + "\u00a0" + unit
}

// projector shows one projector: charts of its lags, its jobs, and the buttons for its acts.
func (h *Handler) projector(ctx context.Context, v *visit) error {
	view, name := v.engineFrame(), v.query.Get("name")
	if err := v.projectors(ctx, &view); err != nil {
		return err
	}
	at := slices.IndexFunc(view.Projectors, func(p projectorView) bool { return p.Name == name })
	if at < 0 {
		return errMissing
	}
	p := view.Projectors[at]
	now := v.call.Now()
	p.Events, p.Seconds = drawLags(v, p.Lags, now, chartSize, eventsOf), drawLags(v, p.Lags, now, chartSize, secondsOf)
	for _, act := range projectorActs {
		if view.Moves && p.Job == nil && (act != "rollback" || p.CanRollBack) {
			p.Acts = append(p.Acts, link{confirmPath(act, url.Values{"projector": {name}}), v.text(engineActs[act].title), false})
		}
	}
	view.Projectors = []projectorView{p}
	view.Jobs = slices.DeleteFunc(view.Jobs, func(j jobView) bool { return j.Projector != name })
	if p.Job == nil {
		view.Every = seldomAgain
	}
	return v.show("engine_projector", v.text("Projector %s", name), view)
}

// reactions shows the reactions and the events that they failed to handle.
func (h *Handler) reactions(ctx context.Context, v *visit) error {
	view := v.engineFrame()
	var reactions []documents.EngineReaction
	if err := v.answered(ctx, "engine.reactions", nil, &reactions); err != nil {
		return err
	}
	var parked []documents.EngineParked
	if err := v.answered(ctx, "engine.parked", nil, &parked); err != nil {
		return err
	}
	for _, r := range reactions {
		view.Reactions = append(view.Reactions, reactionView{r, drawLags(v, r.Lags, v.call.Now(), sparkSize, eventsOf)})
	}
	for _, p := range parked {
		one := parkedView{EngineParked: p}
		if view.Moves && p.First {
			one.Retry = confirmPath("retry", url.Values{"reaction": {p.Reaction}, "stream": {p.Stream}})
			one.Skip = confirmPath("skip", url.Values{
				"reaction": {p.Reaction}, "stream": {p.Stream}, "position": {strconv.FormatInt(p.Position, 10)},
			})
		}
		view.Parked = append(view.Parked, one)
	}
	return v.show("engine_reactions", v.text("Reactions"), view)
}

// receivers shows webhooks and relays, to which the shop sends its events.
func (h *Handler) receivers(ctx context.Context, v *visit) error {
	view := v.engineFrame()
	if err := v.answered(ctx, "engine.relays", nil, &view.Relays); err != nil {
		return err
	}
	if view.ShowsWebhooks = v.may("webhooks.statuses"); view.ShowsWebhooks {
		if err := v.answered(ctx, "webhooks.statuses", nil, &view.Webhooks); err != nil {
			return err
		}
	}
	return v.show("engine_receivers", v.text("Webhooks and relays"), view)
}

// installation shows instances, backups, and how far the log was verified.
func (h *Handler) installation(ctx context.Context, v *visit) error {
	view := v.engineFrame()
	for name, into := range map[string]any{
		"engine.installation": &view.Installation, "engine.backups": &view.Backups, "engine.log": &view.Log,
	} {
		if err := v.answered(ctx, name, nil, into); err != nil {
			return err
		}
	}
	return v.show("engine_installation", v.text("Installation"), view)
}

// engineAct is an act of an account on the engine.
type engineAct struct {
	title, operation string
	says             []string // the effects of the act
	danger           bool
	reason           bool // a reason must be given
	done             string
}

// projectorActs are the acts on a projector, in their order.
var projectorActs = []string{"rebuild", "verify", "rollback"}

var engineActs = map[string]engineAct{
	"rebuild": {
		title: "Rebuild", operation: "engine.jobs.start", done: "The rebuild has begun",
		says: []string{
			"The rows are made anew from the log, beside those that serve. No request fails meanwhile.",
			"When they have caught up they replace them. Those of before are kept, so that you can go back.",
		},
	},
	"verify": {
		title: "Verify", operation: "engine.jobs.start", done: "The verification has begun",
		says: []string{
			"The rows are made anew beside those that serve, and both are compared. Nothing changes.",
		},
	},
	"rollback": {
		title: "Roll back", operation: "engine.jobs.start", done: "The rollback has begun",
		says: []string{
			"The rows that were replaced last catch up with the log and serve again.",
			"Another rollback goes forth again.",
		},
	},
	"cancel": {
		title: "Cancel the job", operation: "engine.jobs.cancel", done: "The job will end",
		says: []string{
			"The job ends. The rows that serve stay as they are.",
		},
	},
	"retry": {
		title: "Retry", operation: "engine.parked.retry", done: "The events were handled",
		says: []string{
			"The parked events of the stream are handled again, in order, until one fails.",
			"What the reaction does, such as sending an e-mail, is done now.",
		},
	},
	"skip": {
		title: "Skip", operation: "engine.parked.skip", done: "The event was skipped", danger: true, reason: true,
		says: []string{
			"The reaction will never handle the event. Later events of the stream stay parked until you retry them.",
			"The log keeps the reason and who did it.",
		},
	},
}

func confirmPath(act string, values url.Values) string {
	values.Set("act", act)
	return enginePath + "/confirm?" + values.Encode()
}

// confirmView is the data of the page that asks for confirmation.
type confirmView struct {
	Title, Problem, Back string
	Says                 []string
	Facts                []fact
	Hidden               []fact
	Danger, Reason       bool
	Given                string // the given reason
}

// fact is a named value.
type fact struct{ Name, Label, Value string }

// confirmed are the values that a confirmation passes on.
var confirmed = []string{"projector", "kind", "reaction", "stream", "position", "id"}

// confirmation returns the requested act, and the page that asks for its confirmation.
func (v *visit) confirmation(given url.Values) (engineAct, confirmView, error) {
	name := given.Get("act")
	act, known := engineActs[name]
	if !known {
		return act, confirmView{}, errMissing
	}
	if !v.may(act.operation) {
		return act, confirmView{}, missingRight
	}
	view := confirmView{
		Title: v.text(act.title), Danger: act.danger, Reason: act.reason, Given: given.Get("reason"),
		Back: enginePath + "/reactions", Hidden: []fact{{Name: "act", Value: name}},
	}
	for _, sentence := range act.says {
		view.Says = append(view.Says, v.text(sentence))
	}
	for _, field := range confirmed {
		if value := given.Get(field); value != "" {
			view.Hidden = append(view.Hidden, fact{Name: field, Value: value})
			view.Facts = append(view.Facts, fact{field, label(v.l, field), value})
		}
	}
	if projector := given.Get("projector"); projector != "" {
		view.Back = enginePath + "/projector?" + url.Values{"name": {projector}}.Encode()
	}
	return act, view, nil
}

// confirmEngine asks for the confirmation of an act.
func (h *Handler) confirmEngine(_ context.Context, v *visit) error {
	_, view, err := v.confirmation(v.query)
	if err != nil {
		return err
	}
	return v.show("engine_confirm", view.Title, view)
}

// actEngine carries out a confirmed act.
func (h *Handler) actEngine(ctx context.Context, v *visit) error {
	act, view, err := v.confirmation(v.form)
	if err != nil {
		return err
	}
	result, err := v.invoke(ctx, act.operation, actArguments(act.operation, v.form))
	if err != nil {
		if view.Problem, err = v.refused(err); err != nil {
			return err
		}
		return v.show("engine_confirm", view.Title, view)
	}
	if act.operation == "engine.parked.retry" {
		var retried documents.EngineRetried
		if err := result.Decode(&retried); err != nil {
			return err
		}
		if retried.Error != nil {
			view.Problem = v.text("%d events were handled. The next one failed again:", retried.Handled) + " " + *retried.Error
			return v.show("engine_confirm", view.Title, view)
		}
	}
	v.setFlash(v.text(act.done))
	v.redirect(view.Back)
	return nil
}

// actArguments returns the arguments of an operation of the engine in a form.
func actArguments(operation string, form url.Values) map[string]any {
	number := func(name string) int64 { // 0 if it is missing
		n, _ := strconv.ParseInt(form.Get(name), 10, 64)
		return n
	}
	switch operation {
	case "engine.jobs.start":
		return map[string]any{"projector": form.Get("projector"), "kind": form.Get("act")}
	case "engine.jobs.cancel":
		return map[string]any{"id": number("id")}
	case "engine.parked.retry":
		return map[string]any{"reaction": form.Get("reaction"), "stream": form.Get("stream")}
	default:
		return map[string]any{
			"reaction": form.Get("reaction"), "position": number("position"), "reason": strings.TrimSpace(form.Get("reason")),
		}
	}
}

// picture is a line chart of the last hour, in a fixed size.
type picture struct {
	Line, Area             string // paths; empty: there are no samples
	Label                  string // text for those who do not see it
	Top                    string // value of the highest line
	From, To               string
	Width, Height          int
	Left, Right, Ceil, Low int
}

// size is the size of a chart, with the position of its line.
type size struct{ width, height, left, right, top, floor int }

var (
	sparkSize = size{width: 120, height: 28, left: 1, right: 119, top: 3, floor: 26}
	chartSize = size{width: 600, height: 120, left: 0, right: 600, top: 2, floor: 118}
	stockSize = size{width: 900, height: 200, left: 0, right: 900, top: 4, floor: 196}
)

// across returns the x of a share of the width.
func (s size) across(share float64) float64 { return float64(s.left) + float64(s.right-s.left)*share }

// up returns the y of a share of the height, from the floor.
func (s size) up(share float64) float64 { return float64(s.floor) - float64(s.floor-s.top)*share }

func eventsOf(l documents.EngineLag) float64  { return float64(l.Events) }
func secondsOf(l documents.EngineLag) float64 { return l.Seconds }

// shownFor is the time that charts of lags cover.
const shownFor = time.Hour

// drawLags draws samples of the last hour. The lowest line is 0.
func drawLags(v *visit, lags []documents.EngineLag, now time.Time, s size, of func(documents.EngineLag) float64) picture {
	p := picture{Width: s.width, Height: s.height, Left: s.left, Right: s.right, Ceil: s.top, Low: s.floor}
	from := now.Add(-shownFor)
	p.From, p.To = from.In(v.zone).Format("15:04"), now.In(v.zone).Format("15:04")
	var most, last float64
	for _, l := range lags {
		last = of(l)
		most = max(most, last)
	}
	p.Top = number(v.l, strconv.FormatFloat(roundedUp(most), 'f', -1, 64))
	p.Label = v.text("In the last hour at most %s, now %s", number(v.l, rounded(most)), number(v.l, rounded(last)))
	if len(lags) < 2 {
		return p
	}
	var b strings.Builder
	first, x := 0.0, 0.0
	for i, l := range lags {
		at, err := time.Parse(apiTime, l.At)
		if err != nil {
			continue
		}
		x = s.across(min(1, max(0, at.Sub(from).Seconds()/shownFor.Seconds())))
		y := s.up(of(l) / max(1, roundedUp(most)))
		step := "L"
		if i == 0 {
			step, first = "M", x
		}
		b.WriteString(step + coordinate(x) + " " + coordinate(y))
	}
	p.Line = b.String()
	floor := strconv.Itoa(s.floor)
	p.Area = p.Line + "V" + floor + "H" + coordinate(first) + "Z"
	return p
}

func coordinate(f float64) string { return strconv.FormatFloat(f, 'f', 1, 64) }

// rounded writes a number with one decimal place at most.
func rounded(f float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(f, 'f', 1, 64), ".0")
}

// roundedUp returns the next of 1, 2, 5, 10, 20 and so on.
func roundedUp(f float64) float64 {
	for unit := 1.0; ; unit *= 10 {
		for _, step := range []float64{1, 2, 5} {
			if f <= step*unit {
				return step * unit
			}
		}
	}
}
