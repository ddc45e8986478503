package wire

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// Bounds of a message. A message beyond them is refused while it is read.
const (
	// maxDepth bounds the nesting of elements.
	maxDepth = 64
	// maxNodes bounds the number of elements, and of values with references followed.
	maxNodes = 20_000
	// maxAttributes bounds the attributes of one element.
	maxAttributes = 64
	// maxTag bounds a tag, a comment or an instruction, in bytes. Only text may be longer.
	maxTag = 16 << 10
	// maxTokens bounds tags, texts, comments and instructions together.
	maxTokens = 5 * maxNodes
)

// Node is an element.
type Node struct {
	Name     xml.Name
	Attr     []xml.Attr
	Text     string // character data, unless there are children
	Mixed    bool   // there is text beside the children
	Children []*Node
}

// The refusals of messages.
var (
	errMalformed = errors.New("the message is not well-formed XML")
	errDTD       = errors.New("document types are not supported")
	errDeep      = fmt.Errorf("the message has more than %d elements inside each other", maxDepth)
	errMany      = fmt.Errorf("the message has more than %d elements", maxNodes)
	errAround    = fmt.Errorf("%w: it has text around the document", errMalformed)
	errTag       = fmt.Errorf("the message has a tag of more than %d bytes", maxTag)
)

// ReadAs reads a document that came with a Content-Type and returns its root. Document types, and entities other than the five of XML, are
// refused, so nothing is expanded or fetched. A refused document costs little memory, regardless of its size.
func ReadAs(document []byte, contentType string) (*Node, error) {
	document, err := InUTF8(document, contentType)
	if err != nil {
		return nil, err
	}
	in := &source{document: document}
	if !utf8.Valid(in.document) || slices.ContainsFunc(in.document, control) {
		return nil, errMalformed
	}
	d := xml.NewDecoder(in)
	d.CharsetReader = asRead
	var t tree
	for tokens := 0; ; tokens++ {
		in.begin(d.InputOffset())
		token, err := d.Token()
		if errors.Is(err, io.EOF) && t.root != nil && len(t.open) == 0 {
			return t.root, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errMalformed, err)
		}
		if tokens == maxTokens {
			return nil, errMany
		}
		switch token := token.(type) {
		case xml.Directive:
			return nil, errDTD
		case xml.StartElement:
			err = t.begin(token)
		case xml.EndElement:
			t.end()
		case xml.CharData:
			err = t.characters(token)
		}
		if err != nil {
			return nil, err
		}
	}
}

// tree is a partly read document.
type tree struct {
	root  *Node
	open  []*Node           // the elements that have not ended, from the root
	text  []strings.Builder // their character data
	nodes int
}

func (t *tree) begin(e xml.StartElement) error {
	if t.nodes++; t.nodes > maxNodes {
		return errMany
	}
	if len(e.Attr) > maxAttributes {
		return errMalformed
	}
	n := &Node{Name: e.Name, Attr: e.Copy().Attr}
	switch {
	case len(t.open) == maxDepth:
		return errDeep
	case len(t.open) > 0:
		parent := t.open[len(t.open)-1]
		if len(parent.Children) == 0 {
			parent.Mixed = !blank(t.text[len(t.text)-1].String())
		}
		parent.Children = append(parent.Children, n)
	case t.root != nil:
		return errMalformed
	default:
		t.root = n
	}
	t.open, t.text = append(t.open, n), append(t.text, strings.Builder{})
	return nil
}

func (t *tree) end() {
	last := len(t.open) - 1
	if n := t.open[last]; len(n.Children) == 0 {
		n.Text = t.text[last].String()
	}
	t.open, t.text = t.open[:last], t.text[:last]
}

func (t *tree) characters(data xml.CharData) error {
	switch last := len(t.open) - 1; {
	case last < 0 && !blank(string(data)):
		return errAround
	case last < 0:
	case len(t.open[last].Children) == 0:
		t.text[last].Write(data)
	case !t.open[last].Mixed:
		t.open[last].Mixed = !blank(string(data))
	}
	return nil
}

// source passes a document to the decoder. The decoder reads a whole tag with all its attributes before it returns, so the source fails
// within a tag that is too long.
type source struct {
	document []byte
	at, end  int
}

// begin prepares the next token, which starts at an offset of the document.
func (s *source) begin(at int64) {
	s.end = len(s.document)
	if rest := s.document[at:]; bytes.HasPrefix(rest, []byte("<")) && !bytes.HasPrefix(rest, []byte("<![")) {
		s.end = min(s.end, int(at)+maxTag)
	}
}

// ReadByte returns the next byte of the document.
func (s *source) ReadByte() (byte, error) {
	switch {
	case s.at < s.end:
		s.at++
		return s.document[s.at-1], nil
	case s.end < len(s.document):
		return 0, errTag
	}
	return 0, io.EOF
}

// Read completes io.Reader.
func (s *source) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if p[n], err = s.ReadByte(); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// blank reports whether text is only white space.
func blank(text string) bool { return strings.TrimSpace(text) == "" }

// control reports whether a byte is a control character that XML forbids.
func control(b byte) bool { return b < ' ' && b != '\t' && b != '\n' && b != '\r' }

// asRead makes the decoder ignore the declared encoding, because the document is in UTF-8 already.
func asRead(_ string, in io.Reader) (io.Reader, error) { return in, nil }

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
