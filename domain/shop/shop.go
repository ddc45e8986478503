// Package shop defines websites, store groups and store views. A website has its customers and a base currency. A group is an assortment
// with a root category. A store view has a language, and orders are placed in it.
package shop

import (
	"regexp"
	"slices"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/record"
)

type Website struct {
	ID             int64  `json:"id"`
	Code           string `json:"code" doc:"code"`
	Name           string `json:"name" doc:"name"`
	SortOrder      int    `json:"sortOrder" doc:"place among others: small numbers first"`
	DefaultGroupID int64  `json:"defaultGroupId" doc:"default store group; 0 for none"`
	IsDefault      bool   `json:"isDefault" input:"-"`
}

// Group is an assortment within a website.
type Group struct {
	ID             int64  `json:"id"`
	WebsiteID      int64  `json:"websiteId" doc:"website"`
	Name           string `json:"name" doc:"name"`
	RootCategoryID int64  `json:"rootCategoryId" doc:"root category"`
	DefaultStoreID int64  `json:"defaultStoreId" doc:"default store view; 0 for none"`
}

type Store struct {
	ID        int64  `json:"id"`
	Code      string `json:"code" doc:"code"`
	Name      string `json:"name" doc:"name"`
	WebsiteID int64  `json:"websiteId" input:"-"`
	GroupID   int64  `json:"groupId" doc:"store group, which decides the website"`
	IsActive  bool   `json:"isActive" doc:"whether it is on; new ones are"`
	SortOrder int    `json:"sortOrder" doc:"place among others: small numbers first"`
}

var (
	Websites = record.KindOf[Website]("website", "Website")
	Groups   = record.KindOf[Group]("storegroup", "StoreGroup")
	Stores   = record.KindOf[Store]("store", "Store")
	// Rates holds the exchange rates, one field for each pair such as "USD/EUR", in one record.
	Rates = &record.Kind{Name: "rates", Title: "Rates", Open: true}
)

// RatesStream is the stream of all exchange rates.
const RatesStream = "rates-1"

var codeShape = regexp.MustCompile(`^[a-z][a-z0-9_]{0,31}$`)

// checkCode returns an error for codes that cannot be used in a path or header.
func checkCode(code string) error {
	if !codeShape.MatchString(code) || code == AdminCode {
		return fault.Invalidf("The code %.40q must start with a letter and have only a-z, 0-9 and _ (at most 32)", code).
			About(fault.Format, "code")
	}
	return nil
}

// AdminCode is the code of the scope of all stores, which only the back office may use. Its ID is 0.
const AdminCode = "admin"

// AllID is the ID of the scope of all stores.
const AllID int64 = 0

// Assigned tells whether content with the given store views is shown in a store view. stores may contain AllID.
func Assigned(stores []int64, storeID int64) bool {
	return slices.Contains(stores, storeID) || slices.Contains(stores, AllID)
}

func EventSpecs() []domain.EventSpec {
	var specs []domain.EventSpec
	for _, k := range []*record.Kind{Websites, Groups, Stores, Rates} {
		specs = append(specs, k.EventSpecs()...)
	}
	return specs
}
