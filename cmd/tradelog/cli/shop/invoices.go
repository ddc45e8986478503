package shop

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/commands/sales"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/readmodels/documents"
)

// InvoicesCommand has the commands on invoices.
type InvoicesCommand struct {
	Create   invoicesCreate   `cmd:"" help:"Invoice an order or some of its lines."`
	List     invoicesList     `cmd:"" help:"Show the invoices of an order."`
	PDF      invoicesPDF      `cmd:"" name:"pdf" help:"Write an invoice, or all of them, as PDF files."`
	EInvoice invoicesEInvoice `cmd:"" name:"einvoice" help:"Write an invoice or a credit memo as an electronic invoice, an XML file."`
}

type invoicesCreate struct {
	Order   string   `arg:"" help:"Number of the order, such as 100000042, or its ID."`
	Line    []string `help:"Line to invoice, such as MUG=2; by default all open lines. The flag may be repeated." placeholder:"SKU=QTY" sep:"none"`
	Capture string   `help:"Capture of the money: online, offline or not_capture; by default online for gateway methods, offline for others." placeholder:"MODE"`
	Comment string   `help:"Comment on the invoice." placeholder:"TEXT"`
	Notify  bool     `help:"E-mail the invoice to the buyer."`
	JSON    bool     `help:"Print JSON."`
}

// Run makes the invoice, and waits until read models show it.
func (c *invoicesCreate) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		o, err := findOrder(ctx, a, c.Order)
		if err != nil {
			return err
		}
		items := []command.Args{}
		for _, line := range c.Line {
			wanted, err := wantedLine(o, line)
			if err != nil {
				return err
			}
			items = append(items, command.Args{"orderItemId": wanted.LineID, "qty": wanted.Qty})
		}
		made, err := command.Ask[documents.Invoice](ctx, a, "POST /orders/{orderId}/invoices", command.Args{
			"orderId": o.ID, "items": items, "capture": c.Capture, "comment": strings.TrimSpace(c.Comment), "notifyCustomer": c.Notify,
		})
		pending, isPending := errors.AsType[*sales.PendingInvoiceError](err)
		if err != nil && !isPending {
			return err
		}
		if isPending { // the invoice exists, so this note comes before anything else can fail
			_ = g.Err.Printf("note: the payment gateway has not answered yet, so the invoice with ID %d is open; the gateway is asked again until "+
				"it answers, and tradelog invoices list %s shows the outcome\n", pending.InvoiceID, o.IncrementID)
		}
		if err := a.TakeEffect(ctx); err != nil {
			return err
		}
		if isPending {
			if made, err = invoiceOf(ctx, a, o, pending.InvoiceID); err != nil {
				return err
			}
		}
		return showInvoices(g, c.JSON, []documents.Invoice{made})
	})
}

// wantedLine parses SKU=QTY and finds the line of the order.
func wantedLine(doc *documents.Order, line string) (order.Wanted, error) {
	sku, amount, ok := strings.Cut(line, "=")
	qty, err := money.ParseStored(amount)
	if errors.Is(err, money.ErrPlaces) {
		return order.Wanted{}, fault.Invalidf("%s: a quantity has at most %d decimal places", line, money.DecimalPlaces)
	}
	if !ok || err != nil {
		return order.Wanted{}, fault.Invalidf("%s is not SKU=QTY, such as MUG=2", line)
	}
	for _, item := range doc.Items {
		if strings.EqualFold(item.SKU, sku) {
			return order.Wanted{LineID: item.ID, Qty: qty}, nil
		}
	}
	return order.Wanted{}, fault.Invalidf("order %s has no line %s", doc.IncrementID, sku)
}

// findOrder finds an order by its number or its identifier.
func findOrder(ctx context.Context, a *app.App, name string) (*documents.Order, error) {
	id, err := named(ctx, a, "order", name, "GET /orders", "incrementId", func(o documents.Order) int64 { return o.ID })
	if err != nil {
		return nil, err
	}
	o, err := command.Ask[documents.Order](ctx, a, "GET /orders/{id}", command.Args{"id": id})
	if fault.KindOf(err) == fault.NotFound {
		return nil, fault.NotFoundf("There is no order %s", name)
	}
	return &o, err
}

// named returns the ID of the document with a name, with which its list is filtered by by. The name may be the ID itself. noun is for the
// error.
func named[D any](ctx context.Context, a *app.App, noun, name, list, by string, id func(D) int64) (int64, error) {
	if name != "" {
		found, err := command.Ask[[]D](ctx, a, list, command.Args{by: name})
		if err != nil {
			return 0, err
		}
		if len(found) > 0 {
			return id(found[0]), nil
		}
	}
	number, err := strconv.ParseInt(name, 10, 64)
	if err != nil {
		return 0, fault.NotFoundf("There is no %s %s", noun, name)
	}
	return number, nil
}

// findInvoice finds an invoice of an order by its number or its identifier.
func findInvoice(ctx context.Context, a *app.App, o *documents.Order, name string) (documents.Invoice, error) {
	list, err := invoicesOf(ctx, a, o)
	if err != nil {
		return documents.Invoice{}, err
	}
	at := slices.IndexFunc(list, func(i documents.Invoice) bool { return isNamed(name, i.ID, i.IncrementID) })
	if at < 0 {
		return documents.Invoice{}, fault.NotFoundf("Order %s has no invoice %s", o.IncrementID, name)
	}
	return list[at], nil
}

// isNamed reports whether a name is the number or the ID of a document.
func isNamed(name string, id int64, number string) bool {
	return name == number || name == strconv.FormatInt(id, 10)
}

// invoicesOf returns the invoices of an order, the oldest first.
func invoicesOf(ctx context.Context, a *app.App, o *documents.Order) ([]documents.Invoice, error) {
	return command.All[documents.Invoice](ctx, a, "GET /orders/{orderId}/invoices", command.Args{"orderId": o.ID})
}

// invoiceOf returns an invoice of an order by its ID.
func invoiceOf(ctx context.Context, a *app.App, o *documents.Order, id int64) (documents.Invoice, error) {
	list, err := invoicesOf(ctx, a, o)
	at := slices.IndexFunc(list, func(i documents.Invoice) bool { return i.ID == id })
	if err == nil && at < 0 {
		err = order.ErrInvoiceNotFound
	}
	if err != nil {
		return documents.Invoice{}, err
	}
	return list[at], nil
}

type invoicesList struct {
	Order string `arg:"" help:"Number of the order, such as 100000042, or its ID."`
	JSON  bool   `help:"Print JSON."`
}

// Run lists invoices.
func (c *invoicesList) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		o, err := findOrder(ctx, a, c.Order)
		if err != nil {
			return err
		}
		list, err := invoicesOf(ctx, a, o)
		if err != nil {
			return err
		}
		return showInvoices(g, c.JSON, list)
	})
}

func showInvoices(g *command.Globals, asJSON bool, list []documents.Invoice) error {
	type invoice struct {
		ID          int64  `json:"id"`
		IncrementID string `json:"increment_id"`
		State       string `json:"state"`
		GrandTotal  string `json:"grand_total"`
		Currency    string `json:"currency"`
	}
	out, rows := []invoice{}, command.Table{Columns: []string{"id", "number", "state", "total"}}
	for _, i := range list {
		out = append(out, invoice{i.ID, i.IncrementID, i.StateName, fmt.Sprint(i.GrandTotal), i.Currency})
		rows.Add(i.ID, i.IncrementID, i.StateName, fmt.Sprintf("%s %s", i.GrandTotal, i.Currency))
	}
	return g.Out.Show(asJSON, out, rows)
}
