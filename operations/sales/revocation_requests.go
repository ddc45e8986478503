package sales

import (
	"context"

	"tradelog/domain"
	"tradelog/domain/revocation"
	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
	"tradelog/readmodels/sales"
)

const permission = "revocation-requests"

type revocationsInput struct {
	ProcessedStatus string `query:"processedStatus" enum:"accepted,rejected,info_requested" doc:"exact status; requests that wait have none"`
	StoreID         *int64 `query:"storeId" doc:"ID of the order's store view"`
	Email           string `query:"email" doc:"exact e-mail address"`
	OrderID         *int64 `query:"orderId" doc:"ID of the order"`
}

func (h *revocationHandlers) list(
	ctx context.Context,
	c *operations.Call,
	in revocationsInput,
) (*documents.Page[documents.Revocation], error) {
	return h.page(ctx, c, sales.RevocationFilter{
		Status: in.ProcessedStatus, StoreID: in.StoreID, Email: in.Email, OrderID: in.OrderID, Stores: c.AllowedStores(),
		Backend: c.BackendReader(permission),
	})
}

// listOwn lists the requests of the calling customer.
func (h *revocationHandlers) listOwn(
	ctx context.Context,
	c *operations.Call,
	_ operations.None,
) (*documents.Page[documents.Revocation], error) {
	if c.CustomerID() == 0 {
		return nil, nil
	}
	return h.page(ctx, c, sales.RevocationFilter{CustomerID: c.CustomerID()})
}

// waitingRequests counts the unprocessed requests.
type waitingRequests struct {
	Count int64 `json:"count"`
}

func (h *revocationHandlers) waiting(ctx context.Context, c *operations.Call, _ operations.None) (out waitingRequests, err error) {
	out.Count, err = h.reader.Waiting(ctx, c.AllowedStores())
	return out, err
}

func (h *revocationHandlers) page(
	ctx context.Context, c *operations.Call, f sales.RevocationFilter,
) (*documents.Page[documents.Revocation], error) {
	return h.reader.Revocations(ctx, f, c.Page())
}

type revocationPath struct {
	ID int64 `path:"id" doc:"ID of the revocation request"`
}

// readable is the guard of a single read. A request of another customer gets the answer of a missing one (conventions §6).
func (h *revocationHandlers) readable(ctx context.Context, c *operations.Call) error {
	id := c.PathID("id")
	r, err := h.reader.Revocation(ctx, id)
	if err != nil {
		return err
	}
	backend := c.BackendReader(permission)
	if own := c.CustomerID() != 0 && r.CustomerID == c.CustomerID(); !own && !backend {
		return readmodels.ErrNotFound
	}
	c.Keep(r)
	return c.CheckStoreRow(revocationResource.Label, r.StoreID)
}

func (h *revocationHandlers) get(ctx context.Context, c *operations.Call, in revocationPath) (documents.Doc[documents.Revocation], error) {
	if c.InPast() {
		return h.written(c, in.ID).AsOf(ctx, c)
	}
	r := operations.Loaded[*sales.Revocation](c)
	if c.BackendReader(permission) {
		return r.Backend, nil
	}
	return r.Doc, nil
}

// writable is the guard of changes. It reads the stream, as the decision does.
func (h *revocationHandlers) writable(ctx context.Context, c *operations.Call) error {
	r, err := h.commands.Revocation(ctx, c.PathID("id"))
	if err != nil {
		return err
	}
	return c.CheckStoreRow(revocationResource.Label, r.StoreID)
}

type processInput struct {
	revocationPath
	ProcessedStatus *string                 `json:"processedStatus" enum:"accepted,rejected,info_requested" doc:"decision about the request"`
	AdminNote       inputs.Nullable[string] `json:"adminNote" lines:"many" nonnull:"true" type:"string,null" doc:"back-office note; null or blank removes it"`
}

func (h *revocationHandlers) process(
	ctx context.Context,
	c *operations.Call,
	in processInput,
) (documents.Doc[documents.Revocation], error) {
	p := revocation.Processing{Status: revocation.Status(domain.Value(in.ProcessedStatus))}
	if in.AdminNote.Sent {
		p.Note = &in.AdminNote.Value
	}
	if err := h.commands.ProcessRevocation(ctx, in.ID, p); err != nil {
		return nil, err
	}
	return h.show(ctx, c, in.ID)
}

// show answers a write with the request in its new state.
func (h *revocationHandlers) show(ctx context.Context, c *operations.Call, id int64) (documents.Doc[documents.Revocation], error) {
	return h.written(c, id).Answer(ctx, c)
}

// written returns the ways to read a request and to fold it from its stream.
func (h *revocationHandlers) written(c *operations.Call, id int64) operations.Written[documents.Revocation, documents.Revocation] {
	backend := c.BackendReader(permission)
	return operations.Written[documents.Revocation, documents.Revocation]{
		Stream: revocation.Stream(id), Each: h.commands.EachUntil, Apply: folds.ApplyRevocation, Missing: revocation.ErrNotFound,
		Read: func(ctx context.Context) (documents.Doc[documents.Revocation], error) {
			r, err := h.reader.Revocation(ctx, id)
			switch {
			case err != nil:
				return nil, err
			case backend:
				return r.Backend, nil
			}
			return r.Doc, nil
		},
		Encode: func(r *documents.Revocation) (documents.Doc[documents.Revocation], error) {
			if !backend {
				r = r.ForCustomer()
			}
			return documents.Encode(r)
		},
	}
}
