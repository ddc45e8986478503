-- +goose Up
-- What is needed to find products whose stock is low. notify_qty is the product's own quantity below which it is low, NULL: that of the
-- configuration. low tells whether the own quantity is reached, NULL: compare available with the configuration. It is false if the product's
-- stock is not managed. managed is the product's own setting, NULL: that of the configuration. Rows from before the rebuild of the projector
-- have NULL in all three.
ALTER TABLE read.product_balances
    ADD COLUMN notify_qty numeric,
    ADD COLUMN managed    boolean,
    ADD COLUMN low        boolean;
CREATE INDEX product_balances_low ON read.product_balances (product_id) WHERE low;
CREATE INDEX product_balances_available ON read.product_balances (available) WHERE low IS NULL;

-- +goose Down
DROP INDEX read.product_balances_low, read.product_balances_available;
ALTER TABLE read.product_balances DROP COLUMN notify_qty, DROP COLUMN managed, DROP COLUMN low;
