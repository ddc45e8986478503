package histories

import (
	"fmt"
	"strings"

	"tradelog/domain/content"
)

// contentSteps add media files by command: a random history has no pictures to upload.
var contentSteps = []Step{
	newFile, newFile,
	{Name: "content_cms_pages_create", Makes: "page", With: page},
	{Name: "content_cms_pages_update", Of: "page", Makes: "page", With: page},
	{Name: "content_cms_pages_delete", Of: "page", Ends: true},
	{Name: "content_cms_blocks_create", Makes: "block", With: block},
	{Name: "content_cms_blocks_update", Of: "block", Makes: "block", With: block},
	{Name: "content_cms_blocks_delete", Of: "block", Ends: true},
	{Name: "content_blog_categories_create", Makes: "blog category", With: blogCategory},
	{Name: "content_blog_categories_update", Of: "blog category", Makes: "blog category", With: blogCategory},
	{Name: "content_blog_categories_delete", Of: "blog category", Ends: true},
	{Name: "content_blog_posts_create", Makes: "blog post", With: blogPost},
	{Name: "content_blog_posts_update", Of: "blog post", Makes: "blog post", With: blogPost},
	{Name: "content_blog_posts_delete", Of: "blog post", Ends: true},
	{Name: "delete a media file", Of: "media file", Ends: true, Do: func(w *Walk) (int64, error) {
		return 0, w.Commands.Content.DeleteFile(w.Context, DocumentID(w.Document))
	}},
}

var (
	page = Arguments{
		"identifier": code("page"), "title": Named("Page"), "content": oneOf(nil, "<p>Text</p>", blockDirective(1)),
		"stores": oneOf(nil, []any{1}, "all"), "isActive": oneOf(nil, true, false),
	}
	block = Arguments{
		"identifier": code("block"), "content": oneOf(Named("Block"), blockDirective(1), blockDirective(2)),
		"stores": oneOf(nil, []any{1}, "all"),
	}
	blogCategory = Arguments{
		"name": Named("News"), "urlKey": code("news"), "parentId": oneOf(nil, 0, idOf("blog category", 0)), "position": upTo(5),
	}
	blogPost = Arguments{
		"title": Named("Post"), "urlKey": oneOf(nil, code("post")), "content": Named("Text"),
		"publishDate": oneOf(nil, "2026-01-01", "2099-01-01"),
		"categoryIds": oneOf(nil, []any{}, []any{idOf("blog category", 1)}),
	}
)

// blockDirective shows a block by its number.
func blockDirective(id int) string {
	return fmt.Sprintf(`{{block type="cms/block" block_id="%d"}}`, id)
}

// newFile adds facts about a file. Its name may be taken.
var newFile = Step{Name: "add a media file", Makes: "media file", Do: func(w *Walk) (int64, error) {
	path := fmt.Sprintf("%s/%d.webp", pick(w, "wysiwyg", "wysiwyg/"+Mark, "wysiwyg/a", "wysiwyg/a/b", "catalog/product/x/y"), w.IntN(5))
	id, _, err := w.Commands.Content.AddFile(w.Context, content.File{
		Path: path, Key: fmt.Sprint("key ", w.Moves), Type: "image/webp", Size: 1, Width: 1, Height: 1, SHA256: strings.Repeat("0", 64),
	})
	return id, err
}}
