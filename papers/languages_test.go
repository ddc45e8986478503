package papers

import (
	"strings"
	"testing"

	"tradelog/domain/locale"
)

// TestInvoiceInEveryLanguage: the fonts have every character of the translations, and what is printed is that of the locale.
func TestInvoiceInEveryLanguage(t *testing.T) {
	t.Parallel()
	for code, want := range map[string][]string{
		"fr_FR": {"Facture n° 100000042", "21 novembre 2026", "Tél. : +40", "N° de TVA : RO1234", "TVA 19 %", "Qté", "Page 1 sur 1"},
		"es_ES": {"Factura n.º 100000042", "21 de noviembre de 2026", "NIF-IVA: RO1234", "IVA 19 %", "Dirección de envío", "Página 1 de 1"},
		"it_IT": {"Fattura n. 100000042", "21 novembre 2026", "P. IVA: RO1234", "IVA 19%", "Q.tà", "Pagina 1 di 1"},
		"nl_NL": {"Factuur nr. 100000042", "21 november 2026", "Btw-nummer: RO1234", "Btw 19%", "Totaalbedrag", "Pagina 1 van 1"},
		"pl_PL": {"Faktura nr 100000042", "21 listopada 2026", "NIP: RO1234", "VAT 19%", "Sposób płatności", "Strona 1 z 1"},
	} {
		o, i := paper(1)
		i.TaxAmount, i.GrandTotal = d("469.11"), i.GrandTotal.Sub(d("0.95"))
		s := settings()
		s.Locale = locale.Of(code, berlin())
		text := strings.ReplaceAll(read(t, printed(t, s, o, i)), "\u00a0", " ")
		for _, one := range want {
			if !strings.Contains(text, one) {
				t.Errorf("%s: %q is missing:\n%s", code, one, text)
			}
		}
		if strings.Contains(text, string(replacement)) {
			t.Errorf("%s: a character cannot be printed:\n%s", code, text)
		}
	}
}
