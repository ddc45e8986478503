package media

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/jpeg"
	"io"
)

// decodeJPEG rotates a photograph as its Exif data asks, because that data is lost when the picture is written again.
func decodeJPEG(r io.Reader) (image.Image, error) {
	content, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	m, err := jpeg.Decode(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	return oriented(m, orientation(content)), nil
}

// orientation finds the Exif tag Orientation of a JPEG: 1 to 8, and 1 if there is none.
func orientation(content []byte) int {
	for at := 2; at+4 <= len(content) && content[at] == 0xff && content[at+1] != 0xda; {
		length := int(binary.BigEndian.Uint16(content[at+2:]))
		end := at + 2 + length
		if length < 2 || end > len(content) {
			break
		}
		if exif, ok := bytes.CutPrefix(content[at+4:end], []byte("Exif\x00\x00")); ok && content[at+1] == 0xe1 {
			return exifOrientation(exif)
		}
		at = end
	}
	return 1
}

// exifOrientation looks through the first directory of an Exif block.
func exifOrientation(exif []byte) int {
	if len(exif) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.LittleEndian
	if exif[0] == 'M' {
		order = binary.BigEndian
	}
	at := int(order.Uint32(exif[4:]))
	if at < 8 || at+2 > len(exif) {
		return 1
	}
	entries := int(order.Uint16(exif[at:]))
	for n := range entries {
		entry := at + 2 + 12*n
		if entry+12 > len(exif) {
			break
		}
		if order.Uint16(exif[entry:]) == 0x0112 {
			if v := int(order.Uint16(exif[entry+8:])); v >= 1 && v <= 8 {
				return v
			}
		}
	}
	return 1
}

// oriented mirrors and rotates a picture by its orientation.
func oriented(m image.Image, orientation int) image.Image {
	if orientation == 1 {
		return m
	}
	b := m.Bounds()
	w, h := b.Dx(), b.Dy()
	across, down := w, h
	if orientation > 4 {
		across, down = h, w
	}
	out := image.NewNRGBA(image.Rect(0, 0, across, down))
	for y := range h {
		for x := range w {
			var toX, toY int
			switch orientation {
			case 2:
				toX, toY = w-1-x, y
			case 3:
				toX, toY = w-1-x, h-1-y
			case 4:
				toX, toY = x, h-1-y
			case 5:
				toX, toY = y, x
			case 6:
				toX, toY = h-1-y, x
			case 7:
				toX, toY = h-1-y, w-1-x
			case 8:
				toX, toY = y, w-1-x
			}
			out.Set(toX, toY, m.At(b.Min.X+x, b.Min.Y+y))
		}
	}
	return out
}
