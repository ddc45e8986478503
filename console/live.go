package console

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"time"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/representation"
)

// Intervals of live answers.
const (
	waiting = 15 * time.Second // between signs of life
	calm    = 300 * time.Millisecond
)

// live tells a page about changes of the resources in the parameter of, by events with the name of the resource. It reads the registry's
// feed of changes, which has the changes that the account may read. It ends with the login.
func (h *Handler) live(ctx context.Context, v *visit) error {
	o := h.pipeline.Registry.Find("GET /changes")
	if o == nil || o.Live == nil {
		return fault.NotFoundf("There is no feed of changes")
	}
	return v.sendLive(ctx, o, url.Values{"resources": {v.query.Get("of")}, "after": {"latest"}}, named, calm)
}

// eventEncoder makes events of messages; last is the name of the newest one.
type eventEncoder = func(messages []operations.Message, last string) (string, error)

// sendLive invokes an operation with a live answer, and sends the events that encode makes of its messages. It ends with the login, with
// the program, or when the browser leaves. Messages within pause are sent together.
func (v *visit) sendLive(ctx context.Context, o *operations.Operation, query url.Values, encode eventEncoder, pause time.Duration) error {
	in := &representation.Input{Query: query}
	in.Negotiate = func(*operations.Operation) (string, error) { return representation.EventStream, nil }
	call, err := v.h.pipeline.Admit(ctx, v.caller, o, in)
	if err != nil {
		return err
	}
	leave, err := call.Open()
	if err != nil {
		return err
	}
	defer leave()
	source, err := call.Stream(ctx)
	if err != nil {
		return err
	}
	ctx, end := context.WithCancel(ctx)
	defer end()
	go func() {
		select {
		case <-v.h.leaving:
			end()
		case <-ctx.Done():
		}
	}()
	v.stream(ctx, source, encode, pause)
	return nil
}

// stream sends the events that encode makes of messages, until the browser leaves, or the live answer ends. Messages within pause are sent
// together.
func (v *visit) stream(ctx context.Context, source operations.Stream, encode eventEncoder, pause time.Duration) {
	v.sent = true
	connection := http.NewResponseController(v.w)
	v.w.Header().Set("Content-Type", representation.EventStream)
	v.w.Header().Set("X-Accel-Buffering", "no") // proxies must not hold events back
	v.w.WriteHeader(http.StatusOK)
	send := func(text string) bool {
		_, err := v.w.Write([]byte(text))
		return err == nil && connection.Flush() == nil
	}
	if !send(": live\n\n") {
		return
	}
	for {
		messages, last, err := source.Next(ctx, waiting)
		if err != nil {
			return
		}
		told, err := encode(messages, last)
		if err != nil {
			v.h.logger.Error("events of the console cannot be made", "path", v.r.URL.Path, "error", err)
			return
		}
		if told == "" {
			told = ": waiting\n\n"
		}
		if !send(told) {
			return
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return
		}
	}
}

// named makes events with the names of changed resources.
func named(messages []operations.Message, _ string) (string, error) {
	var b strings.Builder
	for _, name := range resourcesOf(messages) {
		b.WriteString("event: " + name + "\ndata: \n\n")
	}
	return b.String(), nil
}

// resourcesOf returns the resources that messages of the feed are about, each once.
func resourcesOf(messages []operations.Message) (names []string) {
	seen := map[string]bool{}
	for _, m := range messages {
		var change struct {
			Resource string `json:"resource"`
		}
		if json.Unmarshal(m.Data, &change) != nil || change.Resource == "" || seen[change.Resource] {
			continue
		}
		seen[change.Resource] = true
		names = append(names, change.Resource)
	}
	return names
}
