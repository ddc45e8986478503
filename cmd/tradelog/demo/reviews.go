package demo

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"tradelog/commands"
	"tradelog/domain/newsletter"
	"tradelog/domain/review"
	"tradelog/readmodels"
)

//go:embed reviews.txt
var reviewLines string

// opinion is a line of reviews.txt.
type opinion struct {
	sku, store    string
	stars         int64
	status        review.Status
	title, detail string
}

// opinions reads reviews.txt. It panics on a malformed line.
func opinions() (all []opinion) {
	for line := range strings.Lines(reviewLines) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		cells := strings.Split(line, " | ")
		if len(cells) != 6 {
			panic("demo: a review has six cells: " + line)
		}
		stars, err := strconv.ParseInt(cells[2], 10, 64)
		if err != nil {
			panic(fmt.Sprintf("demo: stars of %s: %v", cells[0], err))
		}
		all = append(all, opinion{
			sku: cells[0], store: cells[1], stars: stars, status: review.Status(cells[3]), title: cells[4], detail: cells[5],
		})
	}
	return all
}

// subscribers is the number of customers who get the newsletter.
const subscribers = 8

// voices adds the reviews of products and the first subscriptions to the newsletter.
func (s *seeder) voices(ctx context.Context) error {
	s.progress("  reviews ...")
	authors, accounts := map[string][]int{}, make([]int64, customerCount)
	for n := range customerCount {
		found, err := s.target.CustomersReader.CustomersByEmail(ctx, email(n))
		if err != nil {
			return err
		}
		accounts[n] = found[0].ID
		authors[s.store(n)] = append(authors[s.store(n)], n)
	}
	made, err := s.reviewed(ctx)
	if err != nil {
		return err
	}
	all := opinions()
	failed := make([]error, len(all))
	var running sync.WaitGroup
	for i, o := range all {
		if made[o.title] {
			continue
		}
		// The subscriptions run at once, because simultaneous appends share a flush.
		running.Go(func() {
			who := authors[o.store][i%len(authors[o.store])]
			at := s.opened().Add(spread / time.Duration(len(all)+1) * time.Duration(i+1))
			failed[i] = s.review(commands.WithCause(ctx, commands.Cause{Actor: maker, At: at}), o, accounts[who], firstNames[who])
		})
	}
	running.Wait()
	if err := errors.Join(failed...); err != nil {
		return err
	}
	for i := range subscribers {
		n := 3 * i
		ctx := commands.WithCause(ctx, commands.Cause{Actor: maker, At: s.opened().Add(time.Duration(n*31+5) * time.Hour)})
		if _, _, err := s.target.Newsletter.Subscribe(ctx, newsletter.Subscription{
			Email: email(n), CustomerID: accounts[n], StoreID: s.stores[s.store(n)],
		}); err != nil {
			return err
		}
	}
	return nil
}

// reviewed returns the titles of the reviews of an interrupted run.
func (s *seeder) reviewed(ctx context.Context) (map[string]bool, error) {
	page, err := s.target.ReviewsReader.Reviews(ctx, "", nil, readmodels.Page{Number: 1, Size: 1000})
	if err != nil {
		return nil, err
	}
	titles := map[string]bool{}
	for _, doc := range page.Docs {
		r, err := doc.Decode()
		if err != nil {
			return nil, err
		}
		titles[r.Title] = true
	}
	return titles, nil
}

// review submits a review and moderates it.
func (s *seeder) review(ctx context.Context, o opinion, author int64, nickname string) error {
	id, err := s.target.Reviews.SubmitReview(ctx, review.Submission{
		ProductID: s.goods[o.sku], StoreID: s.stores[o.store], CustomerID: author, Stars: o.stars,
		Text: review.Text{Title: o.title, Detail: o.detail, Nickname: nickname},
	})
	if err != nil || o.status == review.Pending {
		return err
	}
	return s.target.Reviews.ModerateReview(ctx, id, review.Moderation{Status: o.status})
}
