package contract

import (
	"bytes"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Check fails the test if an answer does not conform to the document. The path is that of the request, with or without the prefix of the
// API.
func Check(t testing.TB, d *Document, method, path string, status int, contentType string, body []byte) {
	t.Helper()
	if err := d.Verify(method, path, status, contentType, body); err != nil {
		t.Errorf("%s %s answered %d: %v\n%.2000s", method, path, status, err, body)
	}
}

// response finds the description of an answer.
func (d *Document) response(method, path string, status int) (node, error) {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	operation, _, err := d.operation(method, path)
	if err != nil {
		return node{}, err
	}
	responses, _ := d.child(operation, "responses")
	response, ok := d.child(responses, strconv.Itoa(status))
	if !ok {
		return node{}, fmt.Errorf("the document does not know this status")
	}
	return response, nil
}

// Verify returns an error if an answer does not conform to the document.
func (d *Document) Verify(method, path string, status int, contentType string, body []byte) error {
	response, err := d.response(method, path, status)
	if err != nil {
		return err
	}
	content, hasBody := d.child(response, "content")
	if method == http.MethodHead || status == http.StatusNotModified || !hasBody {
		if len(body) > 0 {
			return fmt.Errorf("there must be no body")
		}
		return nil
	}
	name, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		return fmt.Errorf("media type %q: %w", contentType, err)
	}
	media, ok := d.child(content, name)
	if !ok {
		return fmt.Errorf("the document does not know media type %s here", name)
	}
	if name != "application/json" && name != "application/ld+json" {
		return nil // a file
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("the body is not JSON: %w", err)
	}
	if name == "application/json" {
		if at, found := linked(value, ""); found {
			return fmt.Errorf("plain JSON has a member of JSON-LD at %q", at)
		}
	}
	return d.validate(media, value)
}

// validate validates a value against the schema of a media type. The schema is compiled at its own pointer, because a reference may have
// sibling keywords.
func (d *Document) validate(media node, value any) error {
	described, ok := media.value["schema"].(map[string]any)
	if !ok {
		return fmt.Errorf("%s has no schema", media.pointer)
	}
	s, err := d.schema(node{media.pointer + "/schema", described})
	if err != nil {
		return err
	}
	return s.Validate(value)
}

// linked finds a member of JSON-LD.
func linked(value any, at string) (string, bool) {
	switch v := value.(type) {
	case map[string]any:
		for name, member := range v {
			if slices.Contains([]string{"@type", "@context", "@id"}, name) {
				return at + "/" + name, true
			}
			if where, found := linked(member, at+"/"+name); found {
				return where, true
			}
		}
	case []any:
		for i, element := range v {
			if where, found := linked(element, at+"/"+strconv.Itoa(i)); found {
				return where, true
			}
		}
	}
	return "", false
}
