-- +goose Up
-- Values of user-defined attributes, and what products are counted and filtered by.
ALTER TABLE read.product_views ADD COLUMN custom text NOT NULL DEFAULT '{}'; -- values of user-defined attributes by code
ALTER TABLE read.product_views ADD COLUMN facets text[] COLLATE "C" NOT NULL DEFAULT '{}'; -- chosen values, such as color=7
CREATE INDEX product_views_facets ON read.product_views USING gin (facets);

-- +goose Down
ALTER TABLE read.product_views DROP COLUMN custom, DROP COLUMN facets;
