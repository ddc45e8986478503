package mails

import (
	"cmp"
	"context"

	"tradelog/adapters/mail"
	"tradelog/domain"
	"tradelog/domain/access"
	"tradelog/domain/letter"
	"tradelog/reactions"
)

// The e-mails to the users of the back office about their own account. None has a password, a key or a secret.
var (
	UserCreated  = aboutUser(letter.UserCreatedForm, access.AccountCreated{})
	UserSecrets  = aboutUser(letter.UserSecretsForm, access.SecretsReplaced{})
	UserLocked   = aboutUser(letter.UserLockedForm, access.AccountDeactivated{}, access.AccountDeleted{})
	UserUnlocked = aboutUser(letter.UserUnlockedForm, access.AccountActivated{})
)

// aboutUser makes a kind of e-mail about an account, to the address of the account.
func aboutUser(form *letter.Form, causes ...domain.Event) Kind {
	kind := Kind{Form: form, Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		account, err := d.Account(ctx, domain.StreamID(e.Stream))
		if err != nil || account.Email == "" {
			return nil, err // there is no address, or it was erased meanwhile
		}
		shop, err := d.Shop(ctx)
		if err != nil {
			return nil, err
		}
		store, _ := shop.Default()
		at := letterStoreOf(shop, store.ID)
		if !at.config.Flag("admin/emails/account_enabled") {
			return nil, nil
		}
		name := cmp.Or(account.Name, account.Username)
		return &Letter{
			StoreID: store.ID, Sender: at.config.Text("admin/emails/identity"), To: mail.Address{Name: name, Email: account.Email},
			Values: letter.User{Common: at.common(name), Username: account.Username},
		}, nil
	}}
	for _, e := range causes {
		kind.Events = append(kind.Events, e.EventName())
	}
	return kind
}
