package payment

import (
	"encoding/json"
	"regexp"
	"strings"
	"unicode"
)

// refuseCard returns an error if a member of payment data holds a card number or a card verification code.
func refuseCard(name string, value json.RawMessage) error {
	if isCardCode(name) {
		return ErrCardCode
	}
	texts := []string{name}
	var decoded any
	decoder := json.NewDecoder(strings.NewReader(string(value)))
	decoder.UseNumber()
	if decoder.Decode(&decoded) != nil {
		decoded = string(value)
	}
	var collect func(v any) error
	collect = func(v any) error {
		switch v := v.(type) {
		case string:
			texts = append(texts, v)
		case json.Number:
			texts = append(texts, v.String())
		case []any:
			for _, element := range v {
				if err := collect(element); err != nil {
					return err
				}
			}
		case map[string]any:
			for name, member := range v {
				if isCardCode(name) {
					return ErrCardCode
				}
				texts = append(texts, name)
				if err := collect(member); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if err := collect(decoded); err != nil {
		return err
	}
	for _, text := range texts {
		switch {
		case hasCardNumber(text):
			return ErrCardNumber
		case namedCode.MatchString(text):
			return ErrCardCode
		}
	}
	return nil
}

// codeNames lists the parts that names of fields for card verification codes have, in lower case, letters only.
var codeNames = []string{
	"cvv", "cvc", "cvn", "cvd", "csc", "securitycode", "verificationcode", "verificationvalue", "verificationnumber", "cardcode",
}

// isCardCode tells whether a field's name is that of a card verification code, such as cvv, card_cvc, cc_cid or securityCode.
func isCardCode(name string) bool {
	letters := strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
	for _, part := range codeNames {
		if strings.Contains(letters, part) {
			return true
		}
	}
	return strings.HasSuffix(letters, "cid")
}

// namedCode matches a card verification code in running text, such as "CVV: 123".
var namedCode = regexp.MustCompile(`(?i)\b(cvv2?|cvc2?|cvn2?|cvd|csc|cid|security code|verification (code|value|number))\W{0,3}\d{3,4}\b`)

const (
	shortestCard = 13
	longestCard  = 19
)

// hasCardNumber tells whether a text contains a possible card number: 13 to 19 digits that pass the Luhn check. They stand in one piece or
// in groups separated by spaces, dashes or dots. Digits of all scripts count.
func hasCardNumber(text string) bool {
	var digits []byte
	begins := []bool{} // whether a group begins with the digit
	gap := true
	check := func() bool {
		found := cardIn(digits, begins)
		digits, begins, gap = digits[:0], begins[:0], true
		return found
	}
	for _, r := range text {
		d, is := digit(r)
		switch {
		case is:
			digits, begins, gap = append(digits, d), append(begins, gap), false
		case unicode.IsSpace(r) || unicode.Is(unicode.Pd, r) || unicode.Is(unicode.Cf, r) || r == '\u2212' || r == '.' || r == '_':
			gap = true
		default:
			if check() {
				return true
			}
		}
	}
	return check()
}

// cardIn tells whether digits contain a card number that begins and ends with a group.
func cardIn(digits []byte, begins []bool) bool {
	for from := range digits {
		if !begins[from] {
			continue
		}
		for to := from + shortestCard; to <= min(from+longestCard, len(digits)); to++ {
			if (to == len(digits) || begins[to]) && luhn(digits[from:to]) {
				return true
			}
		}
	}
	return false
}

// luhn tells whether the last digit is the check digit of the others (Luhn). Zeros alone are no number.
func luhn(digits []byte) bool {
	sum, other := 0, 0
	for i, d := range digits {
		n := int(d)
		if (len(digits)-i)%2 == 0 {
			if n *= 2; n > 9 {
				n -= 9
			}
		}
		sum += n
		other |= int(d)
	}
	return sum%10 == 0 && other != 0
}

// digit returns the value of a decimal digit of any script. Unicode has them in runs of ten, from 0 to 9.
func digit(r rune) (byte, bool) {
	if r >= '0' && r <= '9' {
		return byte(r - '0'), true
	}
	if r < 0x80 || !unicode.Is(unicode.Nd, r) {
		return 0, false
	}
	for _, table := range unicode.Nd.R16 {
		if rune(table.Lo) <= r && r <= rune(table.Hi) {
			return byte((r - rune(table.Lo)) % 10), true
		}
	}
	for _, table := range unicode.Nd.R32 {
		if rune(table.Lo) <= r && r <= rune(table.Hi) {
			return byte((r - rune(table.Lo)) % 10), true
		}
	}
	return 0, false
}
