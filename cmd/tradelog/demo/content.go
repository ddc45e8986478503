package demo

import (
	"context"
	"errors"
	"slices"
	"time"

	"tradelog/domain/content"
	"tradelog/domain/record"
	"tradelog/domain/shop"
	operationscontent "tradelog/operations/content"
	"tradelog/readmodels/catalog"
)

// article is a text in the shop's two languages.
type article struct {
	key, title, text                      string
	germanKey, germanTitle, german        string
	section                               int // of the blog: index of blogSections
	daysAgo                               int
	summary, germanSummary, landingPageOf string
}

// content writes pages and blocks, the blog, and the landing page of a category.
func (s *seeder) content(ctx context.Context) error {
	views := []struct {
		stores []int64
		german bool
	}{{[]int64{shop.AllID}, false}, {[]int64{s.stores["de"]}, true}}
	pages, blocks := operationscontent.Pages.Commands(s.target.Deciders), operationscontent.Blocks.Commands(s.target.Deciders)
	for _, view := range views {
		for _, a := range contentBlocks {
			id, err := blocks.Create(ctx, content.Block{
				Identifier: a.key, Title: a.titleIn(view.german), Content: a.textIn(view.german), IsActive: true, Stores: view.stores,
			})
			if errors.Is(err, content.ErrBlockTaken) {
				continue
			}
			if err != nil {
				return err
			}
			if a.landingPageOf == "" {
				continue
			}
			if err := s.setLandingPage(ctx, a.landingPageOf, view.stores[0], id); err != nil {
				return err
			}
		}
		for i, a := range contentPages {
			summary := a.summary
			if view.german {
				summary = a.germanSummary
			}
			_, err := pages.Create(ctx, content.Page{
				Identifier: a.key, Title: a.titleIn(view.german), Heading: a.titleIn(view.german), Content: a.textIn(view.german),
				MetaDescription: &summary, SortOrder: int64(i), IsActive: true, Stores: view.stores,
			})
			if err != nil && !errors.Is(err, content.ErrPageTaken) {
				return err
			}
		}
	}
	return s.blog(ctx)
}

// setLandingPage makes a block the landing page of a category, in a store view or for all of them.
func (s *seeder) setLandingPage(ctx context.Context, section string, storeID, block int64) error {
	values := map[string]any{"landingPageId": block, "displayMode": "PRODUCTS_AND_PAGE"}
	set, err := record.Of(values)
	if err != nil {
		return err
	}
	return s.target.Catalog.UpdateCategory(ctx, s.sections[section], storeID, set, nil)
}

// blog writes the posts: one for the German store view, one for the others. The first post is dated today.
func (s *seeder) blog(ctx context.Context) error {
	categories, posts := operationscontent.BlogCategories.Commands(s.target.Deciders), operationscontent.Posts.Commands(s.target.Deciders)
	texts := catalog.TextsOf(s.target.Reader)
	everywhere := catalog.ContentScope{All: true, Today: "9999-12-31"}
	sections := make([]int64, len(blogSections))
	for i, section := range blogSections {
		had, err := texts.Category(ctx, everywhere, section.URLKey)
		if err != nil {
			return err
		}
		if had != nil {
			sections[i] = had.ID
			continue
		}
		section.IsActive, section.Stores, section.Position = true, []int64{shop.AllID}, int64(i)
		if sections[i], err = categories.Create(ctx, section); err != nil {
			return err
		}
	}
	german := s.stores["de"]
	var others []int64
	for code, id := range s.stores {
		if code != "de" {
			others = append(others, id)
		}
	}
	slices.Sort(others)
	for _, a := range blogPosts {
		day := s.target.Clock().UTC().AddDate(0, 0, -a.daysAgo).Format(time.DateOnly)
		for _, p := range []content.Post{
			{Title: a.title, URLKey: a.key, Content: a.text, ShortContent: paragraph(a.summary), Stores: others},
			{Title: a.germanTitle, URLKey: a.germanKey, Content: a.german, ShortContent: paragraph(a.germanSummary), Stores: []int64{german}},
		} {
			had, err := texts.Post(ctx, everywhere, p.URLKey)
			if err != nil {
				return err
			}
			if had != nil {
				continue
			}
			p.PublishDate, p.IsActive, p.Categories = day, true, []content.Assigned{{CategoryID: sections[a.section]}}
			if _, err := posts.Create(ctx, p); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a article) titleIn(german bool) *string {
	if german {
		return &a.germanTitle
	}
	return &a.title
}

func (a article) textIn(german bool) string {
	if german {
		return a.german
	}
	return a.text
}

func paragraph(text string) *string {
	html := "<p>" + text + "</p>"
	return &html
}
