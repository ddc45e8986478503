// Package letters has the operations on the templates of the shop's e-mails.
package letters

import (
	"cmp"
	"context"
	"strings"

	"tradelog/domain/fault"
	"tradelog/domain/letter"
	"tradelog/operations"
	"tradelog/records"
)

// Templates is the record of the e-mail templates with which merchants replace the shop's own.
var Templates = records.Define(records.Spec[letter.Template, letter.Template]{
	Path: "/email-templates", Kind: letter.Templates, Section: "content", ACL: "system/email_template", Extra: true, New: letter.Template{Enabled: true},
	Doc: "The subject, text and HTML of a kind of e-mail, for a store view or a language, instead of the shop's own.",
	Docs: records.Docs{
		List: "Lists the templates of merchants. The shop's own templates are not listed.",
		Create: "Adds a template of a kind of e-mail for one store view (storeId) or one language. An e-mail uses the template of its store " +
			"view, else that of the store's language, else the shop's own. The template holds for e-mails whose cause comes later; those that " +
			"are on their way do not change. A template that does not parse, or names variables that its kind does not have, is refused with " +
			"the line and the reason. All kinds have .Recipient, .Shop.Name and more; the e-mail order has " +
			strings.Join(names(letter.OrderForm), ", ") + ".",
		Update: "Changes what is sent and leaves the rest. It holds for e-mails whose cause comes later.",
		Delete: "Removes a template. The next e-mails use what else there is.",
		Search: "part of kind, language or subject, in any case",
	},
	Unique: letter.Template.Unique, Taken: letter.ErrTemplateTaken, Normalise: letter.Template.Normalise, Check: letter.Template.Check,
	Search: func(t letter.Template) string { return strings.Join([]string{t.Kind, t.Language, t.Subject}, "\n") },
	Sort: func(a, b letter.Template) int {
		return cmp.Or(strings.Compare(a.Kind, b.Kind), cmp.Compare(a.StoreID, b.StoreID), strings.Compare(a.Language, b.Language))
	},
	Filters: []records.Filter[letter.Template]{
		{Name: "kind", Doc: "kind of e-mail, such as order", Of: func(t letter.Template) string { return t.Kind }},
	},
	Allowed: func(c *operations.Call, t letter.Template) error {
		if c.AllowedStores() == nil || t.StoreID != 0 && c.MaySeeStore(t.StoreID) {
			return nil
		}
		return fault.Forbiddenf("Access denied for this e-mail template's store")
	},
	Before: func(_ context.Context, c records.Change[letter.Template]) error {
		if _, ok := c.Shop.Store(c.Value.StoreID); !ok && c.Value.StoreID != 0 {
			return fault.Invalidf("There is no store view %d.", c.Value.StoreID)
		}
		return nil
	},
})

// names lists the variables of a kind of e-mail.
func names(f *letter.Form) (names []string) {
	for _, v := range f.Variables() {
		names = append(names, v.Name)
	}
	return names
}
