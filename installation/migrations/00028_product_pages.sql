-- +goose Up
-- The page of a list that is narrowed by marks is found in an index alone: by name, or by number with what is sorted by.
DROP INDEX read.product_views_name;
CREATE INDEX product_views_name ON read.product_views (store_id, lower(name), product_id) INCLUDE (name) WHERE enabled;
ALTER TABLE read.product_views DROP CONSTRAINT product_views_pkey,
    ADD PRIMARY KEY (store_id, product_id) INCLUDE (name, enabled);

-- +goose Down
ALTER TABLE read.product_views DROP CONSTRAINT product_views_pkey, ADD PRIMARY KEY (store_id, product_id);
DROP INDEX read.product_views_name;
CREATE INDEX product_views_name ON read.product_views (store_id, lower(name), product_id) WHERE enabled;
