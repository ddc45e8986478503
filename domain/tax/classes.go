package tax

import (
	"strings"

	"tradelog/domain/fault"
	"tradelog/domain/record"
)

// Class is a class of products or customers with the same taxes.
type Class struct {
	ID   int64  `json:"id" about:"ID of the tax class"`
	Name string `json:"className" doc:"name; required to create a class"`
	Type string `json:"classType" enum:"PRODUCT,CUSTOMER" doc:"PRODUCT (the default) for products, CUSTOMER for customer groups"`
}

const ProductClass, CustomerClass = "PRODUCT", "CUSTOMER"

var (
	Classes        = record.KindOf[Class]("taxclass", "TaxClass")
	errClassName   = fault.Invalidf("Tax class name is required.").About(fault.Required, "className")
	errClassType   = fault.Invalidf("Tax class type must be PRODUCT or CUSTOMER.").About(fault.Choice, "classType")
	ErrClassExists = fault.Preconditionf("An error occurred while saving this tax class. A class with the same name already exists.").
			About(fault.Taken, "className")
)

func (c Class) Normalise() Class {
	c.Name = strings.TrimSpace(c.Name)
	return c
}

func (c Class) Check() error {
	return fault.All(fault.If(strings.TrimSpace(c.Name) == "", errClassName),
		fault.If(c.Type != ProductClass && c.Type != CustomerClass, errClassType))
}
