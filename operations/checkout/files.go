package checkout

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"tradelog/domain/cart"
	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/content"
	"tradelog/quote"
)

// MaxAdding bounds the body of an addition: one file in base64, and the other members.
const MaxAdding = catalog.MaxOptionFile/3*4 + 1<<20

// FilesSent limits the files that a caller may send.
var FilesSent = operations.Limit{Config: "option_file", Window: time.Hour, Exempt: []string{"carts/write"}, ByHand: true}

// sentFile is a file in a body (shapes-sales §1).
type sentFile struct {
	Name   string `json:"name"`
	Base64 string `json:"base64_encoded_data"`
}

var errFileBase64 = fault.Invalidf("Failed to add product: Invalid base64-encoded file data.").About(fault.Format, "options_files")

// files reads the files for custom options. Their types follow from their contents.
func files(sent quote.Members) (map[string]quote.SentFile, error) {
	found := map[string]quote.SentFile{}
	for option, value := range sent {
		var f sentFile
		if json.Unmarshal(value, &f) != nil || f.Name == "" || f.Base64 == "" {
			return nil, fault.Invalidf("File option %s requires 'name' and 'base64_encoded_data'", quote.Clip(option)).
				About(fault.Required, "options_files."+quote.Clip(option))
		}
		bytes, err := base64.StdEncoding.Strict().DecodeString(f.Base64)
		if err != nil {
			return nil, errFileBase64
		}
		file, err := content.InspectOptionFile(f.Name, bytes)
		if err != nil {
			return nil, err
		}
		found[option] = quote.SentFile{OptionFile: file, Content: bytes}
	}
	return found, nil
}

// add adds lines to a cart, after it has stored their files. A cart that refuses the lines gets none of the files either.
func (h *handlers) add(ctx context.Context, s cart.State, w quote.Wanted) (cart.State, error) {
	stored, err := h.store(ctx, cart.Subject(s.ID, s.CustomerID), &w)
	if err == nil {
		s, err = h.commands.AddAllToCart(ctx, s.ID, w.Items, w.Sellable)
	}
	if err != nil && fault.KindOf(err) != fault.Internal { // after an internal error the cart may have them
		for _, id := range stored {
			content.DropOptionFile(context.WithoutCancel(ctx), h.files, id)
		}
	}
	return s, err
}

// store stores the files of lines for a buyer, and returns their numbers.
func (h *handlers) store(ctx context.Context, buyer string, w *quote.Wanted) (stored []int64, err error) {
	for _, option := range slices.Sorted(maps.Keys(w.Files)) {
		sent := w.Files[option]
		id, key, err := content.AddOptionFile(ctx, h.files, buyer, sent.OptionFile, sent.Content)
		if err != nil {
			return stored, err
		}
		stored = append(stored, id)
		if err := w.Stored(option, id, key); err != nil {
			return stored, err
		}
	}
	return stored, nil
}
