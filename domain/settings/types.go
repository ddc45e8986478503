package settings

import (
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tradelog/domain/customer"
	"tradelog/domain/directory"
	"tradelog/domain/fault"
	"tradelog/domain/money"
)

// Type is the type of the value of a path. It describes the allowed values in words and refuses all others. An empty value is allowed
// unless the type requires one.
type Type struct {
	takes    string
	allows   func(value string) bool
	required bool
	hidden   bool
}

// Hidden tells whether values of the type are secrets, which are never shown.
func (t *Type) Hidden() bool { return t.hidden }

// String describes the allowed values.
func (t *Type) String() string { return t.takes }

// check returns an error if the type does not allow a value.
func (t *Type) check(path, value string) error {
	if value == "" && !t.required || value != "" && isText(value) && t.allows(value) {
		return nil
	}
	if t.hidden {
		return fault.Invalidf("%s takes %s", path, t).About(fault.Format, path)
	}
	return fault.Invalidf("%s takes %s, not %.60q", path, t, value).About(fault.Format, path)
}

var (
	text    = &Type{takes: "text without control characters", allows: func(string) bool { return true }}
	secret  = &Type{takes: "text without control characters", allows: func(string) bool { return true }, hidden: true}
	flag    = &Type{takes: "0 (off) or 1 (on)", allows: func(v string) bool { return v == "0" || v == "1" }}
	integer = &Type{takes: "a whole number, such as 10 or -1", allows: func(v string) bool { return between(v, -maxInteger, maxInteger) }}
	// count is a number of seconds, days or things.
	count   = &Type{takes: "a whole number from 0, such as 10", allows: func(v string) bool { return between(v, 0, maxInteger) }}
	port    = &Type{takes: "a port, from 1 to 65535", allows: func(v string) bool { return between(v, 1, 65535) }}
	decimal = &Type{takes: "a number, such as 4.95", allows: isDecimal}
	amount  = &Type{
		takes: "a number from 0, such as 4.95", allows: func(v string) bool { return isDecimal(v) && money.MustParse(v).Sign() >= 0 },
	}

	localeCode = &Type{takes: "a language and a country, such as en_US, de_DE or zh_Hans_CN", allows: directory.ValidLocale}
	zone       = &Type{takes: "the name of a time zone, such as Europe/Berlin, America/New_York or UTC", allows: directory.ValidZone}
	country    = &Type{takes: "a country's code of two capital letters (ISO 3166-1), such as DE or US", allows: isCountry}
	countries  = &Type{takes: "countries' codes of two capital letters (ISO 3166-1), such as DE,AT,CH", allows: each(isCountry)}
	currency   = &Type{takes: "the code of a currency in use (ISO 4217), such as USD, EUR or GBP", allows: isCurrency, required: true}
	currencies = &Type{takes: "codes of currencies in use (ISO 4217), such as USD,EUR", allows: each(isCurrency), required: true}
	Email      = &Type{takes: "an e-mail address, such as shop@example.com", allows: customer.ValidEmail}
	emails     = &Type{takes: "e-mail addresses, such as a@example.com,b@example.com", allows: each(customer.ValidEmail)}
	baseURL    = &Type{takes: "a URL with http or https and a host, such as https://shop.example/", allows: isBaseURL}
	origins    = &Type{takes: "origins without wildcards, such as https://app.example,https://two.example:8443", allows: each(isOrigin)}
	// vatid is a VAT ID of the European Union or of a country with similar ones.
	vatid = &Type{
		takes:  "a VAT ID that begins with the country's code, such as DE123456789",
		allows: func(v string) bool { return vatID.MatchString(v) },
	}
	// trackingURL is a carrier's page about the position of a parcel.
	trackingURL = &Type{
		takes:  "a URL with " + TrackingNumber + ", such as https://carrier.example/?parcel=" + TrackingNumber,
		allows: isTrackingURL,
	}
	networks = &Type{takes: "IP addresses and networks, such as 10.0.0.7,192.168.0.0/16", allows: each(isNetwork)}

	identity    = oneOf("general", "sales", "support", "custom1", "custom2")
	orderStatus = oneOf("pending", "pending_payment", "processing", "complete", "closed", "canceled", "holded", "payment_review", "fraud")
	percent     = oneOf("F", "P")
	handling    = oneOf("O", "P")
	// tokenKey is the key that signs tokens.
	tokenKey = &Type{takes: fmt.Sprintf("at least %d bytes", minTokenKey), required: true, hidden: true,
		allows: func(v string) bool { return len(v) >= minTokenKey }}
	// quality is the quality of pictures.
	quality = &Type{takes: "a number from 1 to 101", allows: func(v string) bool { return between(v, 1, 101) }, required: true}
	// sizes lists sizes of pictures, in pixels. Few are allowed, since each one is stored.
	sizes = &Type{takes: "at most 20 sizes of pictures, up to 4096, such as 75x75,300x300", allows: areSizes}
	// cardFormat is the format of gift card codes.
	cardFormat = &Type{takes: "letters, digits and dashes with at least four X, each of which is drawn, such as XXXX-XXXX-XXXX",
		allows: func(v string) bool { return codeFormat.MatchString(v) && strings.Count(v, "X") >= 4 }}
)

// named maps names in the tables of paths (the files *.tsv) to types.
var named = map[string]*Type{
	"Text": text, "Secret": secret, "Flag": flag, "Integer": integer, "Count": count, "Port": port, "Decimal": decimal, "Amount": amount,
	"Locale": localeCode, "Zone": zone, "Country": country, "Countries": countries, "Currency": currency, "Currencies": currencies,
	"Email": Email, "Emails": emails, "BaseURL": baseURL, "Origins": origins, "Networks": networks,
	"TrackingURL": trackingURL, "VATID": vatid, "Identity": identity,
	"Quality": quality, "Sizes": sizes,
	"OrderStatus": orderStatus, "Percent": percent, "Handling": handling, "TokenKey": tokenKey, "CodeFormat": cardFormat,
}

// typeOf returns the type that a table of paths names, or a type of the values behind "oneof:".
func typeOf(name string) *Type {
	if values, ok := strings.CutPrefix(name, "oneof:"); ok {
		return oneOf(strings.Split(values, ",")...)
	}
	if t, ok := named[name]; ok {
		return t
	}
	panic("settings: unknown type " + name)
}

// oneOf returns a type that allows the given values.
func oneOf(values ...string) *Type {
	last := len(values) - 1
	return &Type{
		takes:  strings.Join(values[:last], ", ") + " or " + values[last],
		allows: func(v string) bool { return slices.Contains(values, v) },
	}
}

// TrackingNumber is the placeholder for a parcel's number in a trackingURL.
const TrackingNumber = "{{number}}"

// maxInteger is the largest number that fits everywhere a whole number is used.
const maxInteger = 1<<31 - 1

// minTokenKey is the least length of a key, in bytes. A shorter key than the hash of HMAC-SHA-256 could be found by trying (RFC 7518
// §3.2).
const minTokenKey = 32

// CheckTokenKey returns an error if the key of tokens is too short. name tells where the key is set.
func CheckTokenKey(name, key string) error {
	if len(key) >= minTokenKey {
		return nil
	}
	return fault.Invalidf("%s has %d bytes and needs at least %d: tokens are signed with it, and whoever finds a short key by trying "+
		"can sign tokens of their own. Make one with: openssl rand -hex 32", name, len(key), minTokenKey)
}

var codeFormat = regexp.MustCompile(`^[A-Za-z0-9-]{4,60}$`)

var vatID = regexp.MustCompile(`^[A-Za-z]{2}[ .-]?[0-9A-Za-z+*]([ .-]?[0-9A-Za-z+*]){1,11}$`)

var pictureSize = regexp.MustCompile(`^([1-9][0-9]{0,3})x([1-9][0-9]{0,3})$`)

func areSizes(v string) bool {
	return len(directory.ParseCodes(v)) <= 20 && each(func(size string) bool {
		sides := pictureSize.FindStringSubmatch(size)
		return sides != nil && between(sides[1], 1, 4096) && between(sides[2], 1, 4096)
	})(v)
}

func isText(v string) bool {
	return utf8.ValidString(v) && strings.IndexFunc(v, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }) < 0
}

func between(v string, least, most int64) bool {
	n, err := strconv.ParseInt(v, 10, 64)
	return err == nil && n >= least && n <= most
}

func isDecimal(v string) bool {
	_, err := money.Parse(v)
	return err == nil
}

// isCountry also allows the codes of the default list that no country has any more.
func isCountry(v string) bool {
	if len(v) != 2 || v != strings.ToUpper(v) {
		return false
	}
	_, err := directory.FindCountry(v)
	return err == nil || directory.DefaultAllow().Has(v)
}

func isCurrency(v string) bool {
	_, ok := directory.FindCurrency(v)
	return ok && v == strings.ToUpper(v)
}

func isBaseURL(v string) bool {
	u, err := url.Parse(v)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && u.User == nil && u.RawQuery == "" &&
		u.Fragment == ""
}

func isTrackingURL(v string) bool {
	u, err := url.Parse(strings.ReplaceAll(v, TrackingNumber, "0"))
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && strings.Contains(v, TrackingNumber)
}

func isOrigin(v string) bool {
	u, err := url.Parse(v)
	return isBaseURL(v) && err == nil && u.Path == "" && !strings.Contains(v, "*")
}

func isNetwork(v string) bool {
	_, address := netip.ParseAddr(v)
	_, network := netip.ParsePrefix(v)
	return address == nil || network == nil
}

// each returns a check of comma-separated lists. It ignores blanks around members and empty members; a list without members is not allowed.
func each(allows func(string) bool) func(string) bool {
	return func(v string) bool {
		members := directory.ParseCodes(v)
		return len(members) > 0 && !slices.ContainsFunc(members, func(m string) bool { return !allows(m) })
	}
}
