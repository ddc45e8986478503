package papers

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"tradelog/domain/money"
	"tradelog/readmodels/documents"
)

// chosenOptions returns the options of a line as texts (productOptions of shapes-sales §7).
func chosenOptions(item *documents.Item) []string {
	if item == nil {
		return nil
	}
	encoded, err := json.Marshal(item.ProductOptions)
	if err != nil {
		return nil
	}
	return readOptions(encoded)
}

func readOptions(encoded []byte) []string {
	type pair struct {
		Label string          `json:"label"`
		Value json.RawMessage `json:"value"`
		Print string          `json:"print_value"`
	}
	var options struct {
		Options    []pair          `json:"options"`
		Attributes []pair          `json:"attributes_info"`
		Bundle     json.RawMessage `json:"bundle_options"`
		Links      []pair          `json:"links_info"`
	}
	if json.Unmarshal(encoded, &options) != nil {
		return nil
	}
	var out []string
	for _, o := range slices.Concat(options.Attributes, options.Options, options.Links) {
		text := o.Print
		if text == "" && json.Unmarshal(o.Value, &text) != nil {
			text = string(o.Value)
		}
		out = append(out, joined(": ", o.Label, text))
	}
	return append(out, parts(options.Bundle)...)
}

// parts returns the contents of a bundle, which are a list or an object by option number.
func parts(encoded json.RawMessage) []string {
	type part struct {
		Label string `json:"label"`
		Value []struct {
			Title string        `json:"title"`
			Qty   money.Decimal `json:"qty"`
		} `json:"value"`
	}
	var list []part
	if json.Unmarshal(encoded, &list) != nil {
		var byOption map[string]part
		if json.Unmarshal(encoded, &byOption) != nil {
			return nil
		}
		for _, option := range slices.Sorted(maps.Keys(byOption)) {
			list = append(list, byOption[option])
		}
	}
	var out []string
	for _, p := range list {
		var names []string
		for _, v := range p.Value {
			names = append(names, v.Qty.String()+" x "+v.Title)
		}
		out = append(out, joined(": ", p.Label, strings.Join(names, ", ")))
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
