package wire

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Bounds of a message. A message beyond them is refused while it is read.
const (
	// MaxDepth is the number of elements inside each other.
	MaxDepth = 64
	// MaxNodes is the number of elements, and of values after references were followed.
	MaxNodes = 20_000
	// maxAttributes bounds the attributes of one element.
	maxAttributes = 64
	// maxTag bounds a tag, a comment or an instruction, in bytes. Only text may be longer.
	maxTag = 16 << 10
	// maxTokens bounds tags, texts, comments and instructions together.
	maxTokens = 5 * MaxNodes
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
	errTag       = fmt.Errorf("the message has a tag of more than %d bytes", maxTag)
)

// Read reads a document and returns its root. Entities other than the five of XML are refused, as are document types, so nothing
// is expanded or fetched. What is refused costs little memory, whatever its size.
func Read(document []byte) (*Node, error) {
	in := &source{document: inUTF8(document)}
	if !utf8.Valid(in.document) || slices.ContainsFunc(in.document, control) {
		return nil, ErrMalformed
	}
	d := xml.NewDecoder(in)
	d.CharsetReader = charset
	var root *Node
	var open []*Node
	var text []strings.Builder
	nodes := 0
	for tokens := 0; ; tokens++ {
		in.begin(d.InputOffset())
		token, err := d.Token()
		if errors.Is(err, io.EOF) && root != nil && len(open) == 0 {
			return root, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
		}
		if tokens == maxTokens {
			return nil, errMany
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

// source gives a document to the decoder. The decoder reads a whole tag with all its attributes before it returns, so the source ends
// where a tag is too long.
type source struct {
	document []byte
	at, end  int
}

// begin prepares the next token, which starts at a place of the document.
func (s *source) begin(at int64) {
	s.end = len(s.document)
	if rest := s.document[at:]; bytes.HasPrefix(rest, []byte("<")) && !bytes.HasPrefix(rest, []byte("<![")) {
		s.end = min(s.end, int(at)+maxTag)
	}
}

// ReadByte is what the decoder calls.
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

// control reports whether a byte is a character that XML cannot have.
func control(b byte) bool { return b < ' ' && b != '\t' && b != '\n' && b != '\r' }

// declaration is the declaration of an encoding at the beginning of a document.
var declaration = regexp.MustCompile(`^\s*<\?xml\s[^>]*\bencoding\s*=\s*["']([A-Za-z0-9._-]+)["']`)

// inUTF8 returns a document in UTF-8 if it declares another encoding that clients use. In any other encoding it stays as it is.
func inUTF8(document []byte) []byte {
	declared := declaration.FindSubmatch(document[:min(len(document), 200)])
	if declared == nil || !latin1(string(declared[1])) {
		return document
	}
	out := make([]byte, 0, len(document)+len(document)/8)
	for _, c := range document {
		out = utf8.AppendRune(out, rune(c))
	}
	return out
}

func latin1(name string) bool {
	return strings.EqualFold(name, "iso-8859-1") || strings.EqualFold(name, "latin1")
}

// charset refuses the encodings that are neither UTF-8 nor what inUTF8 has changed to it.
func charset(name string, in io.Reader) (io.Reader, error) {
	if latin1(name) || strings.EqualFold(name, "us-ascii") || strings.EqualFold(name, "utf8") {
		return in, nil
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
