-- +goose Up
-- Which custom options a product has, and which values these have: the legacy interface names options and values by number alone.
ALTER TABLE read.products ADD COLUMN option_ids bigint[] NOT NULL DEFAULT '{}', ADD COLUMN value_ids bigint[] NOT NULL DEFAULT '{}';
CREATE INDEX products_options ON read.products USING gin (option_ids) WHERE option_ids <> '{}';
CREATE INDEX products_option_values ON read.products USING gin (value_ids) WHERE value_ids <> '{}';

-- +goose Down
ALTER TABLE read.products DROP COLUMN value_ids, DROP COLUMN option_ids;
