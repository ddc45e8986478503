-- +goose Up
-- What carts need to know of how a product is sold, beyond its price.
ALTER TABLE read.product_views ADD COLUMN terms text NOT NULL DEFAULT '{}';

-- +goose Down
ALTER TABLE read.product_views DROP COLUMN terms;
