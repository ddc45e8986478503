package directory

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tradelog/domain/fault"
)

// Address is a postal address of a cart, an order (shapes-sales §0.4) or an address book (shapes-customer §3.2). The zero value of a
// field means that it is not given. The JSON names are those in stored events, and must not change.
type Address struct {
	Firstname  string   `json:"firstname,omitempty"`
	Lastname   string   `json:"lastname,omitempty"`
	Prefix     string   `json:"prefix,omitempty"`
	Middlename string   `json:"middlename,omitempty"`
	Suffix     string   `json:"suffix,omitempty"`
	Company    string   `json:"company,omitempty"`
	Street     []string `json:"street,omitempty"`
	City       string   `json:"city,omitempty"`
	Region     string   `json:"region,omitempty"`
	RegionID   int64    `json:"regionId,omitempty"`
	Postcode   string   `json:"postcode,omitempty"`
	CountryID  string   `json:"countryId,omitempty"`
	Telephone  string   `json:"telephone,omitempty"`
	Fax        string   `json:"fax,omitempty"`
	VatID      string   `json:"vatId,omitempty"`
	Email      string   `json:"email,omitempty"`
	// EntryID is the entry of the customer's address book that an address of a cart or an order was copied from; 0 for none.
	EntryID int64 `json:"customerAddressId,omitempty"`
}

// Limits of the texts of an address, in characters (shapes-sales §0.4).
const (
	maxText      = 255 // names, company, city, region, a street line; and the VAT ID, for which the sheet has no limit
	maxPostcode  = 20
	maxTelephone = 50 // also of fax
)

// Normalise returns the form in which an address of a cart or an order is stored (shapes-sales §0.4, rest-v2 §4.7 rule 1). It removes
// HTML tags, control characters, invalid UTF-8 and surrounding blanks from every text. Street lines with line breaks become several
// lines. Texts are cut to their limits at a character; e-mail and country are not, because a shorter one would be another's.
//
// Without a region ID, the region is looked up by code and then by name in the country's fixed list; a match sets the ID. A region ID of
// that country sets the region's canonical name. Any other region, also an ID of another country, is kept as it was given.
//
// Normalise is idempotent, and no text but the region grows. It does not modify the receiver or its street lines.
func (a Address) Normalise() Address {
	a = a.tidy(func(text string, most int) string { return cut(cleanText(text), most) }, StripTags)
	if r, ok := a.region(); ok {
		a.RegionID, a.Region = r.ID, r.Name
	}
	return a
}

// Entry returns the form in which an address book stores an address (shapes-customer §3.4):
//
//   - Control characters, invalid UTF-8 and surrounding blanks are removed from every text. HTML tags are kept as text.
//   - A street line with line breaks becomes several lines; blank lines are removed.
//   - The country code is in upper case.
//   - Nothing is cut: TooLong refuses long texts.
//
// A region that is the number of one of the country's regions counts as its ID. An ID of the country sets the region's
// canonical name; an ID of another country is kept. Any other text is kept, and not looked up. EntryID is cleared.
//
// Entry is idempotent, and no text but the region grows. It does not modify the receiver or its street lines.
func (a Address) Entry() Address {
	a = a.tidy(func(text string, _ int) string { return cleanKeepingTags(text) }, func(street string) string { return street })
	a.EntryID = 0
	id := a.RegionID
	if n, err := strconv.ParseInt(a.Region, 10, 64); err == nil && id == 0 {
		id = n
	}
	if r, ok := RegionIn(a.CountryID, id); ok {
		a.RegionID, a.Region = r.ID, r.Name
	}
	return a
}

// Equal reports whether two addresses are the same in every part.
func (a Address) Equal(b Address) bool {
	return slices.Equal(a.Street, b.Street) && reflect.DeepEqual(a.withoutStreet(), b.withoutStreet())
}

func (a Address) withoutStreet() Address {
	a.Street = nil
	return a
}

// part is a text of an address with its limit in characters.
type part struct {
	name  string
	text  *string
	limit int
}

// parts returns the texts of an address that have a limit, without the street.
func (a *Address) parts() []part {
	return []part{
		{"firstname", &a.Firstname, maxText}, {"lastname", &a.Lastname, maxText}, {"prefix", &a.Prefix, maxText},
		{"middlename", &a.Middlename, maxText}, {"suffix", &a.Suffix, maxText}, {"company", &a.Company, maxText}, {"city", &a.City, maxText},
		{"region", &a.Region, maxText}, {"vatId", &a.VatID, maxText}, {"postcode", &a.Postcode, maxPostcode},
		{"telephone", &a.Telephone, maxTelephone}, {"fax", &a.Fax, maxTelephone},
	}
}

// tidy replaces each text by the result of tidied, which gets the text and its limit. whole changes the street before it is split into
// lines.
func (a Address) tidy(tidied func(text string, most int) string, whole func(street string) string) Address {
	for _, p := range a.parts() {
		*p.text = tidied(*p.text, p.limit)
	}
	a.Street = streetLines(a.Street, tidied, whole)
	a.Email = tidied(a.Email, math.MaxInt)
	a.CountryID = strings.Map(upperRune, tidied(a.CountryID, math.MaxInt))
	a.RegionID = max(a.RegionID, 0)
	return a
}

// TooLong returns an error if a text is longer than its limit. The message names the first such text.
func (a Address) TooLong() error {
	var wrong fault.Several
	for _, p := range a.parts() {
		wrong.Add(tooLong(fault.Name(p.name), p.name, *p.text, p.limit))
	}
	for i, line := range a.Street {
		wrong.Add(tooLong("A line of street", fault.Element("street", i), line, maxText))
	}
	return wrong.Err()
}

func tooLong(name any, field, text string, limit int) error {
	n := utf8.RuneCountInString(text)
	if n <= limit {
		return nil
	}
	return fault.Invalidf("%s has %d characters; at most %d are allowed", name, n, limit).About(fault.Length, field)
}

// region returns the region of the country's fixed list that the address names, by ID if it has one.
func (a Address) region() (Region, bool) {
	if a.RegionID != 0 {
		return RegionIn(a.CountryID, a.RegionID)
	}
	return ResolveRegion(a.CountryID, a.Region)
}

func streetLines(street []string, tidied func(text string, most int) string, whole func(street string) string) []string {
	var lines []string
	for _, text := range street {
		text = whole(strings.ToValidUTF8(text, "")) // before splitting, because a tag may span lines
		for line := range strings.FieldsFuncSeq(text, isLineBreak) {
			if line = tidied(line, maxText); line != "" {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

func isLineBreak(r rune) bool { return r == '\n' || r == '\r' }

func upperRune(r rune) rune {
	if 'a' <= r && r <= 'z' {
		return r - 'a' + 'A'
	}
	return r
}
