package mcp

import (
	"net/http"
	"slices"
	"strings"

	"tradelog/operations"
)

// authorizes reports whether the shop lets programs log in by the URL of this endpoint alone.
func (x *exchange) authorizes() bool {
	return x.call != nil && x.call.Shop.Settings.In(0).Flag("apiplatform/protocols/oauth")
}

// mustLogIn reports whether a client without a token is asked for one. Only a client whose URL chooses tools is: others are guests.
func (x *exchange) mustLogIn() bool {
	return !x.caller.Token.Sent && x.caller.Principal == nil && x.chosen != nil && x.authorizes()
}

// challenge tells a client that is refused for want of a token where it gets one, and for which tool sets (RFC 9728 §5.1).
func (x *exchange) challenge(status int) {
	if status != http.StatusUnauthorized || !x.authorizes() {
		return
	}
	value := `Bearer resource_metadata="` + x.call.Shop.Root(0) + `/.well-known/oauth-protected-resource` + Path + `"`
	var sets []string
	asked := namesIn(x.r.URL.Query()["tools"])
	for _, s := range x.call.ToolSets() {
		if slices.Contains(asked, operations.SetPrefix+s.Name) && !strings.ContainsAny(s.Name, "\"\\") {
			sets = append(sets, s.Name)
		}
	}
	if len(sets) > 0 {
		value += `, scope="` + strings.Join(sets, " ") + `"`
	}
	x.w.Header().Set("Www-Authenticate", value)
}
