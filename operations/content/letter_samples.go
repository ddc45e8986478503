package content

import (
	"context"
	"strings"

	"tradelog/domain/fault"
	"tradelog/domain/letter"
	"tradelog/operations"
	"tradelog/readmodels/documents"
)

// Composer renders e-mails for previews.
type Composer interface {
	// Preview renders an e-mail and sends nothing.
	Preview(ctx context.Context, p letter.Preview) (letter.Content, error)
	// Sent lists the e-mails to the buyer of an order, the oldest first, with those that were not sent.
	Sent(ctx context.Context, orderID int64) ([]letter.Sent, error)
	// Template returns the present state of a merchant's template. record.ErrNotFound: there is none.
	Template(ctx context.Context, id int64) (letter.Template, error)
	Outbox
}

type letterHandlers struct {
	composer func() Composer
	order    func(ctx context.Context, c *operations.Call, id int64) error
}

var (
	sampleResource = &operations.Resource{Name: "EmailSample", Section: "content", Label: "e-mail",
		Doc: "An e-mail with made-up values, to look at."}

	previewResource = &operations.Resource{Name: "EmailPreview", Section: "content", Permission: "email-templates",
		ACL: "system/email_template", Label: "e-mail template", Doc: "An e-mail as a merchant's template makes it, to look at. Nothing is sent."}

	sentResource = &operations.Resource{Name: "SentEmail", Section: "content", Permission: "orders", ACL: "sales/order", Label: "e-mail",
		Doc: "An e-mail to the buyer of an order."}
)

// NewLetters declares the operations that show e-mails: those of a template, and, without a route, those that a store view sends. The
// function order refuses orders that the caller may not read.
func NewLetters(composer func() Composer, order func(ctx context.Context, c *operations.Call, id int64) error) []*operations.Operation {
	h := &letterHandlers{composer, order}
	return append(h.outbox(), []*operations.Operation{
		operations.Define(operations.Declaration{
			Resource: sampleResource, Unrouted: operations.Unrouted{Name: "mail.sample"}, Verb: operations.Get,
			Access: operations.OperatorOnly.Access(), Summary: "Show an e-mail",
			Doc: "Returns an e-mail as a store view sends it, with made-up values or about an order, or the shop's own template in the store " +
				"view's language.",
		}, h.sample),
		operations.Define(operations.Declaration{
			Resource: previewResource, Verb: operations.Get, Method: "GET", Path: "/email-templates/{id}/preview",
			Access: operations.Backend.Access("email-templates/read"), Extra: true, Guard: h.readable, Summary: "Preview an e-mail template",
			Doc: "Returns the e-mail that a template makes, also one that is not enabled. Without orderId its values are made up. With orderId it " +
				"is the newest e-mail of the kind that the order can cause, in the order's store view; that needs orders/read, too. Nothing is sent.",
		}, h.preview),
		operations.Define(operations.Declaration{
			Resource: sentResource, Unrouted: operations.Unrouted{Name: "order.emails", Console: true}, Verb: operations.List,
			Access: operations.Backend.Access("orders/read"), Response: operations.Response{NoStore: true},
			Summary: "List the e-mails about an order",
			Doc: "Lists the e-mails to the buyer about an order and its shipments, invoices and credit memos, the oldest first: those that were " +
				"sent, that wait or are tried again, and that were given up.",
		}, h.sent),
		operations.Define(operations.Declaration{
			Resource: sentResource, Unrouted: operations.Unrouted{Name: "order.email", Console: true}, Verb: operations.Get,
			Access: operations.Backend.Access("orders/read"), Summary: "Show an e-mail about an order",
			Doc: "Returns an e-mail that the buyer was sent. It is made anew of the event that caused it, with the template that holds now.",
		}, h.sentOne),
	}...)
}

type sampleInput struct {
	Kind    string `query:"kind" doc:"kind of e-mail, such as order"`
	Store   string `query:"store" doc:"code or number of the store view; the default one by default"`
	Source  bool   `query:"source" doc:"the template instead of an e-mail"`
	OrderID int64  `query:"orderId" doc:"ID of the order that the e-mail is about; made-up values by default"`
}

type sampleDocument struct {
	Subject string `json:"subject" about:"subject, without the shop's name in front"`
	Text    string `json:"text" about:"plain text"`
	HTML    string `json:"html" about:"page; the logo is part of it"`
}

func (h *letterHandlers) sample(ctx context.Context, c *operations.Call, in sampleInput) (sampleDocument, error) {
	store, found := c.Shop.Default()
	if in.Store != "" {
		if store, found = c.Shop.FindStore(in.Store); !found {
			return sampleDocument{}, fault.NotFoundf("There is no store view %s; tradelog stores list view shows them", in.Store)
		}
	}
	form, known := letter.Find(in.Kind)
	if !known {
		const refusal = "There is no e-mail %s; the kinds are %s, and all for every kind"
		return sampleDocument{}, fault.NotFoundf(refusal, in.Kind, strings.Join(letter.Kinds(), ", "))
	}
	if in.Source {
		return sampleDocument(form.Source(c.Shop.Locale(store.ID).Language())), nil
	}
	content, err := h.composer().Preview(ctx, letter.Preview{Kind: in.Kind, StoreID: store.ID, OrderID: in.OrderID})
	return sampleDocument(content), err
}

// readable is the guard of previews: the template exists and belongs to a store that the caller may see.
func (h *letterHandlers) readable(ctx context.Context, c *operations.Call) error {
	t, err := h.composer().Template(ctx, c.PathID("id"))
	if err != nil {
		return err
	}
	c.Keep(t)
	return allowed(c, t)
}

type previewInput struct {
	ID      int64 `path:"id" doc:"ID of the template"`
	OrderID int64 `query:"orderId" doc:"ID of the order that the e-mail is about; made-up values if omitted"`
}

func (h *letterHandlers) preview(ctx context.Context, c *operations.Call, in previewInput) (documents.Bare[sampleDocument], error) {
	t := operations.Loaded[letter.Template](c)
	if in.OrderID != 0 {
		if err := h.order(ctx, c, in.OrderID); err != nil {
			return nil, err
		}
	}
	store, _ := c.Shop.Default()
	if t.StoreID != 0 {
		store.ID = t.StoreID
	}
	content, err := h.composer().Preview(ctx, letter.Preview{Kind: t.Kind, StoreID: store.ID, OrderID: in.OrderID, Template: t.ID})
	if err != nil {
		return nil, err
	}
	return documents.Plainly(sampleDocument(content))
}

type sentInput struct {
	OrderID int64 `json:"orderId" required:"true" doc:"ID of the order"`
}

func (h *letterHandlers) sent(ctx context.Context, c *operations.Call, in sentInput) ([]letter.Sent, error) {
	if err := h.order(ctx, c, in.OrderID); err != nil {
		return nil, err
	}
	return h.composer().Sent(ctx, in.OrderID)
}

type sentOneInput struct {
	OrderID int64  `json:"orderId" required:"true" doc:"ID of the order"`
	Kind    string `json:"kind" required:"true" doc:"kind of e-mail, such as shipment"`
	Cause   string `json:"cause" required:"true" doc:"ID of the event that caused the e-mail"`
}

func (h *letterHandlers) sentOne(ctx context.Context, c *operations.Call, in sentOneInput) (sampleDocument, error) {
	if err := h.order(ctx, c, in.OrderID); err != nil {
		return sampleDocument{}, err
	}
	content, err := h.composer().Preview(ctx, letter.Preview{Kind: in.Kind, OrderID: in.OrderID, Cause: in.Cause})
	return sampleDocument(content), err
}
