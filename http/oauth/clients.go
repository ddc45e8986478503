package oauth

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"tradelog/domain/agent"
	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/access"
	"tradelog/operations/inputs"
)

// registration is the answer to a registration (RFC 7591 §3.2.1).
type registration struct {
	agent.Client
	IssuedAt  int64    `json:"client_id_issued_at"`
	Method    string   `json:"token_endpoint_auth_method"`
	Grants    []string `json:"grant_types"`
	Responses []string `json:"response_types"`
}

func (h *Handler) register(ctx context.Context, x *exchange) error {
	body, err := x.body(agent.MaxMetadata)
	if err != nil {
		return err
	}
	var m agent.Metadata
	if err := json.Unmarshal(body, &m); err != nil || !inputs.Readable(m.Name) {
		return agent.ErrMetadata
	}
	client, err := h.authorization.Register(ctx, x.call, m)
	if err != nil {
		return err
	}
	x.json(http.StatusCreated, registration{
		Client: client, IssuedAt: h.pipeline.Clock().Unix(), Method: "none", Grants: []string{"authorization_code", "refresh_token"},
		Responses: []string{"code"},
	})
	return nil
}

// tokens is the answer with tokens (RFC 6749 §5.1).
type tokens struct {
	Access  string `json:"access_token"`
	Type    string `json:"token_type"`
	Expires int64  `json:"expires_in"`
	Refresh string `json:"refresh_token"`
	Scope   string `json:"scope"`
}

func (h *Handler) token(ctx context.Context, x *exchange) error {
	form, err := x.form()
	if err != nil {
		return err
	}
	sent, err := only(form, "grant_type", "client_id", "code", "redirect_uri", "code_verifier", "refresh_token", "resource")
	if err != nil {
		return err
	}
	grant, client, code, redirect, verifier, refresh, of := sent[0], sent[1], sent[2], sent[3], sent[4], sent[5], sent[6]
	var t access.AgentTokens
	switch grant {
	case "authorization_code":
		t, err = h.authorization.Exchange(ctx, x.call, client, code, redirect, verifier, of)
	case "refresh_token":
		x.end = h.renewing.lock(refresh)
		t, err = h.authorization.Renew(ctx, x.call, client, refresh, of)
	default:
		err = agent.ErrGrantType
	}
	if err != nil {
		return err
	}
	var scope []string
	for _, name := range t.Tools {
		scope = append(scope, strings.TrimPrefix(name, operations.SetPrefix))
	}
	x.w.Header().Set("Pragma", "no-cache")
	x.json(http.StatusOK, tokens{t.Access, "Bearer", int64(t.Lifetime / time.Second), t.Refresh, strings.Join(scope, " ")})
	x.sent = func() {
		// If this fails, the client may renew once more with the old token.
		_ = h.authorization.Answered(context.WithoutCancel(ctx), t)
	}
	return nil
}

// revoke ends an agent. The answer is the same if there is none.
func (h *Handler) revoke(ctx context.Context, x *exchange) error {
	form, err := x.form()
	if err != nil {
		return err
	}
	sent, err := only(form, "token", "client_id")
	if err != nil {
		return err
	}
	if sent[0] == "" || sent[1] == "" {
		return errNoToken
	}
	if err := h.authorization.Withdraw(ctx, x.call, sent[1], sent[0]); err != nil {
		return err
	}
	x.send(http.StatusOK, nil)
	return nil
}

var errNoToken = fault.Invalidf("token and client_id are required").WithCode("invalid_request")

// retryAfter sets Retry-After, in seconds.
func (x *exchange) retryAfter(f *fault.Error) {
	if f.RetryAfter > 0 {
		x.w.Header().Set("Retry-After", strconv.Itoa(int((f.RetryAfter+time.Second-1)/time.Second)))
	}
}
