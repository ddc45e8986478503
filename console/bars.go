package console

// bars is a picture of numbers in a row, drawn as SVG by a template. Its sizes are in units of the picture.
type bars struct {
	Width, Height int64
	Most          int64
	All           []bar
}

// bar is one number.
type bar struct {
	X, Y, Width, Height float64
	Number              int64
	At, Text            string // where it stands in the row, and what it stands for
}

// add adds a number.
func (b *bars) add(number int64, at, text string) {
	b.All = append(b.All, bar{Number: number, At: at, Text: text})
	b.Most = max(b.Most, number)
}

// First says where the row begins.
func (b bars) First() string { return b.end(0) }

// Last says where the row ends.
func (b bars) Last() string { return b.end(len(b.All) - 1) }

func (b bars) end(i int) string {
	if i < 0 || i >= len(b.All) {
		return ""
	}
	return b.All[i].At
}

// draw gives the bars their places. One that stands for something can be seen, however small it is.
func (b *bars) draw() {
	b.Width, b.Height = 720, 180
	step := float64(b.Width) / float64(max(1, len(b.All)))
	for i := range b.All {
		one := &b.All[i]
		one.X, one.Width = float64(i)*step+step*0.1, step*0.8
		if one.Number > 0 {
			one.Height = max(1.5, float64(b.Height)*float64(one.Number)/float64(b.Most))
		}
		one.Y = float64(b.Height) - one.Height
	}
}
