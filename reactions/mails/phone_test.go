package mails

import (
	"encoding/json"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tradelog/domain/letter"
	"tradelog/domain/locale"
	"tradelog/test/suite"
)

// phone is the width of a page on a phone, in pixels.
const phone = 390

// TestPhones opens each e-mail in Chromium, in English and German, as wide as a phone. The page is not wider, however long names, SKUs,
// addresses and links are.
func TestPhones(t *testing.T) {
	t.Parallel()
	chromium := suite.Program(t, "../../scripts/chromium.sh")[0]
	var page strings.Builder
	fmt.Fprintf(&page, `<!DOCTYPE html><meta charset="utf-8"><style>iframe{width:%dpx;height:800px;border:0}</style><pre></pre>`, phone)
	n := 0
	for _, language := range []string{"en", "de"} {
		for _, kind := range letter.Kinds() {
			form, _ := letter.Find(kind)
			content, err := form.Render(language, letter.Content{}, stretched(form.Sample(locale.Of(language, nil))))
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&page, `<iframe title="%s %s" srcdoc="%s"></iframe>`, kind, language, html.EscapeString(withPicture(content.HTML)))
			n++
		}
	}
	page.WriteString(`<script>addEventListener("load", () => {
		const widths = {};
		for (const f of document.querySelectorAll("iframe")) {
			widths[f.title] = [f.contentWindow.innerWidth, f.contentDocument.documentElement.scrollWidth];
			f.remove();
		}
		document.querySelector("pre").textContent = JSON.stringify(widths);
	})</script>`)
	file := filepath.Join(t.TempDir(), "letters.html")
	if err := os.WriteFile(file, []byte(page.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if keep := os.Getenv("KEEP_LETTERS"); keep != "" {
		if err := os.WriteFile(keep, []byte(page.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.CommandContext(t.Context(), chromium, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--user-data-dir="+t.TempDir(), "--dump-dom",
		"file://"+file).Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	_, rest, _ := strings.Cut(string(out), "<pre>")
	found, _, _ := strings.Cut(rest, "</pre>")
	var widths map[string][2]int
	if err := json.Unmarshal([]byte(html.UnescapeString(found)), &widths); err != nil || len(widths) != n {
		t.Fatalf("%d e-mails of %d: %v\n%.2000s", len(widths), n, err, out)
	}
	for name, w := range widths {
		if w[0] != phone || w[1] > phone {
			t.Errorf("%s is %d pixels wide on a screen of %d", name, w[1], w[0])
		}
	}
}

// withPicture replaces the logo by a wide picture.
func withPicture(page string) string {
	const svg = `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='2000' height='100'/%3E`
	return strings.NewReplacer("cid:"+letter.LogoID, svg, `width="160"`, `width="2000"`).Replace(page)
}

// stretched returns a copy of values with long texts: words without a blank to break at, and long amounts.
func stretched(values any) any {
	v := reflect.New(reflect.TypeOf(values)).Elem()
	v.Set(reflect.ValueOf(values))
	stretch("", v)
	return v.Interface()
}

func stretch(name string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			stretch(v.Type().Field(i).Name, v.Field(i))
		}
	case reflect.Slice:
		v.Set(reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Len()), v))
		for i := range v.Len() {
			stretch(name, v.Index(i))
		}
	case reflect.String:
		v.SetString(long(name, v.String()))
	}
}

// long returns a long text in place of one of a field.
func long(name, text string) string {
	switch name {
	case "Logo", "LogoWidth", "Language", "Cause", "Plain", "Total", "Qty":
		return text
	case "Amount", "Refunded", "GiftCards", "Balance", "Value":
		if text == "" {
			return text
		}
		return "-1.234.567.890,00\u00a0€"
	case "Email":
		return strings.Repeat("longaddress", 9) + "@" + strings.Repeat("domain", 12) + ".example.com"
	case "Link", "URL":
		return "https://shop.example/" + strings.Repeat("path", 60)
	}
	return text + strings.Repeat("Donaudampfschiff", 8) + " " + strings.Repeat("SKU-0123456789-", 10)
}
