package papers

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"

	"golang.org/x/image/draw"
)

// The size of a logo in e-mails, in pixels. The picture has twice as many, for dense screens.
const (
	mailLogoWidth  = 240
	mailLogoHeight = 80
)

// mailLogo is a logo that is scaled for e-mails.
type mailLogo struct {
	jpeg  []byte
	width int
}

// MailLogo returns the logo that the setting sales/identity/logo names as a JPEG for e-mails, and the width in pixels at which they show
// it. It returns nil if the logo cannot be shown. The logo is shown at most 240 pixels wide and 80 high.
func (p *Printer) MailLogo(ctx context.Context, path string) (picture []byte, width int) {
	found := p.logos.find(ctx, path)
	if found == nil {
		return nil, 0
	}
	m := found.mail()
	return m.jpeg, m.width
}

// scaledLogo scales a logo down. A picture that cannot be scaled gives none.
func scaledLogo(p picture) mailLogo {
	width, height := min(p.width, mailLogoWidth), p.height
	height = max(1, height*width/p.width)
	if height > mailLogoHeight {
		width, height = max(1, width*mailLogoHeight/height), mailLogoHeight
	}
	if p.width <= 2*width {
		return mailLogo{p.jpeg, width}
	}
	decoded, err := jpeg.Decode(bytes.NewReader(p.jpeg))
	if err != nil {
		return mailLogo{}
	}
	page := image.NewRGBA(image.Rect(0, 0, 2*width, 2*height))
	draw.CatmullRom.Scale(page, page.Bounds(), decoded, decoded.Bounds(), draw.Src, nil)
	var b bytes.Buffer
	if err := jpeg.Encode(&b, page, &jpeg.Options{Quality: 90}); err != nil {
		return mailLogo{}
	}
	return mailLogo{b.Bytes(), width}
}
