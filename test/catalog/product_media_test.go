package catalog_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"
	"time"

	"tradelog/adapters/media"
	"tradelog/internal/wait"
	"tradelog/test/salestest"
)

// picture is a picture of a colour, in base64.
func picture(t testing.TB, red uint8) string {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, 40, 30))
	for n := range 40 * 30 {
		m.Set(n%40, n/40, color.NRGBA{red, uint8(n), 80, 255})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// TestPicturesOfProducts checks the pictures of products (shapes-catalog §2).
func TestPicturesOfProducts(t *testing.T) {
	t.Parallel()
	s := start(t)
	_, de, _ := s.europe(2)
	id := s.product("Mug 1", fields{"websiteIds": []int64{1, 2}})
	other := s.product("OTHER", nil)
	path := fmt.Sprintf("/products/%d/media", id)
	s.Run(t, []exchange{
		s.refused("nothing", "POST", path, fields{}, 400, "Either base64, imageData, or imageUrl is required"),
		s.refused("no base64", "POST", path, fields{"base64": "a b"}, 400, "Invalid base64 image data"),
		s.refused("no picture", "POST", path, fields{"image_data": "aGVsbG8="}, 400,
			"Uploaded data is not a valid JPEG, PNG, GIF, WEBP or AVIF image"),
		s.refused("another type", "POST", path, fields{"base64": picture(t, 1), "types": []string{"hero"}}, 400,
			"Invalid image type: hero. Valid: image, small_image, thumbnail"),
		s.refused("another scheme", "POST", path, fields{"imageUrl": "file:///etc/passwd"}, 400, "imageUrl must use http or https scheme"),
		s.refused("no host", "POST", path, fields{"imageUrl": "http:///a.png"}, 400, "Invalid imageUrl"),
		s.refused("the shop itself", "POST", path, fields{"imageUrl": s.URL + "/a.png"}, 400,
			"imageUrl cannot point to private or reserved IP addresses"),
		s.refused("a private network", "POST", path, fields{"image_url": "http://[::ffff:10.0.0.1]/a.png"}, 400,
			"imageUrl cannot point to private or reserved IP addresses"),
		s.refused("no number", "PUT", path, fields{"label": "x"}, 400, "valueId is required"),
		s.refused("no such picture", "PUT", path, fields{"valueId": 99}, 404, "Gallery image not found"),
		s.refused("nothing to delete", "DELETE", path, nil, 400, "valueId is required"),
		s.refused("none to delete", "DELETE", path+"?valueId=99", nil, 404, "Gallery image not found"),
		s.refused("no product", "POST", "/products/99999/media", fields{"base64": picture(t, 1)}, 404, "Product not found"),
		{Name: "nobody may", Method: "POST", Path: path, Body: fields{}, Status: 401, Message: "Authentication required"},
		{Name: "a product without pictures", Method: "GET", Path: path, Status: 200},
		{Name: "of no product", Method: "GET", Path: "/products/99999/media", Status: 404, Message: "Product not found"},
	})
	const head = "iVBORw0KGgoAAAANSUhEUgAAGWQAABdwCAIAAAAQBRqA" // of a PNG of 39 megapixels
	const tooLarge = "Failed to upload image: The image has 39.0 megapixels: its conversion to webp takes more memory than pictures may. " +
		"Send a smaller one."
	if a := s.Do("POST", path, fields{"base64": head}, s.Service...); a.Status != 422 && a.Status != 400 || a.Message() != tooLarge {
		t.Errorf("a picture of 39 megapixels: %d %s", a.Status, a.Body)
	}
	large := base64.StdEncoding.EncodeToString([]byte(bomb(16_128, 16_128)))
	if a := s.Do("POST", path, fields{"base64": large}, s.Service...); a.Status != 422 && a.Status != 400 {
		t.Errorf("a decompression bomb: %d %s", a.Status, a.Body)
	}

	first := s.Must(201, "POST", path, fields{
		"base64": picture(t, 1), "label": "Front", "types": []string{"thumbnail", "image", "small_image"}, "filename": "../x.php",
	}, s.Service...).Object(t)
	file := first["file"].(string)
	salestest.Check(t, first, fields{
		"label": "Front", "position": 1, "disabled": false, "types": []string{"image", "small_image", "thumbnail"},
		"url": "http://127.0.0.1:8080/media/catalog/product" + file,
	})
	if !strings.HasPrefix(file, "/m/u/mug_1-") || !strings.HasSuffix(file, ".webp") {
		t.Errorf("the file is %s", file)
	}
	second := s.Must(201, "POST", path, fields{"imageData": picture(t, 2), "disabled": true}, s.Service...).Object(t)
	salestest.Check(t, second, fields{"position": 2, "disabled": true, "types": []string{}, "label": nil})
	if list := s.Must(200, "GET", path, nil, s.Service...).List(t); len(list) != 1 {
		t.Errorf("a disabled picture is listed: %v", list)
	}
	served := s.Must(200, "GET", "/media/catalog/product"+file, nil)
	if got := served.Header.Get("Cache-Control"); media.Sniff(served.Body) != media.WebP || !strings.Contains(got, "immutable") {
		t.Errorf("served %d bytes, kept %q", len(served.Body), got)
	}
	s.Must(200, "GET", "/media/catalog/product/cache/300x300"+file, nil)

	// Every document with the product has its pictures.
	url := "http://127.0.0.1:8080/media/catalog/product" + file
	s.Settle()
	item := s.item(id)
	salestest.Check(t, item, fields{"imageUrl": url, "smallImageUrl": url, "thumbnailUrl": url})
	if gallery := rows(t, item, "mediaGallery"); len(gallery) != 1 {
		t.Errorf("the gallery is %v", gallery)
	} else {
		salestest.Check(t, gallery[0], fields{"url": url, "label": "Front", "position": 1})
	}
	row := s.Must(200, "GET", "/products?sku=&search=Mug", nil).List(t)[0]
	salestest.Check(t, row, fields{"imageUrl": url, "mediaGallery": []int{}})
	s.Must(201, "POST", fmt.Sprintf("/products/%d/links/related", other), fields{"linkedProductId": id}, s.Service...)
	salestest.Check(t, rows(t, s.item(other), "relatedProducts")[0], fields{"imageUrl": url, "thumbnailUrl": url})
	mask := s.Must(201, "POST", "/guest-carts", fields{}).Object(t)["maskedId"].(string)
	s.Must(200, "POST", "/guest-carts/"+mask+"/items", fields{"sku": "Mug 1", "qty": 1})
	salestest.Check(t, rows(t, s.Must(200, "GET", "/guest-carts/"+mask, nil).Object(t), "items")[0], fields{"thumbnailUrl": url})

	// A store view has labels of its own; a role moves to another picture.
	german := salestest.With(s.Service, "X-Store-Code", "de")
	salestest.Check(t, s.Must(200, "PUT", path, fields{"valueId": first["id"], "label": "Vorne"}, german...).List(t)[0],
		fields{"label": "Vorne"})
	salestest.Check(t, s.Must(200, "GET", path, nil).List(t)[0], fields{"label": "Front"})
	list := s.Must(200, "PUT", path, fields{"id": second["id"], "disabled": false, "types": []string{"thumbnail"}, "position": 0},
		s.Service...).List(t)
	salestest.Check(t, list[0], fields{"id": second["id"], "types": []string{"thumbnail"}})
	salestest.Check(t, list[1], fields{"id": first["id"], "types": []string{"image", "small_image"}})
	before := s.LogSize()
	s.Must(200, "PUT", path, fields{"value_id": second["id"], "types": []string{"thumbnail"}, "position": 0, "label": ""}, s.Service...)
	if after := s.LogSize(); after != before {
		t.Errorf("writing what is there appended %d events", after-before)
	}
	s.refusedWrites(path, de)

	// Files are deleted with their pictures, and with their product.
	s.Must(204, "DELETE", path, fields{"value_id": first["id"]}, s.Service...)
	s.gone(file)
	salestest.Check(t, s.item(id), fields{"imageUrl": nil})
	s.Must(204, "DELETE", fmt.Sprintf("/products/%d", id), nil, s.Service...)
	s.gone(second["file"].(string))
	s.Verify("products", "media", "sequences")
}

// refusedWrites checks that a token of one store view can write only its labels.
func (s *store) refusedWrites(path string, view int64) {
	s.T.Helper()
	limited := s.As([]string{"products/write"}, view)
	a := s.Do("PUT", path, fields{"valueId": 1}, limited...)
	if a.Status != 403 {
		s.T.Errorf("a token of one store view writes for all: %d %s", a.Status, a.Body)
	}
}

// gone waits until a file is no longer served.
func (s *store) gone(file string) {
	s.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for s.Do("GET", "/media/catalog/product"+file, nil).Status != 404 {
		if wait.For(ctx, 20*time.Millisecond); ctx.Err() != nil {
			s.T.Fatalf("%s is still served", file)
		}
	}
}
