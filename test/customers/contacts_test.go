package customers_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"tradelog/app"
	"tradelog/test/apptest"
	"tradelog/test/doubles"
	"tradelog/test/salestest"
)

const thanks = "Your message has been sent. We will get back to you soon."

// inquiry is the body of a message with some members changed; nil removes one.
func inquiry(more fields) fields {
	body := fields{"name": " Gina <b>Guest</b> ", "email": "gina@example.com", "comment": "Hello,\nis it <i>blue</i>?", "phone": "555"}
	for k, v := range more {
		if body[k] = v; v == nil {
			delete(body, k)
		}
	}
	return body
}

// captcha is a CAPTCHA provider whose answer tests change. It records its last request.
func captcha(t *testing.T) (url string, answers func(string), asked func() string) {
	t.Helper()
	var answer, last atomic.Value
	answer.Store(`{"success":true}`)
	last.Store("")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm()
		last.Store(r.PostForm.Get("secret") + " " + r.PostForm.Get("response") + " " + r.PostForm.Get("remoteip"))
		text := answer.Load().(string)
		if text == "" {
			w.WriteHeader(http.StatusBadGateway)
		}
		_, _ = w.Write([]byte(text))
	}))
	t.Cleanup(server.Close)
	return server.URL, func(text string) { answer.Store(text) }, func() string { return last.Load().(string) }
}

// TestTheContactForm follows a message through every check (shapes-customer §7) to the shop's mailbox.
func TestTheContactForm(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	url, answers, asked := captcha(t)
	s := salestest.Start(t, apptest.WithConfig(func(c *app.Config) {
		c.Files.MailDir, c.Outside.CaptchaURLs = dir, map[string]string{"turnstile": url, "recaptcha_v3": url}
	}))
	s.Configure("contacts/auto_reply/enabled", "1", "contacts/email/recipient_email", "shop@example.com")
	config := func() fields {
		t.Helper()
		return s.Must(200, "GET", "/contact/config", nil).Object(t)
	}
	first := config()
	hidden, _ := first["honeypotField"].(string)
	if key, has := first["captchaSiteKey"]; len(hidden) != 11 || !strings.HasPrefix(hidden, "_h_") || key != nil || !has ||
		first["captchaProvider"] != "none" || first["enabled"] != true || first["id"] != "contact" {
		t.Errorf("configuration %v", first)
	}
	post := func(name string, body fields, status int, refusal string) exchange {
		x := exchange{Name: name, Method: "POST", Path: "/contact", Body: body, Status: status, Message: refusal}
		if status == 201 {
			x.Want = fields{"id": "contact", "success": true, "message": thanks}
		}
		return x
	}
	s.Run(t, []exchange{
		post("without a name", inquiry(fields{"name": "<b> </b>"}), 422, "Name is required"),
		post("without an address", inquiry(fields{"email": "gina"}), 422, "A valid email address is required"),
		post("without a text", inquiry(fields{"comment": nil}), 422, "Message is required"),
		post("a number", inquiry(fields{"name": 7}), 400, `The type of the "name" attribute must be "string", "int" given.`),
		post("good", inquiry(nil), 201, ""),
	})
	letter := doubles.AwaitMail(t, dir, func(m doubles.Mail) bool { return m.To() == " <shop@example.com>" })
	for _, text := range []string{"Gina Guest", "gina@example.com", "555", "is it blue?"} {
		if !strings.Contains(letter.Text, text) {
			t.Errorf("%q is not in\n%s", text, letter.Text)
		}
	}
	if reply := letter.Header.Get("Reply-To"); !strings.Contains(reply, "gina@example.com") || strings.Contains(letter.HTML, "<i>") {
		t.Errorf("replies go to %s", reply)
	}
	doubles.AwaitMail(t, dir, func(m doubles.Mail) bool { return m.To() == "Gina Guest <gina@example.com>" })

	before := s.LogSize()
	s.Run(t, []exchange{
		post("a robot", fields{hidden: "https://spam.example"}, 201, ""),
		post("a robot with a list", inquiry(fields{hidden: []any{"x"}}), 201, ""),
	})
	if s.LogSize() != before {
		t.Error("what a robot wrote was stored")
	}
	s.Run(t, []exchange{post("an empty hidden field", inquiry(fields{hidden: " "}), 201, "")})

	s.Configure("contacts/api/captcha_provider", "turnstile", "contacts/api/captcha_site_key", "site", "contacts/api/honeypot_enabled", "0")
	if now := config(); now["captchaSiteKey"] != "site" || now["captchaProvider"] != "turnstile" || now["honeypotField"] != nil {
		t.Errorf("configuration %v", now)
	}
	proof := inquiry(fields{"captchaToken": "proof"})
	s.Run(t, []exchange{
		post("the fields come first", inquiry(fields{"name": nil}), 422, "Name is required"),
		post("without a proof", inquiry(nil), 422, "CAPTCHA verification is required"),
		post("without a secret", proof, 201, ""),
	})
	if asked() != "" {
		t.Error("the provider was asked without a secret")
	}
	if err := s.Secrets.Set(t.Context(), app.CaptchaSecret, []byte("secret")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		provider, answer string
		status           int
		message          string
	}{
		{"turnstile", `{"success":true}`, 201, ""},
		{"turnstile", `{"success":false,"error-codes":["invalid-input-response"]}`, 422, "CAPTCHA verification failed. Please try again."},
		{"turnstile", ``, 503, "CAPTCHA verification is temporarily unavailable. Please try again later."},
		{"turnstile", `<html>`, 503, "CAPTCHA verification is temporarily unavailable. Please try again later."},
		{"recaptcha_v3", `{"success":true,"score":0.5}`, 201, ""},
		{"recaptcha_v3", `{"success":true,"score":0.4}`, 422, "CAPTCHA verification failed. Please try again."},
		{"hal9000", `{"success":true}`, 422, "CAPTCHA verification failed. Please try again."},
	} {
		s.Configure("contacts/api/captcha_provider", c.provider)
		answers(c.answer)
		s.Run(t, []exchange{post(c.provider+" says "+c.answer, proof, c.status, c.message)})
	}
	if got := asked(); got != "secret proof 127.0.0.1" {
		t.Errorf("the provider was asked %q", got)
	}
	s.Configure("contacts/api/enabled", "0")
	s.Run(t, []exchange{post("switched off", inquiry(nil), 404, "Contact form is not available")})
	if config()["enabled"] != false {
		t.Error("the form is enabled")
	}
}

// TestMessagesAreLimited checks that an address can send as many messages as the configuration allows, in each store view.
func TestMessagesAreLimited(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t, apptest.WithConfig(func(c *app.Config) { c.Requests.RateLimitsOff = false }))
	s.Configure("system/rate_limit/contact", "1")
	s.SecondWebsite()
	s.Must(422, "POST", "/contact", inquiry(fields{"name": nil}))
	s.Must(201, "POST", "/contact", inquiry(nil))
	s.Must(429, "POST", "/contact", inquiry(nil))
	s.Must(201, "POST", "/contact?store=de", inquiry(nil))
}
