package papers

import (
	"strings"

	"tradelog/readmodels/documents"
)

// chosen returns what the buyer has chosen of a line, as texts.
func (s pageSettings) chosen(item *documents.Item) (out []string) {
	if item == nil {
		return nil
	}
	for _, o := range item.ProductOptions.Choices() {
		out = append(out, s.Locale.Labelled(strings.TrimSpace(o.Label), strings.TrimSpace(o.Value)))
	}
	return out
}

// joined joins the texts that are not empty.
func joined(by string, texts ...string) string {
	var there []string
	for _, text := range texts {
		if text = strings.TrimSpace(text); text != "" {
			there = append(there, text)
		}
	}
	return strings.Join(there, by)
}
