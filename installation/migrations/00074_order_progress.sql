-- +goose Up
-- How far the payment and the shipping of orders are: due, done, or empty if there is nothing to pay or to ship. Lists filter by both.
ALTER TABLE read.orders ADD COLUMN payment text COLLATE "C" NOT NULL DEFAULT '', ADD COLUMN shipping text COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX orders_shipping ON read.orders (shipping, payment, created_at DESC, id DESC);
CREATE INDEX orders_payment ON read.orders (payment, created_at DESC, id DESC);

-- +goose Down
ALTER TABLE read.orders DROP COLUMN payment, DROP COLUMN shipping;
