package oauth

import (
	"strings"

	"tradelog/domain/locale"
	"tradelog/operations"
)

// The texts of the pages.
var (
	textTitle = locale.Text("Connect an assistant")
	textAsks  = locale.Text("wants to act for you in this shop.")
	textSays  = locale.Text(
		"That name is what the program says of itself. Your answer goes to %s. Go on only if you have just asked this program to connect.",
	)
	textWrong     = locale.Text("The user name or the password is wrong.")
	textCode      = locale.Text("Enter your password again, and the code that your authenticator app shows now.")
	textWrongCode = locale.Text("The code is wrong or was used before. Wait for the next one.")
	textTooOften  = locale.Text("Too many attempts. Please wait a minute.")
	textAccount   = locale.Text("Logged in as %s")
	textUntil     = locale.Text("It may do so until %s, unless the connection is revoked before.")
	textFailed    = locale.Text("That did not work")
	textLogin     = locale.Text("The login has expired. Please log in again.")
	textNoClient  = locale.Text("The client is not known here")
	textOwnSet    = locale.Text("Tools that this shop has put together")
)

// texts are the fixed texts of the page in one language.
type texts struct {
	Login, User, Password, Code, Question, More, Reads, Changes, Nothing, Never, Rights, Allow, Deny, None string
}

func textsIn(l locale.Locale) texts {
	return texts{
		Login: l.Translate(locale.Text("Log in")), User: l.Translate(locale.Text("User name")),
		Password: l.Translate(
			locale.Text("Password (API key)"),
		), Code: l.Translate(locale.Text("Code of your authenticator app")), Question: l.Translate(locale.Text("What may it do?")),
		More: l.Translate(locale.Text("Everything it could do")), Reads: l.Translate(locale.Text("It can read")),
		Changes: l.Translate(locale.Text("It can change")), Nothing: l.Translate(locale.Text("It changes nothing.")),
		Never:  l.Translate(locale.Text("Not everything can be undone")),
		Rights: l.Translate(locale.Text("It can never do more than your account.")), Allow: l.Translate(locale.Text("Allow")),
		Deny: l.Translate(locale.Text("Deny")), None: l.Translate(locale.Text("Your account may use no tools, so there is nothing to allow.")),
	}
}

// setTexts describe the tool sets of every shop.
var setTexts = map[string]locale.Message{
	"support":    locale.Text("Look after orders, customers, refunds and revocations"),
	"fulfilment": locale.Text("Pack and ship orders, and keep the stock"),
	"catalog":    locale.Text("Care for products, prices, categories and the stock"),
	"marketing":  locale.Text("Care for coupons, gift cards, reviews, content and e-mails"),
	"audit":      locale.Text("See who did what, when and why"),
	"read-only":  locale.Text("Look at the shop without changing it"),
}

// neverTexts are the texts of operations.Effect.Irreversible of operations in tool sets.
var neverTexts = map[string]locale.Message{
	"A shipment cannot be taken back.":           locale.Text("A shipment cannot be taken back."),
	"A refund cannot be taken back.":             locale.Text("A refund cannot be taken back."),
	"What is cancelled cannot be reopened.":      locale.Text("What is cancelled cannot be reopened."),
	"Captured money goes back by a refund only.": locale.Text("Captured money goes back by a refund only."),
	"A declaration cannot be taken back.":        locale.Text("A declaration cannot be taken back."),
	operations.Deleted:                           locale.Text("What is deleted cannot be restored."),
	"An invoice keeps its number; it can be cancelled while it is unpaid, and never deleted.": locale.Text(
		"An invoice keeps its number; it can be cancelled while it is unpaid, and never deleted."),
}

// never translates an Irreversible text. Texts of modules stay in English.
func never(l locale.Locale, english string) string {
	if text, known := neverTexts[english]; known {
		return l.Translate(text)
	}
	return english
}

// describeSet returns the description of a tool set. A set that the shop made has a general one, even if it has the name of another set.
func describeSet(l locale.Locale, s operations.ToolSet) string {
	if text, known := setTexts[s.Name]; known && s.Doc != "" {
		return l.Translate(text)
	}
	parts := strings.Fields(s.Name)
	if len(parts) == 1 && !strings.Contains(s.Name, "_") {
		return l.Translate(textOwnSet)
	}
	for i, name := range parts { // sets and tools that the program has joined
		if text, known := setTexts[name]; known {
			parts[i] = l.Translate(text)
		}
	}
	return strings.Join(parts, "; ")
}
