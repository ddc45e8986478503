package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tradelog/domain/letter"
	"tradelog/test/apptest"
)

// TestMailRender: operators preview e-mails in the language and with the templates of a store view, or the templates themselves.
func TestMailRender(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	dir := filepath.Join(t.TempDir(), "look")
	read := func(name string) string {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	done(t, s, "config", "set", "general/locale/code", "de_DE")
	done(t, s, "config", "set", "general/store_information/name", "Maß & Co")
	token := apptest.Bearer(s.Service([]string{"email-templates/write"}))
	template := map[string]any{"kind": "order", "storeId": 1, "subject": "Danke für {{.Order.Number}}"}
	s.Must(201, "POST", "/email-templates", template, token...)
	out := done(t, s, "mail", "render", "order", "--store", "default", "--to", dir)
	if !strings.Contains(out, filepath.Join(dir, "order.txt")) || !strings.Contains(out, filepath.Join(dir, "order.html")) {
		t.Errorf("printed %s", out)
	}
	text := read("order.txt")
	if !strings.HasPrefix(text, "Subject: Danke für 100000007\n\nGuten Tag") || !strings.Contains(text, "Maß & Co") {
		t.Error(text)
	}
	done(t, s, "mail", "render", "order", "--to", dir, "--source")
	if text := read("order.txt"); !strings.HasPrefix(text, "Subject: Ihre Bestellung Nr. {{.Order.Number}}\n") {
		t.Error(text)
	}
	done(t, s, "mail", "render", "all", "--to", dir)
	if files, err := os.ReadDir(dir); err != nil || len(files) != 2*len(letter.Kinds()) {
		t.Errorf("%d files, %v", len(files), err)
	}
	refused(t, s, "tradelog stores list view shows them", "mail", "render", "order", "--store", "nowhere", "--to", dir)
	refused(t, s, "the kinds are account-confirmation,", "mail", "render", "postcard", "--to", dir)
	refused(t, s, "There is no order 100000042", "mail", "render", "order", "--order", "100000042", "--to", dir)
}
