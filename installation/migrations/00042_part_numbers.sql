-- +goose Up
-- Shipments and invoices are found by their increment IDs.
CREATE INDEX shipments_increment ON read.shipments (substring(doc FROM '"incrementId":"([^"]*)"'));
CREATE INDEX invoices_increment ON read.invoices (substring(doc FROM '"incrementId":"([^"]*)"'));

-- +goose Down
DROP INDEX read.invoices_increment, read.shipments_increment;
