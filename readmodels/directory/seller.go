package directory

import (
	"strings"

	"tradelog/domain/shop"
)

// SellerLacks tells what the particulars of the seller lack by law, such as "store view de: general/store_information/city". Store views in
// use are asked. The text is empty if nothing is lacking.
func (s *Shop) SellerLacks() string {
	var all []string
	for _, store := range s.Stores {
		if !store.IsActive {
			continue
		}
		if lacks := shop.SellerLacks(s.Settings.In(store.ID)); len(lacks) > 0 {
			all = append(all, "store view "+store.Code+": "+strings.Join(lacks, ", "))
		}
	}
	return strings.Join(all, "; ")
}
