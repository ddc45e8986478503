package folds

import (
	"tradelog/domain"
	"tradelog/domain/revocation"
	"tradelog/readmodels/documents"
)

// ApplyRevocation folds one event into a request's document; nil before it was submitted.
func ApplyRevocation(r *documents.Revocation, e domain.Event, at domain.Times) *documents.Revocation {
	if e, ok := e.(revocation.Submitted); ok {
		r = &documents.Revocation{
			Type: "RevocationRequest", ID: e.RequestID, OrderID: e.OrderID, OrderReference: e.OrderReference, Reason: text(e.Reason),
			CustomerName: e.Declarer.Name,
			Email:        e.Declarer.Email, Verified: e.Verified, StoreID: e.StoreID, ReceivedAt: documents.Time(e.ReceivedAt),
			IP:        text(e.Declarer.IP),
			UserAgent: text(e.Declarer.UserAgent),
		}
		if e.Suppressed != "" {
			r.SuppressedAt, r.SuppressedReason = text(r.ReceivedAt), text(e.Suppressed)
		}
		return r
	}
	if r == nil {
		return nil
	}
	switch e := e.(type) {
	case revocation.Processed:
		r.ProcessedStatus, r.ProcessedAt = text(string(e.Status)), text(documents.Time(at.Occurred))
	case revocation.Noted:
		r.AdminNote = text(e.Note)
	}
	return r
}
