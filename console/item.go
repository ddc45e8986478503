package console

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tradelog/domain/locale"
	"tradelog/eventstore/trail"
	"tradelog/operations"
	"tradelog/operations/representation"
)

// itemView is the data of the page of one thing of a kind.
type itemView struct {
	Kind     *kind
	ID       string
	Title    string
	Document node
	Timeline []entry
	More     bool   // the timeline has older entries
	Picture  string // path of its picture; empty for none
	Offers   offers
	Parts    []link
	Files    []link
}

// entry is an entry of a timeline.
type entry struct {
	trail.Entry
	Changes []node
}

// loaded is a document with the data that a write needs.
type loaded struct {
	node
	Tag string // its ETag over REST
}

// load reads the whole document of one thing.
func (v *visit) load(ctx context.Context, k *kind, id string) (loaded, error) {
	return v.loadBy(ctx, v.reader(nil), k, id)
}

// loadBy reads one thing with a reader.
func (v *visit) loadBy(ctx context.Context, r reader, k *kind, id string) (l loaded, err error) {
	if k.item == nil {
		return l, errMissing
	}
	in := &representation.Input{Variables: map[string]string{k.item.Placeholders()[0]: id}}
	call, err := v.h.pipeline.Admit(ctx, v.caller, k.item, in)
	if err != nil {
		return l, err
	}
	result, err := call.Run(ctx)
	if err != nil {
		return l, err
	}
	body := representation.Body(call, result.Answer, representation.JSON, representation.Address{Path: call.URLPath(), Query: in.Query})
	l.Tag = representation.TagOf(body)
	l.node, err = r.read(body)
	return l, err
}

// elementsShown bounds the elements of a list on a page. They are the newest ones of lists with the newest first. Another page shows all.
const elementsShown = 50

// shortened returns a reader that shortens all lists but the whole ones. The document is as of the position at of the log; 0: now.
func (v *visit) shortened(k *kind, id string, at int64, whole ...string) reader {
	r := v.reader(nil)
	r.longest, r.whole, r.rest = elementsShown, whole, k.path(id)+"/list/"
	if at > 0 {
		r.as = "?at=" + strconv.FormatInt(at, 10)
	}
	return r
}

func (h *Handler) item(ctx context.Context, v *visit) error {
	k, err := v.kind()
	if err != nil {
		return err
	}
	if k.name == "inventory" { // a route for it would hide the routes of its timeline and parts, see doc.go
		return h.stock(ctx, v)
	}
	id := v.r.PathValue("id")
	document, err := v.loadBy(ctx, v.shortened(k, id, 0), k, id)
	if err != nil {
		return err
	}
	view := itemView{Kind: k, ID: id, Title: v.name(k, id, document.node), Document: document.node}
	timeline, next, err := v.timeline(ctx, k, id, "", entriesShown)
	if err != nil {
		return err
	}
	view.Timeline, view.More = timeline, next > 0
	view.Offers, view.Picture = v.offers(k, id, document.node), v.picture(document.node)
	for _, p := range k.parts {
		switch {
		case !p.operation.Authorizes(v.call.Principal) || p.operation.Tool.None && p.operation.Response.Produces == "":
		case !suits(p.operation, document.node):
		case p.operation.Response.Produces != "":
			view.Files = append(view.Files, link{Href: k.path(id) + "/file/" + p.name, Text: v.text(p.operation.Summary)})
		default:
			view.Parts = append(view.Parts, link{Href: k.path(id) + "/part/" + p.name, Text: label(v.l, p.name)})
		}
	}
	v.follow(k.Resource())
	return v.show("item", view.Title, view)
}

// nameMembers are members that name a thing, the best first.
var nameMembers = []string{"incrementId", "name", "title", "className", "code", "sku", "subject", "identifier", "email", "username"}

// name returns the name of a thing.
func (v *visit) name(k *kind, id string, document node) string {
	for _, member := range nameMembers {
		if n := document.Get(member); n.Plain() && n.Text != "" {
			return n.Text
		}
	}
	return v.text(k.title) + " " + id
}

// actTitle returns the text of a button.
func (v *visit) actTitle(o *operations.Operation) string {
	switch o.Verb {
	case operations.Update:
		if o.Method == http.MethodPut && len(o.Placeholders()) == 1 && strings.HasSuffix(o.Path, "}") {
			return v.text("Edit")
		}
	case operations.Delete:
		if strings.HasSuffix(o.Path, "}") {
			return v.text("Delete")
		}
	}
	return v.text(o.Summary)
}

// The numbers of entries of a timeline on the page of a thing, and on the page of the whole timeline.
const (
	entriesShown = 20
	entriesPaged = 50
)

// timeline reads a part of the timeline of a thing, newest first; nothing if the account may not. next continues it.
func (v *visit) timeline(ctx context.Context, k *kind, id string, after string, limit int) (entries []entry, next int64, err error) {
	if k.timeline == nil || !k.timeline.Authorizes(v.call.Principal) {
		return nil, 0, nil
	}
	arguments := map[string]any{k.timeline.Placeholders()[0]: id, "limit": limit, "language": v.l.Language(), "fields": "*"}
	if after != "" {
		arguments["after"] = after
	}
	result, err := v.invoke(ctx, k.timeline.Name(), arguments)
	if err != nil {
		return nil, 0, err
	}
	return v.entries(result)
}

// timelineView is the data of the page of a whole timeline.
type timelineView struct {
	Kind     *kind
	ID       string
	Timeline []entry
	Next     int64
}

func (h *Handler) wholeTimeline(ctx context.Context, v *visit) error {
	k, err := v.kind()
	if err != nil {
		return err
	}
	if k.timeline == nil {
		return errMissing
	}
	if !k.timeline.Authorizes(v.call.Principal) {
		return missingRight
	}
	view := timelineView{Kind: k, ID: v.r.PathValue("id")}
	if view.Timeline, view.Next, err = v.timeline(ctx, k, view.ID, v.query.Get("after"), entriesPaged); err != nil {
		return err
	}
	return v.show("timeline", v.text("What happened"), view)
}

// elementsPaged is the number of elements on a page of a list.
const elementsPaged = 100

// elementsView is the data of a page of a list in a document.
type elementsView struct {
	Kind *kind
	ID   string
	List node
	// Before and After are the paths of the neighbouring pages; "" for none.
	Before, After string
	Page          int
}

// elements shows a list in a document, now or as of a position of the log.
func (h *Handler) elements(ctx context.Context, v *visit) error {
	k, err := v.kind()
	if err != nil {
		return err
	}
	if k.item == nil {
		return errMissing
	}
	view := elementsView{Kind: k, ID: v.r.PathValue("id"), Page: 1}
	if page, err := strconv.Atoi(v.query.Get("page")); err == nil && page > 1 {
		view.Page = page
	}
	arguments := map[string]any{k.item.Placeholders()[0]: view.ID}
	if at := v.query.Get("at"); at != "" {
		arguments[operations.AsOfParameter] = at
	}
	result, err := v.invoke(ctx, k.item.Name(), arguments)
	if err != nil {
		return err
	}
	member := v.r.PathValue("member")
	r := v.reader(slices.Concat([]string{member}, currencies, baseCurrencies))
	r.paged, r.from, r.longest = member, (view.Page-1)*elementsPaged, elementsPaged
	document, err := r.read(result.Answer.Item)
	if err != nil {
		return err
	}
	if view.List = document.Get(member); view.List.Is != isList || view.List.Flat() {
		return errMissing
	}
	to := func(page int) string {
		query := url.Values{"page": {strconv.Itoa(page)}}
		if at := v.query.Get("at"); at != "" {
			query.Set("at", at)
		}
		return "?" + query.Encode()
	}
	if view.Page > 1 {
		view.Before = to(view.Page - 1)
	}
	if r.from+len(view.List.Elements) < view.List.Total {
		view.After = to(view.Page + 1)
	}
	return v.show("elements", view.List.Label, view)
}

// entries reads the entries of a timeline or of a search.
func (v *visit) entries(result operations.Result) (entries []entry, next int64, err error) {
	var page struct {
		Entries []json.RawMessage `json:"entries"`
		Next    int64             `json:"next"`
	}
	if err := result.Decode(&page); err != nil {
		return nil, 0, err
	}
	for _, raw := range page.Entries {
		var e entry
		if err := json.Unmarshal(raw, &e.Entry); err != nil {
			return nil, 0, err
		}
		whole, err := v.read(raw)
		if err != nil {
			return nil, 0, err
		}
		e.Changes = whole.Get("changes").Elements
		for _, c := range e.Changes {
			v.nameChange(c, e.Forgotten)
		}
		entries = append(entries, e)
	}
	return entries, page.Next, nil
}

// nameChange labels a change of a timeline: its member as in documents, and states and values of enumerations as words. Paths of the
// configuration stay unchanged, and so do members that only the timeline can translate.
func (v *visit) nameChange(change node, forgotten bool) {
	field := change.Get("field").Raw
	member, _, _ := strings.Cut(last(field), "[")
	for i := range change.Members {
		switch m := &change.Members[i]; m.Name {
		case "label":
			if name := label(v.l, member); !strings.Contains(field, "/") && (name != spaced(member) || v.l.Language() == locale.English) {
				m.Text = name
			}
		case "before", "after":
			if m.name(v.l, v.h.words(), member); forgotten && m.Raw == "forgotten" {
				m.Text = v.text("forgotten")
			}
		}
	}
}

// file sends a printed document of a thing.
func (h *Handler) file(ctx context.Context, v *visit) error {
	_, result, err := v.partOf(ctx)
	if err != nil {
		return err
	}
	return v.sendFile(result)
}

// sendFile sends the file of an answer.
func (v *visit) sendFile(result operations.Result) error {
	f := result.Answer.File
	if f == nil {
		return errMissing
	}
	v.w.Header().Set("Content-Type", f.Type)
	v.w.Header().Set("Content-Disposition", `inline; filename="`+f.Name+`"`)
	v.answer.Write(f.Body)
	return nil
}

// partOf reads the part or the file that the path names.
func (v *visit) partOf(ctx context.Context) (k *kind, result operations.Result, err error) {
	if k, err = v.kind(); err != nil {
		return nil, result, err
	}
	o := k.part(v.r.PathValue("part"))
	if o == nil {
		return nil, result, errMissing
	}
	in := &representation.Input{Variables: map[string]string{o.Placeholders()[0]: v.r.PathValue("id")}}
	result, err = v.h.pipeline.Invoke(ctx, v.caller, o, in)
	return k, result, err
}

// partView is the data of the page of a part of a thing.
type partView struct {
	Kind  *kind
	ID    string
	Title string
	Acts  []link
	Part  node
}

// part shows a part of a thing.
func (h *Handler) part(ctx context.Context, v *visit) error {
	k, result, err := v.partOf(ctx)
	if err != nil {
		return err
	}
	view := partView{Kind: k, ID: v.r.PathValue("id"), Title: label(v.l, v.r.PathValue("part"))}
	if k.item != nil {
		document, err := v.load(ctx, k, view.ID)
		if err != nil {
			return err
		}
		view.Acts = v.partOffers(k, view.ID, v.r.PathValue("part"), document.node)
	}
	switch a := result.Answer; {
	case a.List:
		view.Part = node{Is: isList}
		view.Part.Elements, err = v.rows(a.Items, nil)
	case a.Bare != nil:
		view.Part, err = v.read(a.Bare)
	default:
		view.Part, err = v.read(a.Item)
	}
	if err != nil {
		return err
	}
	return v.show("part", view.Title, view)
}
