package catalog

import (
	"context"
	"maps"
	"slices"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/record"
)

// gallery is the field with a product's pictures.
const gallery = "mediaGallery"

// ChangesPictures tells whether an event may have removed pictures of a product.
func ChangesPictures(e domain.Event) bool {
	switch e := e.(type) {
	case record.Changed:
		return e.StoreID == 0 && (e.Set[gallery] != nil || slices.Contains(e.Unset, gallery))
	case record.Deleted:
		return true
	}
	return false
}

// FormerPictures returns the IDs of the media files of pictures that a product had and no longer has.
func (c *Catalog) FormerPictures(ctx context.Context, id int64) ([]int64, error) {
	had, has := map[int64]bool{}, map[int64]bool{}
	var failed error
	note := func(values record.Values) {
		if values[gallery] == nil {
			return
		}
		p, err := record.Read[catalog.Parts](record.Values{gallery: values[gallery]})
		if err != nil {
			failed = err
		}
		clear(has)
		for _, i := range p.Images {
			had[i.FileID], has[i.FileID] = true, true
		}
	}
	err := c.EachEvent(ctx, catalog.Products.Stream(id), func(e domain.Event, _ domain.Times) {
		switch e := e.(type) {
		case record.Created:
			note(e.Values)
		case record.Changed:
			if note(e.Set); slices.Contains(e.Unset, gallery) {
				clear(has)
			}
		case record.Deleted:
			clear(has)
		}
	})
	if err == nil {
		err = failed
	}
	maps.DeleteFunc(had, func(id int64, _ bool) bool { return has[id] })
	return slices.Sorted(maps.Keys(had)), err
}
