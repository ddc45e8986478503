package console

// bars is a bar chart, drawn as SVG by a template. Its sizes are in units of the picture.
type bars struct {
	Width, Height int64   // of the area of the bars
	Top           int64   // upper edge of that area
	Gap           float64 // on each side of a bar, as a share of its column
	Least         float64 // height of the smallest bar above zero, so that it is visible
	Most          int64
	All           []bar
}

// bar is one number.
type bar struct {
	X, Y, Width, Height float64
	Number              int64
	At, Text            string // its label, and a description
	Former              bool   // for comparison with later bars
}

// Middle returns the middle of a bar.
func (b bar) Middle() float64 { return b.X + b.Width/2 }

// add adds a number.
func (b *bars) add(number int64, at, text string) {
	b.All = append(b.All, bar{Number: number, At: at, Text: text})
	b.Most = max(b.Most, number)
}

// Floor returns the lower edge of the bars.
func (b bars) Floor() int64 { return b.Top + b.Height }

// First returns the label of the first bar.
func (b bars) First() string { return b.end(0) }

// Last returns the label of the last bar.
func (b bars) Last() string { return b.end(len(b.All) - 1) }

func (b bars) end(i int) string {
	if i < 0 || i >= len(b.All) {
		return ""
	}
	return b.All[i].At
}

// draw computes the positions of the bars.
func (b *bars) draw() {
	step := float64(b.Width) / float64(max(1, len(b.All)))
	for i := range b.All {
		one := &b.All[i]
		one.X, one.Width = float64(i)*step+step*b.Gap, step*(1-2*b.Gap)
		if one.Number > 0 {
			one.Height = max(b.Least, float64(b.Height)*float64(one.Number)/float64(b.Most))
		}
		one.Y = float64(b.Floor()) - one.Height
	}
}
