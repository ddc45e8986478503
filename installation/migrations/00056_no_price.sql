-- +goose Up
-- Products without a price have none in the index of prices, and come last in both directions.
ALTER TABLE read.product_prices ALTER COLUMN price DROP NOT NULL;
CREATE INDEX product_prices_dearest ON read.product_prices (store_id, price DESC NULLS LAST, product_id DESC);

-- +goose Down
DROP INDEX read.product_prices_dearest;
DELETE FROM read.product_prices WHERE price IS NULL;
ALTER TABLE read.product_prices ALTER COLUMN price SET NOT NULL;
DELETE FROM projection_checkpoints WHERE projector = 'products';
