package letter

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"regexp"
	"strings"
	"sync"

	htmltemplate "github.com/DataDog/datadog-agent/pkg/template/html"
	texttemplate "github.com/DataDog/datadog-agent/pkg/template/text"

	"tradelog/domain/locale"
)

// maxOutput is the limit of a rendered text in bytes. Rendering a longer e-mail fails.
const maxOutput = 1 << 20

var errTooLong = errors.New("what it makes is too long")

// set holds the parsed templates that all templates of a language share.
type set struct {
	html *htmltemplate.Template
	text *texttemplate.Template
}

// parts caches the sets by language. The sets are never executed, only cloned. A module may add a language after the first sets are made.
var parts sync.Map

// partsOf returns the set of a language. Without translations it is the English one.
func partsOf(language string) set {
	if !locale.Speaks(language) {
		language = locale.English
	}
	if known, ok := parts.Load(language); ok {
		return known.(set)
	}
	made, _ := parts.LoadOrStore(language, set{
		html: htmltemplate.Must(htmltemplate.New("frame").Parse(translateHTML(file("frame.html"), language))),
		text: texttemplate.Must(texttemplate.New("frame").Parse(translateText(file("frame.txt"), language))),
	})
	return made.(set)
}

// messages matches the texts of a template that are translated: [[Bill to]]. They contain no verbs of package fmt. A colon behind one
// belongs to it, because languages differ in the blank before a colon.
var messages = regexp.MustCompile(`\[\[(.+?)\]\]:?`)

var colon = locale.Text(":")

// translateText replaces the messages of a template by their translations.
func translateText(source, language string) string {
	return messages.ReplaceAllStringFunc(source, func(marked string) string {
		message, labels := strings.CutSuffix(marked, ":")
		translated := locale.In(language, message[2:len(message)-2])
		if labels {
			translated += locale.Of(language, nil).Translate(colon)
		}
		return translated
	})
}

// escaped escapes the characters of a message that have a meaning in HTML. Actions of templates have none of them.
var escaped = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// translateHTML replaces the messages of an HTML template by their escaped translations.
func translateHTML(source, language string) string {
	return messages.ReplaceAllStringFunc(source, func(marked string) string {
		return escaped.Replace(translateText(marked, language))
	})
}

func file(name string) string {
	b, err := fs.ReadFile(builtIn, name)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// template is a parsed template of html/template or text/template.
type template interface {
	Execute(w io.Writer, values any) error
}

// colours matches colours of a template. The shop's own templates have theirs from the frame.
var colours = regexp.MustCompile(`(?i)\b(?:color|background|bgcolor)\b`)

// render executes the three templates of an e-mail.
func render(language string, source Content, values any) (Content, error) {
	shared := partsOf(language)
	subject, err := texttemplate.Must(shared.text.Clone()).New("subject").Parse(source.Subject)
	if err != nil {
		return Content{}, err
	}
	text := texttemplate.Must(shared.text.Clone())
	if _, err := text.New("text").Parse(source.Text); err != nil {
		return Content{}, err
	}
	html := htmltemplate.Must(shared.html.Clone())
	if colours.MatchString(source.HTML) {
		// The dark colours of the frame may hide those of the template.
		htmltemplate.Must(html.New("schemes").Parse(`<meta name="color-scheme" content="light only">`))
	}
	if _, err := html.New("html").Parse(source.HTML); err != nil {
		return Content{}, err
	}
	var out Content
	for to, t := range map[*string]template{&out.Subject: subject, &out.Text: text, &out.HTML: html} {
		if *to, err = execute(t, values); err != nil {
			return Content{}, err
		}
	}
	out.Subject, out.Text = oneLine(out.Subject), tidied(out.Text)
	return out, nil
}

// oneLine returns a text with single blanks and no line breaks. It keeps no-break spaces.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || '\t' <= r && r <= '\r' || r == '\u0085' }), " ")
}

func execute(t template, values any) (string, error) {
	b := &bounded{}
	err := t.Execute(b, values)
	return b.String(), err
}

// bounded is a buffer with a limit of maxOutput bytes.
type bounded struct{ bytes.Buffer }

// Write appends to the buffer, or fails with errTooLong.
func (b *bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > maxOutput {
		return 0, errTooLong
	}
	return b.Buffer.Write(p)
}
