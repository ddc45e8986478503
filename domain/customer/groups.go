package customer

import "tradelog/domain/fault"

// groups are those a shop starts with. Groups are not a resource of their own yet, so there are no others; this is the one
// place that knows.
var groups = map[int64]string{0: "NOT LOGGED IN", 1: "General", 2: "Wholesale", 3: "Retailer"}

// CheckGroup refuses a group that does not exist.
func CheckGroup(id int64) error {
	if _, ok := groups[id]; !ok {
		return fault.Invalidf("Customer group %d does not exist", id)
	}
	return nil
}
