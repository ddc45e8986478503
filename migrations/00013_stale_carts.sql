-- +goose Up
-- Carts that nobody has touched for long are looked for by store.
CREATE INDEX carts_stale ON read.carts (store_id, updated_at) WHERE active AND checkout_order IS NULL;

-- +goose Down
DROP INDEX read.carts_stale;
