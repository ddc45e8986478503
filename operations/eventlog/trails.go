package eventlog

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"tradelog/domain/change"
	"tradelog/domain/fault"
	"tradelog/domain/locale"
	"tradelog/eventstore"
	"tradelog/eventstore/trail"
	"tradelog/operations"
	"tradelog/operations/bodies"
	"tradelog/operations/inputs"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/freshness"
)

// trailResource is the resource of this package. audit/read is enough to read every trail, but not for personal fields.
var trailResource = &operations.Resource{
	Name: "Trail", Section: "audit", Permission: "audit", ACL: "audit", Label: "trail",
	Brief: []string{"position", "time", "stream", "type", "resource", "id", "name", "what", "actor", "reason"},
	Doc: "What happened to one thing, or what somebody did: an entry for each event of the log, with who did it, when and why, and the " +
		"fields before and after. Personal fields are shown to those who may read the thing itself.",
}

type trailHandlers struct {
	reader     *trail.Reader
	kinds      []trail.Kind
	categories []string
	scopes     Scopes
}

// Scopes finds the stores of a stream's resource, which is the zero scope for a resource without stores.
type Scopes interface {
	Scope(ctx context.Context, stream string) (change.Scope, error)
}

// NewTrails makes the operations that show the trail of one thing, or of everything somebody did (docs/trail.md). All are beyond the
// contract. categories are those of the streams in the log. scopes decides which trails a token that is limited to stores may see.
func NewTrails(reader *trail.Reader, kinds []trail.Kind, categories []string, scopes Scopes) []*operations.Operation {
	h := &trailHandlers{reader, kinds, categories, scopes}
	var out []*operations.Operation
	for _, k := range kinds {
		out = append(out, h.timelineOf(k))
	}
	return append(out, operations.Define(operations.Declaration{
		Resource: trailResource, Verb: operations.Get, Method: "GET", Path: "/audit", Access: operations.Backend.Access("audit/read"),
		Extra: true, Response: operations.Response{NoStore: true}, Tool: operations.Tool{Entries: true}, Summary: "Search the log", Cost: 40,
		Doc: "Finds events of the whole log, newest first: by who did it, when, of which type, for which request, and about which kind of " +
			"things; with agent or program, what a program did. Entries tell old and new values. One answer comes from at most 10,000 " +
			"events: an answer with few entries or none may have next, which continues the search.",
	}, h.search))
}

// timelineOf declares the timeline of a kind of thing.
func (h *trailHandlers) timelineOf(k trail.Kind) *operations.Operation {
	declared := operations.Declaration{
		Resource: trailResource, Verb: operations.Get, Method: "GET", Path: k.Path + "/timeline", Access: operations.Backend.Access("audit/read"),
		Extra: true, Response: operations.Response{NoStore: true}, Tool: operations.Tool{Entries: true}, Cost: 5,
		Summary: "Get the timeline of " + article(k.Noun) + k.Noun,
		Doc: "Tells what happened to " + article(k.Noun) + k.Noun + ", newest first: who did what, when and why, and the fields before " +
			"and after. after continues a timeline with next of the last part.",
	}
	if strings.HasSuffix(k.Path, "/{sku}") {
		return operations.Define(declared, func(ctx context.Context, c *operations.Call, in skuInput) (documents.Bare[trail.Page], error) {
			return h.timeline(ctx, c, k, in.SKU, in.timelineInput)
		})
	}
	return operations.Define(declared, func(ctx context.Context, c *operations.Call, in idInput) (documents.Bare[trail.Page], error) {
		return h.timeline(ctx, c, k, in.ID, in.timelineInput)
	})
}

func article(noun string) string {
	if strings.ContainsAny(noun[:1], "aeiou") {
		return "an "
	}
	return "a "
}

// conditions are the common parameters of timelines and the search.
type conditions struct {
	After     int64  `query:"after" doc:"next of the last part of the answer"`
	Limit     int    `query:"limit" doc:"entries of the answer, 1 to 100; by default 20"`
	ActorKind string `query:"actorKind" enum:"guest,customer,admin,api,operator,system" doc:"kind of who did it"`
	ActorID   int64  `query:"actorId" doc:"number of the customer or account who did it"`
	From      string `query:"from" doc:"happened at or after; UTC, YYYY-MM-DD or YYYY-MM-DD HH:MM:SS"`
	To        string `query:"to" doc:"happened at or before; a date includes its whole day"`
	Language  string `query:"language" doc:"language of the sentences, such as de; by default that of the store view"`
	Fields    string `query:"fields" doc:"members of the entries, such as time,what,changes; * for all"`
}

type idInput struct {
	ID string `path:"id" doc:"ID of the thing"`
	timelineInput
}

type skuInput struct {
	SKU string `path:"sku" doc:"SKU of the product, case-insensitive"`
	timelineInput
}

type timelineInput struct {
	Field string `query:"field" doc:"only entries that change this member, such as price or items[12].qtyShipped"`
	Order string `query:"order" enum:"newest,oldest" doc:"which entries come first; by default the newest"`
	conditions
}

type searchInput struct {
	Type      string `query:"type" doc:"types of events, such as OrderHeld, separated by commas"`
	Resource  string `query:"resource" doc:"kinds of things, such as orders or products, separated by commas"`
	RequestID string `query:"requestId" doc:"request that led to the events, directly or not; or their correlation"`
	Cause     string `query:"cause" doc:"event or request that directly led to the events"`
	Program   string `query:"program" doc:"client program, as it named itself, with its version or without it"`
	Agent     int64  `query:"agent" doc:"number of the program that acted for an account, see GET /agents"`
	Token     string `query:"token" doc:"identifier of the token"`
	Via       string `query:"via" enum:"rest,graphql,mcp,soap,cli,page,console" doc:"interface"`
	conditions
}

// shown returns a page whose entries have the requested members.
func (in conditions) shown(page trail.Page) (documents.Bare[trail.Page], error) {
	wanted := trailList(in.Fields)
	if len(wanted) == 0 || slices.Contains(wanted, "*") {
		return documents.Plainly(page)
	}
	some := struct {
		Entries []map[string]json.RawMessage `json:"entries"`
		Next    eventstore.Position          `json:"next"`
	}{make([]map[string]json.RawMessage, len(page.Entries)), page.Next}
	for i, entry := range page.Entries {
		whole, err := documents.Encode(entry)
		if err != nil {
			return nil, err
		}
		some.Entries[i] = map[string]json.RawMessage{}
		for name, value := range bodies.Members(whole) {
			if slices.Contains(wanted, name) {
				some.Entries[i][name] = value
			}
		}
	}
	b, err := documents.Plainly(some)
	return documents.Bare[trail.Page](b), err
}

// query parses the conditions.
func (in conditions) query(c *operations.Call) (q trail.Query, err error) {
	q = trail.Query{After: eventstore.Position(in.After), Limit: in.Limit, ActorKind: in.ActorKind, ActorID: in.ActorID}
	if q.Limit == 0 {
		q.Limit = 20
	}
	if q.Limit < 0 || q.Limit > 100 {
		return q, fault.Invalidf("limit must be from 1 to 100.").About(fault.Range, "limit")
	}
	if q.From, err = inputs.Moment("from", in.From, false); err != nil {
		return q, err
	}
	if q.To, err = inputs.Moment("to", in.To, true); err != nil {
		return q, err
	}
	if !q.To.IsZero() {
		q.To = q.To.Add(time.Second)
	}
	q.Sees = c.MaySeeStore
	code := in.Language
	if code == "" {
		code = c.Config().Text("general/locale/code")
	}
	q.Language = trail.Language(locale.Of(code, nil).Language())
	return q, nil
}

func (h *trailHandlers) timeline(ctx context.Context, c *operations.Call, k trail.Kind, name string, in timelineInput) (
	documents.Bare[trail.Page], error,
) {
	q, err := in.query(c)
	if err != nil {
		return nil, err
	}
	q.Field, q.OldestFirst, q.Open = in.Field, in.Order == "oldest", k.Permission != "" && c.BackendReader(k.Permission)
	at, err := k.Find(ctx, name)
	if err != nil {
		return nil, err
	}
	page, err := h.reader.Read(ctx, k, at, q)
	if err != nil {
		return nil, err
	}
	if err := h.visible(ctx, c, k, at.Stream); err != nil {
		return nil, err
	}
	return in.shown(page)
}

// visible refuses a thing that belongs to none of the token's stores, nor to their websites.
func (h *trailHandlers) visible(ctx context.Context, c *operations.Call, k trail.Kind, stream string) error {
	if c.AllowedStores() == nil {
		return nil
	}
	freshness.ReadingFrom(ctx).Unknown() // the stores of a thing have no version
	scope, err := h.scopes.Scope(ctx, stream)
	switch {
	case err != nil:
		return err
	case scope.Empty():
		return fault.Forbiddenf("The timeline of %s%s is for tokens that are not restricted to stores.", article(k.Noun), k.Noun)
	case !scope.Within(c.AllowedStores(), c.AllowedWebsites()):
		return fault.Forbiddenf("Access denied for this %s's store", k.Noun)
	}
	return nil
}

func (h *trailHandlers) search(ctx context.Context, c *operations.Call, in searchInput) (documents.Bare[trail.Page], error) {
	freshness.ReadingFrom(ctx).Unknown() // the log itself has no versions
	if c.AllowedStores() != nil {
		return nil, fault.Forbiddenf("The search of the log is for tokens that are not restricted to stores.")
	}
	q, err := in.query(c)
	if err != nil {
		return nil, err
	}
	types := trailList(in.Type)
	for _, name := range types {
		if known := h.reader.Types(); !slices.Contains(known, name) {
			return nil, fault.Invalidf("There is no event type %.64s.%s", name, fault.Meant(name, known)).About(fault.Choice, "type")
		}
	}
	categories, err := h.categoriesOf(trailList(in.Resource))
	if err != nil {
		return nil, err
	}
	page, err := h.reader.Find(ctx, trail.Search{
		Query: q, Categories: categories, Types: types, RequestID: in.RequestID, Program: in.Program,
		Kinds: h.kinds, Opens: trail.Opens(h.kinds, c.BackendReader),
		Cause: in.Cause, Agent: in.Agent, Token: in.Token, Via: in.Via, Brief: c.Caller.Brief,
	})
	if err != nil {
		return nil, err
	}
	return in.shown(page)
}

// categoriesOf returns the categories of streams that names stand for: those of things as paths name them, such as orders, or of streams.
func (h *trailHandlers) categoriesOf(names []string) (categories []string, err error) {
	for _, name := range names {
		i := slices.IndexFunc(h.kinds, func(k trail.Kind) bool { return k.Takes(name) })
		switch {
		case i >= 0:
			categories = append(categories, h.kinds[i].Category)
		case slices.Contains(h.categories, name):
			categories = append(categories, name)
		default:
			return nil, fault.Invalidf("There is no kind of things named %.64s.%s", name, fault.Meant(name, h.categories)).
				About(fault.Choice, "resource")
		}
	}
	return categories, nil
}

func trailList(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
}
