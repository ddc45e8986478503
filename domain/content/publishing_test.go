package content_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tradelog/domain/content"
	"tradelog/domain/record"
)

// TestPagesThatCannotBe checks shapes-catalog §15.
func TestPagesThatCannotBe(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 256)
	for identifier, refusal := range map[string]string{
		"about": "", "about/us.html": "", "a_b-c": "", "2026": "The page URL key cannot consist only of numbers.",
		" ": "Identifier is required.", "About": "The page URL key contains capital letters or disallowed symbols.",
		"a b": "The page URL key contains capital letters or disallowed symbols.",
		"a":   "The page URL key contains capital letters or disallowed symbols.",
		long:  "The page URL key must not be longer than 100 characters.",
	} {
		checks(t, content.Page{Identifier: identifier}, refusal)
	}
	for robots, stored := range map[string]string{"noindex, follow": "NOINDEX,FOLLOW", "": ""} {
		p := content.Page{Identifier: "about", MetaRobots: &robots}.Normalise()
		if p.MetaRobots == nil && stored != "" || p.MetaRobots != nil && *p.MetaRobots != stored {
			t.Errorf("robots %q are stored as %v", robots, p.MetaRobots)
		}
	}
	none, odd, date := "none", "tomorrow", "3/1/2026"
	checks(t, content.Page{Identifier: "about", MetaRobots: &none},
		"metaRobots must be one of: INDEX,FOLLOW, NOINDEX,FOLLOW, INDEX,NOFOLLOW, NOINDEX,NOFOLLOW")
	checks(t, content.Page{Identifier: "about", ThemeTo: &odd}, "Invalid date for customThemeTo; use Y-m-d format.")
	checks(t, content.Page{Identifier: "about", Title: &long}, "title must not be longer than 255 characters.")
	if p := (content.Page{ThemeFrom: &date}).Normalise(); *p.ThemeFrom != "2026-03-01" {
		t.Errorf("a date is stored as %s", *p.ThemeFrom)
	}
}

func checks(t *testing.T, p content.Page, refusal string) {
	t.Helper()
	err := p.Normalise().Check()
	if refusal == "" && err != nil || refusal != "" && (err == nil || err.Error() != refusal) {
		t.Errorf("%.40v: %v, want %q", p.Identifier, err, refusal)
	}
}

// TestABlockDoesNotShowItself by its identifier.
func TestABlockDoesNotShowItself(t *testing.T) {
	t.Parallel()
	b := content.Block{Identifier: "a", Content: `<p>{{block type="cms/block" block_id="a"}}</p>`}
	if err := b.Normalise().Check(); !errors.Is(err, content.ErrBlockShowsItself) {
		t.Error(err)
	}
	b.Identifier = "b"
	if err := b.Normalise().Check(); err != nil {
		t.Error(err)
	}
}

// TestCategoryPaths end at the top level, at a category that is gone, and in a ring.
func TestCategoryPaths(t *testing.T) {
	t.Parallel()
	parents := map[int64]int64{1: 0, 2: 1, 3: 2, 7: 8, 8: 7}
	find := func(id int64) (content.Category, error) {
		parent, ok := parents[id]
		if !ok {
			return content.Category{}, record.ErrNotFound
		}
		return content.Category{ID: id, ParentID: parent}, nil
	}
	path, err := content.CategoryPath(content.Category{ID: 3, ParentID: 2}, find)
	if err != nil || !slices.Equal(path, []int64{1, 2, 3}) {
		t.Errorf("%v, %v", path, err)
	}
	if path, err = content.CategoryPath(content.Category{ID: 5, ParentID: 99}, find); err != nil || !slices.Equal(path, []int64{5}) {
		t.Errorf("below one that is gone: %v, %v", path, err)
	}
	if path, err = content.CategoryPath(content.Category{ID: 7, ParentID: 8}, find); err != nil || len(path) > 100 {
		t.Errorf("a ring has %d parts, %v", len(path), err)
	}
}

// TestURLKeysOfTheBlog are made of titles and names.
func TestURLKeysOfTheBlog(t *testing.T) {
	t.Parallel()
	if p := (content.Post{Title: "<b>Größe & Maß</b>"}).Normalise(); p.Title != "Größe & Maß" || p.URLKey != "grosse-and-mass" {
		t.Errorf("%q, %q", p.Title, p.URLKey)
	}
	if c := (content.Category{Name: " News ", URLKey: "The News"}).Normalise(); c.Name != "News" || c.URLKey != "the-news" {
		t.Errorf("%q, %q", c.Name, c.URLKey)
	}
}
