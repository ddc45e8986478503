package catalog

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"tradelog/domain/fault"
)

// Image is a picture of a product. Its file is a media file, which the product alone has.
type Image struct {
	ID       int64            `json:"id"`
	FileID   int64            `json:"fileId"`           // of the media file
	File     string           `json:"file"`             // below catalog/product, such as /m/u/mug-0123456789abcdef.webp
	Source   string           `json:"source,omitempty"` // digest of what was uploaded
	Position int64            `json:"position"`
	Disabled bool             `json:"disabled,omitempty"`
	Roles    []string         `json:"roles,omitempty"`
	Labels   map[int64]string `json:"labels,omitempty"` // by store view; 0 has the label of all others
	// Views is what store views have of their own besides the label.
	Views map[int64]ImageView `json:"views,omitempty"`
}

// ImageRoles are what a picture is shown as. Of the pictures of a product one has a role.
var ImageRoles = []string{"image", "small_image", "thumbnail"}

// maxLabel is the length of the longest label, in characters.
const maxLabel = 255

// ErrNotInGallery: the product has no such picture.
var ErrNotInGallery = fault.NotFoundf("Gallery image not found")

var errRoleTwice = fault.Preconditionf("Two images of a product cannot have the same type")

// Label is what the picture is called in a store view.
func (i Image) Label(storeID int64) string {
	if own, ok := i.Labels[storeID]; ok {
		return own
	}
	return i.Labels[0]
}

// Named gives the picture a label in a store view, or in all of them with 0. An empty one takes it away.
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

// GiveRoles gives a picture roles, which other pictures lose.
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

// CheckRoles refuses roles that there are not.
func CheckRoles(roles []string) error {
	for _, role := range roles {
		if !slices.Contains(ImageRoles, role) {
			return fault.Invalidf("Invalid image type: %.40s. Valid: %s", role, strings.Join(ImageRoles, ", "))
		}
	}
	return nil
}

// checkImages refuses pictures that cannot be (shapes-catalog §2).
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
				return fault.Invalidf("label must not be longer than %d characters", maxLabel)
			}
		}
	}
	return checkRolesIn(gallery)
}

// NextPosition is the place behind the last picture.
func NextPosition(gallery []Image) int64 {
	last := int64(0)
	for _, i := range gallery {
		last = max(last, i.Position)
	}
	return last + 1
}

// RoleFiles are the files of the pictures that have roles, below catalog/product. Empty: no picture has the role.
type RoleFiles struct {
	Image     string `json:"image,omitempty"`
	Small     string `json:"small,omitempty"`
	Thumbnail string `json:"thumbnail,omitempty"`
}

// RoleFiles finds them.
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
