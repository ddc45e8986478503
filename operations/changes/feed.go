// Package changes has the operation that reads the feed of changes, and declares subscriptions of webhooks, to which the shop sends changes
// (docs/webhooks.md). Webhooks are beyond the contract.
package changes

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"tradelog/domain/fault"
	"tradelog/domain/settings"
	"tradelog/eventstore"
	"tradelog/operations"
	"tradelog/readmodels/changes"
	"tradelog/readmodels/documents"
)

// changeResource is the resource of changes. The permissions of the configuration are only for its changes.
var changeResource = &operations.Resource{
	Name: "Change", Section: "system", Permission: "changes", ACL: "system/changes", Label: "change",
	Parts: []string{settings.Configuration}, Grants: []string{settings.Configuration + "/read"},
	Doc: "A change of a resource, as the event log has it. To synchronise, follow the changes and get the resources that they name.",
}

// New makes the operation.
func New(feed *changes.Feed) []*operations.Operation {
	h := &handlers{feed}
	return []*operations.Operation{operations.DefineStreamed(operations.Declaration{
		Resource: changeResource, Verb: operations.Get, Method: "GET", Path: "/changes", Access: operations.Backend.Access("changes/read"),
		Response: operations.Response{NoStore: true}, Extra: true, Summary: "Follow changes",
		Doc: "Returns what was created, changed and deleted after a position, in the order of the event log, and the position to send next. " +
			"None is left out, and a resource that is read now shows its change. Only resources that the token may read are named: each " +
			"needs its own read permission and, if the token or its account is limited to tools, one that reads it. To begin, ask with " +
			"after=latest, read all resources once, and go on from the position.",
	}, operations.Live{Message: reflect.TypeFor[documents.Change](), Resume: "after"}, h.read, h.stream)}
}

type handlers struct{ feed *changes.Feed }

type query struct {
	After string `query:"after" doc:"position after which changes are wanted: next or cursor of the answer before. 0, the default, is the beginning; latest skips all changes so far"`
	// Resources is a list in one text, which is how tools and clients of the interface write lists of names.
	Resources string `query:"resources" doc:"names of resources, separated by commas, such as orders,inventory; all that the token may read by default"`
	Wait      int64  `query:"wait" min:"0" max:"30" doc:"seconds to wait for a change if there is none; 0 by default, 30 at most"`
	Limit     int64  `query:"limit" min:"1" max:"1000" doc:"greatest number of changes, 100 by default, 1000 at most; those of one event come together"`
}

// The bounds of a query.
const (
	usualLimit = 100
	mostLimit  = 1000
	mostWait   = 30 * time.Second
	// answering is the part of a request's time that is left for the answer after a wait.
	answering = time.Second
)

// read returns a page of the feed.
func (h *handlers) read(ctx context.Context, c *operations.Call, in query) (answer, error) {
	after, q, err := h.parse(ctx, c, in)
	if err != nil {
		return answer{}, err
	}
	patience := min(max(time.Duration(in.Wait)*time.Second, 0), mostWait)
	if end, bounded := ctx.Deadline(); bounded {
		patience = min(patience, time.Until(end)-answering)
	}
	page, err := h.feed.Read(ctx, after, q, patience)
	if err == nil && patience > 0 {
		err = c.Waited(ctx)
	}
	if err != nil {
		return answer{}, err
	}
	return answerOf(c, page), nil
}

// parse parses a query.
func (h *handlers) parse(ctx context.Context, c *operations.Call, in query) (after eventstore.Position, q changes.Query, err error) {
	if q.Resources, err = h.resources(c, in.Resources); err != nil {
		return 0, q, err
	}
	if q.Limit = usualLimit; in.Limit > 0 {
		q.Limit = int(min(in.Limit, mostLimit))
	}
	q.Limited, q.Stores, q.Websites = c.AllowedStores() != nil, c.AllowedStores(), c.AllowedWebsites()
	switch text := strings.TrimSpace(in.After); text {
	case "":
	case "latest":
		after, err = h.feed.Latest(ctx)
	default:
		if after, err = c.Position("after", text); err == nil {
			err = h.feed.Check(ctx, after)
		}
	}
	return after, q, err
}

// resources returns the requested resources. Each must exist, and the caller must have the permission to read it.
func (h *handlers) resources(c *operations.Call, text string) ([]string, error) {
	known := h.feed.Resources()
	names := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
	if len(names) == 0 {
		names = slices.DeleteFunc(known, func(name string) bool { return !c.MayRead(name) })
		if len(names) == 0 {
			return nil, fault.Forbiddenf("This token may read none of the resources whose changes are told.")
		}
		return names, nil
	}
	slices.Sort(names)
	names = slices.Compact(names)
	for _, name := range names {
		switch {
		case !slices.Contains(known, name):
			return nil, fault.Invalidf("Unknown resource %.64q in resources. Known are: %s.", name, strings.Join(known, ", ")).
				About(fault.Choice, "resources")
		case !c.Has(name + "/read"):
			return nil, fault.Forbiddenf("The changes of %s need the permission %s/read.", name, name)
		case !c.MayRead(name):
			return nil, fault.Forbiddenf("The changes of %s need a tool that reads them. The token, or its account, is limited to others.", name)
		}
	}
	return names, nil
}

// answer is a page of the feed, encoded.
type answer struct {
	documents.Bare[documents.Changes]
	changes []byte
}

// Answer returns the page. Its entity tag is made of the changes alone. So an empty answer is unchanged if only the position has moved on.
func (a answer) Answer() documents.Answer { return documents.Answer{Bare: a.Bare, Tag: a.changes} }

func answerOf(c *operations.Call, page changes.Page) answer {
	size := 64
	for _, e := range page.Entries {
		size += len(e.JSON) + 1
	}
	b := bytes.NewBuffer(make([]byte, 0, size))
	b.WriteString(`{"changes":`)
	begin := b.Len()
	for i, e := range page.Entries {
		if i == 0 {
			b.WriteByte('[')
		} else {
			b.WriteByte(',')
		}
		b.Write(e.JSON)
	}
	if len(page.Entries) == 0 {
		b.WriteByte('[')
	}
	b.WriteByte(']')
	end := b.Len()
	fmt.Fprintf(b, `,"next":%d,"cursor":"%s"}`, page.Next, c.Token(page.Next))
	return answer{Bare: b.Bytes(), changes: b.Bytes()[begin:end]}
}

// stream begins the live answer.
func (h *handlers) stream(ctx context.Context, c *operations.Call, in query) (operations.Stream, error) {
	after, q, err := h.parse(ctx, c, in)
	if err != nil {
		return nil, err
	}
	q.Limit = mostLimit
	return &live{feed: h.feed, at: after, query: q, name: c.Token}, nil
}

// live is the live answer. Each message is a change.
type live struct {
	feed  *changes.Feed
	at    eventstore.Position
	query changes.Query
	name  func(eventstore.Position) string // with the name of the log, so that a client that resumes at another log is told so
}

// Next waits for changes. Only the last change of an event names its position, so that a client which continues from there gets all of
// them.
func (l *live) Next(ctx context.Context, patience time.Duration) (messages []operations.Message, last string, err error) {
	page, err := l.feed.Read(ctx, l.at, l.query, patience)
	if err != nil {
		return nil, "", err
	}
	if len(page.Entries) == 0 && l.feed.Leaving() {
		return nil, "", operations.ErrStreamEnds
	}
	messages = make([]operations.Message, len(page.Entries))
	for i, e := range page.Entries {
		messages[i].Data = e.JSON
		if i+1 == len(page.Entries) || page.Entries[i+1].Position != e.Position {
			messages[i].Name = l.name(e.Position)
		}
	}
	l.at = page.Next
	return messages, l.name(page.Next), nil
}
