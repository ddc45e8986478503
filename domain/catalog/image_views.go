package catalog

import (
	"maps"
	"slices"
)

// ImageView is what a picture has of its own in a store view. What is not set is that of all store views.
type ImageView struct {
	Position *int64   `json:"position,omitempty"`
	Disabled *bool    `json:"disabled,omitempty"`
	Roles    []string `json:"roles,omitempty"`   // that it has there; no other picture has them there
	Without  []string `json:"without,omitempty"` // those of Image.Roles that it does not have there
}

// with changes what a picture has in a store view. The maps of pictures are shared, so they are copied.
func (i Image) with(storeID int64, change func(*ImageView)) Image {
	views := maps.Clone(i.Views)
	if views == nil {
		views = map[int64]ImageView{}
	}
	v := views[storeID]
	v.Roles, v.Without = slices.Clone(v.Roles), slices.Clone(v.Without)
	change(&v)
	if views[storeID] = v; v.Position == nil && v.Disabled == nil && len(v.Roles) == 0 && len(v.Without) == 0 {
		delete(views, storeID)
	}
	if i.Views = views; len(views) == 0 {
		i.Views = nil
	}
	return i
}

// Placed gives the picture a position in a store view, or with 0 in all that have none of their own.
func (i Image) Placed(storeID, position int64) Image {
	if storeID == 0 {
		i.Position = position
		return i
	}
	return i.with(storeID, func(v *ImageView) { v.Position = &position })
}

// Hidden leaves the picture out of the gallery of a store view, or not; with 0 of all that have not decided themselves.
func (i Image) Hidden(storeID int64, disabled bool) Image {
	if storeID == 0 {
		i.Disabled = disabled
		return i
	}
	return i.with(storeID, func(v *ImageView) { v.Disabled = &disabled })
}

// GiveRolesIn gives a picture roles in a store view, in which other pictures lose them. With 0 it is GiveRoles.
func GiveRolesIn(storeID int64, gallery []Image, id int64, roles []string) {
	if storeID == 0 {
		GiveRoles(gallery, id, roles)
		return
	}
	given := func(role string) bool { return slices.Contains(roles, role) }
	for n, i := range gallery {
		gallery[n] = i.with(storeID, func(v *ImageView) {
			v.Roles = slices.DeleteFunc(v.Roles, given)
			if i.ID != id {
				return
			}
			v.Without = slices.DeleteFunc(v.Without, given)
			for _, role := range ImageRoles {
				if given(role) {
					v.Roles = append(v.Roles, role)
				}
			}
		})
	}
}

// TakeRolesIn takes all roles from a picture in a store view, or with 0 those of all store views.
func TakeRolesIn(storeID int64, gallery []Image, id int64) {
	for n, i := range gallery {
		switch {
		case i.ID != id:
		case storeID == 0:
			gallery[n].Roles = nil
		default:
			gallery[n] = i.with(storeID, func(v *ImageView) { v.Roles, v.Without = nil, slices.Clone(i.Roles) })
		}
	}
}

// GalleryIn are the pictures as a store view has them. Store view 0 has all that there is.
func GalleryIn(gallery []Image, storeID int64) []Image {
	if storeID == 0 || !slices.ContainsFunc(gallery, func(i Image) bool { return i.Views != nil }) {
		return gallery
	}
	own := func(role string) bool { // of the store view
		return slices.ContainsFunc(gallery, func(i Image) bool { return slices.Contains(i.Views[storeID].Roles, role) })
	}
	out := slices.Clone(gallery)
	for n, i := range gallery {
		v := i.Views[storeID]
		if v.Position != nil {
			out[n].Position = *v.Position
		}
		if v.Disabled != nil {
			out[n].Disabled = *v.Disabled
		}
		out[n].Views, out[n].Roles = nil, nil
		for _, role := range ImageRoles {
			shared := slices.Contains(i.Roles, role) && !slices.Contains(v.Without, role) && !own(role)
			if shared || slices.Contains(v.Roles, role) {
				out[n].Roles = append(out[n].Roles, role)
			}
		}
	}
	return out
}

// checkRolesIn refuses roles of store views that cannot be.
func checkRolesIn(gallery []Image) error {
	type place struct {
		store int64
		role  string
	}
	taken := map[place]bool{}
	for _, i := range gallery {
		for store, v := range i.Views {
			if err := CheckRoles(append(slices.Clone(v.Roles), v.Without...)); err != nil {
				return err
			}
			for _, role := range v.Roles {
				if taken[place{store, role}] {
					return errRoleTwice
				}
				taken[place{store, role}] = true
			}
		}
	}
	return nil
}
