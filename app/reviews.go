package app

import (
	reviewscommands "tradelog/commands/reviews"
	"tradelog/domain/review"
	"tradelog/operations"
	"tradelog/operations/reviews"
	"tradelog/projections"
	rows "tradelog/projections/reviews"
)

// reviewsModule is the module of products' reviews.
var reviewsModule = Module{
	Name:       "reviews",
	Streams:    reviewscommands.Streams(),
	Events:     review.EventSpecs(),
	Sequences:  []projections.Marks{rows.Marks},
	Projectors: []projections.Definition{rows.Reviews},
	Operations: func(s Services) []*operations.Operation {
		return reviews.New(reviews.Dependencies{Commands: s.Commands.Reviews, Reader: s.Readers.Reviews, Catalog: s.Readers.Catalog})
	},
	Steps: reviewsSteps,
}
