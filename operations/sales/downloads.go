package sales

import (
	"context"

	"tradelog/operations"
	"tradelog/readmodels/documents"
)

// downloads returns the operation that delivers the files of bought downloadable products (shapes-catalog §8).
func (h *handlers) downloads() []*operations.Operation {
	return []*operations.Operation{operations.Define(operations.Declaration{
		Resource: Order, Verb: operations.Get, Method: "GET", Path: "/downloads/{key}", Access: operations.Public.Access(),
		Response: operations.Response{Status: 302, NoStore: true, Produces: "application/octet-stream"}, Extra: true,
		Tool: operations.Tool{None: true}, Summary: "Download a bought file",
		Doc: "Redirects the holder of the key to a bought file, and counts the download. The buyer's order and e-mails have the key. Refused " +
			"before the order is invoiced, when the downloads are used up or expired, and for refunded or cancelled units. Downloads that are " +
			"not shareable need the buyer's token.",
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
