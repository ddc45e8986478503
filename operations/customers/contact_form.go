package customers

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"tradelog/commands/customers"
	"tradelog/domain"
	"tradelog/domain/contact"
	"tradelog/domain/fault"
	"tradelog/domain/person"
	"tradelog/operations"
	"tradelog/operations/access"
	"tradelog/readmodels/documents"
)

// formResource is the resource of this package.
var formResource = &operations.Resource{
	Name: "ContactForm", Section: "contacts", Label: "contact form", Doc: "The contact form of the shop.", NoTools: true,
}

// ContactDependencies are the commands and services that the operations use.
type ContactDependencies struct {
	Commands *customers.Contacts
	Captcha  access.CaptchaGate
	// Derive returns a text of hexadecimal digits that differs between installations.
	Derive func(ctx context.Context, purpose string) (string, error)
}

type contactHandlers struct{ ContactDependencies }

// formID is the identifier of the only form.
const formID = "contact"

const thanks = "Your message has been sent. We will get back to you soon."

// messages limits the messages of an IP address and of an e-mail address to a store view.
var messages = operations.Limit{Config: "contact", Window: time.Hour, ByHand: true, Keys: func(c *operations.Call, input any) []string {
	store := "store " + strconv.FormatInt(c.Store.ID, 10)
	return []string{store + " ip " + c.Caller.RemoteIP, store + " email " + person.Mailbox(input.(contact.Message).Email)}
}}

// NewContactForm makes the operations.
func NewContactForm(d ContactDependencies) []*operations.Operation {
	h := &contactHandlers{d}
	return []*operations.Operation{
		operations.Define(operations.Declaration{
			Resource: formResource, Verb: operations.Get, Method: "GET", Path: "/contact/config", Access: operations.Public.Access(),
			Summary: "Get the contact form's configuration", Doc: "Returns the settings a page needs to show the contact form.",
		}, h.config),
		operations.Define(operations.Declaration{
			Resource: formResource, Verb: operations.Action, Method: "POST", Path: "/contact", Access: operations.Public.Access(), Guard: enabled,
			Limits: []operations.Limit{messages},
			Idempotency: operations.Idempotency{
				Unkeyed: "guests have no secret that a key could be bound to; a message that is sent twice arrives twice",
			},
			Summary: "Send a contact message",
			Doc: "Sends a message to the shop by e-mail. The field that honeypotField of GET /contact/config names must be empty: only robots " +
				"fill it in, and their messages are dropped silently.",
		}, h.submit),
	}
}

// enabled is the guard of messages.
func enabled(_ context.Context, c *operations.Call) error {
	if !c.Config().Flag("contacts/api/enabled") {
		return contact.ErrUnavailable
	}
	return nil
}

func (h *contactHandlers) config(
	ctx context.Context,
	c *operations.Call,
	_ operations.None,
) (documents.Doc[documents.ContactConfig], error) {
	if err := c.Refresh(ctx); err != nil {
		return nil, err
	}
	out := documents.ContactConfig{
		Type: formResource.Name, ID: formID, Enabled: c.Config().Flag("contacts/api/enabled"), Provider: access.CaptchaProviderOf(c),
	}
	if key := c.Config().Text(access.SiteKeyPath); key != "" && out.Provider != access.NoCaptcha {
		out.SiteKey = &key
	}
	field, err := h.honeypot(ctx, c)
	if err != nil {
		return nil, err
	}
	if field != "" {
		out.HoneypotField = &field
	}
	return documents.Ready(out)
}

// honeypot returns the name of the field that people do not see and programs fill in; empty if there is none. It differs between
// installations, so that robots cannot know it.
func (h *contactHandlers) honeypot(ctx context.Context, c *operations.Call) (string, error) {
	if !c.Config().Flag("contacts/api/honeypot_enabled") {
		return "", nil
	}
	secret, err := h.Derive(ctx, "honeypot")
	if err != nil {
		return "", err
	}
	return "_h_" + secret[:8], nil
}

type contactInput struct {
	Name      *string                    `json:"name" required:"true" doc:"name of the sender; cut off after 255 characters"`
	Email     *string                    `json:"email" required:"true" doc:"e-mail address for the reply"`
	Comment   *string                    `json:"comment" alias:"message" lines:"many" longest:"10000" required:"true" doc:"message; cut off after 5000 characters"`
	Telephone *string                    `json:"telephone" alias:"phone" doc:"telephone of the sender; cut off after 50 characters"`
	Token     *string                    `json:"captchaToken" longest:"8192" doc:"captcha token, if GET /contact/config names a provider"`
	Body      map[string]json.RawMessage `raw:"body"`
}

func (h *contactHandlers) submit(
	ctx context.Context,
	c *operations.Call,
	in contactInput,
) (documents.Doc[documents.ContactReceipt], error) {
	field, err := h.honeypot(ctx, c)
	if err != nil {
		return nil, err
	}
	if field != "" && filled(in.Body[field]) {
		return received()
	}
	m, err := contact.Message{
		Name: domain.Value(in.Name), Email: domain.Value(in.Email), Telephone: domain.Value(in.Telephone), Comment: domain.Value(in.Comment),
	}.Ready()
	if err != nil {
		return nil, err
	}
	if err := h.Captcha.Check(ctx, c, domain.Value(in.Token)); err != nil {
		return nil, err
	}
	if err := c.Limit(messages, m); err != nil {
		return nil, err
	}
	if err := h.Commands.SubmitMessage(ctx, c.Store.ID, m); err != nil {
		if _, told := fault.As(err); !told {
			err = contact.ErrNotSent.WithCause(err)
		}
		return nil, err
	}
	return received()
}

// filled reports whether the hidden field has a text that is not blank, or a list that is not empty.
func filled(value json.RawMessage) bool {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return strings.TrimSpace(text) != ""
	}
	var list []json.RawMessage
	return json.Unmarshal(value, &list) == nil && len(list) > 0
}

func received() (documents.Doc[documents.ContactReceipt], error) {
	return documents.Ready(documents.ContactReceipt{Type: formResource.Name, ID: formID, Success: true, Message: thanks})
}
