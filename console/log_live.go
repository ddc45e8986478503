package console

import (
	"bytes"
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tradelog/eventstore/trail"
	"tradelog/operations"
	"tradelog/operations/eventlog"
)

// tailFilters are the filters of the live log, which are parameters of the operation, with their labels.
var tailFilters = []struct{ name, label string }{
	{"type", "Types"}, {"resource", "Categories"}, {"stream", "Stream"}, {"actorKind", "Kind of actor"}, {"actorId", "Number of actor"},
	{"requestId", "Request"}, {"cause", "Cause"}, {"agent", "Agent"},
}

// actorKinds are the kinds of actors.
var actorKinds = []string{"guest", "customer", "admin", "api", "operator", "system"}

// tailView is the data of the page of the live log.
type tailView struct {
	Tabs     []link
	Filters  []field
	Filtered bool
	Rows     []trail.Entry
	// Follow is the path of new events, Older that of older ones; empty at the end.
	Follow, Older string
	// Past tells that the page shows older events, so that it does not update itself.
	Past bool
}

// conditions returns the filters of the live log in the request.
func (v *visit) conditions() url.Values {
	query := url.Values{}
	for _, f := range tailFilters {
		if text := strings.TrimSpace(v.query.Get(f.name)); text != "" {
			query.Set(f.name, text)
		}
	}
	return query
}

// logTail shows the newest matching events, and new ones as they come.
func (h *Handler) logTail(ctx context.Context, v *visit) error {
	conditions := v.conditions()
	view := tailView{Tabs: v.tabs(), Filtered: len(conditions) > 0, Past: v.query.Get("after") != ""}
	arguments := map[string]any{"language": v.l.Language(), "after": v.query.Get("after")}
	for _, f := range tailFilters {
		one := field{Name: f.name, Label: v.text(f.label), Input: "line", Value: conditions.Get(f.name)}
		if f.name == "actorKind" {
			one.Input = "choice"
			for _, kind := range actorKinds {
				one.Options = append(one.Options, option{kind, v.text(kind)})
			}
		}
		view.Filters = append(view.Filters, one)
		if one.Value != "" {
			arguments[f.name] = one.Value
		}
	}
	var tail eventlog.Tail
	if err := v.answered(ctx, "log.tail", arguments, &tail); err != nil {
		return err
	}
	view.Rows = tail.Entries
	if tail.Next > 0 {
		older := url.Values{"after": {strconv.FormatInt(int64(tail.Next), 10)}}
		for name, values := range conditions {
			older[name] = values
		}
		view.Older = logPath + "/live?" + older.Encode()
	}
	conditions.Set("after", h.pipeline.Token(tail.Head))
	view.Follow = logPath + "/follow?" + conditions.Encode()
	return v.show("log_live", v.text("Live"), view)
}

// logFollow sends rows of the live log as they come: an event with the rows of a batch, the newest first. Browsers that reconnect send
// their last position.
func (h *Handler) logFollow(ctx context.Context, v *visit) error {
	query := v.conditions()
	query.Set("language", v.l.Language())
	after := v.query.Get("after")
	if last := v.r.Header.Get("Last-Event-ID"); last != "" {
		after = last
	}
	query.Set("after", after)
	parsed, err := h.templates.in(v.l, v.zone)
	if err != nil {
		return err
	}
	tell := func(messages []operations.Message, last string) (string, error) {
		var b bytes.Buffer
		for _, m := range messages {
			var batch eventlog.Batch
			if err := json.Unmarshal(m.Data, &batch); err != nil {
				return "", err
			}
			slices.Reverse(batch.Entries)
			if err := parsed["log_live"].ExecuteTemplate(&b, "rows", batch); err != nil {
				return "", err
			}
		}
		if b.Len() == 0 {
			return "", nil
		}
		return "id: " + last + "\nevent: rows\ndata: " + strings.ReplaceAll(b.String(), "\n", " ") + "\n\n", nil
	}
	return v.sendLive(ctx, h.pipeline.Registry.Find("log.tail"), query, tell, 0) // the operation makes the pauses
}
