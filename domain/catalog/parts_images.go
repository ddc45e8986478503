package catalog

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"tradelog/domain/fault"
)

// Image is a picture of a product. Its media file belongs to the product alone.
type Image struct {
	ID       int64            `json:"id"`
	FileID   int64            `json:"fileId"`           // of the media file
	File     string           `json:"file"`             // below catalog/product, such as /m/u/mug-0123456789abcdef.webp
	Source   string           `json:"source,omitempty"` // digest of the uploaded bytes
	Position int64            `json:"position"`
	Disabled bool             `json:"disabled,omitempty"`
	Roles    []string         `json:"roles,omitempty"`
	Labels   map[int64]string `json:"labels,omitempty"` // by store view; 0 is the default of all views
	// Views holds the properties that store views override, besides the label.
	Views map[int64]ImageView `json:"views,omitempty"`
}

// ImageRoles lists the roles of pictures. Each role belongs to at most one picture of a product.
var ImageRoles = []string{"image", "small_image", "thumbnail"}

// maxLabel is the limit of a label, in characters.
const maxLabel = 255

// ErrNotInGallery: the product has no such picture.
var ErrNotInGallery = fault.NotFoundf("Gallery image not found")

var errRoleTwice = fault.Preconditionf("Two images of a product cannot have the same type").About(fault.Unfitting, "types")

// Label returns the label of the picture in a store view; without one, the label of all views.
func (i Image) Label(storeID int64) string {
	if own, ok := i.Labels[storeID]; ok {
		return own
	}
	return i.Labels[0]
}

// Named returns the picture with a label in a store view; store view 0 has the default of all views. An empty label removes it.
func (i Image) Named(storeID int64, label string) Image {
	labels := maps.Clone(i.Labels)
	if labels == nil {
		labels = map[int64]string{}
	}
	if labels[storeID] = label; label == "" {
		delete(labels, storeID)
	}
	if i.Labels = labels; len(labels) == 0 {
		i.Labels = nil
	}
	return i
}

// GiveRoles gives a picture roles and removes them from the other pictures.
func GiveRoles(gallery []Image, id int64, roles []string) {
	for n, i := range gallery {
		has := func(role string) bool { return slices.Contains(i.Roles, role) }
		var kept []string
		for _, role := range ImageRoles {
			given := slices.Contains(roles, role)
			if given && i.ID == id || has(role) && (!given || i.ID == id) {
				kept = append(kept, role)
			}
		}
		gallery[n].Roles = kept
	}
}

// CheckRoles returns an error if a role is unknown.
func CheckRoles(roles []string) error {
	for _, role := range roles {
		if !slices.Contains(ImageRoles, role) {
			return fault.Invalidf("Invalid image type: %.40s. Valid: %s", role, strings.Join(ImageRoles, ", ")).About(fault.Choice, "types")
		}
	}
	return nil
}

// checkImages returns an error if two pictures have the same role, or a role or label is invalid (shapes-catalog §2).
func checkImages(gallery []Image) error {
	taken := map[string]bool{}
	for _, i := range gallery {
		if err := CheckRoles(i.Roles); err != nil {
			return err
		}
		for _, role := range i.Roles {
			if taken[role] {
				return errRoleTwice
			}
			taken[role] = true
		}
		for _, label := range i.Labels {
			if utf8.RuneCountInString(label) > maxLabel {
				return fault.Invalidf("label must not be longer than %d characters", maxLabel).About(fault.Length, "label")
			}
		}
	}
	return checkRolesIn(gallery)
}

// NextPosition returns the position after the last picture.
func NextPosition(gallery []Image) int64 {
	last := int64(0)
	for _, i := range gallery {
		last = max(last, i.Position)
	}
	return last + 1
}

// RoleFiles holds the files of the pictures that have roles, below catalog/product. An empty member means that no picture has the role.
type RoleFiles struct {
	Image     string `json:"image,omitempty"`
	Small     string `json:"small,omitempty"`
	Thumbnail string `json:"thumbnail,omitempty"`
}

// RoleFiles returns the files of the pictures that have roles.
func (p Parts) RoleFiles() (out RoleFiles) {
	for _, i := range p.Images {
		for n, file := range []*string{&out.Image, &out.Small, &out.Thumbnail} {
			if slices.Contains(i.Roles, ImageRoles[n]) {
				*file = i.File
			}
		}
	}
	return out
}
