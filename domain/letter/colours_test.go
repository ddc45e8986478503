package letter

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"tradelog/domain/locale"
)

// sheetStyle is the colours that a style sheet has for dark pages: property by selector. Important ones win over those of the element.
type sheetStyle struct{ usual, important map[string]map[string]string }

var (
	darkRule    = regexp.MustCompile(`(?m)^(\.?[a-z]+) \{ (.+) \}$`)
	declaration = regexp.MustCompile(`([a-z-]+): ?(#[0-9a-f]{6})( !important)?`)
)

// darkStyle reads the colours for dark pages of an e-mail.
func darkStyle(page string) sheetStyle {
	s := sheetStyle{usual: map[string]map[string]string{}, important: map[string]map[string]string{}}
	_, dark, _ := strings.Cut(page, "@media (prefers-color-scheme: dark) {")
	dark, _, _ = strings.Cut(dark, "</style>")
	for _, rule := range darkRule.FindAllStringSubmatch(dark, -1) {
		for _, d := range declaration.FindAllStringSubmatch(rule[2], -1) {
			into := s.usual
			if d[3] != "" {
				into = s.important
			}
			if into[rule[1]] == nil {
				into[rule[1]] = map[string]string{}
			}
			into[rule[1]][d[1]] = d[2]
		}
	}
	return s
}

// of returns a colour of an element: that of an important rule, its own, or that of another rule; empty if it has none.
func (s sheetStyle) of(n *html.Node, property string) (colour string) {
	selectors, own := []string{n.Data}, ""
	for _, a := range n.Attr {
		switch a.Key {
		case "class":
			for _, class := range strings.Fields(a.Val) {
				selectors = append(selectors, "."+class)
			}
		case "style":
			for _, d := range declaration.FindAllStringSubmatch(a.Val, -1) {
				if d[1] == property {
					own = d[2]
				}
			}
		}
	}
	for _, rules := range []map[string]map[string]string{s.usual, {n.Data: {property: own}}, s.important} {
		for _, selector := range selectors {
			if found := rules[selector][property]; found != "" {
				colour = found
			}
		}
	}
	return colour
}

// luminance is the relative luminance of a colour such as #ffffff (WCAG 2.2).
func luminance(colour string) float64 {
	var sum float64
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
		if err != nil {
			panic(err)
		}
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

// contrast is the contrast of two colours, from 1 to 21.
func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// TestLettersAreReadableInTheDark: each text of each e-mail has a contrast of at least 4.5 (WCAG 2.2, AA) on light and on dark pages, links
// too. The e-mails say that they have both.
func TestLettersAreReadableInTheDark(t *testing.T) {
	t.Parallel()
	if c := contrast("#000000", "#ffffff"); math.Abs(c-21) > 1e-9 {
		t.Fatalf("black on white has the contrast %v", c)
	}
	for _, kind := range Kinds() {
		form, _ := Find(kind)
		content, err := form.Render(locale.English, Content{}, form.Sample(locale.Of(locale.English, nil)))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"color-scheme", "supported-color-schemes"} {
			if !strings.Contains(content.HTML, `<meta name="`+name+`" content="light dark">`) {
				t.Errorf("%s does not say its %s", kind, name)
			}
		}
		page, err := html.Parse(strings.NewReader(content.HTML))
		if err != nil {
			t.Fatal(err)
		}
		light := sheetStyle{usual: map[string]map[string]string{"a": {"color": "#0000ee"}}}
		for scheme, style := range map[string]sheetStyle{"light": light, "dark": darkStyle(content.HTML)} {
			var ofTexts []string
			var walk func(n *html.Node, text, ground string)
			walk = func(n *html.Node, text, ground string) {
				if n.Type == html.TextNode && strings.TrimSpace(n.Data) != "" {
					if c := contrast(text, ground); c < 4.5 {
						t.Errorf("%s, %s: %q is %s on %s, a contrast of %.2f", kind, scheme, strings.TrimSpace(n.Data), text, ground, c)
					}
					if pair := text + " on " + ground; !slices.Contains(ofTexts, pair) {
						ofTexts = append(ofTexts, pair)
					}
				}
				if n.Type == html.ElementNode {
					if n.Data == "head" {
						return
					}
					if own := style.of(n, "color"); own != "" {
						text = own
					}
					if own := style.of(n, "background"); own != "" {
						ground = own
					}
				}
				for child := n.FirstChild; child != nil; child = child.NextSibling {
					walk(child, text, ground)
				}
			}
			walk(page, "#000000", "#ffffff")
			for _, pair := range ofTexts {
				text, ground, _ := strings.Cut(pair, " on ")
				if darker := luminance(text) < luminance(ground); darker != (scheme == "light") && text != "#ffffff" {
					t.Errorf("%s: %s is no pair of a %s page", kind, pair, scheme)
				}
			}
		}
	}
}

// TestColoursOfMerchantsStayLight: a template with colours of its own is shown on a light page only, because nothing tells whether its
// colours are readable on a dark one.
func TestColoursOfMerchantsStayLight(t *testing.T) {
	t.Parallel()
	form, _ := Find(NewsletterEndForm.Name)
	for own, light := range map[string]bool{
		`<p>{{template "hello" .}}</p>`: false, `<p {{template "legal"}}>Bye</p>`: false, `<p style="color:#222222">Bye</p>`: true,
		`<table bgcolor="#ffffff"><tr><td>Bye</td></tr></table>`: true, `<p style="background:#fff">Bye</p>`: true,
	} {
		content, err := form.Render(locale.English, Content{HTML: own}, form.Sample(locale.Of(locale.English, nil)))
		if err != nil {
			t.Errorf("%s: %v", own, err)
			continue
		}
		if dark := strings.Contains(content.HTML, "prefers-color-scheme"); dark == light {
			t.Errorf("%s: dark colours %v", own, dark)
		}
		if light && !strings.Contains(content.HTML, `<meta name="color-scheme" content="light only">`) {
			t.Errorf("%s: the page does not say that it is light", own)
		}
	}
}
