package main_test

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// opensTheConsole: what the start of the demo prints is enough to log in to the console.
func opensTheConsole(t *testing.T, console, username, key string) {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Jar: jar}
	read := func(answer *http.Response, err error) (where, page string) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d, %v\n%s", answer.Request.URL, answer.StatusCode, err, body)
		}
		return answer.Request.URL.Path, string(body)
	}
	_, login := read(browser.Get(console))
	proof := regexp.MustCompile(`name="proof" value="([^"]*)"`).FindStringSubmatch(login)
	if proof == nil {
		t.Fatalf("%s has no form:\n%s", console, login)
	}
	where, page := read(browser.PostForm(console+"/login", url.Values{"username": {username}, "password": {key}, "proof": {proof[1]}}))
	if where != "/console" || !strings.Contains(page, "Orders today") {
		t.Errorf("after the login at %s: %s\n%s", console, where, page)
	}
}
