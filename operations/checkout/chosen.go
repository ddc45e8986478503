package checkout

import (
	"tradelog/operations"
	"tradelog/quote"
)

// chosenInput holds the members of a body that choose the options of a product (shapes-sales §1).
type chosenInput struct {
	Options   quote.Members          `json:"options" lines:"own" doc:"custom options by number: a text, the number of a value, a list of such numbers, or a date"`
	Files     quote.Members          `json:"options_files" longest:"body" lines:"own" doc:"files for custom options by number: objects with name and base64_encoded_data"`
	Super     quote.Members          `json:"superAttribute" lines:"own" doc:"of a configurable product: number of the option by code of the attribute; or add the SKU of the variant"`
	Group     quote.Members          `json:"superGroup" doc:"of a grouped product: quantity by number of the product; each becomes a line"`
	Bundle    quote.Members          `json:"bundleOption" doc:"of a bundle: number of the selection, or a list of them, by number of the option"`
	BundleQty quote.Members          `json:"bundleOptionQty" doc:"of a bundle: quantity by number of the option, where it may be changed"`
	Links     []operations.LenientID `json:"links" doc:"of a downloadable product whose links are bought one by one: their numbers"`
}

// sent returns the choices as they were sent. It refuses a caller who has sent too many files.
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
