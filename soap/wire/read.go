package wire

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Bounds of a message. A message beyond them is refused while it is read.
const (
	// MaxDepth is the number of elements inside each other.
	MaxDepth = 64
	// MaxNodes is the number of elements, and of values after references were followed.
	MaxNodes = 20_000
	// maxAttributes bounds the attributes of one element.
	maxAttributes = 64
)

// Node is an element.
type Node struct {
	Name     xml.Name
	Attr     []xml.Attr
	Text     string // character data; of elements with children it has no meaning
	Children []*Node
}

// The refusals of messages.
var (
	ErrMalformed = errors.New("the message is not well-formed XML")
	errDTD       = errors.New("document types are not supported")
	errDeep      = fmt.Errorf("the message has more than %d elements inside each other", MaxDepth)
	errMany      = fmt.Errorf("the message has more than %d elements", MaxNodes)
)

// Read reads a document and returns its root. Entities other than the five of XML are refused, as are document types, so nothing
// is expanded or fetched.
func Read(document []byte) (*Node, error) {
	d := xml.NewDecoder(bytes.NewReader(document))
	d.CharsetReader = charset
	var root *Node
	var open []*Node
	var text []strings.Builder
	nodes := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) && root != nil && len(open) == 0 {
			return root, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
		}
		switch t := token.(type) {
		case xml.Directive:
			return nil, errDTD
		case xml.StartElement:
			if nodes++; nodes > MaxNodes {
				return nil, errMany
			}
			if len(t.Attr) > maxAttributes {
				return nil, ErrMalformed
			}
			n := &Node{Name: t.Name, Attr: t.Copy().Attr}
			switch {
			case len(open) == MaxDepth:
				return nil, errDeep
			case len(open) > 0:
				parent := open[len(open)-1]
				parent.Children = append(parent.Children, n)
			case root != nil:
				return nil, ErrMalformed
			default:
				root = n
			}
			open, text = append(open, n), append(text, strings.Builder{})
		case xml.EndElement:
			last := len(open) - 1
			if n := open[last]; len(n.Children) == 0 {
				n.Text = text[last].String()
			}
			open, text = open[:last], text[:last]
		case xml.CharData:
			if len(open) > 0 && len(open[len(open)-1].Children) == 0 {
				text[len(text)-1].Write(t)
			}
		}
	}
}

// charset reads the encodings that clients declare besides UTF-8.
func charset(name string, in io.Reader) (io.Reader, error) {
	switch strings.ToLower(name) {
	case "us-ascii", "utf8":
		return in, nil
	case "iso-8859-1", "latin1":
		bytes, err := io.ReadAll(in)
		if err != nil {
			return nil, err
		}
		var b strings.Builder
		for _, c := range bytes {
			b.WriteRune(rune(c))
		}
		return strings.NewReader(b.String()), nil
	}
	return nil, fmt.Errorf("unknown encoding %.40q", name)
}

// attribute returns an attribute by its local name.
func (n *Node) attribute(local string) (string, bool) {
	for _, a := range n.Attr {
		if a.Name.Local == local && a.Name.Space != "xmlns" {
			return a.Value, true
		}
	}
	return "", false
}

// Child returns the first child with a local name, or nil.
func (n *Node) Child(local string) *Node {
	for _, c := range n.Children {
		if c.Name.Local == local {
			return c
		}
	}
	return nil
}

// MustUnderstand reports whether a header may not be ignored.
func MustUnderstand(n *Node) bool {
	v, _ := n.attribute("mustUnderstand")
	return v == "1" || v == "true"
}
