package papers

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	_ "image/gif" // a format of logos
	"image/jpeg"
	_ "image/png" // a format of logos
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // a format of logos
)

// The limits of a logo file, the size to which it is scaled, and how many logos a printer keeps.
const (
	mostLogoBytes  = 10 << 20
	mostLogoPixels = 40 << 20
	logoPixels     = 800
	keptLogos      = 32
)

// Library finds a file of the media library by its path below the media root. The version differs for different bytes, and is empty if
// there is no such file. open reads it within ctx.
type Library func(ctx context.Context, path string) (version string, open func() (io.ReadCloser, error))

// libraryTimeout is how long printing waits for a file of the media library.
const libraryTimeout = 10 * time.Second

// logos finds the pictures of logos, and keeps them in memory. The zero value has no media library.
type logos struct {
	library Library
	mu      sync.Mutex
	ready   map[logoKey]*logo // nil if it cannot be read
}

// logo is a decoded picture, scaled for papers and for e-mails.
type logo struct {
	picture
	mail func() mailLogo
}

// picture is a JPEG.
type picture struct {
	jpeg          []byte
	width, height int
}

type logoKey struct {
	path, version string // version of a file in the media library
	size          int64
	at            time.Time
}

// find returns the logo in a file, or nil if it cannot be shown. A path that is relative, or begins with /media/, is looked up in the media
// library first.
func (l *logos) find(ctx context.Context, path string) *logo {
	if path == "" {
		return nil
	}
	if name := strings.TrimPrefix(path, "/media/"); l.library != nil && !filepath.IsAbs(name) {
		ctx, cancel := context.WithTimeout(ctx, libraryTimeout)
		defer cancel()
		if version, open := l.library(ctx, name); version != "" {
			return l.keep(logoKey{path: name, version: version}, open)
		}
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > mostLogoBytes {
		return nil
	}
	return l.keep(logoKey{path: path, size: info.Size(), at: info.ModTime()}, func() (io.ReadCloser, error) { return os.Open(path) })
}

// keep returns the logo from memory, or reads it. A file whose bytes cannot be got now is tried again.
func (l *logos) keep(key logoKey, open func() (io.ReadCloser, error)) *logo {
	l.mu.Lock()
	read, seen := l.ready[key]
	l.mu.Unlock()
	if seen {
		return read
	}
	content, err := readAll(open)
	if err != nil {
		return nil
	}
	l.mu.Lock() // pictures are decoded one after the other, because large ones need memory
	defer l.mu.Unlock()
	if read, seen = l.ready[key]; seen {
		return read
	}
	if p, err := readPicture(content); err == nil {
		read = &logo{picture: p, mail: sync.OnceValue(func() mailLogo { return scaledLogo(p) })}
	}
	if l.ready == nil || len(l.ready) >= keptLogos {
		l.ready = map[logoKey]*logo{}
	}
	l.ready[key] = read
	return read
}

func readAll(open func() (io.ReadCloser, error)) ([]byte, error) {
	file, err := open()
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(file, mostLogoBytes+1))
	return content, errors.Join(err, file.Close())
}

var errTooLarge = errors.New("the picture is too large")

// readPicture decodes a picture, puts it on a white background and scales it down.
func readPicture(file []byte) (picture, error) {
	if len(file) > mostLogoBytes {
		return picture{}, errTooLarge
	}
	size, _, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return picture{}, err
	}
	if size.Width <= 0 || size.Height <= 0 || size.Width > mostLogoPixels/size.Height {
		return picture{}, errTooLarge
	}
	decoded, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		return picture{}, err
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
		return picture{}, err
	}
	return picture{jpeg: b.Bytes(), width: width, height: height}, nil
}
