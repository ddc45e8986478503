// Package claim keeps values unique across streams. There is one stream for each value that may be used once, such as
// claim-sku-ABC; whoever appends to it first has the value. A claim is taken before its owner's first event, so an owner
// that never came into being must not hold it for ever: such a claim can be taken over.
package claim

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"tradelog/domain"
)

const Category = "claim"

// Taken and Released are the events of a claim.
type (
	Taken struct {
		Owner string `json:"owner"` // the stream that has the value from now on
	}
	Released struct {
		Owner string `json:"owner"`
	}
)

func (Taken) EventName() string    { return "ClaimTaken" }
func (Released) EventName() string { return "ClaimReleased" }

func EventSpecs() []domain.EventSpec {
	return domain.Specs(Taken{}, Released{})
}

type State struct{ Owner string }

func Evolve(s State, e domain.Event) State {
	switch e := e.(type) {
	case Taken:
		s.Owner = e.Owner
	case Released:
		if s.Owner == e.Owner {
			s.Owner = ""
		}
	}
	return s
}

// Take gives the value to an owner. ownerExists tells whether the present holder ever came into being; one that did not
// is replaced. taken is the caller's error for a value that is in use.
func (s State) Take(owner string, holderExists bool, taken error) ([]domain.Event, error) {
	switch {
	case s.Owner == owner:
		return nil, nil
	case s.Owner != "" && holderExists:
		return nil, taken
	}
	return []domain.Event{Taken{Owner: owner}}, nil
}

// Release gives the value back if the owner has it.
func (s State) Release(owner string) []domain.Event {
	if s.Owner != owner {
		return nil
	}
	return []domain.Event{Released{Owner: owner}}
}

// These kinds of claims have personal values.
const (
	emailKind      = "email"
	subscriberKind = "newsletter"
	identityKind   = "identity"
	userKind       = "user"
)

// codeKind is the kind of claims of codes, giftCardKind the kind of record whose codes are as good as money.
const (
	codeKind     = "code"
	giftCardKind = "giftcard"
)

// KeySubject is the subject of a keyring whose key names guessable claims. No person has it.
const KeySubject = "claims"

// Guessable tells whether a name tells personal data or the code of a gift card: it has them, or a plain digest, which whoever guesses
// them can confirm in the log, where stream names stay for ever. The stream of such a claim is its Keyed name. Logs of earlier versions
// have streams of the plain name.
func Guessable(name string) bool {
	kind, value, _ := strings.Cut(strings.TrimPrefix(name, Category+"-"), "-")
	switch kind {
	case emailKind, subscriberKind, identityKind, userKind:
		return true
	case codeKind:
		// A long value is a digest, which does not tell its kind of record. Keying the others too does no harm.
		return strings.HasPrefix(value, giftCardKind+"-") || len(value) == digested && !strings.Contains(value, "-")
	}
	return false
}

// Keyed names the stream of a guessable claim: an HMAC of the name, behind the kind of the claim.
func Keyed(key []byte, name string) string {
	kind, _, _ := strings.Cut(strings.TrimPrefix(name, Category+"-"), "-")
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(name))
	return stream(kind, "keyed-"+hex.EncodeToString(mac.Sum(nil)[:20]))
}

// SKU names the claim of a product's SKU. SKUs that differ only in case are the same.
func SKU(sku string) string { return stream("sku", strings.ToLower(sku)) }

// Email names the claim of a customer's e-mail in a website, 0 where customers are shared by all. It is Guessable.
func Email(websiteID int64, email string) string {
	sum := sha256.Sum256([]byte(strings.ToLower(email)))
	return stream(emailKind, strconv.FormatInt(websiteID, 10)+"-"+hex.EncodeToString(sum[:16]))
}

// Identity names the claim of a person at a sign-in provider in a website, 0 where customers are shared by all. It is Guessable.
func Identity(websiteID int64, provider, subject string) string {
	sum := sha256.Sum256([]byte(provider + "\x00" + subject))
	return stream(identityKind, strconv.FormatInt(websiteID, 10)+"-"+hex.EncodeToString(sum[:16]))
}

// Subscriber names the claim of an e-mail address that the newsletter is sent to. It is Guessable.
func Subscriber(email string) string {
	sum := sha256.Sum256([]byte(strings.ToLower(email)))
	return stream(subscriberKind, hex.EncodeToString(sum[:16]))
}

// Username names the claim of a back-office name of one kind: admin, api, service. It is Guessable.
func Username(kind, name string) string { return stream(userKind, kind+"-"+strings.ToLower(name)) }

// ClientID names the claim of a service account's client_id. Case matters, as it does when it is used.
func ClientID(id string) string { return stream("client", id) }

// Code names the claim of a code of some kind of record, such as a store code.
func Code(kind, code string) string { return stream(codeKind, kind+"-"+strings.ToLower(code)) }

// GiftCard names the claim of a gift card's code. It is Guessable. Codes that differ only in case are the same.
func GiftCard(code string) string { return Code(giftCardKind, code) }

// StoreCode names the claim of a code of some kind of record in a store view, 0 for all of them.
func StoreCode(kind string, storeID int64, code string) string {
	return stream(codeKind, kind+"-store"+strconv.FormatInt(storeID, 10)+"-"+strings.ToLower(code))
}

// Below names the claim of a key of some kind of record among those of one parent.
func Below(kind string, parent int64, key string) string {
	return stream(codeKind, kind+"-below"+strconv.FormatInt(parent, 10)+"-"+strings.ToLower(key))
}

// Attribute names the claim of a value of an attribute that no two products share. Values that differ only in case are the same.
func Attribute(code, value string) string {
	if len(value) > 50 { // the code must stay readable
		sum := sha256.Sum256([]byte(strings.ToLower(value)))
		value = hex.EncodeToString(sum[:16])
	}
	return stream("attribute", code+"-"+strings.ToLower(value))
}

// MediaFile names the claim of a media file's path. Case matters, as it does in URLs.
func MediaFile(path string) string { return stream("media", path) }

// digested is the length of a digest of stream.
const digested = 2 * sha256.Size

// stream keeps short readable values readable and digests long ones, since stream names have a limit.
func stream(kind, value string) string {
	if len(value) > 120 {
		sum := sha256.Sum256([]byte(value))
		value = hex.EncodeToString(sum[:])
	}
	return domain.StreamOf(Category, kind+"-"+value)
}
