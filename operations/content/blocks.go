package content

import (
	"context"
	"strconv"

	"tradelog/domain/content"
	"tradelog/domain/shop"
	"tradelog/operations"
	"tradelog/readmodels/documents"
	"tradelog/records"
)

// Blocks is the record of blocks: pieces of content that other texts show (shapes-catalog §16).
var Blocks = records.Define(records.Spec[content.Block, documents.CmsBlock]{
	Path: "/cms-blocks", Kind: content.Blocks, Section: "content", ACL: "cms/block", New: content.Block{IsActive: true, Stores: []int64{shop.AllID}},
	Doc: "A piece of content that pages, descriptions and landing pages of categories show. Each store view may have one of its own.",
	Docs: records.Docs{
		List: "Lists the active blocks of the current store view by their titles. identifier narrows them. The back office lists the " +
			"blocks of all store views, whatever their status, with scope=all.",
		Get: "Returns a block by its number. The content has its directives expanded. The back office reads blocks that are not active too.",
		Create: "Adds a block. Only identifier is needed; the block is active and in all store views. Texts show it by the directive " +
			"{{block type=\"cms/block\" block_id=\"identifier\"}}.",
		Update: "Changes what is sent and leaves the rest. Everything that shows the block changes with it.",
		Delete: "Removes a block. What has shown it shows nothing there from then on.",
		Search: "part of title, content or identifier, in any case",
	},
	Claims: content.Block.Names, Taken: content.ErrBlockTaken, Normalise: content.Block.Normalise, Check: content.Block.Check,
	Search: content.Block.Search,
	Sort:   func(a, b content.Block) int { return compareTitles(a.Title, b.Title) },
	Published: &records.Published[content.Block]{
		Label: "block", Stores: func(b *content.Block) *[]int64 { return &b.Stores },
		Shown: func(_ records.Request, b content.Block) bool { return b.IsActive },
		Key: records.Filter[content.Block]{
			Name: "identifier", Doc: "part of the identifier, in any case; for tools the exact one: at most one block, whatever the other filters",
			Of: func(b content.Block) string { return b.Identifier },
		},
		KeyPart: true,
	},
	Render: func(ctx context.Context, r records.Request, b content.Block, _ bool) (documents.CmsBlock, error) {
		text, err := TextsOf(ctx, r.Call, r.Reader).Expand(b.Content)
		return documents.NewCmsBlock(b, text), err
	},
	Before: func(_ context.Context, c records.Change[content.Block]) error {
		if c.ID != 0 && c.Value.Shows(strconv.FormatInt(c.ID, 10)) {
			return operations.Failed("update CmsBlock", content.ErrBlockShowsItself)
		}
		return nil
	},
})
