package operations

import (
	"mime"
	"net/http"
	"strconv"
	"strings"

	"tradelog/domain/fault"
)

const supported = `Supported MIME types are "application/ld+json", "application/json".`

// Negotiate picks the representation of an Accept header. Each representation has the quality of the nearest range that
// covers it; of equal ones the first in the header wins. Without a header, and where only wildcards cover both, it is plain
// JSON (conventions §1 row C1).
func Negotiate(accept string) (Media, error) {
	if strings.TrimSpace(accept) == "" {
		return JSON, nil
	}
	type choice struct {
		quality  float64
		nearness int // of the range: 1 */*, 2 application/*, 3 the type itself
		place    int
	}
	var choices [2]choice // by Media
	for place, part := range strings.Split(accept, ",") {
		name, params, err := mime.ParseMediaType(strings.TrimSpace(part))
		if err != nil {
			name = strings.ToLower(strings.TrimSpace(strings.SplitN(part, ";", 2)[0]))
		}
		covers, nearness := []Media{JSON, JSONLD}, 1
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
				choices[media] = choice{quality(params["q"]), nearness, place}
			}
		}
	}
	json, linked := choices[JSON], choices[JSONLD]
	switch {
	case json.quality == 0 && linked.quality == 0:
		return 0, fault.New(fault.NotAcceptable, "Requested format %q is not supported. %s", shorten(accept), supported)
	case linked.quality > json.quality || linked.quality == json.quality && linked.place < json.place:
		return JSONLD, nil
	}
	return JSON, nil
}

// quality reads a q parameter; what is none counts as 1.
func quality(text string) float64 {
	q, err := strconv.ParseFloat(text, 64)
	if err != nil || !(q >= 0 && q <= 1) {
		return 1
	}
	return q
}

// checkContentType refuses bodies that are not JSON. A missing type is found when the body is read.
func checkContentType(r *Request, o *Operation) error {
	if !o.bound.hasBody || r.ContentType == "" || r.Method == http.MethodGet {
		return nil
	}
	name, _, err := mime.ParseMediaType(r.ContentType)
	if err != nil || name != "application/json" && name != "application/ld+json" {
		return fault.New(fault.UnsupportedMedia, "The content-type %q is not supported. %s", shorten(r.ContentType), supported)
	}
	return nil
}

func shorten(s string) string {
	if len(s) > 100 {
		return s[:100]
	}
	return s
}
