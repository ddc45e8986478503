package media_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"runtime"
	"strings"
	"testing"

	"tradelog/adapters/media"
	"tradelog/domain/fault"
)

// drawnOpaque is a picture whose head says that it may be transparent, and which is not.
func drawnOpaque(t *testing.T, m *image.NRGBA) []byte {
	t.Helper()
	p, err := media.Encode(m, media.GIF, 0)
	if err != nil {
		t.Fatal(err)
	}
	return p.Content
}

// drawnPNG is a picture as a file.
func drawnPNG(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestLargePicturesAreRefusedByTheirHead: a small file with many pixels is refused before it is decoded, for every format it could be
// converted to.
func TestLargePicturesAreRefusedByTheirHead(t *testing.T) {
	s := media.Open("", t.TempDir(), 0)
	t.Cleanup(func() { _ = s.Close() })
	bomb := drawnPNG(t, image.NewPaletted(image.Rect(0, 0, 6500, 6000), color.Palette{color.White, color.Black}))
	if len(bomb) > 1<<20 {
		t.Fatalf("the bomb has %d bytes", len(bomb))
	}
	for _, to := range []*media.Format{media.WebP, media.AVIF, media.PNG, media.JPEG, media.GIF} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := s.Convert(context.Background(), bomb, to, 85)
		runtime.ReadMemStats(&after)
		refusal := "39.0 megapixels: its conversion to " + to.Name + " takes more memory"
		if fault.KindOf(err) != fault.Precondition || !strings.Contains(err.Error(), refusal) {
			t.Errorf("to %s: %v", to.Name, err)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 1<<20 {
			t.Errorf("the refusal took %d bytes", took)
		}
	}
}

// TestPicturesTakeTheMemoryThereIs: pictures that fit are converted. Transparency counts if a picture has it, not if it could.
func TestPicturesTakeTheMemoryThereIs(t *testing.T) {
	t.Parallel()
	s := media.Open("", t.TempDir(), 80<<20)
	t.Cleanup(func() { _ = s.Close() })
	m := image.NewNRGBA(image.Rect(0, 0, 500, 500))
	for i := range m.Pix {
		m.Pix[i] = 0xff
	}
	opaque := drawnOpaque(t, m)
	m.SetNRGBA(1, 1, color.NRGBA{1, 2, 3, 4})
	transparent := drawnPNG(t, m)
	if p, err := s.Convert(context.Background(), opaque, media.WebP, 85); err != nil || p.Width != 500 {
		t.Errorf("an opaque picture: %v", err)
	}
	if _, err := s.Convert(context.Background(), transparent, media.WebP, 85); fault.KindOf(err) != fault.Precondition {
		t.Errorf("a transparent one: %v", err)
	}
	if _, err := s.Convert(context.Background(), opaque, media.WebP, 101); fault.KindOf(err) != fault.Precondition {
		t.Errorf("without losses: %v", err)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if _, err := s.Convert(ended, opaque, media.JPEG, 85); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("for somebody who has gone: %v", err)
	}
}
