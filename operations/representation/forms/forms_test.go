package forms_test

import (
	"net/http/httptest"
	"testing"

	"tradelog/operations/representation/forms"
)

// TestProof: the proof of a browser is its own and does not disclose its secret. Nothing else passes.
func TestProof(t *testing.T) {
	t.Parallel()
	own, other := forms.NewSecret(), forms.NewSecret()
	if !own.Proven(own.Proof()) || own.Proven(other.Proof()) || own.Proven("") || own.Proven(string(own)) {
		t.Error("a proof is not that of its browser alone")
	}
	if none := forms.Secret(""); none.Proven(none.Proof()) {
		t.Error("a browser without a secret proves a form")
	}
	for cookie, want := range map[string]forms.Secret{"form=" + string(own): own, "form=short": "", "other=" + string(own): ""} {
		r := httptest.NewRequest("POST", "/", nil)
		r.Header.Set("Cookie", cookie)
		if got := forms.SecretOf(r, "form"); got != want {
			t.Errorf("%s: %q", cookie, got)
		}
	}
}
