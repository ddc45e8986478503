package reactions

import (
	"context"

	"tradelog/commands/content"
	"tradelog/domain"
	files "tradelog/domain/content"
	"tradelog/internal/media"
)

// RemoveMedia removes the bytes of deleted media files from the store.
func RemoveMedia(c *content.Content, store *media.Store) Reaction {
	return finish("remove-media", func(ctx context.Context, e Event) error {
		f, err := c.DeletedFile(ctx, domain.StreamID(e.Stream))
		if err != nil || f.Key == "" {
			return err
		}
		return store.Remove(ctx, f.Key)
	}, files.Files.Title+"Deleted")
}
