package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"mime"
	"regexp"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// singleByte maps names in lower case to the supported single-byte encodings.
var singleByte = map[string]*charmap.Charmap{
	"iso-8859-1": charmap.ISO8859_1, "iso8859-1": charmap.ISO8859_1, "latin1": charmap.ISO8859_1, "iso-8859-2": charmap.ISO8859_2,
	"iso-8859-15": charmap.ISO8859_15, "windows-1250": charmap.Windows1250, "windows-1251": charmap.Windows1251,
	"windows-1252": charmap.Windows1252, "cp1250": charmap.Windows1250, "cp1251": charmap.Windows1251, "cp1252": charmap.Windows1252,
}

var errUTF16 = errors.New("the message is not in UTF-16, which it declares")

// declaration is the declaration of an encoding at the beginning of a document.
var declaration = regexp.MustCompile(`^\s*<\?xml\s[^>]*\bencoding\s*=\s*["']([A-Za-z0-9._-]+)["']`)

// InUTF8 converts a document to UTF-8. Its encoding follows from the byte order mark, the Content-Type or the XML declaration, in this
// order (RFC 7303 §3). If the Content-Type wrongly says UTF-8, as some clients always do, the declaration counts. Invalid bytes stay as
// they are or are refused.
func InUTF8(document []byte, contentType string) ([]byte, error) {
	if rest, marked := bytes.CutPrefix(document, []byte("\uFEFF")); marked {
		return rest, nil
	}
	if order := orderOf(document); order != nil {
		return fromUTF16(document, order)
	}
	named := ""
	if _, params, err := mime.ParseMediaType(contentType); err == nil {
		named = strings.ToLower(params["charset"])
	}
	if named == "" || isUTF8(named) && (named == "us-ascii" || !utf8.Valid(document)) {
		if declared := declaration.FindSubmatch(document[:min(len(document), 200)]); declared != nil {
			named = strings.ToLower(string(declared[1]))
		}
	}
	switch table := singleByte[named]; {
	case table != nil:
		return table.NewDecoder().Bytes(document)
	case named == "" || isUTF8(named):
		return document, nil
	case strings.HasPrefix(named, "utf-16"):
		return nil, errUTF16
	}
	return nil, fmt.Errorf("the encoding %.40q is not supported; send UTF-8", named)
}

func isUTF8(name string) bool {
	return name == "utf-8" || name == "utf8" || name == "us-ascii" || name == "ascii"
}

// orderOf returns the byte order of a document in UTF-16; nil: it has another encoding. Documents begin with a byte order mark or an ASCII
// character.
func orderOf(document []byte) binary.ByteOrder {
	if len(document) < 2 {
		return nil
	}
	switch a, b := document[0], document[1]; {
	case a == 0xFF && b == 0xFE, a != 0 && b == 0:
		return binary.LittleEndian
	case a == 0xFE && b == 0xFF, a == 0 && b != 0:
		return binary.BigEndian
	}
	return nil
}

// fromUTF16 returns a document in UTF-8, without its byte order mark.
func fromUTF16(document []byte, order binary.ByteOrder) ([]byte, error) {
	if len(document)%2 != 0 {
		return nil, errUTF16
	}
	out := make([]byte, 0, len(document)/2+len(document)/8)
	for i := 0; i < len(document); i += 2 {
		r := rune(order.Uint16(document[i:]))
		switch {
		case i == 0 && r == '\uFEFF':
			continue
		case utf16.IsSurrogate(r):
			if i+4 > len(document) {
				return nil, errUTF16
			}
			i += 2
			if r = utf16.DecodeRune(r, rune(order.Uint16(document[i:]))); r == utf8.RuneError {
				return nil, errUTF16
			}
		}
		out = utf8.AppendRune(out, r)
	}
	return out, nil
}

// Binary is a value of bytes that was sent in base64 or in hexadecimal digits.
type Binary string

// text returns the bytes as text: some clients send text beyond ASCII as bytes. Bytes that are not valid UTF-8 are read as windows-1252.
func (b Binary) text() string {
	if utf8.ValidString(string(b)) {
		return string(b)
	}
	text, err := charmap.Windows1252.NewDecoder().String(string(b))
	if err != nil {
		return strings.ToValidUTF8(string(b), "\uFFFD")
	}
	return text
}
