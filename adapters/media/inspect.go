package media

import "bytes"

// Found is the type and size of a file, found by its content.
type Found struct {
	Type          string // media type; application/octet-stream if it is unknown
	Width, Height int    // of pictures, in pixels
}

// marks lists the first bytes of files that are no pictures, with their media types.
var marks = []struct{ begins, contentType string }{{"%PDF-", "application/pdf"}, {"PK\x03\x04", "application/zip"}}

// Inspect finds the type and size of a file. Only the header of a picture is decoded. Pictures that Check refuses are refused here too.
func Inspect(content []byte) (Found, error) {
	if format := Sniff(content); format != nil {
		if _, err := check(content); err != nil {
			return Found{}, err
		}
		size, err := format.size(bytes.NewReader(content))
		return Found{Type: format.Type, Width: size.Width, Height: size.Height}, err
	}
	for _, m := range marks {
		if bytes.HasPrefix(content, []byte(m.begins)) {
			return Found{Type: m.contentType}, nil
		}
	}
	return Found{Type: "application/octet-stream"}, nil
}
