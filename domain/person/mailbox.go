package person

import (
	"strings"

	"golang.org/x/net/idna"

	"tradelog/domain"
)

// Mailbox returns an e-mail address in the form in which two spellings of it are equal: in lower case, with the ASCII form of an
// internationalised domain, such as jana@xn--mller-kva.example for Jana@Müller.example (RFC 5890).
func Mailbox(email string) string {
	email = strings.ToLower(email)
	at := strings.LastIndexByte(email, '@') + 1
	if plain(email[at:]) {
		return email
	}
	if ascii, err := idna.Lookup.ToASCII(email[at:]); err == nil {
		return email[:at] + ascii
	}
	return email
}

// Spellings returns the spellings of an e-mail address, in lower case, the given one first. Only addresses in internationalised domains
// have more than one.
func Spellings(email string) []string {
	email = strings.ToLower(email)
	at := strings.LastIndexByte(email, '@') + 1
	if domain := email[at:]; plain(domain) && !strings.Contains(domain, "xn--") {
		return []string{email}
	}
	ascii := Mailbox(email)
	spellings := []string{email, ascii}
	if unicode, err := idna.Lookup.ToUnicode(ascii[at:]); err == nil {
		spellings = append(spellings, ascii[:at]+unicode)
	}
	return domain.Distinct(spellings)
}

// SameMailbox tells whether two e-mail addresses are spellings of one.
func SameMailbox(a, b string) bool { return strings.EqualFold(a, b) || Mailbox(a) == Mailbox(b) }

func plain(domain string) bool {
	for i := range len(domain) {
		if domain[i] >= 0x80 {
			return false
		}
	}
	return true
}
