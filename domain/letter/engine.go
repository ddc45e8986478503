package letter

import (
	"bytes"
	"errors"
	htmltemplate "html/template"
	"io"
	"io/fs"
	"regexp"
	"strings"
	"sync"
	texttemplate "text/template"

	"tradelog/domain/locale"
)

// MaxOutput is the size of a rendered text in bytes. An e-mail that would be longer is not made.
const MaxOutput = 1 << 20

var errTooLong = errors.New("what it makes is too long")

// set is what all templates of a language share.
type set struct {
	html *htmltemplate.Template
	text *texttemplate.Template
}

// parts are the sets by language. They are never executed, only cloned. A module may bring a language after the first ones are made.
var parts sync.Map

// partsOf returns the set of a language, or the English one.
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

// messages are the texts of a template that are translated: [[Bill to]]. They hold no verbs of package fmt.
var messages = regexp.MustCompile(`\[\[(.+?)\]\]`)

// translateText replaces the messages of a template by their translations.
func translateText(source, language string) string {
	return messages.ReplaceAllStringFunc(source, func(marked string) string {
		return locale.In(language, marked[2:len(marked)-2])
	})
}

// escaped are the characters of a message that mean something else in HTML. Actions of templates have none of them.
var escaped = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// translateHTML is translateText for a page.
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

// template is a parsed template of either package.
type template interface {
	Execute(w io.Writer, values any) error
}

// render executes the three templates.
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
	if _, err := html.New("html").Parse(source.HTML); err != nil {
		return Content{}, err
	}
	var out Content
	for to, t := range map[*string]template{&out.Subject: subject, &out.Text: text, &out.HTML: html} {
		if *to, err = execute(t, values); err != nil {
			return Content{}, err
		}
	}
	out.Subject, out.Text = strings.Join(strings.Fields(out.Subject), " "), tidied(out.Text)
	return out, nil
}

func execute(t template, values any) (string, error) {
	b := &bounded{}
	err := t.Execute(b, values)
	return b.String(), err
}

// bounded is a buffer that takes MaxOutput bytes.
type bounded struct{ bytes.Buffer }

// Write adds to the text.
func (b *bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > MaxOutput {
		return 0, errTooLong
	}
	return b.Buffer.Write(p)
}
