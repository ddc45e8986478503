package directory_test

import (
	"fmt"
	"strings"

	"tradelog/domain/directory"
	"tradelog/domain/fault"
)

func ExampleAddress_Normalise() {
	a := directory.Address{Firstname: " <b>Ada</b>", Street: []string{"Main Street 1\n2nd floor"}, CountryID: "us", Region: "CA"}.Normalise()
	fmt.Println(a.Firstname, "/", strings.Join(a.Street, " / "), "/", a.Region, a.RegionID, a.CountryID)
	// Output: Ada / Main Street 1 / 2nd floor / California 12 US
}

func ExampleAddress_Problems() {
	a := directory.Address{Firstname: "Ada", Lastname: "Lovelace", Street: []string{"Main Street 1"}, City: "Los Angeles", CountryID: "US"}
	rules := directory.Rules{StateRequired: directory.ParseCodes(directory.DefaultStateRequired)}
	fmt.Println("Please check shipping address information.")
	fmt.Println(fault.Joined("\n", a.Problems(rules)...))
	// Output:
	// Please check shipping address information.
	// Please enter the telephone number.
	// Please enter the zip/postal code.
	// Please enter the state/province.
}
