// Package claim keeps values unique across streams. Each value that may be used only once has a stream, such as claim-sku-ABC; the first
// stream to append to it owns the value. A claim is taken before its owner's first event. If the owner is then never created, another owner
// can take the claim over.
package claim

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"tradelog/domain"
	"tradelog/domain/person"
)

const Category = "claim"

// Taken and Released are the events of a claim.
type (
	Taken struct {
		Owner string `json:"owner"` // the stream that owns the value
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

// Take gives the value to an owner. It replaces a present holder that does not exist (holderExists). If the holder exists, Take returns
// taken.
func (s State) Take(owner string, holderExists bool, taken error) ([]domain.Event, error) {
	switch {
	case s.Owner == owner:
		return nil, nil
	case s.Owner != "" && holderExists:
		return nil, taken
	}
	return []domain.Event{Taken{Owner: owner}}, nil
}

// Release releases the value if the owner holds it.
func (s State) Release(owner string) []domain.Event {
	if s.Owner != owner {
		return nil
	}
	return []domain.Event{Released{Owner: owner}}
}

// Kinds of claims with personal values.
const (
	emailKind      = "email"
	subscriberKind = "newsletter"
	identityKind   = "identity"
	userKind       = "user"
)

// codeKind is the kind of claims of codes. giftCardKind is the kind of record whose codes are as good as money.
const (
	codeKind     = "code"
	giftCardKind = "giftcard"
)

// KeySubject is the subject of the keyring with the key that names guessable claims. The subject is no person.
const KeySubject = "claims"

// Guessable tells whether a claim's name reveals personal data or the code of a gift card. Such a name contains the value or its plain
// digest. Anybody who guesses the value can confirm it in the log, where stream names are kept for ever. The stream of such a claim has the
// Keyed name. Logs of earlier versions have streams with the plain name.
func Guessable(name string) bool {
	kind, value, _ := strings.Cut(strings.TrimPrefix(name, Category+"-"), "-")
	switch kind {
	case emailKind, subscriberKind, identityKind, userKind:
		return true
	case codeKind:
		// A long value is a digest, which does not show its kind of record. Keying the others too does no harm.
		return strings.HasPrefix(value, giftCardKind+"-") || len(value) == digested && !strings.Contains(value, "-")
	}
	return false
}

// Keyed returns the name of the stream of a guessable claim: the kind of the claim and an HMAC of the name.
func Keyed(key []byte, name string) string {
	kind, _, _ := strings.Cut(strings.TrimPrefix(name, Category+"-"), "-")
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(name))
	return stream(kind, "keyed-"+hex.EncodeToString(mac.Sum(nil)[:20]))
}

// SKU returns the name of the claim of a product's SKU. SKUs that differ only in case are the same.
func SKU(sku string) string { return stream("sku", strings.ToLower(sku)) }

// Emails returns the names of the claims of a customer's e-mail in a website; 0 if all websites share customers. Each spelling of the
// address has one, that of the given spelling first. Logs of earlier versions have a claim of one spelling alone. The claims are Guessable.
func Emails(websiteID int64, email string) []string {
	return ofSpellings(emailKind, strconv.FormatInt(websiteID, 10)+"-", email)
}

// Identity returns the name of the claim of a person at a sign-in provider in a website; 0 if all websites share customers. The claim is
// Guessable.
func Identity(websiteID int64, provider, subject string) string {
	sum := sha256.Sum256([]byte(provider + "\x00" + subject))
	return stream(identityKind, strconv.FormatInt(websiteID, 10)+"-"+hex.EncodeToString(sum[:16]))
}

// Subscribers returns the names of the claims of a newsletter subscriber's e-mail address, as Emails does. The claims are Guessable.
func Subscribers(email string) []string { return ofSpellings(subscriberKind, "", email) }

func ofSpellings(kind, prefix, email string) []string {
	names := person.Spellings(email)
	for i, spelling := range names {
		sum := sha256.Sum256([]byte(spelling))
		names[i] = stream(kind, prefix+hex.EncodeToString(sum[:16]))
	}
	return names
}

// Username returns the name of the claim of an account's user name, of one kind: admin, api, service. The claim is Guessable.
func Username(kind, name string) string { return stream(userKind, kind+"-"+strings.ToLower(name)) }

// ClientID returns the name of the claim of a service account's client_id. Case matters, as it does in authentication.
func ClientID(id string) string { return stream("client", id) }

// Code returns the name of the claim of a code of some kind of record, such as a store code.
func Code(kind, code string) string { return stream(codeKind, kind+"-"+strings.ToLower(code)) }

// GiftCard returns the name of the claim of a gift card's code. The claim is Guessable. Codes that differ only in case are the same.
func GiftCard(code string) string { return Code(giftCardKind, code) }

// StoreCode returns the name of the claim of a code of some kind of record in a store view; 0 is all store views.
func StoreCode(kind string, storeID int64, code string) string {
	return stream(codeKind, kind+"-store"+strconv.FormatInt(storeID, 10)+"-"+strings.ToLower(code))
}

// Below returns the name of the claim of a key that is unique among the records of one kind below a parent.
func Below(kind string, parent int64, key string) string {
	return stream(codeKind, kind+"-below"+strconv.FormatInt(parent, 10)+"-"+strings.ToLower(key))
}

// Attribute returns the name of the claim of a value of a unique attribute. Values that differ only in case are the same.
func Attribute(code, value string) string {
	if len(value) > 50 { // the code must stay readable
		sum := sha256.Sum256([]byte(strings.ToLower(value)))
		value = hex.EncodeToString(sum[:16])
	}
	return stream("attribute", code+"-"+strings.ToLower(value))
}

// MediaFile returns the name of the claim of a media file's path. Case matters, as it does in URLs.
func MediaFile(path string) string { return stream("media", path) }

// digested is the length of the digests that the function stream makes.
const digested = 2 * sha256.Size

// stream returns the name of a claim's stream. It replaces values of more than 120 bytes by a digest, since stream names have a limit.
func stream(kind, value string) string {
	if len(value) > 120 {
		sum := sha256.Sum256([]byte(value))
		value = hex.EncodeToString(sum[:])
	}
	return domain.StreamOf(Category, kind+"-"+value)
}
