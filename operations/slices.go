package operations

import (
	"strings"

	"tradelog/domain/fault"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
)

// PageFrom answers with a page of a list in memory. keep filters it and render makes the documents.
func PageFrom[T, D any](c *Call, all []T, keep func(T) bool, render func(T) (documents.Doc[D], error)) (*documents.Page[D], error) {
	page, total := c.Page(), 0
	from := page.Offset()
	var docs []documents.Doc[D]
	for _, v := range all {
		if !keep(v) {
			continue
		}
		if total >= from && len(docs) < page.Size {
			doc, err := render(v)
			if err != nil {
				return nil, err
			}
			docs = append(docs, doc)
		}
		total++
	}
	return &documents.Page[D]{Docs: docs, Total: int64(total), Next: page.Next(len(docs), total)}, nil
}

// PageOf answers with a page of rows. document makes the document of one.
func PageOf[T, D any](rows readmodels.Rows[T], document func(T) D) (*documents.Page[D], error) {
	page := &documents.Page[D]{Docs: make([]documents.Doc[D], len(rows.List)), Total: rows.Total, More: rows.More, Next: rows.Next}
	for i, row := range rows.List {
		var err error
		if page.Docs[i], err = documents.Ready(document(row)); err != nil {
			return nil, err
		}
	}
	return page, nil
}

// Contains reports whether a text contains another, in any case. Every text contains the empty text.
func Contains(text, part string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(strings.TrimSpace(part)))
}

// Failed puts the failed action before a refusal: "Failed to create TaxRate: Code already exists." (shapes-customer §8). Refusals of
// malformed requests stay unchanged.
func Failed(action string, err error) error {
	f, ok := fault.As(err)
	if !ok || f.Kind != fault.Precondition || strings.HasPrefix(f.Message, "Failed to ") {
		return err
	}
	return fault.Preconditionf("Failed to %s: %s", action, f.Argument()).WithCause(err)
}
