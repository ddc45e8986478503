package sales

import (
	"context"

	"tradelog/operations"
	"tradelog/readmodels/documents"
)

// downloads returns the operation that delivers what was bought with downloadable products (shapes-catalog §8).
func (h *handlers) downloads() []*operations.Operation {
	return []*operations.Operation{operations.Define(operations.Operation{
		Resource: Order, Verb: operations.Get, Method: "GET", Path: "/downloads/{key}", Auth: operations.Public, Cache: operations.NoStore,
		Status: 302, Extra: true, NoTool: true, Produces: "application/octet-stream", Summary: "Download what was bought",
		Doc: "Leads whoever has the key to a file that was bought, and counts it. The buyer's order and e-mails have the key. Refused before " +
			"the order is invoiced, after the last of the downloads that were bought, after its time, and for what was refunded or cancelled. " +
			"Downloads that are not shareable need the token of the customer who bought them.",
	}, h.download)}
}

type downloadPath struct {
	Key string `path:"key" doc:"key of the download"`
}

func (h *handlers) download(ctx context.Context, c *operations.Call, in downloadPath) (*documents.File, error) {
	link, err := h.commands.Download(ctx, in.Key, c.CustomerID())
	if err != nil {
		return nil, err
	}
	return &documents.File{At: link.URL}, nil
}
