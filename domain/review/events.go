package review

import (
	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/domain/person"
)

type (
	// Submitted is the review as its author wrote it. The review is pending, and assigned to the store view in which it was written.
	Submitted struct {
		ReviewID   int64 `json:"reviewId"`
		ProductID  int64 `json:"productId"`
		StoreID    int64 `json:"storeId"`
		CustomerID int64 `json:"customerId"` // author
		Stars      int64 `json:"stars"`      // 1 to 5, of the rating Quality
		Text       Text  `json:"text,omitzero" personal:"true"`
	}
	// Text is the text of a review.
	Text struct {
		Title    string `json:"title,omitempty"`
		Detail   string `json:"detail,omitempty"`
		Nickname string `json:"nickname,omitempty"`
	}
	// StatusChanged is the decision of a moderator.
	StatusChanged struct {
		Status Status `json:"status"`
	}
	// StoresAssigned replaces the store views that show the review.
	StoresAssigned struct {
		StoreIDs []int64 `json:"storeIds"` // ascending
	}
)

func (Submitted) EventName() string      { return "ReviewSubmitted" }
func (StatusChanged) EventName() string  { return "ReviewStatusChanged" }
func (StoresAssigned) EventName() string { return "ReviewStoresAssigned" }
func (e Submitted) DataSubject() string  { return customer.Subject(e.CustomerID) }

func EventSpecs() []domain.EventSpec {
	return append(domain.Specs(Submitted{}, StatusChanged{}, StoresAssigned{}), person.Spec(Category))
}
