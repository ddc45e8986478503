package pdf

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var plainText = Style{Size: 10}

// made is a file with a text on each line.
func made(t testing.TB, info Info, texts ...string) []byte {
	t.Helper()
	info.Made = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	d := New(info)
	d.AddPage()
	y := 20.0
	for _, text := range texts {
		d.In(Paragraph, func() {
			for _, line := range d.Lines(plainText, 170, text) {
				d.Write(plainText, 20, y, line)
				y += 6
			}
		})
	}
	file, err := d.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// tool runs a program of poppler on a file. make setup installs it.
func tool(t testing.TB, file []byte, name string, arguments ...string) string {
	t.Helper()
	program, err := exec.LookPath(name)
	if err != nil {
		t.Skip("poppler is not installed: make setup installs it")
	}
	path := filepath.Join(t.TempDir(), "paper.pdf")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	var out, said bytes.Buffer
	command := exec.Command(program, append(arguments, path)...)
	if name == "pdftotext" {
		command.Args = append(command.Args, "-")
	}
	command.Stdout, command.Stderr = &out, &said
	if err := command.Run(); err != nil || said.Len() > 0 {
		t.Fatalf("%s: %v %s", name, err, said.String())
	}
	return out.String()
}

// texts are sentences of many scripts, with the marks and ligatures that need shaping.
var texts = map[string]string{
	"Latin": "Größe ł ș Ơ ﬁ “quoted” – € ₺ ½", "Greek": "Καλημέρα κόσμε", "Cyrillic": "Счёт-фактура № 5 Їжак",
	"Vietnamese": "Nguyễn Thị Ánh", "Armenian": "Հաշիվ", "Hebrew": "חשבונית שלום", "Arabic": "فاتورة لا السلام", "Persian": "گچ پژ",
	"Thaana": "ދިވެހި", "Devanagari": "चालान क्षत्रिय", "Bengali": "চালান", "Gurmukhi": "ਚਲਾਨ", "Gujarati": "ભરતિયું", "Oriya": "ଚାଲାଣ",
	"Tamil": "விலைப்பட்டியல்", "Telugu": "ఇన్వాయిస్", "Kannada": "ಸರಕುಪಟ್ಟಿ", "Malayalam": "ഇൻവോയ്സ്", "Sinhala": "ඉන්වොයිසිය",
	"Thai": "ใบแจ้งหนี้", "Lao": "ໃບເກັບເງິນ", "Burmese": "ငွေတောင်းခံလွှာ", "Georgian": "ინვოისი", "Amharic": "ደረሰኝ", "Khmer": "វិក្កយបត្រ",
	"Japanese": "請求書 カタカナ ひらがな 髙𠮷", "Chinese": "发票 繁體發票", "Korean": "송장 대한민국", "symbols": "✓ ★ → ☎",
}

// TestAllScriptsArePrinted: programs read from the file what was written, in its order.
func TestAllScriptsArePrinted(t *testing.T) {
	t.Parallel()
	for script, text := range texts {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			got := tool(t, made(t, Info{Title: script, Language: "en"}, text), "pdftotext", "-enc", "UTF-8")
			if got := strings.Join(strings.Fields(got), " "); clean(got) != clean(text) {
				t.Errorf("%q (%U)\nwant %q (%U)", got, []rune(got), text, []rune(text))
			}
		})
	}
}

// TestWhatCannotBePrintedIsRefused with the character and its text.
func TestWhatCannotBePrintedIsRefused(t *testing.T) {
	t.Parallel()
	d := New(Info{Language: "en"})
	d.AddPage()
	d.Write(plainText, 20, 20, d.Line(plainText, "a \U00012000 sign"))
	_, err := d.Bytes()
	if u := new(Unprintable); !errors.As(err, &u) || u.Rune != '\U00012000' || !strings.Contains(err.Error(), "U+12000") {
		t.Error(err)
	}
}
