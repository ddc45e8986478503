package oauth

import (
	"context"
	"net/http"
	"regexp"
	"strings"

	"tradelog/operations"
	"tradelog/operations/access"
)

// resource describes the MCP endpoint (RFC 9728).
type resource struct {
	Resource      string   `json:"resource"`
	Name          string   `json:"resource_name,omitempty"`
	Servers       []string `json:"authorization_servers"`
	Scopes        []string `json:"scopes_supported"`
	Methods       []string `json:"bearer_methods_supported"`
	Documentation string   `json:"resource_documentation,omitempty"`
}

// server describes the authorization server (RFC 8414, RFC 9207, and the draft on client ID metadata documents).
type server struct {
	Issuer        string   `json:"issuer"`
	Authorization string   `json:"authorization_endpoint"`
	Token         string   `json:"token_endpoint"`
	Registration  string   `json:"registration_endpoint"`
	Revocation    string   `json:"revocation_endpoint"`
	Scopes        []string `json:"scopes_supported"`
	Responses     []string `json:"response_types_supported"`
	Modes         []string `json:"response_modes_supported"`
	Grants        []string `json:"grant_types_supported"`
	Clients       []string `json:"token_endpoint_auth_methods_supported"`
	Revocations   []string `json:"revocation_endpoint_auth_methods_supported"`
	Challenges    []string `json:"code_challenge_methods_supported"`
	Issues        bool     `json:"authorization_response_iss_parameter_supported"`
	Documents     bool     `json:"client_id_metadata_document_supported"`
}

// scopeShape is a name that can be a scope (RFC 6749 §3.3).
var scopeShape = regexp.MustCompile(`^[\x21\x23-\x5B\x5D-\x7E]+$`)

// scopes lists the tool sets of the shop.
func scopes(c *operations.Call) []string {
	all := []string{}
	for _, s := range c.ToolSets() {
		if scopeShape.MatchString(s.Name) {
			all = append(all, s.Name)
		}
	}
	return all
}

// describe sends a description, which anybody may cache for an hour.
func (x *exchange) describe(value any) {
	x.w.Header().Set("Cache-Control", "public, max-age=3600")
	x.json(http.StatusOK, value)
}

func (h *Handler) describeResource(_ context.Context, x *exchange) error {
	d := resource{
		Resource: access.Resource(x.call), Name: strings.TrimSpace(x.call.Config().Text("general/store_information/name")),
		Servers: []string{access.Issuer(x.call)}, Scopes: scopes(x.call), Methods: []string{"header"},
	}
	if x.call.Shop.Settings.In(0).Flag("apiplatform/protocols/rest_v2") {
		d.Documentation = access.Issuer(x.call) + "/api/docs"
	}
	x.describe(d)
	return nil
}

func (h *Handler) describeServer(_ context.Context, x *exchange) error {
	root, none := access.Issuer(x.call), []string{"none"}
	x.describe(server{
		Issuer: root, Authorization: root + authorizePath, Token: root + tokenPath, Registration: root + registerPath,
		Revocation: root + revokePath, Scopes: scopes(x.call), Responses: []string{"code"}, Modes: []string{"query"},
		Grants: []string{"authorization_code", "refresh_token"}, Clients: none, Revocations: none, Challenges: []string{"S256"},
		Issues: true, Documents: true,
	})
	return nil
}
