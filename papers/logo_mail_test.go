package papers

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

func TestMailLogo(t *testing.T) {
	t.Parallel()
	dir, printer := t.TempDir(), New(nil)
	for name, c := range map[string]struct{ width, height, shown, pixels int }{
		"wide.png": {1200, 100, 240, 480}, "high.png": {100, 600, 13, 26}, "small.png": {120, 40, 120, 120}, "dense.png": {480, 160, 240, 480},
	} {
		var b bytes.Buffer
		if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, c.width, c.height))); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		picture, width := printer.MailLogo(t.Context(), path)
		size, err := jpeg.DecodeConfig(bytes.NewReader(picture))
		if err != nil || width != c.shown || size.Width != c.pixels {
			t.Errorf("%s: %d pixels, shown with %d, %v", name, size.Width, width, err)
		}
		if again, _ := printer.MailLogo(t.Context(), path); len(again) == 0 || &again[0] != &picture[0] {
			t.Errorf("%s is scaled again", name)
		}
	}
	if picture, width := printer.MailLogo(t.Context(), filepath.Join(dir, "none.png")); picture != nil || width != 0 {
		t.Error("there is a logo without a file")
	}
}
