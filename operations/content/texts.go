package content

import (
	"context"
	"strings"

	"tradelog/domain/content"
	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/readmodels/catalog"
)

// Texts expands the directives of texts for the store of a call (shapes-catalog §0.7). TextsOf makes it.
type Texts struct {
	MediaURL string // of the media root, with a slash at its end

	ctx    context.Context
	reader *catalog.Texts
	scope  catalog.ContentScope
	env    content.DirectiveEnv
	err    error
}

// TextsOf returns the texts of a call. Of the configuration, only paths that the shop publishes are available.
func TextsOf(ctx context.Context, c *operations.Call, engine *readmodels.Reader) *Texts {
	t := &Texts{MediaURL: mediaURL(c), ctx: ctx, reader: catalog.TextsOf(engine), scope: ScopeOf(c)}
	t.env = content.DirectiveEnv{BaseURL: c.Shop.BaseURL(c.Store.ID), MediaURL: t.MediaURL, Config: published(c), Block: t.named}
	return t
}

// mediaURL returns the URL of the media root.
func mediaURL(c *operations.Call) string { return c.Shop.BaseURL(c.Store.ID) + "media/" }

// ScopeOf returns the store view and the day for which a call reads content.
func ScopeOf(c *operations.Call) catalog.ContentScope {
	return catalog.ContentScope{StoreID: c.Store.ID, All: c.AllStores, Today: c.Shop.Today(c.Store.ID, c.Now())}
}

// published returns the values of the configuration that the shop publishes.
func published(c *operations.Call) func(path string) string {
	config := c.Config()
	return func(path string) string {
		if p, ok := c.Shop.Settings.Lookup(path); !ok || p.Type.Hidden() {
			return ""
		}
		for _, shown := range []string{"general/store_information/", "web/secure/base_url", "web/unsecure/base_url", "design/head"} {
			if strings.HasPrefix(path, shown) {
				return config.Text(path)
			}
		}
		return ""
	}
}

// Expand replaces the directives of a text by their values, and sanitises the result.
func (t *Texts) Expand(text string) (string, error) {
	return safeHTML(content.ExpandDirectives(text, t.env)), t.err
}

// ExpandEach expands several texts in place as Expand does, and skips nil ones.
func (t *Texts) ExpandEach(texts ...*string) error {
	for _, text := range texts {
		if text != nil {
			*text = safeHTML(content.ExpandDirectives(*text, t.env))
		}
	}
	return t.err
}

// Block returns the expanded content of a block; nil if it is not shown.
func (t *Texts) Block(id int64) (*string, error) {
	b, err := t.reader.BlockByID(t.ctx, t.scope, id)
	if b == nil || err != nil {
		return nil, err
	}
	text, err := t.Expand(b.Content)
	return &text, err
}

// named returns the content of a block for a directive. A directive cannot fail, so the first error is kept for Expand.
func (t *Texts) named(name string) (text string, ok bool) {
	b, err := t.reader.Block(t.ctx, t.scope, name)
	if err != nil && t.err == nil {
		t.err = err
	}
	if b == nil || err != nil {
		return "", false
	}
	return b.Content, true
}
