package http

import (
	"strings"

	"tradelog/domain/fault"
	"tradelog/operations/schema"
)

// openAPIVersions lists the versions of the format in which the document is served. All are translated from the first.
var openAPIVersions = []struct {
	version   string
	translate func(object) object
}{
	{"3.1.0", func(document object) object { return document }},
	{"3.0.3", openAPI30},
}

// openAPIVersion returns the version to serve for the parameter spec_version: the newest if it is empty, and 3.0.3 for any 3.0.
func openAPIVersion(asked string) (string, error) {
	for _, of := range openAPIVersions {
		minor := of.version[:strings.LastIndexByte(of.version, '.')]
		if asked == "" || asked == minor || strings.HasPrefix(asked, minor+".") {
			return of.version, nil
		}
	}
	return "", fault.Invalidf("spec_version must be 3.1.0 or 3.0.3")
}

// openAPI30 translates a document to OpenAPI 3.0: schemas in its dialect, webhooks as an extension, and no
// summary of the document.
func openAPI30(document object) object {
	out := inOpenAPI30(document).(object)
	out["openapi"] = "3.0.3"
	delete(out["info"].(object), "summary")
	if posted := out["webhooks"]; posted != nil {
		out["x-webhooks"] = posted
		delete(out, "webhooks")
	}
	return out
}

// inOpenAPI30 returns a copy of a part of the document with translated schemas.
func inOpenAPI30(part any) any {
	switch part := part.(type) {
	case *schema.Schema:
		return part.OpenAPI30()
	case schema.Properties:
		var out schema.Ordered[*schema.Old]
		for _, p := range part {
			out = append(out, schema.Entry[*schema.Old]{Name: p.Name, Value: p.Value.OpenAPI30()})
		}
		return out
	case schema.Ordered[object]:
		var out schema.Ordered[object]
		for _, p := range part {
			out = append(out, schema.Entry[object]{Name: p.Name, Value: inOpenAPI30(p.Value).(object)})
		}
		return out
	case object:
		out := object{}
		for name, member := range part {
			out[name] = inOpenAPI30(member)
		}
		return out
	case []object:
		out := []object{}
		for _, element := range part {
			out = append(out, inOpenAPI30(element).(object))
		}
		return out
	}
	return part
}
