package documents

import (
	"bytes"
	"regexp"
)

// ForBuyers returns the document of an order, or of a part of it, as buyers see it. It has no comment that was neither made visible nor
// sent to the buyer. A status change with such a comment stays, without it. The document is not decoded: quotes within texts are escaped,
// so no text looks like a comment.
func ForBuyers[T any](doc Doc[T]) Doc[T] {
	if bytes.Contains(doc, noted) {
		doc = hiddenNote.ReplaceAllFunc(doc, func(step []byte) []byte {
			if own.Match(step) {
				return step
			}
			return hiddenNote.ReplaceAll(step, []byte(`{"note":null$1`))
		})
	}
	if bytes.Contains(doc, hidden) {
		doc = afterOthers.ReplaceAll(hiddenComment.ReplaceAll(doc, nil), []byte("$1]"))
	}
	return doc
}

var (
	noted  = []byte(`{"note":"`)
	hidden = []byte(`"isCustomerNotified":false,"isVisibleOnFront":false}`)

	hiddenNote = regexp.MustCompile(`\{"note":"(?:[^"\\]|\\.)*"(,"status":"[^"]*","createdAt":"[^"]*",` +
		`"isCustomerNotified":false,"isVisibleOnFront":false,"changedBy":"[a-z]*)`)
	own           = regexp.MustCompile(`"changedBy":"(?:customer|guest)$`)
	hiddenComment = regexp.MustCompile(`\{"id":\d+,"comment":"(?:[^"\\]|\\.)*","createdAt":"[^"]*",` +
		`"isCustomerNotified":false,"isVisibleOnFront":false\},?`)
	afterOthers = regexp.MustCompile(`("isVisibleOnFront":(?:true|false)\}),\]`)
)
