package mcp

import (
	"net/http"
	"slices"
	"strings"

	"tradelog/operations"
)

// oauthSwitch is the configuration path that switches OAuth on.
const oauthSwitch = "apiplatform/protocols/oauth"

// authorizes reports whether the shop has OAuth switched on.
func (x *exchange) authorizes() bool {
	return x.call != nil && x.call.Shop.Settings.In(0).Flag(oauthSwitch)
}

// mustLogIn reports whether a client must log in: it has no token, and its URL chooses tools. Other clients are guests.
func (x *exchange) mustLogIn() bool {
	return !x.caller.Token.Sent && x.caller.Principal == nil && x.chosen != nil && x.authorizes()
}

// challenge tells a client without a valid token where to get one, and for which tool sets (RFC 9728 §5.1).
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
	for _, name := range asked {
		if !strings.ContainsAny(name, "*"+operations.SetPrefix) { // a single tool
			sets = append(sets, name)
		}
	}
	if len(sets) > 0 {
		value += `, scope="` + strings.Join(sets, " ") + `"`
	}
	x.w.Header().Set("Www-Authenticate", value)
}
