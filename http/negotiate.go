package http

import (
	"mime"
	"slices"
	"strconv"
	"strings"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/representation"
)

const supported = `Supported MIME types are "application/ld+json", "application/json".`

// negotiate picks the representation for an Accept header. Each representation has the quality of the most specific range that covers it;
// of equal ones the first in the header wins. Plain JSON is the default, without a header and if only wildcards cover both (conventions §1
// row C1).
func negotiate(accept string) (representation.Media, error) {
	if strings.TrimSpace(accept) == "" {
		return representation.JSON, nil
	}
	type choice struct {
		quality  float64
		nearness int // specificity of the range: 1 for */*, 2 for application/*, 3 for the type itself
		index    int
	}
	var choices [2]choice // indexed by Media
	for index, part := range strings.Split(accept, ",") {
		name, params, err := mime.ParseMediaType(strings.TrimSpace(part))
		if err != nil {
			name = strings.ToLower(strings.TrimSpace(strings.SplitN(part, ";", 2)[0]))
		}
		covers, nearness := []representation.Media{representation.JSON, representation.JSONLD}, 1
		switch name {
		case "*/*":
		case "application/*":
			nearness = 2
		case "application/json":
			covers, nearness = covers[:1], 3
		case "application/ld+json":
			covers, nearness = covers[1:], 3
		default:
			continue
		}
		for _, media := range covers {
			if had := choices[media]; nearness > had.nearness {
				choices[media] = choice{quality(params["q"]), nearness, index}
			}
		}
	}
	json, linked := choices[representation.JSON], choices[representation.JSONLD]
	switch {
	case json.quality == 0 && linked.quality == 0:
		return 0, fault.New(fault.NotAcceptable, "Requested format %q is not supported. %s", shorten(accept, 100), supported)
	case linked.quality > json.quality || linked.quality == json.quality && linked.index < json.index:
		return representation.JSONLD, nil
	}
	return representation.JSON, nil
}

// takes reports whether an Accept header names a media type of a file that an operation produces. Errors of such a request are plain JSON.
func takes(accept, produces string) bool {
	if produces == "" {
		return false
	}
	for part := range strings.SplitSeq(accept, ",") {
		name, params, err := mime.ParseMediaType(strings.TrimSpace(part))
		if err == nil && slices.Contains(strings.Split(produces, ", "), name) && quality(params["q"]) > 0 {
			return true
		}
	}
	return false
}

// quality reads a q parameter. An unreadable one counts as 1.
func quality(text string) float64 {
	q, err := strconv.ParseFloat(text, 64)
	if err != nil || !(q >= 0 && q <= 1) {
		return 1
	}
	return q
}

// checkContentType refuses bodies that are not JSON, and uploads that are not forms.
func checkContentType(given string, o *operations.Operation) error {
	if !o.ReadsBody() || given == "" || o.Reads() {
		return nil
	}
	name, _, err := mime.ParseMediaType(given)
	if o.Uploads() {
		if err != nil || name != form {
			return fault.New(fault.UnsupportedMedia, "The content-type %q is not supported. Supported MIME types are %q.", shorten(given, 100), form)
		}
		return nil
	}
	if err != nil || name != "application/json" && name != "application/ld+json" {
		return fault.New(fault.UnsupportedMedia, "The content-type %q is not supported. %s", shorten(given, 100), supported)
	}
	return nil
}
