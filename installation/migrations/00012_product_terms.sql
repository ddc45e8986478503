-- +goose Up
-- The terms of sale of a product that carts need beside its price.
ALTER TABLE read.product_views ADD COLUMN terms text NOT NULL DEFAULT '{}';

-- +goose Down
ALTER TABLE read.product_views DROP COLUMN terms;
