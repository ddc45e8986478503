-- +goose Up
-- What the stock of a product was at any position: movements have the state after them, and stay when the product is deleted. level_at is the
-- position of the event that set the level, 0 for none. Rows from before the rebuild of the projector do not know it and have -1.
ALTER TABLE read.product_balances
    ADD COLUMN in_stock boolean NOT NULL DEFAULT false,
    ADD COLUMN level_at bigint  NOT NULL DEFAULT -1;
ALTER TABLE read.stock_movements
    ADD COLUMN in_stock boolean NOT NULL DEFAULT false,
    ADD COLUMN level_at bigint  NOT NULL DEFAULT -1;

-- +goose Down
DELETE FROM read.stock_movements WHERE level_at = 0 OR available_before = available_after AND reserved_before = reserved_after;
ALTER TABLE read.stock_movements DROP COLUMN in_stock, DROP COLUMN level_at;
ALTER TABLE read.product_balances DROP COLUMN in_stock, DROP COLUMN level_at;
DELETE FROM projection_checkpoints WHERE projector = 'inventory';
