package shop

import (
	"fmt"
	"strings"

	"tradelog/domain/fault"
)

// Use counts the references to a website, store group, store view or root category.
type Use struct {
	Count int64
	Name  string // such as "orders"
}

// InUse returns an error that lists the uses, nil without uses. refusal begins the message.
func InUse(refusal string, uses []Use) error {
	if len(uses) == 0 {
		return nil
	}
	named := make([]string, len(uses))
	for i, u := range uses {
		named[i] = fmt.Sprintf("%s (%d)", u.Name, u.Count)
	}
	return fault.Preconditionf("%s: it is used by %s", refusal, strings.Join(named, ", "))
}

func ErrNoWebsite(id int64) error { return fault.NotFoundf("There is no website %d", id) }
func ErrNoGroup(id int64) error   { return fault.NotFoundf("There is no store group %d", id) }
func ErrNoView(id int64) error    { return fault.NotFoundf("There is no store view %d", id) }

func (w Website) Check() error {
	if err := checkCode(w.Code); err != nil {
		return err
	}
	return checkName(w.Name)
}

func (g Group) Check() error { return checkName(g.Name) }

func (s Store) Check() error {
	if err := checkCode(s.Code); err != nil {
		return err
	}
	return checkName(s.Name)
}

// maxName is the limit of names of websites, groups and views, in bytes.
const maxName = 255

func checkName(name string) error {
	switch {
	case name == "":
		return fault.Invalidf("A name is required").About(fault.Required, "name")
	case len(name) > maxName:
		return fault.Invalidf("A name has at most %d bytes", maxName).About(fault.Length, "name")
	case strings.ContainsFunc(name, isControl):
		return fault.Invalidf("A name has no control characters").About(fault.Format, "name")
	}
	return nil
}

func isControl(r rune) bool { return r < 0x20 || r >= 0x7f && r < 0xa0 || r == 0x2028 || r == 0x2029 }
