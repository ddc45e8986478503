package folds

import (
	"tradelog/domain"
	"tradelog/readmodels/documents"
)

// stamps holds the times of an event in the form of documents, and who caused it. Things that the event creates get the time made, and
// updatedAt gets changed.
type stamps struct{ made, changed, by string }

func stamped(at domain.Times) stamps {
	return stamps{documents.Time(at.Occurred), documents.Time(at.Recorded), at.By.String()}
}

// These leave out members that are empty.
var (
	text   = documents.Optional
	number = documents.OptionalNumber
	orNil  = documents.OptionalAmount
)
