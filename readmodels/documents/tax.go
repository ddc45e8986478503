package documents

import (
	"tradelog/domain/money"
)

// TaxRate is a tax rate as the API shows it (shapes-customer §8.2).
type TaxRate struct {
	Type         string         `json:"@type"`
	ID           int64          `json:"id"`
	Code         string         `json:"code" about:"code that programs name it by"`
	TaxCountryID string         `json:"taxCountryId" doc:"ISO 3166-1 alpha-2"`
	TaxRegionID  int64          `json:"taxRegionId" doc:"number of the region; 0 for the whole country"`
	TaxPostcode  string         `json:"taxPostcode" doc:"* for all, 90* for those that begin so, from-to for a range"`
	Rate         money.Decimal  `json:"rate" doc:"per cent"`
	ZipIsRange   *bool          `json:"zipIsRange,omitempty" about:"whether the postcodes are a range of numbers"`
	ZipFrom      *string        `json:"zipFrom,omitempty" about:"first postcode of the range"`
	ZipTo        *string        `json:"zipTo,omitempty" about:"last postcode of the range"`
	Titles       []TaxRateTitle `json:"titles" doc:"what the rate is called in store views"`
	Extensions   Extensions     `json:"extensions"`
}

type TaxRateTitle struct {
	StoreID int64  `json:"storeId" about:"number of the store view"`
	Title   string `json:"title" doc:"what the rate is called in the store view"`
}

// CustomerGroup is a customer group as the API shows it (shapes-customer §9).
type CustomerGroup struct {
	Type         string     `json:"@type"`
	ID           int64      `json:"id"`
	Code         string     `json:"code" about:"code that programs name it by"`
	TaxClassID   *int64     `json:"taxClassId,omitempty" about:"number of the tax class; 0 for none"`
	TaxClassName *string    `json:"taxClassName,omitempty" doc:"absent when the class does not exist"`
	Extensions   Extensions `json:"extensions"`
}
