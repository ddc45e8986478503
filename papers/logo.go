package papers

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	_ "image/gif" // a format of logos
	"image/jpeg"
	_ "image/png" // a format of logos
	"os"
	"sync"
	"time"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // a format of logos
)

// The limits of a logo file, and the size to which it is scaled.
const (
	mostLogoBytes  = 10 << 20
	mostLogoPixels = 40 << 20
	logoPixels     = 800
)

// picture is a decoded and scaled logo.
type picture struct {
	jpeg          []byte
	width, height int
}

type logoKey struct {
	path string
	size int64
	at   time.Time
}

// logos caches pictures by path, size and time of the file.
var logos = struct {
	sync.Mutex
	ready map[logoKey]*picture // nil if it cannot be read
}{ready: map[logoKey]*picture{}}

// loadLogo returns the picture of a file, or nil if it cannot be shown.
func loadLogo(path string) *picture {
	if path == "" {
		return nil
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > mostLogoBytes {
		return nil
	}
	key := logoKey{path, info.Size(), info.ModTime()}
	logos.Lock()
	defer logos.Unlock()
	if p, seen := logos.ready[key]; seen {
		return p
	}
	p, err := readLogo(path)
	if err != nil {
		p = nil
	}
	if len(logos.ready) >= 32 {
		clear(logos.ready)
	}
	logos.ready[key] = p
	return p
}

var errTooLarge = errors.New("the picture is too large")

// readLogo decodes a picture, puts it on a white background and scales it down.
func readLogo(path string) (*picture, error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	size, _, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	if size.Width <= 0 || size.Height <= 0 || size.Width > mostLogoPixels/size.Height {
		return nil, errTooLarge
	}
	decoded, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	width, height := decoded.Bounds().Dx(), decoded.Bounds().Dy()
	if longest := max(width, height); longest > logoPixels {
		width, height = max(1, width*logoPixels/longest), max(1, height*logoPixels/longest)
	}
	page := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(page, page.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.CatmullRom.Scale(page, page.Bounds(), decoded, decoded.Bounds(), draw.Over, nil)
	var b bytes.Buffer
	if err := jpeg.Encode(&b, page, &jpeg.Options{Quality: 92}); err != nil {
		return nil, err
	}
	return &picture{jpeg: b.Bytes(), width: width, height: height}, nil
}
