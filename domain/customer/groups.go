package customer

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"tradelog/domain/fault"
	"tradelog/domain/record"
)

// Group is a group of customers with the same tax class and price rules.
type Group struct {
	ID         int64  `json:"id"`
	Code       string `json:"code" maxlength:"32" doc:"unique name of the group"`
	TaxClassID *int64 `json:"taxClassId" doc:"ID of the customer tax class"`
}

// The groups that every shop has: guests, and the fallback if a shop configures no default group.
const (
	GuestGroup   int64 = 0
	GeneralGroup int64 = 1
)

var Groups = record.KindOf[Group]("customergroup", "CustomerGroup")

// SeedGroups returns the groups of a new shop (shapes-customer §9).
func SeedGroups() []Group {
	retail := int64(3)
	var out []Group
	for id, code := range []string{"NOT LOGGED IN", "General", "Wholesale", "Retailer"} {
		out = append(out, Group{ID: int64(id), Code: code, TaxClassID: &retail})
	}
	return out
}

// The errors of groups. Messages of kind Precondition follow a prefix such as "Failed to create CustomerGroup: ".
var (
	ErrGroupCode   = fault.Invalidf("Customer group code is required.").About(fault.Required, "code")
	ErrGroupLength = fault.Invalidf("Customer group code must not exceed 32 characters.").About(fault.Length, "code")
	ErrGroupExists = fault.Preconditionf("Customer Group already exists.").About(fault.Taken, "code")
)

func ErrGroupFixed(code string) error {
	return fault.Preconditionf("The group \"%s\" cannot be deleted.", code)
}

func ErrNoGroup(id int64) error {
	return fault.Invalidf("Customer group %d does not exist", id).About(fault.Unknown, "groupId")
}

func (g Group) Normalise() Group {
	g.Code = strings.TrimSpace(g.Code)
	return g
}

// Compare orders groups by code, in any case.
func (g Group) Compare(other Group) int {
	return cmp.Or(cmp.Compare(strings.ToLower(g.Code), strings.ToLower(other.Code)), cmp.Compare(g.ID, other.ID))
}

func (g Group) Check() error {
	switch {
	case g.Code == "":
		return ErrGroupCode
	case utf8.RuneCountInString(g.Code) > 32:
		return ErrGroupLength
	}
	return nil
}
