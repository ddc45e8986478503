package shop

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain/fault"
	"tradelog/readmodels/documents"
)

// PapersCommand has the commands that print documents other than invoices.
type PapersCommand struct {
	Order       papersOrder       `cmd:"" help:"Print the confirmation of an order."`
	PackingSlip papersPackingSlip `cmd:"" name:"packing-slip" help:"Print the packing slip of a shipment, or of the lines open for shipping."`
	CreditMemo  papersCreditMemo  `cmd:"" name:"credit-memo" help:"Print a credit memo."`
	GiftCard    papersGiftCard    `cmd:"" name:"gift-card" help:"Print a gift card."`
}

// writeFile writes the file in an operation's answer, by default under the answer's name.
func writeFile(ctx context.Context, a *app.App, g *command.Globals, out, operation string, args command.Args) error {
	r, err := command.Invoke(ctx, a, operation, args)
	if err != nil {
		return err
	}
	if out == "" {
		out = r.Answer.File.Name
	}
	if err := os.WriteFile(out, r.Answer.File.Body, 0o600); err != nil {
		return err
	}
	return g.Out.Println(out)
}

type papersOrder struct {
	Order string `arg:"" help:"Number of the order, such as 100000042, or its ID."`
	Out   string `help:"File to write; by default order_NUMBER.pdf." placeholder:"FILE"`
}

// Run prints an order.
func (c *papersOrder) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		o, err := findOrder(ctx, a, c.Order)
		if err != nil {
			return err
		}
		return writeFile(ctx, a, g, c.Out, "GET /orders/{id}/pdf", command.Args{"id": o.ID})
	})
}

type papersPackingSlip struct {
	Order    string `arg:"" help:"Number of the order, such as 100000042, or its ID."`
	Shipment string `arg:"" optional:"" help:"Number of the shipment, or its ID; by default the lines open for shipping."`
	Out      string `help:"File to write; by default packing_slip_NUMBER.pdf." placeholder:"FILE"`
}

// Run prints a packing slip.
func (c *papersPackingSlip) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		o, err := findOrder(ctx, a, c.Order)
		if err != nil {
			return err
		}
		if c.Shipment == "" {
			return writeFile(ctx, a, g, c.Out, "GET /orders/{id}/packing-slip", command.Args{"id": o.ID})
		}
		for _, s := range o.Shipments {
			if isNamed(c.Shipment, s.ID, s.IncrementID) {
				return writeFile(ctx, a, g, c.Out, "GET /shipments/{id}/pdf", command.Args{"id": s.ID})
			}
		}
		return fault.NotFoundf("Order %s has no shipment %s", o.IncrementID, c.Shipment)
	})
}

type papersCreditMemo struct {
	CreditMemo string `arg:"" help:"Number of the credit memo, such as 100000003, or its ID."`
	Out        string `help:"File to write; by default credit_memo_NUMBER.pdf." placeholder:"FILE"`
}

// Run prints a credit memo.
func (c *papersCreditMemo) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		id, err := named(ctx, a, "credit memo", c.CreditMemo, "GET /credit-memos", "incrementId",
			func(m documents.CreditMemo) int64 { return m.ID })
		if err != nil {
			return err
		}
		return writeFile(ctx, a, g, c.Out, "GET /credit-memos/{id}/pdf", command.Args{"id": id})
	})
}

type papersGiftCard struct {
	Card string `arg:"" help:"Code of the gift card, or its ID."`
	Out  string `help:"File to write; by default gift_card_ID.pdf." placeholder:"FILE"`
}

// Run prints a gift card.
func (c *papersGiftCard) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		id, err := named(ctx, a, "gift card", c.Card, "GET /giftcards", "code", func(card documents.GiftCard) int64 { return card.ID })
		if err != nil {
			return err
		}
		return writeFile(ctx, a, g, c.Out, "GET /giftcards/{id}/pdf", command.Args{"id": id})
	})
}

type invoicesPDF struct {
	Order   string `arg:"" optional:"" help:"Number of the order, such as 100000042, or its ID."`
	Invoice string `arg:"" optional:"" help:"Number of the invoice, such as 100000042, or its ID."`
	Out     string `help:"File to write; by default invoice_NUMBER.pdf." placeholder:"FILE"`
	All     bool   `help:"Print all invoices of the shop into the folder --to."`
	To      string `help:"Folder for --all, which is made if it is not there. Its files are written again." placeholder:"DIR" default:"invoices"`
}

// errWhichInvoice is the error of a command that names no invoice.
var errWhichInvoice = fault.Invalidf("Name an order and an invoice, such as 100000042 100000001, or print all with --all")

// Run prints invoices.
func (c *invoicesPDF) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		switch {
		case c.All == (c.Order != "" || c.Invoice != ""), !c.All && c.Invoice == "":
			return errWhichInvoice
		case c.All:
			return c.printAll(ctx, a, g)
		}
		o, err := findOrder(ctx, a, c.Order)
		if err != nil {
			return err
		}
		i, err := findInvoice(ctx, a, o, c.Invoice)
		if err != nil {
			return err
		}
		return writeFile(ctx, a, g, c.Out, printInvoice, command.Args{"orderId": o.ID, "id": i.ID})
	})
}

// printInvoice is the operation that prints an invoice.
const printInvoice = "GET /orders/{orderId}/invoices/{id}/pdf"

// printAll prints all invoices, several at once. A failure at one of them does not stop the others.
func (c *invoicesPDF) printAll(ctx context.Context, a *app.App, g *command.Globals) error {
	if err := os.MkdirAll(c.To, 0o750); err != nil {
		return err
	}
	var many sync.Mutex
	var done, failed, total int64
	show := command.Progress(g, "printed")
	printers, ctx := errgroup.WithContext(ctx)
	printers.SetLimit(runtime.GOMAXPROCS(0))
	err := command.Each(ctx, a, "GET /invoices", nil, func(i documents.Invoice, of int64) error {
		printers.Go(func() error {
			err := c.printOne(ctx, a, &i)
			many.Lock()
			defer many.Unlock()
			if refusal, is := errors.AsType[*fault.Error](err); is {
				failed++
				_ = g.Err.Printf("invoice %s: %s\n", i.IncrementID, refusal)
				err = nil
			}
			done, total = done+1, of
			show(done, of)
			return err
		})
		return ctx.Err()
	})
	if err := errors.Join(printers.Wait(), err); err != nil {
		return err
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d invoices could not be printed", failed, total)
	}
	return g.Out.Printf("%d invoices in %s\n", done, c.To)
}

func (c *invoicesPDF) printOne(ctx context.Context, a *app.App, i *documents.Invoice) error {
	r, err := command.Invoke(ctx, a, printInvoice, command.Args{"orderId": i.OrderID, "id": i.ID})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(c.To, r.Answer.File.Name), r.Answer.File.Body, 0o600)
}
