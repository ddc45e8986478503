package wire

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strings"
)

// Decoder converts elements to values. Each message has its own, because elements may refer to other elements of the message.
type Decoder struct {
	byID  map[string]*Node
	nodes int
	depth int
}

var errReference = errors.New("the message has a reference that leads nowhere")

// NewDecoder makes a decoder for the elements of a message.
func NewDecoder(root *Node) *Decoder {
	d := &Decoder{}
	d.index(root)
	return d
}

// index finds the elements with an id, to which others may refer.
func (d *Decoder) index(n *Node) {
	if id, ok := n.attribute("id"); ok {
		if d.byID == nil {
			d.byID = map[string]*Node{}
		}
		d.byID[id] = n
	}
	for _, c := range n.Children {
		d.index(c)
	}
}

// Resolve follows references to the element with the value.
func (d *Decoder) Resolve(n *Node) (*Node, error) {
	for range maxDepth {
		target, ok := n.attribute("href")
		if !ok {
			return n, nil
		}
		if n = d.byID[strings.TrimPrefix(target, "#")]; n == nil {
			return nil, errReference
		}
	}
	return nil, errReference
}

// Value reads an element (soap-wire §6.1, §6.3, §6.4). Scalars become text. Their declared types are ignored, except for types of bytes.
// The number of values is bounded, because references repeat elements.
func (d *Decoder) Value(n *Node) (Value, error) {
	if d.nodes++; d.nodes > maxNodes {
		return nil, errMany
	}
	if d.depth++; d.depth > maxDepth {
		return nil, errDeep
	}
	defer func() { d.depth-- }()
	n, err := d.Resolve(n)
	if err != nil {
		return nil, err
	}
	if nilled, _ := n.attribute("nil"); nilled == "true" || nilled == "1" {
		return nil, nil
	}
	kind, _ := n.attribute("type")
	if at := strings.LastIndexByte(kind, ':'); at >= 0 {
		kind = kind[at+1:]
	}
	_, counted := n.attribute("arrayType")
	switch {
	case kind == "Map" || len(n.Children) > 0 && all(n.Children, isPair):
		return d.pairs(n)
	case kind == "Array" || counted || len(n.Children) > 0 && all(n.Children, isElement):
		return d.list(n)
	case len(n.Children) > 0:
		return d.structure(n)
	case kind == "base64Binary", kind == "base64":
		return fromBase64(n.Text)
	case kind == "hexBinary":
		b, err := hex.DecodeString(strings.TrimSpace(n.Text))
		if err != nil {
			return nil, errBinary
		}
		return bytesOf(b), nil
	}
	return n.Text, nil
}

var errBinary = errors.New("the message has a value that is declared as base64 or hexadecimal digits and is not")

// fromBase64 reads a value that was sent in base64. White space in it has no meaning.
func fromBase64(text string) (Value, error) {
	b, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		return nil, errBinary
	}
	return bytesOf(b), nil
}

// bytesOf returns a value of bytes; no bytes are empty text, as in any other type.
func bytesOf(b []byte) Value {
	if len(b) == 0 {
		return ""
	}
	return Binary(b)
}

func all(nodes []*Node, is func(*Node) bool) bool {
	for _, n := range nodes {
		if !is(n) {
			return false
		}
	}
	return true
}

// isPair reports whether an element is a member of a map.
func isPair(n *Node) bool {
	return n.Name.Local == "item" && len(n.Children) == 2 && n.Child("key") != nil && n.Child("value") != nil
}

// isElement reports whether an element belongs to an array. Elements of an array may have the names of their types (section 5.4.2 of SOAP
// 1.1).
func isElement(n *Node) bool {
	switch n.Name.Space {
	case Schema, Encoding, MapSpace:
		return true
	}
	return n.Name.Local == "item" || n.Name.Local == "complexObjectArray"
}

func (d *Decoder) pairs(n *Node) (Value, error) {
	out := make(Map, 0, len(n.Children))
	for _, item := range n.Children {
		item, err := d.Resolve(item)
		if err != nil {
			return nil, err
		}
		key, value := item.Child("key"), item.Child("value")
		if key == nil {
			continue
		}
		name, err := d.Value(key)
		if err != nil {
			return nil, err
		}
		e := Entry{Name: Text(name)}
		if value != nil {
			if e.Value, err = d.Value(value); err != nil {
				return nil, err
			}
		}
		out = append(out, e)
	}
	return out, nil
}

func (d *Decoder) list(n *Node) (Value, error) {
	out := make(List, 0, len(n.Children))
	for _, c := range n.Children {
		v, err := d.Value(c)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

// structure reads named children. The values of a repeated name become a list.
func (d *Decoder) structure(n *Node) (Value, error) {
	out := make(Map, 0, len(n.Children))
	at := make(map[string]int, len(n.Children))
	repeated := map[string]bool{}
	for _, c := range n.Children {
		v, err := d.Value(c)
		if err != nil {
			return nil, err
		}
		i, known := at[c.Name.Local]
		switch {
		case !known:
			at[c.Name.Local] = len(out)
			out = append(out, Entry{c.Name.Local, v})
		case repeated[c.Name.Local]:
			out[i].Value = append(out[i].Value.(List), v)
		default:
			repeated[c.Name.Local] = true
			out[i].Value = List{out[i].Value, v}
		}
	}
	return out, nil
}
