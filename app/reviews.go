package app

import (
	customerscommands "tradelog/commands/customers"
	"tradelog/domain/review"
	"tradelog/eventstore/trail"
	"tradelog/operations"
	operationscustomers "tradelog/operations/customers"
	"tradelog/projections"
	"tradelog/projections/customers"
	"tradelog/reactions/mails"
	"tradelog/readmodels/folds"
)

// reviewsModule has the reviews of products.
var reviewsModule = Module{
	Name:    "reviews",
	Streams: customerscommands.ReviewStreams(),
	Events:  review.EventSpecs(),
	Trails: trails(trail.Kind{
		Path: "/reviews/{id}", Noun: "review", Permission: "reviews", Category: review.Category, Find: trail.Numbered(review.Stream),
		Fold: trail.Documents(folds.ApplyReview),
	}),
	Changes:    review.Changes(),
	Sequences:  []projections.Marks{customers.ReviewMarks},
	Projectors: []projections.Definition{customers.Reviews},
	Mails:      []mails.Kind{mails.ReviewApproved},
	Operations: func(s Services) []*operations.Operation {
		return operationscustomers.NewReviews(
			operationscustomers.ReviewDependencies{Commands: s.Commands.Reviews, Reader: s.Readers.Reviews, Catalog: s.Readers.Catalog},
		)
	},
}
