package demo

import (
	"bytes"
	"image"
	"image/color"
	"maps"
	"slices"
	"testing"

	"tradelog/adapters/media"
)

// TestPictures: pictures have the expected size, are the same every time, and differ for kinds, colours and products.
func TestPictures(t *testing.T) {
	t.Parallel()
	red, blue := color.RGBA{200, 60, 50, 255}, color.RGBA{50, 90, 200, 255}
	kinds := slices.Sorted(maps.Keys(shapes))
	drawn := map[string]image.Image{"a blue one": picture(kinds[0], blue, "SKU-1"), "another": picture(kinds[0], red, "SKU-2")}
	for _, kind := range kinds {
		drawn[kind] = picture(kind, red, "SKU-1")
	}
	seen := map[string]string{}
	for name, m := range drawn {
		if m.Bounds() != image.Rect(0, 0, 800, 800) {
			t.Errorf("%s is %v", name, m.Bounds())
		}
		pixels := string(m.(*painting).Pix)
		if other, twice := seen[pixels]; twice {
			t.Errorf("%s is the picture of %s", name, other)
		}
		seen[pixels] = name
	}
	if again := picture(kinds[0], red, "SKU-1").(*painting).Pix; !bytes.Equal(again, drawn[kinds[0]].(*painting).Pix) {
		t.Errorf("%s differs from time to time", kinds[0])
	}
	p, err := media.Encode(drawn[kinds[0]], media.JPEG, 80)
	if err != nil || len(p.Content) > 100_000 {
		t.Fatalf("%d bytes: %v", len(p.Content), err)
	}
}

func BenchmarkPicture(b *testing.B) {
	for b.Loop() {
		picture("shirt", color.RGBA{200, 60, 50, 255}, "SKU-1")
	}
}

func BenchmarkPictureWebP(b *testing.B) {
	for b.Loop() {
		if _, err := media.Encode(picture("shirt", color.RGBA{200, 60, 50, 255}, "SKU-1"), media.WebP, 80); err != nil {
			b.Fatal(err)
		}
	}
}
