package folds

import (
	"tradelog/domain"
	"tradelog/domain/stockalert"
	"tradelog/readmodels/documents"
)

// StockAlert returns the stored form of an alert that a customer asked for.
func StockAlert(customerID int64, e stockalert.Asked, at domain.Times) documents.StockAlertRow {
	return documents.StockAlertRow{
		ID: e.AlertID, CustomerID: customerID, ProductID: e.ProductID, StoreID: e.StoreID, CreatedAt: documents.Time(at.Occurred),
	}
}
