package checkout

import (
	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/quote"
)

// chosenInput holds the members of a body that choose the options of a product (shapes-sales §1).
type chosenInput struct {
	Options   quote.Members      `json:"options" lines:"own" doc:"custom options by option ID: a text, a value ID, a list of value IDs, or a date"`
	Files     quote.Members      `json:"options_files" longest:"body" lines:"own" doc:"files by custom option ID: objects with name and base64_encoded_data"`
	Super     quote.Members      `json:"superAttribute" lines:"own" doc:"configurable products: option ID by attribute code; or add the variant's SKU instead"`
	Group     quote.Members      `json:"superGroup" doc:"grouped products: quantity by product ID; each becomes a line"`
	Bundle    quote.Members      `json:"bundleOption" doc:"bundles: selection ID, or a list of them, by option ID"`
	BundleQty quote.Members      `json:"bundleOptionQty" doc:"bundles: quantity by option ID, if it may be changed"`
	Links     []inputs.LenientID `json:"links" doc:"downloadable products with separately sold links: IDs of the links"`
}

// sent returns the sent choices. It refuses too many files.
func (in chosenInput) sent(c *operations.Call) (out quote.Sent, err error) {
	out = quote.Sent{Options: in.Options, Super: in.Super, Group: in.Group, Bundle: in.Bundle, BundleQty: in.BundleQty}
	for _, id := range in.Links {
		out.Links = append(out.Links, int64(id))
	}
	if out.Files, err = files(in.Files); err == nil && len(out.Files) > 0 {
		err = c.Limit(FilesSent, nil)
	}
	return out, err
}
