package customers

import (
	"context"
	"fmt"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/review"
)

// Reviews carries out the commands on reviews.
type Reviews struct {
	*commands.Engine
	reviews commands.Repository[review.State]
}

// NewReviews returns the commands.
func NewReviews(e *commands.Engine) *Reviews {
	return &Reviews{Engine: e, reviews: commands.Open(e, reviews)}
}

var reviews = commands.Decider[review.State]{
	Category: review.Category, Initial: review.New, Evolve: review.Evolve, Cached: 1000,
	Missing: func(s review.State) error {
		if !s.Exists {
			return review.ErrNotFound
		}
		return nil
	},
}

// ReviewStreams declares the streams of the area.
func ReviewStreams() []commands.Streams {
	return []commands.Streams{commands.Declare(reviews, "review", review.EventSpecs(), review.Submitted{})}
}

// SubmitReview stores a review and returns its identifier. The caller must have checked that the product exists.
func (c *Reviews) SubmitReview(ctx context.Context, d review.Submission) (int64, error) {
	if _, err := (review.State{}).Submit(d); err != nil { // before a number is drawn
		return 0, err
	}
	ids, err := c.Next(ctx, "review", 1)
	if err != nil {
		return 0, err
	}
	d.ReviewID = ids[0]
	result, err := c.reviews.Decide(ctx, review.Stream(d.ReviewID), func(s review.State) ([]domain.Event, error) {
		return s.Submit(d)
	}, commands.Named("SubmitReview"), commands.First())
	if err != nil {
		return 0, err
	}
	for _, e := range result.Events {
		if e, ok := e.(review.Submitted); ok { // an earlier attempt may have drawn another number
			return e.ReviewID, nil
		}
	}
	return 0, fmt.Errorf("review %d was not stored", d.ReviewID)
}

// ModerateReview sets the status of a review and the store views that show it. review.ErrNotFound: there is no such review.
func (c *Reviews) ModerateReview(ctx context.Context, id int64, m review.Moderation) error {
	return c.reviews.Change(ctx, id, func(s review.State) ([]domain.Event, error) {
		return s.Moderate(m)
	}, commands.Named("ModerateReview"))
}

// Review returns the newest state of a review. review.ErrNotFound: there is none.
func (c *Reviews) Review(ctx context.Context, id int64) (review.State, error) {
	return c.reviews.Get(ctx, id)
}
