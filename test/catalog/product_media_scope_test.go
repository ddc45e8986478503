package catalog_test

import (
	"fmt"
	"testing"

	"tradelog/test/salestest"
)

// TestPicturesOfAStoreView: a write that names a store view changes position, types and visibility of pictures there alone. A picture that
// is hidden in all views but one is shown only in that one (shapes-catalog §0.5, §2).
func TestPicturesOfAStoreView(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.europe(2)
	id := s.product("MUG", fields{"websiteIds": []int64{1, 2}})
	path, product := fmt.Sprintf("/products/%d/media", id), fmt.Sprintf("/products/%d", id)
	both := []string{"image", "small_image", "thumbnail"}
	first := s.Must(201, "POST", path, fields{"base64": picture(t, 1), "types": both}, s.Service...).Object(t)
	second := s.Must(201, "POST", path, fields{"base64": picture(t, 2), "disabled": true}, s.Service...).Object(t)
	url := func(image fields) any { return image["url"] }
	// shown compares the gallery of a store view, its order, and the picture of the product there.
	shown := func(what, store string, image any, gallery ...fields) {
		t.Helper()
		s.Settle()
		list := s.Must(200, "GET", path, nil, "X-Store-Code", store).List(t)
		whole := s.Must(200, "GET", product, nil, "X-Store-Code", store).Object(t)
		row := s.Must(200, "GET", "/products", nil, "X-Store-Code", store).List(t)[0]
		member := rows(t, whole, "mediaGallery")
		if len(list) != len(gallery) || len(member) != len(gallery) {
			t.Fatalf("%s: %s shows %v and %v, want %d pictures", what, store, list, member, len(gallery))
		}
		for i, want := range gallery {
			if list[i]["id"] != want["id"] || member[i]["url"] != want["url"] {
				t.Errorf("%s: the picture at %d of %s is %v and %v, want %v", what, i, store, list[i], member[i], want["id"])
			}
		}
		if whole["imageUrl"] != image || row["imageUrl"] != image {
			t.Errorf("%s: the picture in %s is %v and %v, want %v", what, store, whole["imageUrl"], row["imageUrl"], image)
		}
	}
	german := salestest.With(s.Service, "X-Store-Code", "de")
	shown("as made", "default", url(first), first)
	shown("as made", "de", url(first), first)

	put := s.Must(200, "PUT", path, fields{
		"valueId": second["id"], "disabled": false, "position": 0, "types": []string{"image"},
	}, german...).List(t)
	salestest.Check(t, put[0], fields{"id": second["id"], "disabled": false, "position": 0, "types": []string{"image"}})
	salestest.Check(t, put[1], fields{"id": first["id"], "types": []string{"small_image", "thumbnail"}})
	shown("shown in one view", "de", url(second), second, first)
	shown("shown in one view", "default", url(first), first)
	shown("shown in one view", "fr", url(first), first)

	patch := fmt.Sprintf("/products/%d/gallery/%v", id, first["id"])
	s.Must(200, "PATCH", patch, fields{"disabled": true, "types": []string{}}, german...)
	shown("hidden in one view", "de", url(second), second)
	shown("hidden in one view", "default", url(first), first)

	s.Must(200, "PUT", path, fields{"valueId": second["id"], "position": 7, "disabled": false, "types": both}, s.Service...)
	shown("written for all", "default", url(second), first, second)
	shown("written for all", "fr", url(second), first, second)
	shown("what a view has of its own stays", "de", url(second), second)

	third := s.Must(201, "POST", path, fields{"base64": picture(t, 3), "types": []string{"image"}}, german...).Object(t)
	shown("a new one has its types where it was made", "de", url(third), second, third)
	shown("a new one is in all galleries", "default", url(second), first, second, third)
	s.Must(204, "DELETE", path, fields{"valueId": third["id"]}, s.Service...)
	shown("without it", "de", url(second), second)
	s.Verify("products", "media")
}
