package http

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"

	"tradelog/domain/fault"
	"tradelog/operations/inputs"
	"tradelog/operations/representation"
)

// form is the media type of bodies with files.
const form = "multipart/form-data"

// Bounds of a form.
const (
	maxParts = 100
	maxField = 64 << 10 // bytes of a field other than a file
)

var errForm = fault.Invalidf("The request body is not valid multipart/form-data.")

// readForm reads a form. Of parts with one name the first counts. A body that is too large counts as an empty form, so that the operation
// reports the missing file.
func readForm(contentType string, body func() ([]byte, error)) (representation.Form, error) {
	out := representation.Form{Fields: map[string]string{}, Files: map[string]*inputs.Upload{}}
	if body == nil {
		return out, nil
	}
	content, err := body()
	if f, ok := fault.As(err); ok && f.Kind == fault.TooLarge {
		return out, nil
	}
	if err != nil {
		return out, err
	}
	_, params, err := mime.ParseMediaType(contentType)
	if err != nil || params["boundary"] == "" {
		return out, errForm
	}
	parts := multipart.NewReader(bytes.NewReader(content), params["boundary"])
	for range maxParts {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return out, errForm
		}
		if err := addPart(out, part); err != nil {
			return out, err
		}
	}
	return out, fault.Invalidf("The request body has more than %d parts.", maxParts)
}

// addPart reads a part: a file if it has a file name, else a field.
func addPart(to representation.Form, part *multipart.Part) error {
	_, disposition, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
	name := disposition["name"]
	if err != nil || name == "" {
		return errForm
	}
	content, err := io.ReadAll(part)
	if err != nil {
		return errForm
	}
	file, isFile := disposition["filename"] // part.FileName would cut off folders, which an operation may refuse
	if _, twice := to.Files[name]; isFile && !twice {
		to.Files[name] = &inputs.Upload{Name: file, Content: content}
	}
	if _, twice := to.Fields[name]; isFile || twice {
		return nil
	}
	if len(content) > maxField {
		return fault.Invalidf("The field %.64q is longer than %d bytes.", name, maxField)
	}
	to.Fields[name] = string(content)
	return nil
}
