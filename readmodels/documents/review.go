package documents

import (
	"tradelog/domain/money"
)

// Review is a review of a product as the API shows it (shapes-customer §5.2). Its author is not shown.
type Review struct {
	Type       string       `json:"@type"`
	ID         int64        `json:"id"`
	ProductID  int64        `json:"productId" about:"number of the product"`
	Title      string       `json:"title" about:"title that people read"`
	Detail     string       `json:"detail" about:"text of the review"`
	Nickname   string       `json:"nickname" about:"name the author wants to be shown"`
	Rating     int64        `json:"rating" doc:"stars, from 1 to 5"`
	Status     string       `json:"status" enum:"approved,pending,not_approved" about:"state that it is in"`
	CreatedAt  string       `json:"createdAt" doc:"UTC" shown:"time"`
	Ratings    []ReviewVote `json:"ratings" doc:"the votes that rating is the average of"`
	Stores     []int64      `json:"stores" doc:"store views that show the review"`
	Extensions Extensions   `json:"extensions"`
}

// ReviewVote is a vote for one of the shop's ratings.
type ReviewVote struct {
	Code    string `json:"code" doc:"name of the rating, such as Quality"`
	Value   int64  `json:"value" doc:"stars, from 1 to 5"`
	Percent int64  `json:"percent" doc:"of the best vote"`
}

// ReviewProduct holds a member that a review is shown with: the name of its product, in the store view of the call.
type ReviewProduct struct {
	ProductName *string `json:"productName,omitempty" doc:"absent when the product is not known in the store view"`
}

// ReviewItem is a review with all its members, for schemas.
type ReviewItem struct {
	Review
	ReviewProduct
}

// ProductRating holds the members of a product that follow from its approved reviews in the store view.
type ProductRating struct {
	ReviewCount   int64          `json:"reviewCount" doc:"approved reviews in the store view"`
	AverageRating *money.Decimal `json:"averageRating,omitempty" doc:"stars, from 1 to 5 with one decimal place; absent without reviews"`
}
