package folds

import (
	"tradelog/domain"
	"tradelog/domain/access"
	"tradelog/readmodels/documents"
)

// stamps holds the times of an event in the form of documents, and who caused it. Things that the event creates get the time made, and
// updatedAt gets changed.
type stamps struct {
	made, changed, by string
	name              documents.NameAt // of who caused it
}

func stamped(at domain.Times) stamps {
	return stamps{documents.Time(at.Occurred), documents.Time(at.Recorded), at.By.String(), nameOf(at)}
}

// nameOf returns the pointer to the name of who caused an event. Accounts alone have a name; customers are shown by their number.
func nameOf(at domain.Times) documents.NameAt {
	switch {
	case at.Position == 0:
		return 0
	case at.By.ID == 0 || !access.HasAccount(at.By.Kind):
		return documents.Nameless
	}
	return documents.NameAt(at.Position)
}

// These leave out members that are empty.
var (
	text   = documents.Optional[string]
	number = documents.Optional[int64]
	orNil  = documents.OptionalAmount
)
