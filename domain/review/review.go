package review

import (
	"slices"
	"strings"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/money"
)

const Category = "review"

func Stream(id int64) string { return domain.Stream(Category, id) }

// Status is the state of moderation of a review.
type Status string

const (
	Approved    Status = "approved"
	Pending     Status = "pending"
	NotApproved Status = "not_approved"
)

// Quality is the code of the rating. MaxStars is the best rating, and the one of a review without stars.
const (
	Quality  = "Quality"
	MaxStars = 5
)

// The errors of reviews (shapes-customer §5).
var (
	ErrNotFound  = fault.NotFoundf("Review not found")
	ErrNoProduct = fault.NotFoundf("Product not found")
	errStatus    = fault.Invalidf("status must be one of: approved, pending, not_approved").About(fault.Choice, "status")
	errNothing   = fault.Invalidf("Provide a status and/or stores to moderate").About(fault.Required, "status", "stores")
	errStars     = fault.Invalidf("Rating must be between 1 and 5").About(fault.Range, "rating")
)

// texts lists the fields of a review's text with their limits in bytes, and the errors for a blank and for a long one.
var texts = []struct {
	field      func(*Text) *string
	most       int
	none, long error
}{
	{func(t *Text) *string { return &t.Title }, 255,
		fault.Invalidf("Review title is required").About(fault.Required, "title"), fault.Invalidf("Review title cannot exceed 255 characters").
			About(fault.Length, "title")},
	{func(t *Text) *string { return &t.Detail }, 65535,
		fault.Invalidf("Review detail is required").About(fault.Required, "detail"), fault.Invalidf("Review detail is too long").
			About(fault.Length, "detail")},
	{func(t *Text) *string { return &t.Nickname }, 255,
		fault.Invalidf("Nickname is required").About(fault.Required, "nickname"), fault.Invalidf("Nickname cannot exceed 255 characters").
			About(fault.Length, "nickname")},
}

// CheckStatus returns an error if a status does not exist.
func CheckStatus(s Status) error {
	if !slices.Contains([]Status{Approved, Pending, NotApproved}, s) {
		return errStatus
	}
	return nil
}

// Submission is a customer's review of a product.
type Submission struct {
	ReviewID, ProductID, StoreID, CustomerID int64
	Stars                                    int64
	Text                                     Text
}

type State struct {
	Exists    bool
	ProductID int64
	Status    Status
	StoreIDs  []int64
}

func New(string) State { return State{} }

func Evolve(s State, e domain.Event) State {
	switch e := e.(type) {
	case Submitted:
		return State{Exists: true, ProductID: e.ProductID, Status: Pending, StoreIDs: []int64{e.StoreID}}
	case StatusChanged:
		s.Status = e.Status
	case StoresAssigned:
		s.StoreIDs = e.StoreIDs
	}
	return s
}

// Submit records a review. It trims blanks around the texts.
func (s State) Submit(d Submission) ([]domain.Event, error) {
	if s.Exists {
		return nil, fault.New(fault.Internal, "Review %d exists already", d.ReviewID)
	}
	var wrong fault.Several
	for _, t := range texts {
		text := t.field(&d.Text)
		*text = strings.TrimSpace(*text)
		switch {
		case *text == "":
			wrong.Add(t.none)
		case len(*text) > t.most:
			wrong.Add(t.long)
		}
	}
	wrong.Add(fault.If(d.Stars < 1 || d.Stars > MaxStars, errStars))
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	return []domain.Event{Submitted{
		ReviewID: d.ReviewID, ProductID: d.ProductID, StoreID: d.StoreID, CustomerID: d.CustomerID, Stars: d.Stars, Text: d.Text,
	}}, nil
}

// Moderation is a change of a review by the back office.
type Moderation struct {
	Status   Status  // empty: unchanged
	StoreIDs []int64 // empty: unchanged
}

// Moderate sets the status and the store views. It returns no events for values that do not change.
func (s State) Moderate(m Moderation) (events []domain.Event, err error) {
	if !s.Exists {
		return nil, ErrNotFound
	}
	if m.Status == "" && len(m.StoreIDs) == 0 {
		return nil, errNothing
	}
	if m.Status != "" {
		if err := CheckStatus(m.Status); err != nil {
			return nil, err
		}
		if m.Status != s.Status {
			events = append(events, StatusChanged{Status: m.Status})
		}
	}
	if len(m.StoreIDs) > 0 {
		ids := slices.Compact(slices.Sorted(slices.Values(m.StoreIDs)))
		if !slices.Equal(ids, s.StoreIDs) {
			events = append(events, StoresAssigned{StoreIDs: ids})
		}
	}
	return events, nil
}

// Percent returns a number of stars as a percentage of MaxStars.
func Percent(stars int64) int64 { return stars * 100 / MaxStars }

// Summary holds the number of approved reviews of a product and the sum of their stars.
type Summary struct{ Reviews, Stars int64 }

// Add adds a number of reviews with the given stars each.
func (s *Summary) Add(stars, reviews int64) {
	s.Reviews, s.Stars = s.Reviews+reviews, s.Stars+stars*reviews
}

// Average is the average number of stars with one decimal place; nil without reviews.
func (s Summary) Average() *money.Decimal {
	if s.Reviews == 0 {
		return nil
	}
	average := money.FromInt(s.Stars).Div(money.FromInt(s.Reviews)).Round(1)
	return &average
}
