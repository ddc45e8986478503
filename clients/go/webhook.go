package tradelog

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"tradelog/clients/go/api"
)

// Tolerance is the greatest accepted difference between the time of a webhook and the clock.
const Tolerance = 5 * time.Minute

// Event is a message of a webhook.
type Event struct {
	ID      string `json:"id"` // the same when a message is sent again: skip known ones
	Type    string `json:"type"`
	Source  string `json:"source"`
	Subject string `json:"subject"`
	Time    string `json:"time"`
	Data    struct {
		Change api.Change `json:"change"`
		// Document is the resource at the time of sending; null if it was deleted, or the subscription sends only changes.
		Document json.RawMessage `json:"document"`
	} `json:"data"`
}

// Verifier checks that webhooks come from the shop.
type Verifier struct {
	// Clock tells the time; time.Now by default.
	Clock func() time.Time

	secrets [][]byte
}

// NewVerifier returns a verifier of messages signed with one of the secrets, such as whsec_.... During a rotation there are two.
func NewVerifier(secrets ...string) (*Verifier, error) {
	v := &Verifier{Clock: time.Now}
	for _, text := range secrets {
		secret, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(text, "whsec_"))
		if err != nil || len(secret) == 0 {
			return nil, errors.New("the secret of a webhook is whsec_ and base64")
		}
		v.secrets = append(v.secrets, secret)
	}
	if len(v.secrets) == 0 {
		return nil, errors.New("there is no secret")
	}
	return v, nil
}

// Verify checks the signature and the time of a message, and decodes it. body must be the received bytes, unchanged. It fails with an Error
// of kind Signature.
func (v *Verifier) Verify(header http.Header, body []byte) (*Event, error) {
	refused := func(why string) (*Event, error) { return nil, &Error{Kind: Signature, Message: why} }
	id, sent := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(sent, 10, 64)
	if err != nil || id == "" {
		return refused("the message has no ID or no time")
	}
	if off := v.Clock().Sub(time.Unix(seconds, 0)); off > Tolerance || off < -Tolerance {
		return refused("the time of the message is more than five minutes off")
	}
	if !v.signed(id+"."+sent+"."+string(body), header.Get("webhook-signature")) {
		return refused("the signature is wrong")
	}
	var event Event
	if err := json.Unmarshal(body, &event); err != nil {
		return nil, &Error{Kind: Signature, Message: "the message is signed and cannot be read", cause: err}
	}
	return &event, nil
}

// signed reports whether any of the signatures matches any of the secrets. The comparisons take constant time.
func (v *Verifier) signed(content, signatures string) bool {
	right := false
	for _, signature := range strings.Fields(signatures) {
		encoded, ok := strings.CutPrefix(signature, "v1,")
		given, err := base64.StdEncoding.DecodeString(encoded)
		if !ok || err != nil {
			continue
		}
		for _, secret := range v.secrets {
			mac := hmac.New(sha256.New, secret)
			mac.Write([]byte(content))
			right = hmac.Equal(mac.Sum(nil), given) || right
		}
	}
	return right
}
