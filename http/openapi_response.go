package http

import (
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"tradelog/operations"
	"tradelog/operations/schema"
)

var nothingType = reflect.TypeFor[operations.Nothing]()

// responses describes the success of an operation and every failure it can end with.
func (d *describer) responses(o *operations.Operation) (object, error) {
	out := object{strconv.Itoa(o.Response.Status): d.successResponse(o)}
	if o.Method == http.MethodGet {
		out["304"] = ref("responses", "NotModified")
	}
	for _, f := range possible {
		if f.when == nil || f.when(o) {
			out[strconv.Itoa(f.status())] = ref("responses", f.name)
		}
	}
	return out, nil
}

// successResponse describes the answer in both representations.
func (d *describer) successResponse(o *operations.Operation) object {
	out := object{"description": "Done.", "headers": successHeaders(o)}
	content := d.content(o)
	if content != nil {
		out["content"] = content
		out["description"] = "The answer."
		if isList(o) {
			out["description"] = "The list."
		}
		if o.Paged {
			out["description"] = "A page of the list."
		}
	}
	return out
}

// isList reports whether the answer is a list.
func isList(o *operations.Operation) bool { return o.Paged || o.Output.Kind() == reflect.Slice }

func (d *describer) content(o *operations.Operation) object {
	if o.Response.Status == http.StatusNoContent || o.Output == nothingType {
		return nil
	}
	if o.Response.Produces != "" {
		files := object{}
		for _, media := range strings.Split(o.Response.Produces, ", ") {
			files[media] = object{"schema": &schema.Schema{Type: schema.Types{schema.Text}, Format: "binary"}}
		}
		return files
	}
	plain, linked := d.representations(o)
	content := object{"schema": plain}
	if shown := d.example(o); shown.Response != nil {
		content["example"] = shown.Response
	}
	if o.Live != nil {
		return object{"application/json": content, "text/event-stream": object{"schema": events(o)}}
	}
	if o.Bare {
		return object{"application/json": content}
	}
	return object{"application/json": content, "application/ld+json": object{"schema": linked}}
}

// events describes the live answer.
func events(o *operations.Operation) *schema.Schema {
	return &schema.Schema{
		Type: schema.Types{schema.Text},
		Description: "Server-sent events, for Accept: text/event-stream. Each has one change as its data, as the JSON answer lists them. " +
			"To go on after an event, send its id as Last-Event-ID, or as " + o.Live.Resume + ".",
	}
}

// representations returns the schemas of the answer as plain JSON and as JSON-LD.
func (d *describer) representations(o *operations.Operation) (plain, linked *schema.Schema) {
	t := o.Output
	if isList(o) {
		t = t.Elem()
	}
	plain, linked = d.schemas.Of(t), d.schemas.Linked(t)
	if isList(o) {
		members := schema.Properties{property("member", &schema.Schema{
			Type: schema.Types{schema.Array}, Items: linked, Description: "The rows of the page.",
		})}
		linked = &schema.Schema{AllOf: []*schema.Schema{{Ref: ownCollection}, {Type: schema.Types{schema.Object}, Properties: members}}}
		return &schema.Schema{Type: schema.Types{schema.Array}, Items: plain}, linked
	}
	if schema.Linkable(t) {
		linked = &schema.Schema{AllOf: []*schema.Schema{{Ref: ownContext}, linked}}
	}
	return plain, linked
}

func successHeaders(o *operations.Operation) object {
	names := []string{"Preference-Applied"}
	if len(o.Limits) > 0 {
		names = append(names, "RateLimit", "RateLimit-Policy")
	}
	if o.Response.Status != http.StatusNoContent && o.Output != nothingType {
		names = append(names, "ETag")
	}
	if o.Paged {
		names = append(names, "Link", "X-Total-Count")
	}
	if o.Method != http.MethodGet {
		names = append(names, "X-Event-Position")
	}
	if o.Verb == operations.Create || o.Verb == operations.Action || o.Response.Status == http.StatusFound {
		names = append(names, "Location")
	}
	if o.Response.Parted {
		names = append(names, "X-Next-Position", "X-More")
	}
	if keyed(o) {
		names = append(names, "X-Idempotency-Replayed", "X-Idempotency-Body-Differs")
	}
	if tryable(o) {
		names = append(names, dryRunHeader)
	}
	out := object{}
	for _, name := range names {
		out[name] = ref("headers", name)
	}
	return out
}
