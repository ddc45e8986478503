package http_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	tradehttp "tradelog/http"
)

// TestThePageLoadsNothing checks that the page loads nothing from other servers.
func TestThePageLoadsNothing(t *testing.T) {
	t.Parallel()
	page := tradehttp.DocsPage
	for _, bad := range []string{
		`https?:`, `["'(]//`, `@import`, `url\(`, `\bsrc=`, `\bon[a-z]+="`, `\bstyle="`,
		`innerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function`, `localStorage|sessionStorage|document\.cookie`,
	} {
		if found := regexp.MustCompile(bad).FindIndex(page); found != nil {
			t.Errorf("the page has %q near %q", bad, page[max(0, found[0]-30):min(len(page), found[1]+30)])
		}
	}
	if !bytes.Contains(page, []byte("fetch('/api/docs.json'")) {
		t.Error("the page does not read the document")
	}
	for _, one := range []string{"<script>", "<style>"} {
		if n := bytes.Count(page, []byte(one)); n != 1 {
			t.Errorf("%d times %s: the policy knows one", n, one)
		}
	}
}

// TestThePolicyIsStrict checks that the policy allows only the page's own script and style, and this server.
func TestThePolicyIsStrict(t *testing.T) {
	t.Parallel()
	got := tradehttp.ContentPolicy([]byte("<style>a{}</style><script>1</script>"))
	want := "default-src 'none'; script-src 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='; " +
		"style-src 'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='; connect-src 'self'; img-src data:; base-uri 'none'; form-action " +
		"'none'; frame-ancestors 'none'"
	if got != want {
		t.Errorf("policy\n got %s\nwant %s", got, want)
	}
	for _, lax := range []string{"unsafe", "*", "http"} {
		if strings.Contains(got, lax) {
			t.Errorf("the policy allows %s", lax)
		}
	}
	if got := tradehttp.ContentPolicy([]byte("no elements")); !strings.Contains(got, "script-src 'none'; style-src 'none'") {
		t.Errorf("a page without script: %s", got)
	}
}
