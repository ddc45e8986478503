package sales

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"tradelog/domain/fault"
	"tradelog/domain/order"
	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/sales"
)

type listInput struct {
	CreatedFrom  string `query:"createdFrom" doc:"placed at or after: UTC date (YYYY-MM-DD) or datetime (YYYY-MM-DD HH:MM:SS)"`
	CreatedTo    string `query:"createdTo" doc:"placed at or before; a date includes its whole day"`
	UpdatedSince string `query:"updatedSince" doc:"changed at or after, by updatedAt; for synchronisation"`
	State        string `query:"state" enum:"new,pending_payment,payment_review,processing,complete,closed,canceled,holded" doc:"exact state"`
	StoreID      *int64 `query:"storeId" doc:"ID of the store view"`
	CustomerID   *int64 `query:"customerId" doc:"ID of the customer"`
	Status       string `query:"status" enum:"pending,pending_payment,payment_review,fraud,processing,complete,closed,canceled,holded" doc:"exact status"`
	Email        string `query:"email" doc:"exact e-mail address; overrides emailLike"`
	EmailLike    string `query:"emailLike" doc:"part of an e-mail address, at least three characters"`
	IncrementID  string `query:"incrementId" doc:"exact order number, such as 100000001"`
	Search       string `query:"search" doc:"part of the number, of the buyer's e-mail address or name, or of the name or SKU of a line; at least three characters"`
	Paid         *bool  `query:"paid" doc:"true: nothing is left to pay; false: something is; canceled orders are neither"`
	Shipped      *bool  `query:"shipped" doc:"true: all is shipped; false: something is left to ship; canceled and virtual orders are neither"`
	Since        string `query:"since" hidden:"true"`
	SortBy       string `query:"sortBy" enum:"created_at,updated_at" doc:"sort order; newest first by default. updated_at is for pollers"`
	SortDir      string `query:"sortDir" enum:"asc,desc" doc:"direction; asc by default with sortBy, else desc"`
}

// errSearch refuses a search that would find nearly everything.
var errSearch = fault.Invalidf("search must have at least three characters.").About(fault.Length, "search")

var errSortBy = fault.Invalidf("Invalid sortBy field. Allowed: created_at, updated_at").About(fault.Choice, "sortBy")

func (in listInput) filter(c *operations.Call) (f sales.OrderFilter, err error) {
	f = sales.OrderFilter{
		Status: in.Status, State: in.State, StoreID: in.StoreID, CustomerID: in.CustomerID, Email: in.Email, EmailLike: in.EmailLike,
		IncrementID: in.IncrementID, Stores: c.AllowedStores(), Backend: c.BackendReader("orders"),
		Payment: progress(in.Paid), Shipping: progress(in.Shipped),
	}
	if f.Search = strings.TrimSpace(in.Search); f.Search != "" && utf8.RuneCountInString(f.Search) < 3 {
		return f, errSearch
	}
	switch in.SortBy {
	case "":
		f.Ascending = strings.EqualFold(in.SortDir, "asc")
	case "created_at", "updated_at":
		f.Changed, f.Ascending = in.SortBy == "updated_at", !strings.EqualFold(in.SortDir, "desc")
	default:
		return f, errSortBy
	}
	if in.UpdatedSince == "" {
		in.UpdatedSince = in.Since
	}
	if f.CreatedFrom, err = inputs.Moment("createdFrom", in.CreatedFrom, false); err != nil {
		return f, err
	}
	if f.CreatedTo, err = inputs.Moment("createdTo", in.CreatedTo, true); err != nil {
		return f, err
	}
	f.UpdatedSince, err = inputs.Moment("updatedSince", in.UpdatedSince, false)
	return f, err
}

// progress returns the progress of a filter: done, or due; nil without a filter.
func progress(done *bool) *order.Progress {
	if done == nil {
		return nil
	}
	wanted := order.Due
	if *done {
		wanted = order.Done
	}
	return &wanted
}

func (h *handlers) list(ctx context.Context, c *operations.Call, in listInput) (*documents.Page[documents.OrderRow], error) {
	f, err := in.filter(c)
	if err != nil {
		return nil, err
	}
	return h.reader.Orders(ctx, f, c.Page())
}

type mineInput struct {
	Status      string `query:"status" silent:"true" enum:"pending,pending_payment,payment_review,fraud,processing,complete,closed,canceled,holded" doc:"exact status"`
	IncrementID string `query:"incrementId" silent:"true" doc:"exact order number"`
}

// listOwn lists the orders of the calling customer.
func (h *handlers) listOwn(ctx context.Context, c *operations.Call, in mineInput) (*documents.Page[documents.OrderRow], error) {
	me := c.CustomerID()
	if me == 0 {
		return nil, nil
	}
	return h.reader.Orders(ctx, sales.OrderFilter{CustomerID: &me, Status: in.Status, IncrementID: in.IncrementID}, c.Page())
}

type orderPath struct {
	ID int64 `path:"id" doc:"ID of the order (not its increment ID)"`
}

// readable is the guard of a single read. An order of another customer gets the answer of a missing one (conventions §6).
func (h *handlers) readable(ctx context.Context, c *operations.Call) error {
	id := c.PathID("id")
	o, err := h.reader.Order(ctx, id)
	if err != nil {
		return err
	}
	if me := c.CustomerID(); me != 0 && o.CustomerID != me || me == 0 && !c.BackendReader("orders") {
		return readmodels.ErrNotFound
	}
	c.Keep(o)
	return c.CheckStoreRow("order", o.StoreID)
}

// ahead reads orders that are needed next.
func (h *handlers) ahead(ctx context.Context, _ *operations.Call, ids []int64) (context.Context, error) {
	return h.reader.OrdersAhead(ctx, ids)
}

func (h *handlers) get(ctx context.Context, c *operations.Call, in orderPath) (documents.Doc[documents.Order], error) {
	if c.InPast() {
		return writtenOrder(ctx, c, h.commands, h.reader, in.ID).AsOf(ctx, c)
	}
	return visible(ctx, c, h.reader, operations.Loaded[*sales.Order](c))
}

// managed is the guard of changes to an order; customers find only their own. It reads the stream, as the decision does, so a new order can
// be changed before the read model has it.
func (h *handlers) managed(param string) func(context.Context, *operations.Call) error {
	return func(ctx context.Context, c *operations.Call) error {
		o, err := h.manageable(ctx, c, c.PathID(param))
		c.Keep(o)
		return err
	}
}

func (h *handlers) manageable(ctx context.Context, c *operations.Call, id int64) (order.Order, error) {
	o, err := h.commands.Order(ctx, id)
	if err != nil {
		return o, err
	}
	if me := c.CustomerID(); me != 0 && o.CustomerID != me {
		return order.Order{}, order.ErrNotFound
	}
	return o, c.CheckStoreRow("order", o.StoreID)
}

type reasonInput struct {
	orderPath
	Reason *string `json:"reason" doc:"reason; becomes part of the order's history"`
}

func (in reasonInput) reason() string {
	if in.Reason == nil {
		return ""
	}
	return strings.TrimSpace(*in.Reason)
}

func (h *handlers) hold(ctx context.Context, c *operations.Call, in reasonInput) (documents.Doc[documents.Order], error) {
	if err := h.commands.HoldOrder(ctx, in.ID, in.reason()); err != nil {
		return nil, err
	}
	return ShowOrder(ctx, c, h.commands, h.reader, in.ID)
}

func (h *handlers) unhold(ctx context.Context, c *operations.Call, in reasonInput) (documents.Doc[documents.Order], error) {
	if err := h.commands.UnholdOrder(ctx, in.ID, in.reason()); err != nil {
		return nil, err
	}
	return ShowOrder(ctx, c, h.commands, h.reader, in.ID)
}

func (h *handlers) cancel(ctx context.Context, c *operations.Call, in reasonInput) (documents.Doc[documents.Order], error) {
	cancel := h.commands.CancelOrder
	if c.CustomerID() != 0 {
		cancel = h.commands.CancelOwnOrder
	}
	if err := cancel(ctx, in.ID, in.reason()); err != nil {
		return nil, err
	}
	return ShowOrder(ctx, c, h.commands, h.reader, in.ID)
}

type commentInput struct {
	orderPath
	Comment *string     `json:"comment" lines:"many" alias:"note" required:"true" doc:"text of the comment"`
	Notify  bool        `json:"notifyCustomer" doc:"true: e-mail the comment to the buyer"`
	Visible bool        `json:"visibleOnFront" doc:"whether customers see the comment"`
	Status  inputs.Text `json:"status" doc:"new status, of the order's present state"`
}

var errStatusText = fault.Invalidf("Status must be a string").About(fault.Type, "status")

func (h *handlers) comment(ctx context.Context, c *operations.Call, in commentInput) (documents.Doc[documents.Order], error) {
	text := ""
	if in.Comment != nil {
		text = *in.Comment
	}
	comment := order.NewComment{Text: text, Notify: in.Notify, Visible: in.Visible, Status: in.Status.Value}
	if _, err := (order.Order{}).Comment(comment); errors.Is(err, order.ErrCommentText) {
		return nil, err
	}
	if in.Status.Wrong {
		return nil, errStatusText
	}
	// The text is checked before the order is loaded (shapes-sales §9).
	if _, err := h.manageable(ctx, c, in.ID); err != nil {
		return nil, err
	}
	if err := h.commands.CommentOrder(ctx, in.ID, comment); err != nil {
		return nil, err
	}
	return ShowOrder(ctx, c, h.commands, h.reader, in.ID)
}
