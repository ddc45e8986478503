package media

import (
	"bytes"
	"context"
	"encoding/binary"
)

// Ready returns an upload as a picture if it is in a format already and contains only the picture: no location, no camera, no animation.
// Only WebP is recognised so. All other uploads are converted.
func (s *Store) Ready(ctx context.Context, content []byte, to *Format) (p Picture, ready bool, err error) {
	from, c, err := head(content)
	if err != nil || from != WebP || to != WebP || !plainWebP(content) {
		return p, false, err
	}
	leave, err := s.memory.enter(ctx, decodingTakes(from, c))
	if err != nil {
		return p, false, err
	}
	defer leave()
	m, err := decode(from, content)
	if err != nil {
		return p, false, err
	}
	return Picture{Format: to, Content: bytes.Clone(content), Width: m.Bounds().Dx(), Height: m.Bounds().Dy()}, true, nil
}

// plainWebP tells whether a file has one chunk, which is a picture.
func plainWebP(content []byte) bool {
	const heading = 20
	if len(content) < heading {
		return false
	}
	kind, size := string(content[12:16]), int64(binary.LittleEndian.Uint32(content[16:heading]))
	size += size % 2 // chunks have an even length
	return (kind == "VP8 " || kind == "VP8L") && int64(len(content)) == heading+size
}
