package console

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tradelog/domain/letter"
	"tradelog/eventstore/trail"
	"tradelog/operations"
	"tradelog/operations/eventlog"
	"tradelog/operations/representation"
)

// orderView is the data of the page of an order.
type orderView struct {
	Kind     *kind
	ID       string
	Document node // as of the shown moment, with marks where the present differs
	Now      node
	Timeline []entry // newest first
	More     bool
	Next     []link
	Customer string // path of the customer's page; empty for a guest
	// Moments is the number of events on the slider. Moment is the number of the shown one, from 1; the last is the present.
	Moments int
	Moment  int
	Shown   trail.Entry
	Past    bool
	Differ  int
	Receipt bool
	Papers  bool
}

// orderSteps are the buttons of an order, each with the step of the order that it needs; "" for always.
var orderSteps = []struct{ act, step, title string }{
	{"invoices", "invoice", "Invoice"}, {"shipments", "ship", "Ship"}, {"credit-memos", "refund", "Refund"}, {"hold", "hold", "Put on hold"},
	{"unhold", "unhold", "Release from hold"}, {"cancel", "cancel", "Cancel order"}, {"comments", "", "Comment"},
}

// order shows an order for people, now or as it was after one of its events.
func (h *Handler) order(ctx context.Context, v *visit) error {
	k, id := h.kinds.byName["orders"], v.r.PathValue("id")
	ctx, err := v.readAhead(ctx, k, id)
	if err != nil {
		return err
	}
	now, err := v.loadBy(ctx, v.shortened(k, id, 0, orderLines), k, id)
	if err != nil {
		return err
	}
	view := orderView{Kind: k, ID: id, Document: now.node, Now: now.node}
	entries, next, err := v.timeline(ctx, k, id, "", entriesShown)
	if err != nil {
		return err
	}
	view.Timeline, view.More = entries, next > 0
	if err := view.goBack(ctx, v); err != nil {
		return err
	}
	if customer := now.Get("customerId").Raw; customer != "" && customer != "0" && v.may("GET /customers/{id}") {
		view.Customer = Path + "/customers/" + customer
	}
	if !view.Past { // the past has no buttons
		if view.Next, err = v.nextSteps(ctx, k, id); err != nil {
			return err
		}
	}
	view.Receipt = v.may("GET /orders/{id}/receipt")
	view.Papers = v.may("GET /orders/{orderId}/invoices") || v.may("GET /orders/{orderId}/shipments")
	v.follow("orders")
	return v.show("order", v.text("Order %s", now.Get("incrementId").Raw), view)
}

// readAhead reads one thing for all operations of a page that need it.
func (v *visit) readAhead(ctx context.Context, k *kind, id string) (context.Context, error) {
	number, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return ctx, errMissing
	}
	if k.item == nil || k.item.Ahead == nil {
		return ctx, nil
	}
	return k.item.Ahead(ctx, v.call, []int64{number})
}

// orderLines is the list of an order that its page shows whole.
const orderLines = "items"

// goBack shows the order as it was after the event with the number in the parameter at.
func (view *orderView) goBack(ctx context.Context, v *visit) error {
	if len(view.Timeline) == 0 {
		return nil
	}
	newest := view.Timeline[0].Entry
	view.Moments = int(newest.Revision) + 1
	view.Moment, view.Shown = view.Moments, newest
	n, err := strconv.Atoi(v.query.Get("at"))
	if view.Past = err == nil && n >= 1 && n < view.Moments; !view.Past {
		return nil
	}
	view.Moment = n
	if view.Shown, err = view.moment(ctx, v, n); err != nil {
		return err
	}
	in, err := representation.Arguments(view.Kind.item, map[string]any{"id": view.ID, "asOf": int64(view.Shown.Position)})
	if err != nil {
		return err
	}
	result, err := v.h.pipeline.Invoke(ctx, v.caller, view.Kind.item, in)
	if err != nil {
		return err
	}
	r := v.shortened(view.Kind, view.ID, int64(view.Shown.Position), orderLines)
	if view.Document, err = r.read(result.Answer.Item); err == nil {
		view.Differ = view.Document.mark(view.Now)
	}
	return err
}

// moment returns the event of the order with a number: from the page, or from the log. Accounts that are limited to stores may not read the
// log, so their request walks through the timeline.
func (view *orderView) moment(ctx context.Context, v *visit, n int) (trail.Entry, error) {
	for entries := view.Timeline; len(entries) > 0; {
		for _, e := range entries {
			if int(e.Revision) == n-1 {
				return e.Entry, nil
			}
		}
		if v.call.AllowedStores() == nil {
			return v.logged(ctx, view.Timeline[0].Stream, n)
		}
		after := strconv.FormatInt(int64(entries[len(entries)-1].Position), 10)
		var err error
		if entries, _, err = v.timeline(ctx, view.Kind, view.ID, after, entriesPaged); err != nil {
			return trail.Entry{}, err
		}
	}
	return trail.Entry{}, errMissing
}

// logged returns the event of a stream with a number, from 1.
func (v *visit) logged(ctx context.Context, stream string, n int) (trail.Entry, error) {
	var read eventlog.Events
	err := v.answered(ctx, "log.stream", map[string]any{"stream": stream, "before": n, "limit": 1, "language": v.l.Language()}, &read)
	if err != nil {
		return trail.Entry{}, err
	}
	if len(read.Entries) == 0 {
		return trail.Entry{}, errMissing
	}
	return read.Entries[0], nil
}

// ticksShown is the number of events up to which the slider marks each.
const ticksShown = 100

// Ticks are the numbers that the slider marks.
func (view orderView) Ticks() (numbers []int) {
	if view.Moments > ticksShown {
		return nil
	}
	for n := range view.Moments {
		numbers = append(numbers, n+1)
	}
	return numbers
}

// nextSteps are the buttons of the steps that the order allows now and the account may do.
func (v *visit) nextSteps(ctx context.Context, k *kind, id string) ([]link, error) {
	number, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return nil, errMissing
	}
	var steps []struct {
		Step     string `json:"step"`
		Possible bool   `json:"possible"`
	}
	if err := v.answered(ctx, "order.next", map[string]any{"id": number}, &steps); err != nil {
		return nil, err
	}
	possible := map[string]bool{"": true}
	for _, s := range steps {
		possible[s.Step] = s.Possible
	}
	var out []link
	for _, s := range orderSteps {
		if o := k.act(s.act); o != nil && possible[s.step] && o.Authorizes(v.call.Principal) {
			out = append(out, link{Href: k.path(id) + "/do/" + s.act, Text: v.text(s.title)})
		}
	}
	return out, nil
}

// Lines returns the lines of an address.
func (view orderView) Lines(name string) string {
	a := view.Document.Get(name)
	joined := func(names ...string) string {
		var words []string
		for _, name := range names {
			words = append(words, a.Get(name).Text)
		}
		return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
	}
	lines := []string{joined("company"), joined("prefix", "firstname", "middlename", "lastname", "suffix")}
	for _, street := range a.Get("street").Elements {
		lines = append(lines, street.Text)
	}
	lines = append(lines, joined("postcode", "city"), joined("region"), joined("countryId"), joined("telephone"))
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool { return line == "" }), "\n")
}

// SameAddress reports whether the shipping address is the billing address.
func (view orderView) SameAddress() bool {
	lines := view.Lines("shippingAddress")
	return lines != "" && lines == view.Lines("billingAddress")
}

// Distinct reports whether the status of the order says more than its state.
func (view orderView) Distinct() bool {
	state, status := view.Document.Get("state"), view.Document.Get("status")
	return state.Text != status.Text || state.Later != status.Later
}

// quantities are the quantities of a line of an order, with their English names.
var quantities = []struct{ member, title string }{
	{"qtyOrdered", "Ordered"}, {"qtyInvoiced", "Invoiced"}, {"qtyShipped", "Shipped"}, {"qtyRefunded", "Refunded"},
	{"qtyCanceled", "Canceled"},
}

// quantitiesOf returns the quantities of a line: ordered, and all others that are not zero now or then. Labels are English.
func quantitiesOf(item node) (out []node) {
	for i, of := range quantities {
		if n := item.Get(of.member); i == 0 || n.Differs || n.Raw != "0" && !n.Empty() {
			n.Label = of.title
			out = append(out, n)
		}
	}
	return out
}

// Comments returns the entries of the status history that have a comment, newest first.
func (view orderView) Comments() []node {
	return slices.DeleteFunc(slices.Clone(view.Document.Get("statusHistory").Elements), func(n node) bool { return n.Get("note").Empty() })
}

// sums are the totals of an order that its page shows, in their order.
var sums = []string{
	"subtotal", "discountAmount", "shippingAmount", "taxAmount", "giftcardAmount", "grandTotal", "totalPaid", "totalRefunded", "totalDue",
}

// Totals returns the totals of the order that are not zero, and the grand total.
func (view orderView) Totals() (out []node) {
	for _, name := range sums {
		n := view.Document.Get("prices." + name)
		if zero := n.Raw == "0" || n.Empty(); zero && !n.Differs && name != "grandTotal" {
			continue
		}
		out = append(out, n)
	}
	return out
}

// paper is a printed document of an order, with its file.
type paper struct{ Title, Href, At, Page string }

// papersView is the data of the printed documents of an order.
type papersView struct {
	ID     string
	Papers []paper
}

// emailTitles are the titles of kinds of e-mails about orders.
var emailTitles = map[string]string{
	letter.OrderForm.Name: "Order confirmation", letter.OrderCommentForm.Name: "Comment", letter.ShipmentForm.Name: "Shipment notice",
	letter.ShipmentCommentForm.Name: "Comment on a shipment", letter.InvoiceForm.Name: "Invoice", letter.CreditMemoForm.Name: "Credit memo",
	letter.OrderCancellationForm.Name: "Cancellation",
}

// emailStates are the words for states of e-mails that the buyer has not got.
var emailStates = map[string]string{
	"waiting": "is to be sent", "retrying": "not sent yet, is tried again", "failed": "not sent, given up", "dropped": "not sent",
	"filed": "written to a file, no mail server",
}

// emailView is an e-mail to the buyer of an order.
type emailView struct {
	Title, Href, At string
	State, Mood     string // state in words; empty: it was sent
	Reason          string // in English
	Page            string // page of the e-mail, where it can be sent again; empty: the account may not see it
}

// orderEmails shows the e-mails to the buyer of an order, the newest first. The page of the order fetches them.
func (h *Handler) orderEmails(ctx context.Context, v *visit) error {
	id := v.r.PathValue("id")
	var sent []letter.Sent
	if err := v.answered(ctx, "order.emails", map[string]any{"orderId": operations.Identifier(id)}, &sent); err != nil {
		return err
	}
	var view struct{ Emails []emailView }
	for _, m := range slices.Backward(sent) {
		one := emailView{
			Title: v.text(cmp.Or(emailTitles[m.Kind], m.Kind)), At: moment(m.At, v.zone), Mood: moods[m.State], Reason: m.Reason,
			Href: Path + "/orders/" + id + "/email?" + url.Values{"kind": {m.Kind}, "cause": {m.Cause}}.Encode(),
		}
		if words := emailStates[m.State]; words != "" {
			one.State = v.text(words)
		}
		if m.ID != "" && v.may("GET /emails/{id}") {
			one.Page = Path + "/emails/" + escape(m.ID)
		}
		view.Emails = append(view.Emails, one)
	}
	return v.show("emails", v.text("E-mails to the buyer"), view)
}

// emailPolicy lets an e-mail have its own style and pictures, and nothing else.
const emailPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self'; base-uri 'none'; form-action 'none'; " +
	"frame-ancestors 'none'; sandbox allow-popups"

// orderEmail shows an e-mail to the buyer of an order.
func (h *Handler) orderEmail(ctx context.Context, v *visit) error {
	var mail struct{ HTML string }
	if err := v.answered(ctx, "order.email", map[string]any{
		"orderId": operations.Identifier(v.r.PathValue("id")), "kind": v.query.Get("kind"), "cause": v.query.Get("cause"),
	}, &mail); err != nil {
		return err
	}
	v.w.Header().Set("Content-Security-Policy", emailPolicy)
	v.w.Header().Set("Content-Type", "text/html; charset=utf-8")
	v.answer.WriteString(mail.HTML)
	return nil
}

// orderPapers shows the printed documents of an order. The page of the order fetches them.
func (h *Handler) orderPapers(ctx context.Context, v *visit) error {
	id := v.r.PathValue("id")
	view := papersView{ID: id}
	k := h.kinds.byName["orders"]
	for _, own := range []struct{ part, title string }{{"pdf", "Order"}, {"packing-slip", "Packing slip"}} {
		if o := k.part(own.part); o != nil && o.Authorizes(v.call.Principal) {
			view.Papers = append(view.Papers, paper{Title: v.text(own.title), Href: k.path(id) + "/file/" + own.part})
		}
	}
	for _, of := range []struct{ list, title, kind, file string }{
		{"GET /orders/{orderId}/invoices", "Invoice %s", "invoices", "GET /orders/{orderId}/invoices/{id}/pdf"},
		{"GET /orders/{orderId}/shipments", "Shipment %s", "shipments", "GET /shipments/{id}/pdf"},
		{"GET /orders/{orderId}/credit-memos", "Credit memo %s", "credit-memos", "GET /credit-memos/{id}/pdf"},
	} {
		if !v.may(of.list) {
			continue
		}
		result, err := v.invoke(ctx, of.list, map[string]any{"orderId": id})
		if err != nil {
			return err
		}
		rows, err := v.rows(result.Answer.Items, nil)
		if err != nil {
			return err
		}
		for _, r := range rows {
			one := r.Get("id").Raw
			p := paper{Title: v.text(of.title, cmp.Or(r.Get("incrementId").Raw, one)), At: r.Get("createdAt").Text}
			if v.may(of.file) {
				p.Href = Path + "/" + of.kind + "/" + one + "/file/pdf"
				if of.kind == "invoices" {
					p.Href = k.path(id) + "/invoice/" + one
				}
			}
			if other := h.kinds.byName[of.kind]; other != nil && other.item != nil {
				p.Page = other.path(one)
			}
			view.Papers = append(view.Papers, p)
		}
	}
	return v.show("papers", v.text("Papers"), view)
}

// invoicePaper sends an invoice of an order.
func (h *Handler) invoicePaper(ctx context.Context, v *visit) error {
	result, err := v.invoke(ctx, "GET /orders/{orderId}/invoices/{id}/pdf", map[string]any{
		"orderId": v.r.PathValue("id"), "id": v.r.PathValue("invoice"),
	})
	if err != nil {
		return err
	}
	return v.sendFile(result)
}

// orderReceipt sends the receipt of an order as a file. The page of the order verifies it.
func (h *Handler) orderReceipt(ctx context.Context, v *visit) error {
	result, err := v.invoke(ctx, "GET /orders/{id}/receipt", map[string]any{"id": v.r.PathValue("id")})
	if err != nil {
		return err
	}
	v.w.Header().Set("Content-Type", "application/json")
	v.w.Header().Set("Content-Disposition", `attachment; filename="receipt.json"`)
	if v.answer.Write(result.Answer.Bare); v.answer.Len() == 0 {
		v.answer.Write(result.Answer.Item)
	}
	return nil
}
