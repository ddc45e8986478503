package newsletter

import (
	"time"

	"tradelog/domain"
)

// Declined records a guest's request that changed nothing, without the address. Requests of guests append as many events whether the
// address is subscribed or not, so that neither time nor position tells it.
type Declined struct {
	StoreID int64     `json:"storeId"`
	At      time.Time `json:"at"`
}

// EventName is the name of the event's type.
func (Declined) EventName() string { return "NewsletterRequestDeclined" }

// RefusalSpecs are the events of such streams.
func RefusalSpecs() []domain.EventSpec { return domain.Specs(Declined{}) }

// RefusalCategory is the category of the streams of such requests, one for each store view.
const RefusalCategory = "newsletterrefusals"

// Refusals is the state of such a stream. Nothing is decided on it.
type Refusals struct{}
