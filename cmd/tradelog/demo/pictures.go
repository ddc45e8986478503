package demo

import (
	"hash/fnv"
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"
)

// pictureSide is the width and height of products' pictures, in pixels.
const pictureSide = 800

// picture draws a product: a flat illustration of its kind in its colour, on a bright ground. The same product always has the same picture.
// Kinds are the keys of shapes; any other kind is a box.
func picture(kind string, colour color.RGBA, sku string) image.Image {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(sku))
	seed := sum.Sum32()
	p := &painting{RGBA: image.NewRGBA(image.Rect(0, 0, pictureSide, pictureSide))}
	p.ground(mixed(colour, color.RGBA{255, 255, 255, 255}, 0.72+float64(seed%12)/100), mixed(colour, color.RGBA{255, 255, 255, 255}, 0.93))
	p.shade(color.RGBA{0, 0, 0, 28}, oval(400, 668, 230, 26))
	draw, ok := shapes[kind]
	if !ok {
		draw = drawBox
	}
	draw(p, colour, seed)
	return p
}

// shapes draw the kinds of product.
var shapes = map[string]func(p *painting, c color.RGBA, seed uint32){
	"shirt": drawShirt, "mug": drawMug, "book": drawBook, "lamp": drawLamp, "bottle": drawBottle, "bag": drawBag, "box": drawBox,
}

// painting is an unfinished picture.
type painting struct{ *image.RGBA }

// outline is a closed curve: a start, then cubic curves of two control points and an end each. Straight lines are curves too.
type outline []float32

// ground fills the picture with a gradient from top to bottom.
func (p *painting) ground(top, bottom color.RGBA) {
	for y := range pictureSide {
		line := mixed(top, bottom, float64(y)/pictureSide)
		row := p.Pix[y*p.Stride : y*p.Stride+4*pictureSide]
		for x := 0; x < len(row); x += 4 {
			row[x], row[x+1], row[x+2], row[x+3] = line.R, line.G, line.B, 255
		}
	}
}

// shade fills outlines with a colour. Where two overlap there is no hole.
func (p *painting) shade(c color.RGBA, shapes ...outline) {
	c.R, c.G, c.B = premultiplied(c.R, c.A), premultiplied(c.G, c.A), premultiplied(c.B, c.A)
	for _, s := range shapes {
		r := vector.NewRasterizer(pictureSide, pictureSide)
		r.MoveTo(s[0], s[1])
		for i := 2; i+5 < len(s); i += 6 {
			r.CubeTo(s[i], s[i+1], s[i+2], s[i+3], s[i+4], s[i+5])
		}
		r.ClosePath()
		r.DrawOp = draw.Over
		r.Draw(p.RGBA, p.Bounds(), image.NewUniform(c), image.Point{}) // the rasterizer is fast on this type alone
	}
}

func premultiplied(v, a uint8) uint8 { return uint8(int(v) * int(a) / 255) }

// polygon joins points by straight lines.
func polygon(points ...float32) outline {
	out := outline{points[0], points[1]}
	for i := 2; i+1 < len(points); i += 2 {
		x, y := points[i-2], points[i-1]
		out = append(out, x, y, points[i], points[i+1], points[i], points[i+1])
	}
	return out
}

// oval returns an ellipse.
func oval(x, y, rx, ry float32) outline {
	const k = 0.5523 // four curves with it are nearly an ellipse
	return outline{
		x + rx, y, x + rx, y + k*ry, x + k*rx, y + ry, x, y + ry, x - k*rx, y + ry, x - rx, y + k*ry, x - rx, y,
		x - rx, y - k*ry, x - k*rx, y - ry, x, y - ry, x + k*rx, y - ry, x + rx, y - k*ry, x + rx, y,
	}
}

// mixed returns a colour on the way from a to b.
func mixed(a, b color.RGBA, part float64) color.RGBA {
	between := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + (float64(y)-float64(x))*part)) }
	return color.RGBA{between(a.R, b.R), between(a.G, b.G), between(a.B, b.B), 255}
}

func darker(c color.RGBA, part float64) color.RGBA {
	return mixed(c, color.RGBA{20, 20, 35, 255}, part)
}
func lighter(c color.RGBA, part float64) color.RGBA {
	return mixed(c, color.RGBA{255, 255, 255, 255}, part)
}

func drawShirt(p *painting, c color.RGBA, seed uint32) {
	p.shade(darker(c, 0.15), polygon(250, 190, 120, 330, 200, 400, 280, 330), polygon(550, 190, 680, 330, 600, 400, 520, 330))
	p.shade(c, outline{
		250, 190, 290, 180, 330, 170, 340, 165, 350, 220, 450, 220, 460, 165, 470, 170, 510, 180, 550, 190,
		545, 350, 545, 500, 550, 655, 450, 672, 350, 672, 250, 655, 255, 500, 255, 350, 250, 190,
	})
	p.shade(lighter(c, 0.75), oval(400, 350, float32(50+seed%20), 50))
	p.shade(darker(c, 0.3), polygon(250, 635, 550, 635, 550, 645, 250, 645))
}

func drawMug(p *painting, c color.RGBA, seed uint32) {
	p.shade(darker(c, 0.2), oval(560, 430, 110, 120))
	p.shade(lighter(c, 0.9), oval(555, 430, 70, 80))
	p.shade(c, outline{
		230, 270, 230, 270, 560, 270, 560, 270, 560, 420, 555, 560, 540, 620, 530, 672, 260, 672, 250, 620, 235, 560, 230, 420, 230, 270,
	})
	p.shade(lighter(c, 0.35), polygon(262, 310, 300, 310, 310, 600, 280, 600))
	p.shade(darker(c, 0.3), oval(395, 270, 165, 34))
	p.shade(color.RGBA{92, 58, 40, 255}, oval(395, 276, 145, 24))
	p.shade(lighter(c, 0.8), oval(float32(400+seed%30), 460, 46, 46))
}

func drawBook(p *painting, c color.RGBA, seed uint32) {
	p.shade(darker(c, 0.35), polygon(240, 160, 590, 160, 590, 665, 240, 665))
	p.shade(color.RGBA{250, 246, 235, 255}, polygon(255, 640, 575, 640, 575, 655, 255, 655), polygon(565, 175, 580, 175, 580, 655, 565, 655))
	p.shade(c, polygon(215, 145, 565, 145, 565, 640, 215, 640))
	p.shade(darker(c, 0.2), polygon(215, 145, 255, 145, 255, 640, 215, 640))
	p.shade(lighter(c, 0.75), polygon(300, 220, 520, 220, 520, 250, 300, 250), polygon(300, 270, 460, 270, 460, 285, 300, 285))
	p.shade(lighter(c, 0.5), oval(410, 470, float32(70+seed%30), 85))
}

func drawLamp(p *painting, c color.RGBA, seed uint32) {
	p.shade(color.RGBA{255, 236, 160, 90}, oval(400, 400, 280, 210))
	p.shade(color.RGBA{90, 84, 80, 255}, polygon(390, 380, 410, 380, 410, 650, 390, 650), oval(400, 655, 115, 20))
	wide := float32(180 + seed%30)
	p.shade(c, polygon(310, 150, 490, 150, 400+wide, 400, 400-wide, 400))
	p.shade(lighter(c, 0.45), polygon(345, 150, 375, 150, 340, 400, 290, 400))
	p.shade(darker(c, 0.25), polygon(400-wide, 388, 400+wide, 388, 400+wide, 402, 400-wide, 402))
}

func drawBottle(p *painting, c color.RGBA, seed uint32) {
	p.shade(darker(c, 0.45), polygon(365, 130, 435, 130, 435, 190, 365, 190))
	p.shade(c, outline{
		365, 190, 365, 190, 435, 190, 435, 190, 440, 270, 500, 270, 500, 350, 500, 450, 500, 560, 500, 640,
		500, 672, 300, 672, 300, 640, 300, 560, 300, 450, 300, 350, 300, 270, 360, 270, 365, 190,
	})
	p.shade(lighter(c, 0.85), polygon(300, 420, 500, 420, 500, 560, 300, 560))
	p.shade(c, oval(400, 490, float32(34+seed%14), 42))
	p.shade(color.RGBA{255, 255, 255, 70}, polygon(322, 330, 345, 330, 345, 640, 322, 640))
}

func drawBag(p *painting, c color.RGBA, seed uint32) {
	p.shade(darker(c, 0.3), oval(400, 290, 120, 140))
	p.shade(lighter(c, 0.9), oval(400, 290, 92, 112))
	p.shade(c, polygon(210, 290, 590, 290, 630, 665, 170, 665))
	p.shade(darker(c, 0.18), polygon(210, 290, 590, 290, 594, 330, 206, 330))
	p.shade(lighter(c, 0.6), oval(400, 490, float32(60+seed%25), 60))
}

func drawBox(p *painting, c color.RGBA, seed uint32) {
	p.shade(lighter(c, 0.25), polygon(400, 180, 640, 290, 400, 400, 160, 290))
	p.shade(c, polygon(160, 290, 400, 400, 400, 672, 160, 560))
	p.shade(darker(c, 0.22), polygon(640, 290, 400, 400, 400, 672, 640, 560))
	tape := float32(24 + seed%10)
	p.shade(lighter(c, 0.7), polygon(280-tape, 345-tape/2, 280+tape, 345+tape/2, 520+tape, 235+tape/2, 520-tape, 235-tape/2))
}
