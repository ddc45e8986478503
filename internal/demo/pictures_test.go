package demo

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"testing"

	"tradelog/internal/media"
)

// TestPictures: pictures are of the size they should have, the same every time, and different for kinds, colours and products.
func TestPictures(t *testing.T) {
	t.Parallel()
	red, blue := color.RGBA{200, 60, 50, 255}, color.RGBA{50, 90, 200, 255}
	seen := map[string]string{}
	for _, kind := range PictureKinds() {
		for name, m := range map[string]image.Image{
			"red": Picture(kind, red, "SKU-1"), "blue": Picture(kind, blue, "SKU-1"), "another": Picture(kind, red, "SKU-2"),
		} {
			if m.Bounds() != image.Rect(0, 0, 800, 800) {
				t.Errorf("%s %s is %v", name, kind, m.Bounds())
			}
			pixels := string(m.(*painting).Pix)
			if other, twice := seen[pixels]; twice {
				t.Errorf("%s %s is the picture of %s", name, kind, other)
			}
			seen[pixels] = name + " " + kind
		}
		if !bytes.Equal(Picture(kind, red, "SKU-1").(*painting).Pix, Picture(kind, red, "SKU-1").(*painting).Pix) {
			t.Errorf("%s differs from time to time", kind)
		}
	}
	p, err := media.Encode(Picture("mug", red, "SKU-1"), media.WebP, 80)
	if err != nil || len(p.Content) > 60_000 {
		t.Fatalf("%d bytes: %v", len(p.Content), err)
	}
	if _, err := media.ConvertImage(context.Background(), p.Content, media.PNG, 80); err != nil {
		t.Error(err)
	}
}

func BenchmarkPicture(b *testing.B) {
	for b.Loop() {
		Picture("shirt", color.RGBA{200, 60, 50, 255}, "SKU-1")
	}
}

func BenchmarkPictureWebP(b *testing.B) {
	for b.Loop() {
		if _, err := media.Encode(Picture("shirt", color.RGBA{200, 60, 50, 255}, "SKU-1"), media.WebP, 80); err != nil {
			b.Fatal(err)
		}
	}
}
