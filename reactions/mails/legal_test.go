package mails

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"tradelog/domain/letter"
)

// TestOrdersHaveLegalTexts: the confirmation of an order has the legal texts of its store, those that are set.
func TestOrdersHaveLegalTexts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.happen("order-7", placed())
	w.deliver()
	if m := w.sink.Next(t); strings.Contains(m.Text, "withdrawal") {
		t.Errorf("there are legal texts:\n%s", m.Text)
	}
	w.set("general/locale/code", "de_DE")
	w.set("sales/legal/terms", "1. Geltung <3\n\n2. Preise")
	w.set("sales/legal/withdrawal_form", "An Maß & Co\nHiermit widerrufe ich")
	again := placed()
	again.OrderID = 8
	w.happen("order-8", again)
	w.deliver()
	m := w.sink.Next(t)
	has(t, m, "Allgemeine Geschäftsbedingungen", "1. Geltung <3", "2. Preise", "Muster-Widerrufsformular", "An Maß & Co",
		"Hiermit widerrufe ich")
	if strings.Contains(m.Text+m.HTML, "Widerrufsbelehrung") {
		t.Error("a text that is not set has a title")
	}
}

// TestLogo: the logo is a picture of the e-mail itself, and the name of the shop is its text. Without a picture there is the name.
func TestLogo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.composer.Options.Logo = func(_ context.Context, path string) ([]byte, int) {
		if path != "/logo.png" {
			return nil, 0
		}
		return []byte("JPEG"), 120
	}
	w.set("sales/identity/logo", "/logo.png")
	w.happen("order-7", placed())
	w.deliver()
	m := w.sink.Next(t)
	if !strings.Contains(m.HTML, `<img src="cid:logo@shop" alt="Maß &amp; Co" width="120"`) {
		t.Errorf("no logo:\n%s", m.HTML)
	}
	if len(m.Files) != 1 || m.Files[0].ID != "<logo@shop>" || m.Files[0].Type != "image/jpeg" ||
		!bytes.Equal(m.Files[0].Content, []byte("JPEG")) {
		t.Errorf("files %v", m.Files)
	}
	sample, err := w.composer.Preview(t.Context(), letter.Preview{Kind: "order", StoreID: 1})
	if err != nil || !strings.Contains(sample.HTML, `<img src="data:image/jpeg;base64,SlBFRw=="`) {
		t.Errorf("a page cannot show the logo: %v\n%s", err, sample.HTML)
	}

	w.set("sales/identity/logo", "/nothing.png")
	again := placed()
	again.OrderID = 8
	w.happen("order-8", again)
	w.deliver()
	if m = w.sink.Next(t); strings.Contains(m.HTML, "<img") || len(m.Files) != 0 || !strings.Contains(m.HTML, ">Maß &amp; Co</p>") {
		t.Errorf("a logo that cannot be read:\n%s", m.HTML)
	}
}
