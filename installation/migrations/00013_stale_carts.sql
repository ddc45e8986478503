-- +goose Up
-- Finds stale carts by store.
CREATE INDEX carts_stale ON read.carts (store_id, updated_at) WHERE active AND checkout_order IS NULL;

-- +goose Down
DROP INDEX read.carts_stale;
