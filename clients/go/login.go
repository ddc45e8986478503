package tradelog

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// Login holds the credentials of a client. A client without a login is a guest.
type Login struct {
	body  map[string]string // of POST /auth/token
	token string            // a fixed token, which is never renewed
	// refresh tells whether a token that still works can be exchanged for a new one.
	refresh bool
}

// ServiceLogin is the login of a service account, by client credentials.
func ServiceLogin(clientID, clientSecret string) *Login {
	return &Login{body: map[string]string{"grant_type": "client_credentials", "client_id": clientID, "client_secret": clientSecret}}
}

// CustomerLogin is the login of a customer.
func CustomerLogin(email, password string) *Login {
	return &Login{body: map[string]string{"grant_type": "customer", "email": email, "password": password}, refresh: true}
}

// TokenLogin is a login with a token from elsewhere, which is never renewed.
func TokenLogin(token string) *Login { return &Login{token: token} }

// session is a login with its current token. If several goroutines need a token, one requests it and the others wait.
type session struct {
	login *Login
	turn  chan struct{} // has one element unless a goroutine is logging in

	token        string
	renewAt, end time.Time
}

func newSession(login *Login) *session {
	s := &session{login: login, turn: make(chan struct{}, 1)}
	s.turn <- struct{}{}
	return s
}

// margin is the time before its end at which a token is renewed: a tenth of its lifetime, at most a minute.
func margin(lifetime time.Duration) time.Duration { return min(lifetime/10, time.Minute) }

// current returns the token for a request, and renews it if necessary. The token spent no longer works.
func (s *session) current(ctx context.Context, c *Client, spent string) (string, error) {
	if s.login.token != "" {
		return s.login.token, nil
	}
	select {
	case <-s.turn:
		defer func() { s.turn <- struct{}{} }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	if s.token != "" && s.token == spent {
		s.token = ""
	}
	now := c.clock()
	if s.token != "" && now.Before(s.renewAt) {
		return s.token, nil
	}
	usable := s.token != "" && now.Before(s.end)
	if usable && s.login.refresh && s.renew(ctx, c, &call{method: "POST", path: "/auth/refresh", token: s.token, attempts: 1}) == nil {
		return s.token, nil
	}
	err := s.renew(ctx, c, &call{method: "POST", path: "/auth/token", body: s.login.body, attempts: c.attempts})
	if err != nil && usable && KindOf(err) != Unauthorized {
		return s.token, nil // the shop does not answer, and the token still works
	}
	return s.token, err
}

// renew requests a token. On failure it does not change the session.
func (s *session) renew(ctx context.Context, c *Client, r *call) error {
	r.auth = true
	asked := c.clock()
	answer, err := c.send(ctx, r)
	if err != nil {
		return err
	}
	var got struct {
		Token   string `json:"token"`
		Seconds int64  `json:"expires_in"`
	}
	if err := json.Unmarshal(answer.Body, &got); err != nil || got.Token == "" {
		return &Error{Kind: Network, Status: http.StatusOK, Message: "the answer to a login has no token", cause: err}
	}
	lifetime := time.Duration(got.Seconds) * time.Second
	s.token, s.end, s.renewAt = got.Token, asked.Add(lifetime), asked.Add(lifetime-margin(lifetime))
	return nil
}
