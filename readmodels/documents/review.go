package documents

import (
	"tradelog/domain/money"
)

// Review is a review of a product as the API shows it (shapes-customer §5.2). Its author is not shown.
type Review struct {
	Type       string       `json:"@type"`
	ID         int64        `json:"id" about:"ID of the review"`
	ProductID  int64        `json:"productId" about:"ID of the product"`
	Title      string       `json:"title" about:"title" writer:"public"`
	Detail     string       `json:"detail" about:"text of the review" writer:"public"`
	Nickname   string       `json:"nickname" about:"author name shown with the review" writer:"public"`
	Rating     int64        `json:"rating" doc:"rating, 1 to 5 stars"`
	Status     string       `json:"status" enum:"approved,pending,not_approved" about:"status"`
	CreatedAt  string       `json:"createdAt" doc:"time of submission, in UTC" shown:"time"`
	Ratings    []ReviewVote `json:"ratings" doc:"single votes; rating is their average"`
	Stores     []int64      `json:"stores" doc:"IDs of the store views that show the review"`
	Extensions Extensions   `json:"extensions"`
}

// ReviewVote is a vote for one of the shop's ratings.
type ReviewVote struct {
	Code    string `json:"code" doc:"name of the rating, such as Quality"`
	Value   int64  `json:"value" doc:"1 to 5 stars"`
	Percent int64  `json:"percent" doc:"vote in percent of the best one"`
}

// ReviewProduct holds a member that a review is shown with: the name of its product, in the store view of the call.
type ReviewProduct struct {
	ProductName *string `json:"productName,omitempty" doc:"name of the product; absent if the store view does not have it"`
}

// ReviewItem is a review with all its members, for schemas.
type ReviewItem struct {
	Review
	ReviewProduct
}

// ProductRating holds the members of a product that follow from its approved reviews in the store view.
type ProductRating struct {
	ReviewCount   int64          `json:"reviewCount" doc:"number of approved reviews in the store view"`
	AverageRating *money.Decimal `json:"averageRating,omitempty" doc:"average rating, 1 to 5 stars with one decimal place; absent without reviews"`
}
