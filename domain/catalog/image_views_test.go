package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"tradelog/domain/catalog"
)

// TestRolesOfStoreViews: in each store view one picture has a role, whatever was written in which order.
func TestRolesOfStoreViews(t *testing.T) {
	t.Parallel()
	gallery := []catalog.Image{{ID: 1}, {ID: 2}, {ID: 3}}
	roles := func(store int64) string {
		var out []string
		for _, i := range catalog.GalleryIn(gallery, store) {
			out = append(out, fmt.Sprint(i.ID, i.Roles))
		}
		return strings.Join(out, " ")
	}
	for _, step := range []struct {
		what              string
		do                func()
		all, one, another string
	}{
		{"for all", func() { catalog.GiveRolesIn(0, gallery, 1, catalog.ImageRoles) },
			"1 [image small_image thumbnail] 2 [] 3 []", "1 [image small_image thumbnail] 2 [] 3 []", "1 [image small_image thumbnail] 2 [] 3 []"},
		{"in a view", func() { catalog.GiveRolesIn(5, gallery, 2, []string{"image"}) },
			"1 [image small_image thumbnail] 2 [] 3 []", "1 [small_image thumbnail] 2 [image] 3 []", "1 [image small_image thumbnail] 2 [] 3 []"},
		{"from one to another there", func() { catalog.GiveRolesIn(5, gallery, 3, []string{"image"}) },
			"1 [image small_image thumbnail] 2 [] 3 []", "1 [small_image thumbnail] 2 [] 3 [image]", "1 [image small_image thumbnail] 2 [] 3 []"},
		{"taken there", func() { catalog.TakeRolesIn(5, gallery, 1) },
			"1 [image small_image thumbnail] 2 [] 3 []", "1 [] 2 [] 3 [image]", "1 [image small_image thumbnail] 2 [] 3 []"},
		{"for all again", func() { catalog.GiveRolesIn(0, gallery, 2, []string{"image", "thumbnail"}) },
			"1 [small_image] 2 [image thumbnail] 3 []", "1 [] 2 [thumbnail] 3 [image]", "1 [small_image] 2 [image thumbnail] 3 []"},
		{"back to the first", func() { catalog.GiveRolesIn(5, gallery, 1, []string{"image", "small_image"}) },
			"1 [small_image] 2 [image thumbnail] 3 []", "1 [image small_image] 2 [thumbnail] 3 []", "1 [small_image] 2 [image thumbnail] 3 []"},
	} {
		step.do()
		if all, one, another := roles(0), roles(5), roles(6); all != step.all || one != step.one || another != step.another {
			t.Errorf("%s: %s | %s | %s", step.what, all, one, another)
		}
		if err := (catalog.Parts{Images: gallery}).Check(); err != nil {
			t.Errorf("%s: %v", step.what, err)
		}
	}
	gallery[1] = gallery[1].Hidden(5, true).Placed(5, 9)
	if i := catalog.GalleryIn(gallery, 5)[1]; !i.Disabled || i.Position != 9 || i.Views != nil {
		t.Errorf("in its view: %+v", i)
	}
	if i := catalog.GalleryIn(gallery, 6)[1]; i.Disabled || i.Position != 0 {
		t.Errorf("in another: %+v", i)
	}
}
