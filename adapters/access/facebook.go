package access

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/url"
	"strings"
	"time"

	"tradelog/operations/access"
)

// facebook asks Facebook for the person of an access token, and whether the token was issued to the shop's app.
type facebook struct {
	web   *web
	base  string
	clock func() time.Time
}

// Verify checks an access token. Facebook returns the e-mail address of the profile and does not mark it as verified. The contract
// counts it as verified (shapes-customer §15).
func (f *facebook) Verify(ctx context.Context, a access.SocialLogin) (access.SocialPerson, error) {
	base := strings.TrimSuffix(f.base, "/")
	var token struct {
		Data struct {
			App     string `json:"app_id"`
			Valid   bool   `json:"is_valid"`
			Expires int64  `json:"expires_at"` // 0: never
			User    string `json:"user_id"`
		} `json:"data"`
	}
	if err := f.ask(ctx, request{
		url: base + "/debug_token", query: url.Values{"input_token": {a.Token}}, bearer: a.ClientID + "|" + a.Secret,
	}, &token); err != nil {
		return access.SocialPerson{}, err
	}
	switch data := token.Data; {
	case !data.Valid || data.User == "":
		return access.SocialPerson{}, rejected("it is not valid")
	case data.App != a.ClientID:
		return access.SocialPerson{}, rejected("it was issued to another app")
	case data.Expires != 0 && !f.clock().Before(time.Unix(data.Expires, 0)):
		return access.SocialPerson{}, rejected("it has expired")
	}
	mac := hmac.New(sha256.New, []byte(a.Secret))
	mac.Write([]byte(a.Token))
	var profile struct {
		ID        string `json:"id"`
		Email     string `json:"email"`
		FirstName string `json:"first_name"`
		LastName  string `json:"last_name"`
	}
	if err := f.ask(ctx, request{
		url: base + "/me", bearer: a.Token,
		query: url.Values{"fields": {"id,email,first_name,last_name"}, "appsecret_proof": {hex.EncodeToString(mac.Sum(nil))}},
	}, &profile); err != nil {
		return access.SocialPerson{}, err
	}
	if profile.ID != token.Data.User {
		return access.SocialPerson{}, rejected("it is another person's")
	}
	return access.SocialPerson{Subject: profile.ID, Email: profile.Email, Firstname: profile.FirstName, Lastname: profile.LastName}, nil
}

// ask asks a question about the token, which Facebook may refuse to answer.
func (f *facebook) ask(ctx context.Context, r request, answer any) error {
	err := f.web.get(ctx, r, answer)
	if errors.Is(err, errRefused) {
		return rejected(err.Error())
	}
	return err
}
