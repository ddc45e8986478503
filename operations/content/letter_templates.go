package content

import (
	"cmp"
	"context"
	"strings"

	"tradelog/domain/change"
	"tradelog/domain/fault"
	"tradelog/domain/letter"
	"tradelog/operations"
	"tradelog/operations/records"
)

// LetterTemplates is the record of the e-mail templates with which merchants replace the shop's own.
var LetterTemplates = records.Define(records.Spec[letter.Template, letter.Template]{
	Kind: letter.Templates, New: letter.Template{Enabled: true},
	Resource: records.Resource{
		Path: "/email-templates", Section: "content", ACL: "system/email_template", Extra: true,
		Doc:  "A merchant's subject, text and HTML for a kind of e-mail, in a store view or a language.",
		List: "Lists the merchant's templates, without the built-in ones.",
		Create: "Adds a template of a kind of e-mail for one store view (storeId) or one language. An e-mail uses the template of its store " +
			"view, else that of the store's language, else the built-in one. The template applies to e-mails caused later; pending ones do not " +
			"change. A template that does not parse, or uses variables its kind lacks, is refused with line and reason. All kinds have " +
			".Recipient, .Shop.Name and more; the e-mail order has " +
			strings.Join(names(letter.OrderForm), ", ") + ".",
		Update: "Changes only what is sent. It applies to e-mails caused later.",
		Delete: "Removes a template. Later e-mails use the next applicable one.",
		Search: "part of kind, language or subject, case-insensitive",
	},
	Unique: letter.Template.Unique, Taken: letter.ErrTemplateTaken,
	Search: func(t letter.Template) string { return strings.Join([]string{t.Kind, t.Language, t.Subject}, "\n") },
	Sort: func(a, b letter.Template) int {
		return cmp.Or(strings.Compare(a.Kind, b.Kind), cmp.Compare(a.StoreID, b.StoreID), strings.Compare(a.Language, b.Language))
	},
	Filters: []records.Filter[letter.Template]{
		{Name: "kind", Doc: "kind of e-mail, such as order", Of: func(t letter.Template) string { return t.Kind }},
	},
	Allowed: allowed,
	Scope:   change.AtStore("storeId"),
	Before: func(_ context.Context, c records.Change[letter.Template]) error {
		if _, ok := c.Shop.Store(c.Value.StoreID); !ok && c.Value.StoreID != 0 {
			return fault.Invalidf("There is no store view %d.", c.Value.StoreID).About(fault.Unknown, "storeId")
		}
		return nil
	},
})

// allowed refuses templates of stores that the caller may not see.
func allowed(c *operations.Call, t letter.Template) error {
	if c.AllowedStores() == nil || t.StoreID != 0 && c.MaySeeStore(t.StoreID) {
		return nil
	}
	return fault.Forbiddenf("Access denied for this e-mail template's store")
}

// names lists the variables of a kind of e-mail.
func names(f *letter.Form) (names []string) {
	for _, v := range f.Variables() {
		names = append(names, v.Name)
	}
	return names
}
