-- +goose Up
-- Exports for bookkeeping read what has changed since a position, in the order of the log.
CREATE INDEX orders_version ON read.orders (version, id);
CREATE INDEX invoices_version ON read.invoices (version, id);
CREATE INDEX credit_memos_version ON read.credit_memos (version, id);

-- +goose Down
DROP INDEX read.credit_memos_version, read.invoices_version, read.orders_version;
