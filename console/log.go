package console

import (
	"context"
	"encoding/json"
	"math"
	"net/url"
	"strconv"
	"strings"
	"time"

	"tradelog/eventstore/trail"
	"tradelog/operations/eventlog"
	"tradelog/operations/representation/forms"
)

// logPath is the path of the pages of the event log.
const logPath = Path + "/log"

// logPages are the pages of the event log by their patterns.
func (h *Handler) logPages() map[string]page {
	return map[string]page{
		"GET /console/log":                h.logHome,
		"GET /console/log/live":           h.logTail,
		"GET /console/log/follow":         h.logFollow,
		"GET /console/log/streams":        h.logStreams,
		"GET /console/log/stream":         h.logStream,
		"GET /console/log/event":          h.logEvent,
		"GET /console/log/seals":          h.logSeals,
		"GET /console/log/verify":         h.logVerify,
		"POST /console/log/verify":        h.logStartVerify,
		"POST /console/log/verify/cancel": h.logCancelVerify,
	}
}

// logTabs are the pages of the event log.
var logTabs = []struct{ path, title string }{
	{logPath, "Overview"}, {logPath + "/live", "Live"}, {logPath + "/streams", "Streams"}, {logPath + "/seals", "Seals"},
	{logPath + "/verify", "Verification"},
}

// tabs returns the links between the pages of the event log.
func (v *visit) tabs() (all []link) {
	at := v.r.URL.Path
	for _, p := range logTabs {
		inside := p.path == logPath+"/streams" && (at == logPath+"/stream" || at == logPath+"/event")
		all = append(all, link{p.path, v.text(p.title), at == p.path || inside})
	}
	return all
}

// logView is the data of the first page of the event log.
type logView struct {
	Tabs  []link
	State eventlog.State
	Size  string
	// Unverified counts events that the background verification has not reached yet.
	Unverified int64
	Rates      ratesView
	Units      []link
	// Outside tells that the log is in an event store, which has no rates.
	Outside bool
}

// ratesView is the chart of events over time.
type ratesView struct {
	eventlog.Rates
	Bars   bars
	Shares []shareView
}

// shareView is the share of an event type.
type shareView struct {
	Type    string
	Events  int64
	Percent string
}

// shownTypes bounds the event types in the chart.
const shownTypes = 12

// logHome shows the size of the log, how far it is verified, and its growth.
func (h *Handler) logHome(ctx context.Context, v *visit) error {
	view := logView{Tabs: v.tabs()}
	if err := v.answered(ctx, "log.state", nil, &view.State); err != nil {
		return err
	}
	view.Size, view.Outside = v.size(view.State.Size), view.State.Outside
	if p := view.State.Proof; p != nil {
		view.Unverified = int64(view.State.Head - p.Position)
	}
	unit := v.query.Get("unit")
	if unit == "" {
		unit = "hour"
	}
	for _, u := range []struct{ unit, title string }{{"minute", "An hour"}, {"hour", "Two days"}, {"day", "A month"}} {
		view.Units = append(view.Units, link{logPath + "?unit=" + u.unit, v.text(u.title), u.unit == unit})
	}
	if !view.Outside {
		if err := v.answered(ctx, "log.rates", map[string]any{"unit": unit}, &view.Rates.Rates); err != nil {
			return err
		}
		view.Rates.draw(v)
	}
	return v.show("log", v.text("Log"), view)
}

// draw makes the chart.
func (r *ratesView) draw(v *visit) {
	form := "02.01. 15:04"
	if v.l.Language() == "en" {
		form = "Jan 2, 15:04"
	}
	r.Bars = bars{Width: 720, Height: 180, Gap: 0.1, Least: 1.5}
	for _, p := range r.Points {
		r.Bars.add(p.Events, p.From.In(v.zone).Format(form), v.text("%d events", p.Events))
	}
	r.Bars.draw()
	for _, t := range r.Types[:min(len(r.Types), shownTypes)] {
		percent := strconv.FormatFloat(math.Round(1000*float64(t.Events)/float64(max(1, r.Events)))/10, 'f', -1, 64)
		r.Shares = append(r.Shares, shareView{t.Type, t.Events, number(v.l, percent)})
	}
}

// size writes a number of bytes.
func (v *visit) size(bytes int64) string {
	at, unit := float64(bytes), 0
	units := []string{"bytes", "KiB", "MiB", "GiB", "TiB"}
	for ; at >= 1024 && unit < len(units)-1; unit++ {
		at /= 1024
	}
	return number(v.l, strconv.FormatFloat(math.Round(10*at)/10, 'f', -1, 64)) + "\u00a0" + v.text(units[unit])
}

// streamsView is the data of the page of streams: categories, or the streams of a prefix.
type streamsView struct {
	Tabs    []link
	Counts  eventlog.Counts
	Streams eventlog.Streams
	Prefix  string
	// Next is the path of the next part of the list; empty at the end.
	Next string
}

// logStreams lists categories, or the streams with a prefix.
func (h *Handler) logStreams(ctx context.Context, v *visit) error {
	view := streamsView{Tabs: v.tabs(), Prefix: strings.TrimSpace(v.query.Get("prefix"))}
	if view.Prefix == "" {
		if err := v.answered(ctx, "log.counts", nil, &view.Counts); err != nil {
			return err
		}
		return v.show("log_streams", v.text("Streams"), view)
	}
	after := v.query.Get("after")
	if err := v.answered(ctx, "log.streams", map[string]any{"prefix": view.Prefix, "after": after}, &view.Streams); err != nil {
		return err
	}
	if view.Streams.Next != "" {
		view.Next = logPath + "/streams?" + url.Values{"prefix": {view.Prefix}, "after": {view.Streams.Next}}.Encode()
	}
	return v.show("log_streams", v.text("Streams"), view)
}

// streamView is the data of the page of one stream.
type streamView struct {
	Tabs  []link
	Name  string
	Count int64
	Rows  []trail.Entry
	// Next is the path of older events; empty at the beginning of the stream.
	Next string
}

// logStream shows the events of one stream.
func (h *Handler) logStream(ctx context.Context, v *visit) error {
	var events eventlog.Events
	name := v.query.Get("name")
	err := v.answered(ctx, "log.stream", map[string]any{
		"stream": name, "before": v.query.Get("before"), "language": v.l.Language(),
	}, &events)
	if err != nil {
		return err
	}
	view := streamView{Tabs: v.tabs(), Name: name, Count: events.Events, Rows: events.Entries}
	if events.Next > 0 {
		view.Next = "?" + url.Values{"name": {name}, "before": {strconv.FormatInt(events.Next, 10)}}.Encode()
	}
	return v.show("log_stream", name, view)
}

// eventView is the data of the page of one event.
type eventView struct {
	Tabs []link
	eventlog.Event
	// Document has the members of the data, JSON the data as text.
	Document node
	JSON     string
}

// logEvent shows one event whole.
func (h *Handler) logEvent(ctx context.Context, v *visit) error {
	view := eventView{Tabs: v.tabs()}
	err := v.answered(ctx, "log.event", map[string]any{"position": v.query.Get("at"), "language": v.l.Language()}, &view.Event)
	if err != nil {
		return err
	}
	if len(view.Data) > 0 {
		if view.Document, err = v.read(view.Data); err != nil {
			return err
		}
		indented, err := json.MarshalIndent(view.Data, "", "  ")
		if err != nil {
			return err
		}
		view.JSON = string(indented)
	}
	return v.show("log_event", v.text("Event %s", strconv.FormatInt(int64(view.Position), 10)), view)
}

// sealsView is the data of the page of seals, checkpoints and the archive.
type sealsView struct {
	Tabs        []link
	State       eventlog.State
	Unverified  int64
	Checkpoints eventlog.Checkpoints
	Archives    []archiveRow
	// Next is the path of older checkpoints; empty at the end.
	Next string
}

// archiveRow is an archive with its size in words.
type archiveRow struct {
	eventlog.KnownArchive
	Size string
}

// logSeals shows the seals, checkpoints and archives that prove the log.
func (h *Handler) logSeals(ctx context.Context, v *visit) error {
	view := sealsView{Tabs: v.tabs()}
	if err := v.answered(ctx, "log.state", nil, &view.State); err != nil {
		return err
	}
	if err := v.answered(ctx, "log.checkpoints", map[string]any{"before": v.query.Get("before")}, &view.Checkpoints); err != nil {
		return err
	}
	if p := view.State.Proof; p != nil {
		view.Unverified = int64(view.State.Head - p.Position)
	}
	for _, a := range view.Checkpoints.Archives {
		view.Archives = append(view.Archives, archiveRow{a, v.size(a.Bytes)})
	}
	if view.Checkpoints.Next > 0 {
		view.Next = "?before=" + strconv.FormatInt(int64(view.Checkpoints.Next), 10)
	}
	return v.show("log_seals", v.text("Seals"), view)
}

// verifyView is the data of the page of verifications.
type verifyView struct {
	Tabs    []link
	Running *runView
	Ended   []runView
}

// runView is a verification.
type runView struct {
	eventlog.Verification
	Took, Left string
	Percent    int64
	Result     string
}

// outcomes are the words for the outcomes of verifications.
var outcomes = map[string]string{
	"intact": "Intact", "damaged": "Damaged", "cancelled": "Ended by hand", "failed": "Failed", "interrupted": "Interrupted",
}

// logVerify shows verifications of the whole log. While one runs, the page asks for its progress.
func (h *Handler) logVerify(ctx context.Context, v *visit) error {
	view := verifyView{Tabs: v.tabs()}
	var all eventlog.Verifications
	if err := v.answered(ctx, "log.verifications", nil, &all); err != nil {
		return err
	}
	for _, one := range all.Verifications {
		r := runView{Verification: one, Percent: 100 * int64(one.Position) / max(1, int64(one.Head))}
		if one.Ended == nil {
			if one.Left >= 0 {
				r.Left = v.duration(time.Duration(one.Left) * time.Second)
			}
			view.Running = &r
			continue
		}
		r.Took, r.Result = v.duration(one.Ended.Sub(one.Began)), v.text(outcomes[string(one.Outcome)])
		view.Ended = append(view.Ended, r)
	}
	return v.show("log_verify", v.text("Verification"), view)
}

// duration formats a length of time to the second, and a short one in milliseconds.
func (v *visit) duration(d time.Duration) string {
	if d < time.Second {
		return number(v.l, d.Milliseconds()) + "\u00a0ms"
	}
	return d.Round(time.Second).String()
}

// logStartVerify begins a verification.
func (h *Handler) logStartVerify(ctx context.Context, v *visit) error {
	if _, err := v.invoke(ctx, "log.verify", nil); err != nil {
		return err
	}
	v.redirect(logPath + "/verify")
	return nil
}

// logCancelVerify ends a verification.
func (h *Handler) logCancelVerify(ctx context.Context, v *visit) error {
	id, err := strconv.ParseInt(v.form.Get("id"), 10, 64)
	if err != nil {
		return forms.ErrUnreadable
	}
	if _, err := v.invoke(ctx, "log.verify.cancel", map[string]any{"id": id}); err != nil {
		return err
	}
	v.redirect(logPath + "/verify")
	return nil
}
