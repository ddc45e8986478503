package letter

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/language"

	"tradelog/domain/fault"
	"tradelog/domain/record"
)

// Template is a merchant's replacement of the built-in templates of a kind, for a store view or for a language. Empty templates are not
// replaced.
type Template struct {
	record.Dated
	ID       int64  `json:"id" about:"ID of the template"`
	Kind     string `json:"kind" required:"true" doc:"kind of e-mail, such as order or password-reset; docs/mail.md lists all kinds and their variables"`
	StoreID  int64  `json:"storeId" doc:"ID of the store view it applies to; 0: all store views of the language"`
	Language string `json:"language" doc:"language it applies to, such as de; empty when storeId is set"`
	Subject  string `json:"subject" doc:"subject without the shop's name, which is put in front; empty: the built-in one"`
	Text     string `json:"text" lines:"many" media:"text/plain" doc:"plain-text template, at most 64 KiB; empty: the built-in one. {{.Order.Number}} shows a variable; if, else, with and range are allowed"`
	HTML     string `json:"html" lines:"many" media:"text/html" doc:"HTML template between header and footer, at most 64 KiB; empty: the built-in one. Values are escaped"`
	Enabled  bool   `json:"enabled" doc:"whether it is used; true by default"`
}

// Templates is the record kind of merchants' templates.
var Templates = record.KindOf[Template]("email_template", "EmailTemplate")

// The errors of templates.
var (
	ErrTemplateTaken = fault.Preconditionf("There is a template for this kind of e-mail and this store view or language already.").
				About(fault.Taken, "kind")
	errScope = fault.Invalidf("A template is for a store view (storeId) or for a language, such as de: for one of them.").
			About(fault.Required, "storeId", "language")
	errNothing = fault.Invalidf("A template has a subject, a text or html.").About(fault.Required, "subject", "text", "html")
)

// Normalise returns the template in its stored form.
func (t Template) Normalise() Template {
	t.Kind, t.Language = strings.TrimSpace(t.Kind), strings.ToLower(strings.TrimSpace(t.Language))
	t.Subject = strings.TrimSpace(t.Subject)
	if strings.TrimSpace(t.Text) == "" {
		t.Text = ""
	}
	if strings.TrimSpace(t.HTML) == "" {
		t.HTML = ""
	}
	return t
}

// Content returns the three templates.
func (t Template) Content() Content { return Content{t.Subject, t.Text, t.HTML} }

// Check returns an error if the template could not be used.
func (t Template) Check() error {
	form, ok := Find(t.Kind)
	switch {
	case !ok:
		return fault.Invalidf("There is no e-mail %.64q; the kinds are %s.", t.Kind, strings.Join(Kinds(), ", ")).About(fault.Choice, "kind")
	case (t.StoreID != 0) == (t.Language != ""), t.StoreID < 0:
		return errScope
	case t.Content() == Content{}:
		return errNothing
	}
	if t.Language != "" {
		if _, err := language.ParseBase(t.Language); err != nil || len(t.Language) > 3 {
			return fault.Invalidf("%.32q is not the code of a language, such as de.", t.Language).About(fault.Format, "language")
		}
		return form.Check(t.Content(), t.Language)
	}
	return form.Check(t.Content())
}

// Unique returns the key that must be unique: the kind with the store view or language.
func (t Template) Unique() string { return t.Kind + "/" + t.scope() }

func (t Template) scope() string {
	if t.StoreID != 0 {
		return strconv.FormatInt(t.StoreID, 10)
	}
	return t.Language
}

// Choose returns the enabled template for a kind of e-mail: that of the store view, else that of the language, else an empty one.
func Choose(all []Template, kind string, storeID int64, language string) Template {
	fits := func(t Template) bool {
		return t.Enabled && t.Kind == kind && (t.StoreID == storeID && storeID != 0 || t.StoreID == 0 && t.Language == language)
	}
	var found []Template
	for _, t := range all {
		if fits(t) {
			found = append(found, t)
		}
	}
	if len(found) == 0 {
		return Template{}
	}
	return slices.MaxFunc(found, func(a, b Template) int { return cmp.Compare(a.StoreID, b.StoreID) })
}
