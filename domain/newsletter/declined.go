package newsletter

import (
	"time"

	"tradelog/domain"
)

// Declined records a guest's request that changed nothing, without the address. A guest's request appends the same number of events whether
// the address is subscribed or not, so that neither time nor position reveals it.
type Declined struct {
	StoreID int64     `json:"storeId"`
	At      time.Time `json:"at"`
}

// EventName returns the name of the event's type.
func (Declined) EventName() string { return "NewsletterRequestDeclined" }

// RefusalSpecs returns the events of streams of declined requests.
func RefusalSpecs() []domain.EventSpec { return domain.Specs(Declined{}) }

// RefusalCategory is the category of the streams of declined requests, one for each store view.
const RefusalCategory = "newsletterrefusals"

// Refusals is the state of a stream of declined requests. No decision depends on it.
type Refusals struct{}
