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

// Check fails the test if an answer does not conform to the document. path is that of the request, with or without the prefix of
// the API.
func Check(t testing.TB, d *Document, method, path string, status int, contentType string, body []byte) {
	t.Helper()
	if err := d.Verify(method, path, status, contentType, body); err != nil {
		t.Errorf("%s %s answered %d: %v\n%.2000s", method, path, status, err, body)
	}
}

// Verify returns an error if an answer does not conform to the document.
func (d *Document) Verify(method, path string, status int, contentType string, body []byte) error {
	asked := method
	if method == http.MethodHead {
		asked = http.MethodGet
	}
	operation, err := d.operation(asked, path)
	if err != nil {
		return err
	}
	responses, _ := d.child(operation, "responses")
	response, ok := d.child(responses, strconv.Itoa(status))
	if !ok {
		return fmt.Errorf("the document does not know this status")
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
	// The schema is compiled at its own place, because a reference may have sibling keywords.
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
