package demoshop

import (
	"context"
	"crypto/md5"
	"encoding/hex"
	"sync"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain/fault"
	"tradelog/domain/letter"
	"tradelog/domain/order"
	tradehttp "tradelog/http"
	"tradelog/readmodels/documents"
)

// The paths of the pages with documents that the demo shop sends.
const (
	InvoicePath = "/demo/invoice.pdf"
	EmailPath   = "/demo/email.html"
)

// Pages is a module with pages for visitors of the demo: an invoice and an e-mail of an order of the German store view. The function shop
// returns the shop once it is open. Anybody may open the pages, so only a shop that serves the demo has them.
func Pages(shop func() *app.App) app.Module {
	p := &pages{shop: shop, made: map[string]page{}}
	return app.Module{Name: "demo", Pages: func(app.Services) []tradehttp.Page {
		return []tradehttp.Page{{
			Path: "/demo/*path", Serve: p.serve,
			Links: []tradehttp.Link{
				{Path: InvoicePath, Text: "An invoice of the demo shop"}, {Path: EmailPath, Text: "An e-mail that one of its buyers got"},
			},
		}}
	}}
}

// pages makes each page at its first request, and caches it.
type pages struct {
	shop func() *app.App
	mu   sync.Mutex
	made map[string]page
}

// page is a page with its media type and its policy.
type page struct {
	media, policy string
	body          []byte
}

func (p *pages) serve(ctx context.Context, path string) (*tradehttp.Asset, error) {
	var make func(context.Context, *app.App) (page, error)
	switch "/demo/" + path {
	case InvoicePath:
		make = invoice
	case EmailPath:
		make = email
	default:
		return nil, nil
	}
	a := p.shop()
	if a == nil {
		return nil, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	had, known := p.made[path]
	if !known {
		var err error
		if had, err = make(ctx, a); err != nil {
			return nil, err
		}
		p.made[path] = had
	}
	sum := md5.Sum(had.body)
	return &tradehttp.Asset{
		Type: had.media, Policy: had.policy, Version: hex.EncodeToString(sum[:]), Content: tradehttp.InMemory(had.body),
	}, nil
}

// invoice prints the invoice of an order as the shop prints it.
func invoice(ctx context.Context, a *app.App) (page, error) {
	o, err := shown(ctx, a)
	if err != nil {
		return page{}, err
	}
	invoices, err := command.Ask[[]documents.Invoice](ctx, a, "GET /orders/{orderId}/invoices", command.Args{"orderId": o.ID})
	if err != nil {
		return page{}, err
	}
	if len(invoices) == 0 {
		return page{}, order.ErrInvoiceNotFound
	}
	r, err := command.Invoke(ctx, a, "GET /orders/{orderId}/invoices/{id}/pdf", command.Args{"orderId": o.ID, "id": invoices[0].ID})
	if err != nil {
		return page{}, err
	}
	return page{r.Answer.File.Type, "frame-ancestors 'none'", r.Answer.File.Body}, nil
}

// email renders the confirmation of an order that its buyer received.
func email(ctx context.Context, a *app.App) (page, error) {
	o, err := shown(ctx, a)
	if err != nil {
		return page{}, err
	}
	content, err := a.Composer().Preview(ctx, letter.Preview{Kind: letter.OrderForm.Name, StoreID: o.StoreID, OrderID: o.ID})
	return page{"text/html; charset=utf-8", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox", []byte(content.HTML)}, err
}

// shown finds the order whose documents visitors see. It is a complete one of the German store view, if possible with several lines and
// paid by bank transfer.
func shown(ctx context.Context, a *app.App) (*documents.Order, error) {
	shop, err := a.Readers.Directory.Shop(ctx)
	if err != nil {
		return nil, err
	}
	german, ok := shop.FindStore("de")
	if !ok {
		return nil, fault.NotFoundf("The demo is not complete")
	}
	list, err := command.Ask[[]documents.Order](ctx, a, "GET /orders", command.Args{
		"storeId": german.ID, "state": string(order.Complete), "itemsPerPage": 100,
	})
	if err != nil {
		return nil, err
	}
	var best *documents.Order
	points := -1
	for i, o := range list {
		n := 0
		if o.PaymentMethod == "banktransfer" {
			n += 2
		}
		if o.TotalItemCount > 1 {
			n++
		}
		if n > points {
			best, points = &list[i], n
		}
	}
	if best == nil {
		return nil, fault.NotFoundf("The demo is not complete")
	}
	return best, nil
}
