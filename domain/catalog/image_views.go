package catalog

import (
	"maps"
	"slices"
)

// ImageView holds the properties of a picture that a store view overrides. Properties that are not set are those of all store views.
type ImageView struct {
	Position *int64   `json:"position,omitempty"`
	Disabled *bool    `json:"disabled,omitempty"`
	Roles    []string `json:"roles,omitempty"`   // roles given in the store view; no other picture has them there
	Without  []string `json:"without,omitempty"` // roles of Image.Roles removed in the store view
}

// with returns the picture with its properties in a store view changed. It copies the maps, because pictures share them.
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

// Placed returns the picture with a position in a store view. Store view 0 sets the position of all views that do not override it.
func (i Image) Placed(storeID, position int64) Image {
	if storeID == 0 {
		i.Position = position
		return i
	}
	return i.with(storeID, func(v *ImageView) { v.Position = &position })
}

// Hidden returns the picture with its disabled flag in a store view set. Store view 0 sets the flag of all views that do not override it.
func (i Image) Hidden(storeID int64, disabled bool) Image {
	if storeID == 0 {
		i.Disabled = disabled
		return i
	}
	return i.with(storeID, func(v *ImageView) { v.Disabled = &disabled })
}

// GiveRolesIn gives a picture roles in a store view and removes them from the other pictures there. With store view 0 it does the same as
// GiveRoles.
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

// TakeRolesIn removes all roles of a picture in a store view. With store view 0 it removes the roles of all store views.
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

// GalleryIn returns the pictures with their properties in a store view. For store view 0 it returns them unchanged, with all overrides.
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

// checkRolesIn returns an error if a store view gives an unknown role, or one role to two pictures.
func checkRolesIn(gallery []Image) error {
	type assignedRole struct {
		store int64
		role  string
	}
	taken := map[assignedRole]bool{}
	for _, i := range gallery {
		for store, v := range i.Views {
			if err := CheckRoles(append(slices.Clone(v.Roles), v.Without...)); err != nil {
				return err
			}
			for _, role := range v.Roles {
				if taken[assignedRole{store, role}] {
					return errRoleTwice
				}
				taken[assignedRole{store, role}] = true
			}
		}
	}
	return nil
}
