package papers

import (
	"strings"
	"testing"

	"tradelog/domain/locale"
	"tradelog/domain/money"
	"tradelog/readmodels/documents"
)

// TestLongNamesAreHyphenated: the name of a product is broken with a hyphen, and its SKU without one.
func TestLongNamesAreHyphenated(t *testing.T) {
	t.Parallel()
	const name, sku = "Donaudampfschifffahrtsgesellschaftskapitänskajütenschlüsselanhänger", "donaudampfschifffahrtsgesellschaft"
	price := money.MustParse("9.9")
	file, err := orderPaper(pageSettings{Name: "Shop", Locale: locale.Of("de_DE", nil)}, &documents.Order{
		IncrementID: "100000007", CreatedAt: "2026-11-20 09:30:00", Currency: "EUR",
		Items: []*documents.Item{{ID: 1, Name: name, SKU: sku, QtyOrdered: money.One, Price: price, RowTotal: price}},
	})
	if err != nil {
		t.Fatal(err)
	}
	text := read(t, file)
	if !strings.Contains(text, "schiff\u00ad") && !strings.Contains(text, "gesell\u00ad") && !strings.Contains(text, "schafts\u00ad") {
		t.Errorf("the name has no hyphen:\n%q", text)
	}
	_, text, _ = strings.Cut(text, "donau")
	text, _, _ = strings.Cut(text, "9,90")
	if strings.Contains(text, "\u00ad") {
		t.Errorf("the SKU has a hyphen:\n%q", text)
	}
}
