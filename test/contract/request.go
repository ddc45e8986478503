package contract

import (
	"bytes"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// VerifyRequest returns an error if the document does not describe a request: its parameters, described headers and body. The server
// accepts more, because it ignores unknown parameters and members.
func (d *Document) VerifyRequest(method, target string, header http.Header, body []byte) error {
	path, query, _ := strings.Cut(target, "?")
	if method == http.MethodHead {
		method = http.MethodGet
	}
	operation, variables, err := d.operation(method, path)
	if err != nil {
		return err
	}
	sent, err := url.ParseQuery(query)
	if err != nil {
		return err
	}
	for name, at := range d.parameters(operation) {
		var values []string
		switch at.value["in"] {
		case "path":
			values = []string{variables[name]}
		case "query":
			values = sent[name]
			delete(sent, name)
		case "header":
			values = header.Values(name)
		}
		if len(values) == 0 && at.value["required"] == true {
			return fmt.Errorf("the %s parameter %s is missing", at.value["in"], name)
		}
		for _, text := range values {
			if err := d.parameter(at, text); err != nil {
				return fmt.Errorf("the %s parameter %s: %w", at.value["in"], name, err)
			}
		}
	}
	for name := range sent {
		return fmt.Errorf("the document does not know the query parameter %s", name)
	}
	return d.requestBody(operation, header.Get("Content-Type"), body)
}

// parameters returns the parameters of an operation by name.
func (d *Document) parameters(operation node) map[string]node {
	out := map[string]node{}
	list, _ := operation.value["parameters"].([]any)
	for i := range list {
		at, _ := d.child(node{operation.pointer + "/parameters", map[string]any{strconv.Itoa(i): list[i]}}, strconv.Itoa(i))
		name, _ := at.value["name"].(string)
		out[name] = at
	}
	return out
}

// parameter validates a text as each of the types that it can be parsed as.
func (d *Document) parameter(at node, text string) error {
	described, _ := at.value["schema"].(map[string]any)
	s, err := d.schema(node{at.pointer + "/schema", described})
	if err != nil {
		return err
	}
	if err = s.Validate(text); err == nil {
		return nil
	}
	if value, unreadable := jsonschema.UnmarshalJSON(strings.NewReader(text)); unreadable == nil && s.Validate(value) == nil {
		return nil
	}
	return err
}

func (d *Document) requestBody(operation node, contentType string, body []byte) error {
	described, ok := d.child(operation, "requestBody")
	switch {
	case !ok && len(body) > 0:
		return fmt.Errorf("the document knows no body here")
	case len(body) == 0 && described.value["required"] == true:
		return fmt.Errorf("there must be a body")
	case len(body) == 0:
		return nil
	}
	content, _ := d.child(described, "content")
	name, parameters, err := mime.ParseMediaType(contentType)
	if err != nil {
		return fmt.Errorf("media type %q: %w", contentType, err)
	}
	media, ok := d.child(content, name)
	switch {
	case !ok:
		return fmt.Errorf("the document does not know media type %s of a body here", name)
	case name == "multipart/form-data":
		return d.form(media, body, parameters["boundary"])
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("the body is not JSON: %w", err)
	}
	return d.validate(media, value)
}

// form checks that the document names the fields of a form.
func (d *Document) form(media node, body []byte, boundary string) error {
	described, _ := d.child(media, "schema")
	if ref, ok := described.value["$ref"].(string); ok {
		described, _ = follow(d.root, ref)
	}
	members, _ := described.value["properties"].(map[string]any)
	for _, part := range strings.Split(string(body), "--"+boundary)[1:] {
		_, name, found := strings.Cut(part, `name="`)
		name, _, _ = strings.Cut(name, `"`)
		if found && members[name] == nil {
			return fmt.Errorf("the document does not know the field %s of the form", name)
		}
	}
	return nil
}

// everywhere lists headers that every answer may have, and which documents do not name.
var everywhere = []string{
	"Cache-Control", "Connection", "Content-Disposition", "Content-Length", "Content-Type", "Date", "Etag", "Link", "Referrer-Policy",
	"Server", "Vary", "X-Content-Type-Options", "X-Request-Id",
}

// VerifyHeader returns an error if an answer has a header that the document does not name.
func (d *Document) VerifyHeader(method, path string, status int, header http.Header) error {
	response, err := d.response(method, path, status)
	if err != nil {
		return err
	}
	named, _ := d.child(response, "headers")
	for name := range header {
		known := slices.Contains(everywhere, name)
		for described := range named.value {
			known = known || strings.EqualFold(described, name)
		}
		if !known {
			return fmt.Errorf("the document does not know the header %s of status %d", name, status)
		}
	}
	for name := range named.value {
		if at, _ := d.child(named, name); header.Get(name) != "" {
			if err := d.parameter(at, header.Get(name)); err != nil {
				return fmt.Errorf("the header %s: %w", name, err)
			}
		}
	}
	return nil
}
