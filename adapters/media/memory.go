package media

import (
	"bytes"
	"context"
	"image"
	"image/color"

	"golang.org/x/sync/semaphore"

	"tradelog/domain/fault"
)

// defaultMemory is the memory of all conversions of pictures together, in bytes, unless the store is opened with another bound.
const defaultMemory = 768 << 20

// maxConversions bounds how many pictures are converted at the same time, whatever their size: conversions take a processor each.
const maxConversions = 2

// memory bounds the memory and the number of a process's conversions. The programs that encode WebP and AVIF cannot be told a bound of
// their own. So each conversion reserves the most that a picture of its size can take. A picture that needs more than the total is refused.
type memory struct {
	total int64
	bytes *semaphore.Weighted
	slots chan struct{}
}

func newMemory(total int64) *memory {
	if total <= 0 {
		total = defaultMemory
	}
	return &memory{total, semaphore.NewWeighted(total), make(chan struct{}, maxConversions)}
}

// enter waits for a slot and for memory, takes both, and returns the function that gives them back.
func (m *memory) enter(ctx context.Context, bytes int64) (leave func(), err error) {
	bytes = min(bytes, m.total)
	if err := m.bytes.Acquire(ctx, bytes); err != nil {
		return nil, err
	}
	select {
	case m.slots <- struct{}{}:
		return func() {
			<-m.slots
			m.bytes.Release(bytes)
		}, nil
	case <-ctx.Done():
		m.bytes.Release(bytes)
		return nil, ctx.Err()
	}
}

// Bytes for each pixel, measured with pictures of noise, which take most. Decoders of PNG need 8 for 16 bits a channel and as much to
// convert them. The encoders take their memory from a slice that grows, which leaves copies.
const (
	decoding      = 16
	decodingAVIF  = 100
	encoding      = 8
	encodingWebP  = 32
	encodingAlpha = 130 // WebP without losses, or whose transparency has none
	encodingAVIF  = 200
	programs      = 64 << 20 // compiled encoders
)

// decodingTakes returns the bytes that a decoded picture of the given size takes.
func decodingTakes(from *Format, c image.Config) int64 {
	each := int64(decoding)
	if from == AVIF {
		each = decodingAVIF
	}
	return int64(c.Width) * int64(c.Height) * each
}

// conversionTakes returns the bytes that a conversion takes at most, with the decoded picture.
func conversionTakes(from *Format, c image.Config, transparent bool, to *Format, quality int) int64 {
	each := int64(encoding)
	switch {
	case to == AVIF:
		each = encodingAVIF
	case to == WebP && (transparent || quality > 100):
		each = encodingAlpha
	case to == WebP:
		each = encodingWebP
	}
	return decodingTakes(from, c) + int64(c.Width)*int64(c.Height)*each + programs
}

// mayBeTransparent tells by its head whether a picture may have transparency.
func mayBeTransparent(f *Format, c image.Config, content []byte) bool {
	switch f {
	case JPEG:
		return false
	case PNG:
		return c.ColorModel == color.NRGBAModel || c.ColorModel == color.NRGBA64Model || bytes.Contains(content, []byte("tRNS"))
	}
	return true
}

// isTransparent tells whether a decoded picture has transparency.
func isTransparent(m image.Image) bool {
	o, ok := m.(interface{ Opaque() bool })
	return !ok || !o.Opaque()
}

// errMemory refuses a picture whose conversion takes more memory than all conversions may.
func errMemory(c image.Config, to *Format) error {
	return fault.Preconditionf("The image has %.1f megapixels: its conversion to %s takes more memory than pictures may. Send a smaller one.",
		float64(c.Width)*float64(c.Height)/1e6, to.Name)
}
