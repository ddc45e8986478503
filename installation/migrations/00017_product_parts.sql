-- +goose Up
-- The sub-resources of a product, what the products cost that a composite is sold as, and which products those are.
ALTER TABLE read.product_views ADD COLUMN parts text NOT NULL DEFAULT '{}', ADD COLUMN offers text;
ALTER TABLE read.products ADD COLUMN child_ids bigint[] NOT NULL DEFAULT '{}';
-- A composite has stock without a level of its own. unmanaged: whether a product is to be had where stock is not managed by default.
ALTER TABLE read.product_stock ALTER COLUMN level DROP NOT NULL, ADD COLUMN unmanaged boolean NOT NULL DEFAULT true;
-- Products that are composites, disabled or gone, for the stock projector.
CREATE TABLE read.product_compositions (
    product_id bigint PRIMARY KEY,
    state      text   NOT NULL
);

-- +goose Down
DROP TABLE read.product_compositions;
DELETE FROM read.product_stock WHERE level IS NULL;
ALTER TABLE read.product_stock DROP COLUMN unmanaged, ALTER COLUMN level SET NOT NULL;
ALTER TABLE read.products DROP COLUMN child_ids;
ALTER TABLE read.product_views DROP COLUMN offers, DROP COLUMN parts;
