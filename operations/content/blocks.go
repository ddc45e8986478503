package content

import (
	"context"
	"strconv"

	"tradelog/domain/content"
	"tradelog/domain/shop"
	"tradelog/operations"
	"tradelog/operations/records"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
)

// Blocks is the record of blocks: pieces of content that other texts show (shapes-catalog §16).
var Blocks = records.Define(records.Spec[content.Block, documents.CmsBlock]{
	Kind: content.Blocks, New: content.Block{IsActive: true, Stores: []int64{shop.AllID}},
	Resource: records.Resource{
		Path: "/cms-blocks", Section: "content", ACL: "cms/block",
		Doc: "A piece of content for pages, descriptions and landing pages of categories. Store views may have their own versions.",
		List: "Lists the active blocks of the current store view, by title. identifier filters them. With scope=all the back office lists " +
			"the blocks of all store views, whatever their status.",
		Get: "Returns a block by ID, with directives expanded. The back office also reads inactive blocks.",
		Create: "Adds a block. Only identifier is required; the block is active and in all store views. Texts include it with the directive " +
			"{{block type=\"cms/block\" block_id=\"identifier\"}}.",
		Update: "Changes only what is sent. All content that includes the block changes with it.",
		Delete: "Removes a block. Content that includes it shows nothing there from then on.",
		Search: "part of title, content or identifier, case-insensitive",
	},
	Claims: content.Block.Names, Taken: content.ErrBlockTaken,
	Echoes: map[string][]string{"categories": {"cmsBlock"}, "products": {"description", "shortDescription"}},
	Search: content.Block.Search,
	Sort:   func(a, b content.Block) int { return compareTitles(a.Title, b.Title) },
	Published: &records.Published[content.Block]{
		Label: "block", Stores: func(b *content.Block) *[]int64 { return &b.Stores },
		Shown: func(_ records.Request, b content.Block) bool { return b.IsActive },
		Key: records.Filter[content.Block]{
			Name: "identifier", Doc: "part of the identifier, case-insensitive; in tools the exact one: at most one block, other filters are " +
				"ignored",
			Of: func(b content.Block) string { return b.Identifier },
		},
		KeyPart: true,
	},
	Render: func(ctx context.Context, r records.Request, b content.Block, _ bool) (documents.CmsBlock, error) {
		text, err := TextsOf(ctx, r.Call, r.Reader).Expand(b.Content)
		return folds.NewCmsBlock(b, text), err
	},
	Before: func(_ context.Context, c records.Change[content.Block]) error {
		if c.ID != 0 && c.Value.Shows(strconv.FormatInt(c.ID, 10)) {
			return operations.Failed("update CmsBlock", content.ErrBlockShowsItself)
		}
		return nil
	},
})
