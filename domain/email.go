package domain

import (
	"strings"

	"golang.org/x/net/idna"
)

// EmailKey returns the form of an e-mail address that is the same for all spellings of one mailbox: lower case, and the domain in ASCII. So
// an address with an umlaut in its domain and one with the domain's Punycode have one key. The address of a domain that IDNA refuses is
// only in lower case.
func EmailKey(email string) string {
	email = strings.ToLower(email)
	at := strings.LastIndexByte(email, '@') + 1
	host, err := idna.Lookup.ToASCII(email[at:])
	if at == 0 || err != nil || isASCII(email[at:]) {
		return email
	}
	return email[:at] + host
}

// SameEmail tells whether two e-mail addresses have one key.
func SameEmail(a, b string) bool { return strings.EqualFold(EmailKey(a), EmailKey(b)) }

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r > 0x7f })
}
