package catalogfile

import (
	"slices"

	"tradelog/domain/catalog"
	"tradelog/domain/fault"
)

// pictureView holds the values that a picture has in one store view. A missing value is the one of all store views.
type pictureView struct {
	Position *int64   `json:"position,omitempty"`
	Disabled *bool    `json:"disabled,omitempty"`
	Roles    []string `json:"roles,omitempty"`   // roles of the picture in this store view only
	Without  []string `json:"without,omitempty"` // roles in all store views but this one
}

// showViews returns the values that a picture has in single store views, by their codes.
func (e *exporter) showViews(i catalog.Image) map[string]pictureView {
	out := map[string]pictureView{}
	for _, view := range e.views {
		if v, own := i.Views[view.ID]; own && view.ID != 0 {
			out[view.Code] = pictureView(v)
		}
	}
	return out
}

// readViews replaces the values that a picture has in single store views by those of a row.
func (i *importer) readViews(one catalog.Image, views map[string]pictureView) (catalog.Image, error) {
	one.Views = ofGone(i, one.Views)
	for code, v := range views {
		id, ok := i.views[code]
		if !ok {
			return one, fault.Invalidf("There is no store view %.60q", code)
		}
		if err := catalog.CheckRoles(slices.Concat(v.Roles, v.Without)); err != nil {
			return one, err
		}
		if v.Position == nil && v.Disabled == nil && len(v.Roles) == 0 && len(v.Without) == 0 {
			continue
		}
		if one.Views == nil {
			one.Views = map[int64]catalog.ImageView{}
		}
		one.Views[id] = catalog.ImageView(v)
	}
	return one, nil
}
