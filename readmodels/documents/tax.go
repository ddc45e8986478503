package documents

import (
	"tradelog/domain/money"
)

// TaxRate is a tax rate as the API shows it (shapes-customer §8.2).
type TaxRate struct {
	Type         string         `json:"@type"`
	ID           int64          `json:"id" about:"ID of the tax rate"`
	Code         string         `json:"code" about:"code"`
	TaxCountryID string         `json:"taxCountryId" doc:"ISO 3166-1 alpha-2 code of the country"`
	TaxRegionID  int64          `json:"taxRegionId" doc:"ID of the region; 0 for the whole country"`
	TaxPostcode  string         `json:"taxPostcode" doc:"postcode; * matches all, 90* those that begin with 90, from-to a range"`
	Rate         money.Decimal  `json:"rate" doc:"tax rate in percent"`
	ZipIsRange   *bool          `json:"zipIsRange,omitempty" about:"whether zipFrom and zipTo are a range of postcodes"`
	ZipFrom      *string        `json:"zipFrom,omitempty" about:"first postcode of the range"`
	ZipTo        *string        `json:"zipTo,omitempty" about:"last postcode of the range"`
	Titles       []TaxRateTitle `json:"titles" doc:"names of the rate per store view"`
	Extensions   Extensions     `json:"extensions"`
}

type TaxRateTitle struct {
	StoreID int64  `json:"storeId" about:"ID of the store view"`
	Title   string `json:"title" doc:"name of the rate in the store view"`
}

// CustomerGroup is a customer group as the API shows it (shapes-customer §9).
type CustomerGroup struct {
	Type         string     `json:"@type"`
	ID           int64      `json:"id" about:"ID of the customer group"`
	Code         string     `json:"code" about:"code"`
	TaxClassID   *int64     `json:"taxClassId,omitempty" about:"ID of the tax class; 0 for none"`
	TaxClassName *string    `json:"taxClassName,omitempty" doc:"name of the tax class; absent if it does not exist"`
	Extensions   Extensions `json:"extensions"`
}
