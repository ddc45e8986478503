package media

import (
	"bytes"
	"context"
	"encoding/binary"
)

// Ready returns an upload as a picture if it is in a format already and contains only the picture: no location, no camera, no animation.
// Only WebP and baseline JPEG are recognised so. All other uploads are converted.
func (s *Store) Ready(ctx context.Context, content []byte, to *Format) (p Picture, ready bool, err error) {
	from, c, err := head(content)
	if plain := plainFormats[from]; err != nil || from != to || plain == nil || !plain(content) {
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

// plainFormats maps formats to functions that tell whether a file has nothing but a picture.
var plainFormats = map[*Format]func([]byte) bool{WebP: plainWebP, JPEG: plainJPEG}

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

// plainJPEG tells whether a file has only tables, the frame and one scan of a baseline picture, up to its last byte.
func plainJPEG(content []byte) bool {
	const scan = 0xda
	for at := 2; at+4 <= len(content) && content[at] == 0xff; {
		marker := content[at+1]
		if !bytes.Contains([]byte{0xdb, 0xc0, 0xc4, 0xdd, scan}, []byte{marker}) {
			return false
		}
		at += 2 + int(binary.BigEndian.Uint16(content[at+2:]))
		if marker == scan {
			return at < len(content) && endsAtOnce(content[at:])
		}
	}
	return false
}

// endsAtOnce tells whether the end of the picture is the first marker of a scan's data, besides restarts, and there is nothing behind it.
func endsAtOnce(data []byte) bool {
	for at := 0; at+1 < len(data); at++ {
		if next := data[at+1]; data[at] == 0xff && next != 0 && (next < 0xd0 || next > 0xd7) {
			return next == 0xd9 && at+2 == len(data)
		}
	}
	return false
}
