package settings

import (
	"regexp"
	"testing"

	"tradelog/domain/locale"
)

// TestTitlesOfMethodsSpeakTheLanguageOfTheStore: each default title of a payment method, a carrier and its method has a translation in each
// language. A title that is set wins in any scope, also one that is the English default.
func TestTitlesOfMethodsSpeakTheLanguageOfTheStore(t *testing.T) {
	t.Parallel()
	const store, website = 2, 3
	language, title := Scope{"store", store}, regexp.MustCompile(`^(payment/\w+/title|carriers/\w+/(title|name))$`)
	in := func(code string, scope Scope, path, value string) View {
		set := map[Scope]map[string]string{language: {"general/locale/code": code}}
		if value != "" {
			if set[scope] == nil {
				set[scope] = map[string]string{}
			}
			set[scope][path] = value
		}
		return NewValues(whole(t), set, map[int64]int64{store: website}).In(store)
	}
	found := 0
	for _, p := range Checkout {
		if !title.MatchString(p.Name) {
			continue
		}
		found++
		for _, l := range locale.Languages() {
			shown := in(l+"_DE", Default, p.Name, "").Title(p.Name)
			if english := l == locale.English; english != (shown == p.Default) {
				t.Errorf("%s in %s: %q", p.Name, l, shown)
			}
		}
		if shown := in("sv_SE", Default, p.Name, "").Title(p.Name); shown != p.Default {
			t.Errorf("%s in Swedish: %q", p.Name, shown)
		}
		for _, scope := range []Scope{Default, {"website", website}, language} {
			for _, value := range []string{"Mine", p.Default} {
				if shown := in("de_DE", scope, p.Name, value).Title(p.Name); shown != value {
					t.Errorf("%s, set in %s as %q: %q", p.Name, scope, value, shown)
				}
			}
		}
	}
	if found != 12 {
		t.Errorf("%d titles", found)
	}
}
