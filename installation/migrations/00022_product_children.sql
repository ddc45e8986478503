-- +goose Up
-- Which configurable product a variant is sold as.
CREATE INDEX products_children ON read.products USING gin (child_ids) WHERE child_ids <> '{}';

-- +goose Down
DROP INDEX read.products_children;
