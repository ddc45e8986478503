package histories

import "tradelog/domain/contact"

var contactsSteps = []Step{{Name: "write to the shop", Do: func(w *Walk) (int64, error) {
	return 0, w.Commands.Contacts.SubmitMessage(w.Context, w.ID("store", 1), contact.Message{
		Name: "Pat", Email: "pat@example.com", Comment: w.Name("Hello"),
	})
}}}
