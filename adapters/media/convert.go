package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"strconv"
	"strings"

	xdraw "golang.org/x/image/draw"

	"tradelog/domain/fault"
)

// Bounds of pictures. They are checked before anything is decoded, because a small file can hold a picture that fills the memory.
const (
	MaxBytes  = 20 << 20
	maxPixels = 40_000_000
	maxSide   = 16_383 // the greatest that webp has
)

// The refusals (shapes-catalog §20.1).
var (
	ErrMIME    = fault.Preconditionf("Invalid MIME type.")
	ErrInvalid = fault.Preconditionf("Invalid image.")
	errPixels  = fault.Preconditionf("The image has more than %d megapixels, or a side longer than %d pixels.", maxPixels/1_000_000, maxSide)
)

// Picture is an encoded picture.
type Picture struct {
	Format        *Format
	Content       []byte
	Width, Height int
}

// SHA256 returns the digest of the content, in hexadecimal.
func (p Picture) SHA256() string {
	sum := sha256.Sum256(p.Content)
	return hex.EncodeToString(sum[:])
}

// Convert re-encodes an upload. Its format is found by its content. Of animations the first picture is taken. A picture is refused by its
// head if its conversion could take more memory than there is. A transparent one, which costs most, may be refused once it is decoded.
func (s *Store) Convert(ctx context.Context, content []byte, to *Format, quality int) (Picture, error) {
	from, c, err := head(content)
	if err != nil {
		return Picture{}, err
	}
	opaque := conversionTakes(from, c, false, to, quality)
	most := conversionTakes(from, c, mayBeTransparent(from, c, content), to, quality)
	if opaque > s.memory.total {
		return Picture{}, errMemory(c, to)
	}
	leave, err := s.memory.enter(ctx, most)
	if err != nil {
		return Picture{}, err
	}
	defer leave()
	m, err := decode(from, content)
	if err != nil {
		return Picture{}, err
	}
	if most > s.memory.total && isTransparent(m) {
		return Picture{}, errMemory(c, to)
	}
	return encode(m, to, quality)
}

// resize makes a picture that fits into a size, in the format it has. The result is never larger than the picture was.
func (s *Store) resize(ctx context.Context, content []byte, size Size, quality int) (Picture, error) {
	format, c, err := head(content)
	if err != nil {
		return Picture{}, err
	}
	small := c
	small.Width, small.Height = size.fit(c.Width, c.Height)
	leave, err := s.memory.enter(ctx, decodingTakes(format, c)+conversionTakes(format, small, true, format, quality))
	if err != nil {
		return Picture{}, err
	}
	defer leave()
	m, err := decode(format, content)
	if err != nil {
		return Picture{}, err
	}
	b := m.Bounds()
	if w, h := size.fit(b.Dx(), b.Dy()); w < b.Dx() || h < b.Dy() {
		scaled := image.NewNRGBA(image.Rect(0, 0, w, h))
		xdraw.CatmullRom.Scale(scaled, scaled.Bounds(), m, b, xdraw.Src, nil)
		m = scaled
	}
	return encode(m, format, quality)
}

// check returns the format of a picture. It refuses content that is no picture, and pictures beyond the bounds. Only the header is decoded.
func check(content []byte) (*Format, error) {
	f, _, err := head(content)
	return f, err
}

// head checks a picture as Check does, and returns its format and the size and colour model of its header.
func head(content []byte) (f *Format, c image.Config, err error) {
	if f = Sniff(content); f == nil {
		return nil, c, ErrMIME
	}
	if len(content) > MaxBytes {
		return nil, c, ErrInvalid
	}
	c, err = f.size(bytes.NewReader(content))
	switch {
	case err != nil || c.Width <= 0 || c.Height <= 0:
		return nil, c, ErrInvalid
	case c.Width > maxSide || c.Height > maxSide || c.Width*c.Height > maxPixels:
		return nil, c, errPixels
	}
	return f, c, nil
}

// decode reads a checked picture. A picture of a gif may be smaller than the gif; it is put in its place.
func decode(f *Format, content []byte) (m image.Image, err error) {
	c, err := f.size(bytes.NewReader(content))
	if err == nil {
		m, err = f.decode(bytes.NewReader(content))
	}
	if err != nil {
		return nil, ErrInvalid.WithCause(err)
	}
	if b := m.Bounds(); f == GIF && b != image.Rect(0, 0, c.Width, c.Height) {
		whole := image.NewNRGBA(image.Rect(0, 0, c.Width, c.Height))
		draw.Draw(whole, b, m, b.Min, draw.Src)
		m = whole
	}
	return m, nil
}

// encode writes a picture. Quality is from 1 to 100; 101 is lossless where the format can be both.
func encode(m image.Image, f *Format, quality int) (Picture, error) {
	var b bytes.Buffer
	if err := f.encode(&b, m, max(1, quality)); err != nil {
		return Picture{}, fmt.Errorf("media: encode %s: %w", f.Name, err)
	}
	return Picture{Format: f, Content: b.Bytes(), Width: m.Bounds().Dx(), Height: m.Bounds().Dy()}, nil
}

// Encode writes a picture that was drawn.
func Encode(m image.Image, f *Format, quality int) (Picture, error) { return encode(m, f, quality) }

// onWhite removes transparency, which a format may not have.
func onWhite(m image.Image) image.Image {
	if o, ok := m.(interface{ Opaque() bool }); ok && o.Opaque() {
		return m
	}
	out := image.NewRGBA(m.Bounds())
	draw.Draw(out, out.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(out, out.Bounds(), m, m.Bounds().Min, draw.Over)
	return out
}

// Size is the box that a picture must fit into, in pixels.
type Size struct{ Width, Height int }

// String prints the size as paths have it, such as 300x300.
func (s Size) String() string { return strconv.Itoa(s.Width) + "x" + strconv.Itoa(s.Height) }

// ParseSize reads a size as String prints it.
func ParseSize(text string) (Size, bool) {
	w, h, _ := strings.Cut(text, "x")
	width, err := strconv.Atoi(w)
	height, also := strconv.Atoi(h)
	s := Size{width, height}
	return s, err == nil && also == nil && width > 0 && height > 0 && s.String() == text
}

// fit scales a size down until it fits.
func (s Size) fit(width, height int) (int, int) {
	if width <= s.Width && height <= s.Height {
		return width, height
	}
	if width*s.Height > height*s.Width { // the width decides
		return s.Width, max(1, height*s.Width/width)
	}
	return max(1, width*s.Height/height), s.Height
}
