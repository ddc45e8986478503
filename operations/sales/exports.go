package sales

import (
	"bytes"
	"cmp"
	"context"
	"fmt"

	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/operations"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/sales"
)

// exports are the operations that export documents for bookkeeping.
func (h *handlers) exports() []*operations.Operation {
	export := func(of *operations.Resource, name string) operations.Declaration {
		return operations.Declaration{
			Resource: of, Verb: operations.Get, Method: "GET", Path: "/sales-export/" + of.Permission,
			Access:   operations.Backend.Access(of.Permission + "/read"),
			Response: operations.Response{NoStore: true, Produces: csvType + ", " + linesType, Parted: true}, Extra: true,
			Tool: operations.Tool{None: true}, Summary: "Export " + name,
			Doc: "Exports the " + name + " that were created or changed after a position, in the order of these changes, with their amounts by " +
				"tax rate in the order's and in the base currency. The header X-Next-Position, and the last line of JSON lines, say where to " +
				"go on; X-More says whether more can be read from there at once. None is left out, also if others write meanwhile. A document " +
				"that changes again is exported again.",
		}
	}
	return []*operations.Operation{
		operations.Define(export(Order, "orders"), h.exportOrders),
		operations.Define(export(invoiceResource, "invoices"), h.exportInvoices),
		operations.Define(export(creditMemoResource, "credit memos"), h.exportMemos),
	}
}

// The media types of exports.
const (
	csvType   = "text/csv"
	linesType = "application/x-ndjson"
)

// The number of documents of a page.
const (
	usualExport = 1000
	mostExport  = 5000
)

type exportQuery struct {
	Format string `query:"format" enum:"csv,jsonl" doc:"csv (default): a heading, and a line for each tax rate of a document; jsonl: an object for each document"`
	After  string `query:"after" doc:"position after which changes are wanted: X-Next-Position of the answer before. 0, the default, is the beginning"`
	Limit  int64  `query:"limit" min:"1" max:"5000" doc:"number of documents, 1000 by default, 5000 at most; those that changed at one position come together"`
}

var errExportFormat = fault.Invalidf("format must be csv or jsonl").About(fault.Choice, "format")

func (h *handlers) exportOrders(ctx context.Context, c *operations.Call, in exportQuery) (*documents.File, error) {
	return export(ctx, c, "orders", in, h.reader.EachOrder, func(o, _ *documents.Order) entry { return orderEntry(o) })
}

func (h *handlers) exportInvoices(ctx context.Context, c *operations.Call, in exportQuery) (*documents.File, error) {
	return export(ctx, c, "invoices", in, h.reader.EachInvoice, invoiceEntry)
}

func (h *handlers) exportMemos(ctx context.Context, c *operations.Call, in exportQuery) (*documents.File, error) {
	return export(ctx, c, "credit-memos", in, h.reader.EachCreditMemo, memoEntry)
}

// export writes a page of documents while they are read.
func export[D any](
	ctx context.Context, c *operations.Call, name string, in exportQuery,
	read func(ctx context.Context, q sales.ChangedSince, each func(sales.Exported[D]) error) error, of func(*D, *documents.Order) entry,
) (*documents.File, error) {
	q := sales.ChangedSince{Stores: c.AllowedStores(), Limit: usualExport}
	if in.Limit > 0 {
		q.Limit = int(min(in.Limit, mostExport))
	}
	var err error
	if in.After != "" {
		if q.After, err = c.Position("after", in.After); err != nil {
			return nil, err
		}
	}
	var body bytes.Buffer
	out, err := newExportWriter(in.Format, &body)
	if err != nil {
		return nil, err
	}
	n, at := 0, q.After
	if err := read(ctx, q, func(e sales.Exported[D]) error {
		doc, err := e.Doc.Decode()
		if err != nil {
			return err
		}
		o, err := e.Order.Decode()
		if err != nil {
			return err
		}
		n, at = n+1, e.At
		return out.write(of(&doc, &o), at)
	}); err != nil {
		return nil, err
	}
	file := &documents.File{Next: c.Token(at), More: n >= q.Limit}
	if err := out.end(file.Next, file.More); err != nil {
		return nil, err
	}
	file.Type, file.Name = linesType, name+".jsonl"
	if cmp.Or(in.Format, "csv") == "csv" {
		file.Type, file.Name = csvType, name+".csv"
	}
	file.Body = body.Bytes()
	return file, nil
}

// exportWriter writes a format of exports.
type exportWriter interface {
	write(e entry, at eventstore.Position) error
	// end writes the position to continue from, if the format has a field for that.
	end(next string, more bool) error
}

func newExportWriter(format string, to *bytes.Buffer) (exportWriter, error) {
	switch format {
	case "", "csv":
		return newCSVExport(to)
	case "jsonl":
		return lineExport{to}, nil
	}
	return nil, errExportFormat
}

// lineExport writes JSON lines.
type lineExport struct{ to *bytes.Buffer }

func (l lineExport) write(e entry, at eventstore.Position) error {
	e.Position = int64(at)
	b, err := documents.Encode(e)
	if err != nil {
		return err
	}
	l.to.Write(b)
	return l.to.WriteByte('\n')
}

func (l lineExport) end(next string, more bool) error {
	_, err := fmt.Fprintf(l.to, `{"next":%q,"more":%t}`+"\n", next, more)
	return err
}
