package forgetting

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/access"
	"tradelog/eventstore"
)

// restored is the reason recorded if somebody is forgotten again after a restore.
const restored = "forgotten before the database was restored"

// ForgetAccount forgets the owner of an account of the back office or the API. It closes the account for good and releases its user name
// and client_id. access.ErrNotFound: there is no such account.
func (c *Forgetting) ForgetAccount(ctx context.Context, id int64, reason string) (Traces, error) {
	subjects := []string{access.Subject(id)}
	entries, err := c.entries(ctx, subjects)
	if err != nil {
		return Traces{}, err
	}
	if err := c.Accounts.StartForgetting(ctx, id, reason); err != nil {
		return Traces{}, err
	}
	c.Step("forget: account closed")
	done := Traces{Streams: []string{access.Stream(id)}, Keys: len(entries)}
	if isTrial(ctx) {
		return done, nil
	}
	return done, c.FinishAccount(ctx, id)
}

// FinishAccount takes all steps that follow from an access.ForgetStarted. It may be called any number of times, also concurrently.
func (c *Forgetting) FinishAccount(ctx context.Context, id int64) error {
	ctx = commands.Apart(ctx)
	if err := c.Accounts.ReleaseNames(ctx, id); err != nil {
		return err
	}
	_, err := c.forget(ctx, access.Stream(id), []string{access.Subject(id)}, []string{access.Stream(id)})
	return err
}

// ForgetOperator deletes the key that seals the name of an operating-system account in the metadata of events, and records nothing. It
// returns the number of deleted keys: 0 or 1.
func (c *Forgetting) ForgetOperator(ctx context.Context, name string) (int, error) {
	subject, err := eventstore.OperatorSubject(ctx, c.Keys, name)
	if err != nil || isTrial(ctx) {
		return 0, err
	}
	return c.forget(ctx, "", []string{subject}, nil)
}

// plainAccount is an account whose personal data an earlier version stored in plain.
type plainAccount struct {
	id    int64
	entry Entry // fingerprint of the event, because no key ever sealed the data
}

func entriesOf(accounts []plainAccount) (entries []Entry) {
	for _, a := range accounts {
		entries = append(entries, a.entry)
	}
	return entries
}

// unsealedAccounts returns the accounts whose personal data are in the log in plain, among some subjects; nil: all.
func (c *Forgetting) unsealedAccounts(ctx context.Context, subjects []string) (found []plainAccount, err error) {
	if subjects != nil && !slices.ContainsFunc(subjects, func(s string) bool {
		_, is := access.OfSubject(s)
		return is
	}) {
		return nil, nil
	}
	err = c.Scan(ctx, []string{access.AccountCreated{}.EventName()}, func(r eventstore.Recorded, _ domain.Event) error {
		subject := access.Subject(domain.StreamID(r.Stream))
		if subjects != nil && !slices.Contains(subjects, subject) {
			return nil
		}
		sealed, err := r.Subject()
		if err == nil && sealed == "" {
			found = append(found, plainAccount{domain.StreamID(r.Stream), Entry{subject, eventstore.Fingerprint(r.ID[:])}})
		}
		return err
	})
	return found, err
}

// reconcilePlain forgets accounts of earlier versions again if the ledger names them, and gives all others a key.
func (c *Forgetting) reconcilePlain(ctx context.Context, ledger []Entry, done *Restored) error {
	accounts, err := c.unsealedAccounts(ctx, nil)
	if err != nil {
		return err
	}
	for _, a := range accounts {
		account, err := c.Accounts.Account(ctx, a.id)
		if err != nil {
			return err
		}
		if account.Forgotten {
			continue
		}
		if slices.Contains(ledger, a.entry) {
			if err := c.againAccount(ctx, a.entry.Subject, done); err != nil {
				return err
			}
			continue
		}
		if _, err := c.Keys.Key(ctx, a.entry.Subject, false); err == nil || !errors.Is(err, eventstore.ErrForgotten) {
			if err != nil {
				return err
			}
			continue
		}
		if _, err := c.Keys.Key(ctx, a.entry.Subject, true); err != nil {
			return err
		}
		done.Made++
	}
	return nil
}

// againAccount forgets an account again, if the subject is one.
func (c *Forgetting) againAccount(ctx context.Context, subject string, done *Restored) error {
	id, is := access.OfSubject(subject)
	if !is {
		return nil
	}
	was, err := c.ForgetAccount(ctx, id, restored)
	if err != nil {
		return fmt.Errorf("%s: %w", subject, err)
	}
	done.Accounts, done.Keys = append(done.Accounts, id), done.Keys+was.Keys
	return nil
}
