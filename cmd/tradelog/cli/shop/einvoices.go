package shop

import (
	"context"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain/fault"
	"tradelog/readmodels/documents"
)

type invoicesEInvoice struct {
	Order      string `arg:"" help:"Number of the order, such as 100000042, or its ID."`
	Paper      string `arg:"" name:"invoice" help:"Number of the invoice, such as 100000042, or its ID; of the credit memo with --credit-memo."`
	CreditMemo bool   `help:"Write a credit memo."`
	Format     string `help:"Format: cii (the XML of Factur-X and ZUGFeRD), ubl (Peppol BIS Billing 3.0), xrechnung, or xrechnung-ubl." enum:"cii,xrechnung,ubl,xrechnung-ubl" default:"cii"`
	Out        string `help:"File to write; by default invoice_NUMBER.xml or credit_memo_NUMBER.xml." placeholder:"FILE"`
}

// Run writes the XML.
func (c *invoicesEInvoice) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		o, err := findOrder(ctx, a, c.Order)
		if err != nil {
			return err
		}
		operation, args, err := c.paper(ctx, a, o)
		if err != nil {
			return err
		}
		args["format"] = c.Format
		return writeFile(ctx, a, g, c.Out, operation, args)
	})
}

// paper finds the invoice or the credit memo, and returns the operation that makes its XML.
func (c *invoicesEInvoice) paper(ctx context.Context, a *app.App, o *documents.Order) (operation string, args command.Args, err error) {
	if !c.CreditMemo {
		i, err := findInvoice(ctx, a, o, c.Paper)
		return "GET /orders/{orderId}/invoices/{id}/einvoice", command.Args{"orderId": o.ID, "id": i.ID}, err
	}
	memos, err := command.All[documents.CreditMemo](ctx, a, "GET /orders/{orderId}/credit-memos", command.Args{"orderId": o.ID})
	if err != nil {
		return "", nil, err
	}
	for _, m := range memos {
		if isNamed(c.Paper, m.ID, m.IncrementID) {
			return "GET /credit-memos/{id}/einvoice", command.Args{"id": m.ID}, nil
		}
	}
	return "", nil, fault.NotFoundf("Order %s has no credit memo %s", o.IncrementID, c.Paper)
}
