package catalog

import (
	"tradelog/domain/catalog"
	"tradelog/domain/record"
	"tradelog/projections"
)

// PartMarks finds the identifiers that elements of products' sub-resources have used.
var PartMarks = projections.Marks{
	Events: catalog.Products.EventNames()[:2],
	Find: func(e projections.Event, mark projections.Mark) {
		var written record.Values
		switch payload := e.Payload.(type) {
		case record.Created:
			written = payload.Values
		case record.Changed:
			written = payload.Set
		}
		values := record.Values{}
		for _, field := range []string{"customOptions", "bundleOptions", "downloadableLinks", "mediaGallery"} {
			if raw, has := written[field]; has {
				values[field] = raw
			}
		}
		if len(values) == 0 {
			return
		}
		if parts, err := record.Read[catalog.Parts](values); err == nil {
			parts.EachID(mark)
		}
	},
}
