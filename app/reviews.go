package app

import (
	reviewscommands "tradelog/commands/reviews"
	"tradelog/domain/review"
	"tradelog/operations"
	"tradelog/operations/reviews"
	"tradelog/projections"
	rows "tradelog/projections/reviews"
	readreviews "tradelog/readmodels/reviews"
)

// Reviews: commands and reader.
var (
	Reviews = Share(func(s Services) *reviewscommands.Reviews { return reviewscommands.New(s.Engine) })

	ReviewsReader = Share(func(s Services) *readreviews.Reader { return readreviews.New(s.Reader) })
)

// reviewsModule is the module of products' reviews.
var reviewsModule = Module{
	Name:       "reviews",
	Streams:    reviewscommands.Streams(),
	Events:     review.EventSpecs(),
	Sequences:  []projections.Marks{rows.Marks},
	Projectors: []projections.Definition{rows.Reviews},
	Operations: func(s Services) []*operations.Operation {
		return reviews.New(reviews.Dependencies{Commands: Reviews.Of(s), Reader: ReviewsReader.Of(s), Catalog: CatalogReader.Of(s)})
	},
}
