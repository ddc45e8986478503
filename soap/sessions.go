package soap

import (
	"bytes"
	"errors"
	"time"

	"tradelog/domain/access"
	"tradelog/domain/fault"
	operationsaccess "tradelog/operations/access"
	readaccess "tradelog/readmodels/access"
	"tradelog/soap/wire"
)

// lifetime returns the lifetime of a session after its last call.
func (q *request) lifetime() time.Duration {
	seconds := q.call.Shop.Settings.In(0).Int("api/config/session_timeout")
	if seconds <= 0 {
		seconds = 3600
	}
	return time.Duration(seconds) * time.Second
}

// login opens a session (soap-wire §2).
func (q *request) login(username, key wire.Value) (string, error) {
	account, err := q.authenticate(wire.Text(username), wire.Text(key))
	if err != nil {
		return "", err
	}
	return q.sessions.Begin(q.ctx, account.ID, q.lifetime())
}

// authenticate returns the API user with the given credentials. A user whose role permits nothing is refused like one with a wrong key.
// Failed attempts count together with failed logins over REST.
func (q *request) authenticate(username, key string) (*readaccess.Account, error) {
	if username == "" || key == "" {
		return nil, errMissing
	}
	accounts, err := q.accounts.Accounts(q.ctx)
	if err != nil {
		return nil, err
	}
	account, err := operationsaccess.SignIn(q.call, accounts, username, key)
	switch {
	case fault.KindOf(err) == fault.Unauthorized:
		return nil, errDenied
	case err != nil:
		return nil, err
	case len(account.Grants) == 0:
		return nil, errDenied
	}
	return account, nil
}

// user returns the API user of a session. Without a session the credentials of HTTP Basic count for this one request.
func (q *request) user(session wire.Value) (*readaccess.Account, error) {
	if session == nil {
		return q.basicUser()
	}
	id, live, err := q.sessions.Account(q.ctx, wire.Text(session), q.lifetime())
	if err != nil {
		return nil, err
	}
	if !live {
		return nil, errSession
	}
	accounts, err := q.accounts.Accounts(q.ctx)
	if err != nil {
		return nil, err
	}
	account := accounts.ByID(id)
	if account == nil || !account.Active || account.Kind != access.API {
		return nil, errSession
	}
	return account, nil
}

// basicUser returns the API user of the credentials of HTTP Basic.
func (q *request) basicUser() (account *readaccess.Account, err error) {
	name, key, sent := q.r.BasicAuth()
	if !sent {
		return nil, errSession
	}
	if q.basic == nil {
		q.basic, err = q.authenticate(name, key)
	}
	return q.basic, err
}

// maxSessions is the greatest number of session identifiers that are looked up for one message.
const maxSessions = 3

// sessionsIn returns the first words that can be session identifiers: 32 hexadecimal digits in lower case.
func sessionsIn(document []byte) (found []string) {
	const length = 32
	run, digits := 0, true // length of the current word, and whether all of it is hexadecimal
	for i := 0; i <= len(document) && len(found) < maxSessions; i++ {
		c := byte(' ')
		if i < len(document) {
			c = document[i]
		}
		switch {
		case '0' <= c && c <= '9' || 'a' <= c && c <= 'f':
			run++
		case 'g' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_':
			run++
			digits = false
		default:
			if run == length && digits {
				found = append(found, string(document[i-length:i]))
			}
			run, digits = 0, true
		}
	}
	return found
}

// known reports whether the beginning of a message names a session of an API user, or the request has the credentials of one. The position
// of the session differs by interface, so sessions are recognised by their form.
func (q *request) known(beginning []byte) (bool, error) {
	beginning = bytes.ReplaceAll(beginning, []byte{0}, nil) // also finds the identifier in UTF-16
	for _, id := range sessionsIn(beginning) {
		switch _, err := q.user(id); {
		case err == nil:
			return true, nil
		case !errors.Is(err, errSession):
			return false, err
		}
	}
	if _, _, sent := q.r.BasicAuth(); sent { // checked last, because credentials may be meant for a proxy
		_, err := q.basicUser()
		return err == nil, err
	}
	return false, nil
}

// permitted reports whether an API user may call a method (soap-wire §8).
func permitted(account *readaccess.Account, m *method) bool {
	return access.Allows(account.Grants, m.resource.ACL) && (m.ACL == "" || access.Allows(account.Grants, m.ACL))
}
