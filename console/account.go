package console

import (
	"context"
	"strings"

	"tradelog/domain/fault"
)

// accountPath is the path of the page of one's own account.
const accountPath = Path + "/account"

// accountView is the data of the page of one's own account.
type accountView struct {
	Account ownAccount
	Problem string
	// Secret and URI are shown once. The secret is in effect after a code made from it was entered.
	Secret, URI string
	QR          qrCode // of the URI; the zero value for none
}

// ownAccount is the answer of account.own.get.
type ownAccount struct {
	Kind, Username, Name, Email string
	Permissions                 []string
	HasPassword                 bool
	PasswordSetAt               any
	HasTwoFactor                bool
}

// keyURI is the beginning of the URIs for authenticator apps.
const keyURI = "otpauth://totp/"

// maxKeyURI bounds the URI that a form sends back, in bytes, so that its QR code is not too large.
const maxKeyURI = 1000

func (h *Handler) account(ctx context.Context, v *visit) error {
	return v.showAccount(ctx, accountView{})
}

func (v *visit) showAccount(ctx context.Context, view accountView) (err error) {
	if err := v.answered(ctx, "account.own.get", nil, &view.Account); err != nil {
		return err
	}
	if strings.HasPrefix(view.URI, keyURI) {
		if view.QR, err = newQRCode(view.URI); err != nil {
			return err
		}
	}
	return v.show("account", v.text("My account"), view)
}

// changeAccount changes the password or the second factor of the account.
func (h *Handler) changeAccount(ctx context.Context, v *visit) error {
	view := accountView{}
	current, code := v.form.Get("current"), v.form.Get("code")
	var err error
	switch v.r.PathValue("step") {
	case "password":
		if v.form.Get("new") != v.form.Get("again") {
			err = errTwoPasswords
			break
		}
		_, err = v.invoke(ctx, "account.own.password", map[string]any{"currentPassword": current, "newPassword": v.form.Get("new")})
		if err == nil { // the old session ended with the old password
			if err := h.sessions.End(ctx, v.call, v.caller.Token.Value); err != nil {
				return err
			}
			v.forgetSession()
			v.setFlash(v.text("The password was changed. Please log in with it."))
			v.redirect(Path + "/login")
			return nil
		}
	case "prepare":
		var made struct{ Secret, URI string }
		err = v.answered(ctx, "account.own.twofactor.prepare", map[string]any{"currentPassword": current}, &made)
		view.Secret, view.URI = made.Secret, made.URI
	case "on", "off":
		on := v.r.PathValue("step") == "on"
		if view.Secret, view.URI = v.form.Get("secret"), v.form.Get("uri"); len(view.URI) > maxKeyURI {
			return errMissing
		}
		if _, err = v.invoke(ctx, "account.own.twofactor", map[string]any{"enabled": on, "code": code}); err == nil {
			v.setFlash(v.text(map[bool]string{true: "The second factor is on.", false: "The second factor is off."}[on]))
			v.redirect(accountPath)
			return nil
		}
	default:
		return errMissing
	}
	if f, refused := fault.As(err); refused && f.Kind != fault.Unauthorized && f.Kind != fault.Internal {
		view.Problem = v.refusal(err)
		err = nil
	}
	if err != nil {
		return err
	}
	return v.showAccount(ctx, view)
}

var errTwoPasswords = fault.Invalidf("The two new passwords differ")
