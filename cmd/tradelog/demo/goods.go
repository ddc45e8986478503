package demo

import (
	_ "embed" // the products
	"fmt"
	"strings"

	"tradelog/domain/money"
)

//go:embed products.txt
var productLines string

// good is a product of the demo shop.
type good struct {
	section, sku, kind, weight string
	price                      money.Decimal
	shape, colour              string // of its picture
	name, german               string
	text, germanText           string
	more                       string
	parent                     string // SKU of the configurable product that it is a variant of
	size                       string
}

// allGoods reads the products. The variants of a configurable product come right before it.
func allGoods() (out []good) {
	section := ""
	for _, line := range strings.Split(productLines, "\n") {
		if name, ok := strings.CutPrefix(line, "## "); ok {
			section = name
		}
		if line == "" || line[0] == '#' {
			continue
		}
		cells := strings.Split(line, "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		cells = append(cells, "")
		shape, colour, _ := strings.Cut(cells[4], ":")
		g := good{
			section: section, sku: cells[0], kind: cells[1], price: money.MustParse(cells[2]), weight: cells[3], shape: shape, colour: colour,
			name: cells[5], german: cells[6], text: cells[7], germanText: cells[8], more: cells[9],
		}
		out = append(append(out, g.variants()...), g)
	}
	return out
}

// pairs reads lists of names by key, such as "colors=Navy,Grey; sizes=S,M".
func pairs(text string) (keys []string, lists [][]string) {
	for _, part := range strings.Split(text, ";") {
		key, list, _ := strings.Cut(part, "=")
		keys, lists = append(keys, strings.TrimSpace(key)), append(lists, strings.Split(list, ","))
	}
	return keys, lists
}

// choices returns the colours and sizes of a configurable product. One of them may be empty.
func (g good) choices() (colours, sizes []string) {
	keys, lists := pairs(g.more)
	for i, key := range keys {
		if key == "colors" {
			colours = lists[i]
		} else {
			sizes = lists[i]
		}
	}
	return colours, sizes
}

// variants returns the simple products behind a configurable product.
func (g good) variants() (out []good) {
	if g.kind != "configurable" {
		return nil
	}
	colours, sizes := g.choices()
	orNone := func(list []string) []string {
		if len(list) == 0 {
			return []string{""}
		}
		return list
	}
	for _, colour := range orNone(colours) {
		for _, size := range orNone(sizes) {
			v := g
			v.kind, v.parent, v.size, v.more = "simple", g.sku, size, ""
			for _, word := range []string{colour, size} {
				if word != "" {
					v.sku += "-" + strings.ToUpper(word)
					v.name += ", " + word
				}
			}
			v.german += germanChoice(colour, size)
			if colour != "" {
				v.colour = colour
			}
			if size == "XL" || size == "XXL" {
				v.price = v.price.Add(money.FromInt(2))
			}
			out = append(out, v)
		}
	}
	return out
}

func germanChoice(colour, size string) (out string) {
	for _, c := range colours {
		if c.label == colour {
			out = ", " + c.de
		}
	}
	if size != "" {
		out += ", " + size
	}
	return out
}

// part is a product within a composite one, with its quantity.
type part struct {
	sku string
	qty int64
}

// parts returns the products of a group.
func (g good) parts() (out []part) {
	for _, text := range strings.Split(g.more, ",") {
		p := part{qty: 1}
		sku, times, several := strings.Cut(text, "*")
		if p.sku = sku; several {
			if _, err := fmt.Sscan(times, &p.qty); err != nil {
				panic(err)
			}
		}
		out = append(out, p)
	}
	return out
}
