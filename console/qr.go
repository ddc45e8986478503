package console

import (
	"fmt"
	"strings"

	"github.com/carlos7ags/folio/barcode"
	"github.com/carlos7ags/folio/content"
)

// qrCode is a QR code as a picture in a page.
type qrCode struct {
	Size int    // of the picture with its quiet zone, in modules
	Dark string // the dark modules, as a path of SVG
}

// quietZone is the number of light modules around a QR code that readers need.
const quietZone = 4

// newQRCode encodes a text. The encoder can only draw into a page of a PDF: one rectangle for each dark module, from the bottom up.
func newQRCode(text string) (qrCode, error) {
	code, err := barcode.NewQR(text)
	if err != nil {
		return qrCode{}, err
	}
	size := code.Width()
	drawn := content.NewStream()
	code.Draw(drawn, 0, 0, float64(size), float64(size))
	var dark strings.Builder
	for line := range strings.Lines(string(drawn.Bytes())) {
		if !strings.HasSuffix(line, " re\n") {
			continue
		}
		var x, y, width, height int
		if _, err := fmt.Sscanf(line, "%d %d %d %d re", &x, &y, &width, &height); err != nil || width != 1 || height != 1 {
			return qrCode{}, fmt.Errorf("a module of a QR code is drawn as %q: %w", line, err)
		}
		fmt.Fprintf(&dark, "M%d %dh1v1h-1z", x+quietZone, size-1-y+quietZone)
	}
	return qrCode{Size: size + 2*quietZone, Dark: dark.String()}, nil
}
