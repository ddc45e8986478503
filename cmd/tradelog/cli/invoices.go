package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"tradelog/app"
	"tradelog/commands/sales"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/papers"
	"tradelog/readmodels/documents"
	readsales "tradelog/readmodels/sales"
)

type invoicesCommand struct {
	Create invoicesCreate `cmd:"" help:"Invoice an order, or some of its lines."`
	List   invoicesList   `cmd:"" help:"Show the invoices of an order."`
	PDF    invoicesPDF    `cmd:"" name:"pdf" help:"Write an invoice as a page to print."`
}

type invoicesCreate struct {
	Order   string   `arg:"" help:"Number of the order, such as 100000042, or its identifier."`
	Line    []string `help:"What is invoiced, such as MUG=2; may be repeated. Everything left by default." placeholder:"SKU=QTY" sep:"none"`
	Capture string   `help:"When the money is taken: online, offline or not_capture. By default what suits the payment method." placeholder:"MODE"`
	Comment string   `help:"A remark on the invoice." placeholder:"TEXT"`
	Notify  bool     `help:"Send the invoice to the buyer."`
	JSON    bool     `help:"Print JSON."`
}

// Run makes the invoice, and waits until read models show it.
func (c *invoicesCreate) Run(ctx context.Context, g *Globals) error {
	return g.with(ctx, func(ctx context.Context, a *app.App) error {
		row, doc, err := findOrder(ctx, a, c.Order)
		if err != nil {
			return err
		}
		invoice := order.NewInvoice{Capture: order.Capture(c.Capture), Comment: strings.TrimSpace(c.Comment), Notify: c.Notify}
		switch invoice.Capture {
		case "", order.CaptureOnline, order.CaptureOffline, order.CaptureLater:
		default:
			return order.ErrCaptureMode
		}
		for _, line := range c.Line {
			wanted, err := wantedLine(doc, line)
			if err != nil {
				return err
			}
			invoice.Items = append(invoice.Items, wanted)
		}
		id, err := app.Orders.Of(a).InvoiceOrder(ctx, row.ID, invoice)
		pending := errors.Is(err, sales.ErrPaymentPending)
		if err != nil && !pending {
			return err
		}
		if err := a.TakeEffect(ctx); err != nil {
			return err
		}
		made, err := app.SalesReader.Of(a).Invoice(ctx, id)
		if err != nil {
			return err
		}
		if pending {
			_ = g.err.Println("note: the payment gateway has not answered yet; it is asked again until it does")
		}
		return showInvoices(g, c.JSON, []*readsales.Invoice{made})
	})
}

// wantedLine parses SKU=QTY and finds the line of the order.
func wantedLine(doc *documents.Order, line string) (order.Wanted, error) {
	sku, amount, ok := strings.Cut(line, "=")
	qty, err := money.ParseStored(amount)
	if errors.Is(err, money.ErrPlaces) {
		return order.Wanted{}, fault.Invalidf("%s: a quantity has at most %d decimal places", line, money.Places)
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
func findOrder(ctx context.Context, a *app.App, name string) (*readsales.Order, *documents.Order, error) {
	row, err := app.SalesReader.Of(a).OrderByIncrement(ctx, name)
	if id, parse := strconv.ParseInt(name, 10, 64); fault.KindOf(err) == fault.NotFound && parse == nil {
		row, err = app.SalesReader.Of(a).Order(ctx, id)
	}
	if fault.KindOf(err) == fault.NotFound {
		return nil, nil, fault.NotFoundf("There is no order %s", name)
	}
	if err != nil {
		return nil, nil, err
	}
	var doc documents.Order
	return row, &doc, json.Unmarshal(row.Doc, &doc)
}

type invoicesList struct {
	Order string `arg:"" help:"Number of the order, or its identifier."`
	JSON  bool   `help:"Print JSON."`
}

// Run lists invoices.
func (c *invoicesList) Run(ctx context.Context, g *Globals) error {
	return g.with(ctx, func(ctx context.Context, a *app.App) error {
		row, _, err := findOrder(ctx, a, c.Order)
		if err != nil {
			return err
		}
		list, err := app.SalesReader.Of(a).Invoices(ctx, row.ID)
		if err != nil {
			return err
		}
		return showInvoices(g, c.JSON, list)
	})
}

func showInvoices(g *Globals, asJSON bool, list []*readsales.Invoice) error {
	type invoice struct {
		ID          int64  `json:"id"`
		IncrementID string `json:"increment_id"`
		State       string `json:"state"`
		GrandTotal  string `json:"grand_total"`
		Currency    string `json:"currency"`
	}
	out, rows := []invoice{}, table{columns: []string{"id", "number", "state", "total"}}
	for _, p := range list {
		var i documents.Invoice
		if err := json.Unmarshal(p.Doc, &i); err != nil {
			return err
		}
		out = append(out, invoice{i.ID, i.IncrementID, i.StateName, fmt.Sprint(i.GrandTotal), i.Currency})
		rows.add(i.ID, i.IncrementID, i.StateName, fmt.Sprintf("%s %s", i.GrandTotal, i.Currency))
	}
	return g.out.Show(asJSON, out, rows)
}

type invoicesPDF struct {
	Order   string `arg:"" help:"Number of the order, or its identifier."`
	Invoice string `arg:"" help:"Number of the invoice, or its identifier."`
	Out     string `help:"File to write; invoice_NUMBER.pdf by default." placeholder:"FILE"`
}

// Run prints an invoice.
func (c *invoicesPDF) Run(ctx context.Context, g *Globals) error {
	return g.with(ctx, func(ctx context.Context, a *app.App) error {
		row, doc, err := findOrder(ctx, a, c.Order)
		if err != nil {
			return err
		}
		shop, err := app.DirectoryReader.Of(a).Shop(ctx)
		if err != nil {
			return err
		}
		list, err := app.SalesReader.Of(a).Invoices(ctx, row.ID)
		if err != nil {
			return err
		}
		for _, p := range list {
			var i documents.Invoice
			if err := json.Unmarshal(p.Doc, &i); err != nil {
				return err
			}
			if i.IncrementID != c.Invoice && strconv.FormatInt(i.ID, 10) != c.Invoice {
				continue
			}
			body, err := papers.PrintInvoice(shop, doc, &i)
			if err != nil {
				return err
			}
			if c.Out == "" {
				c.Out = "invoice_" + i.IncrementID + ".pdf"
			}
			if err := os.WriteFile(c.Out, body, 0o600); err != nil {
				return err
			}
			return g.out.Println(c.Out)
		}
		return fault.NotFoundf("Order %s has no invoice %s", doc.IncrementID, c.Invoice)
	})
}
