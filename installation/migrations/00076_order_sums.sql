-- +goose Up
-- The sums of orders that are not cancelled, so that no page adds up orders: how many were placed, and their grand totals in ten-thousandths of
-- the currency. A slot is a quarter of an hour, because the days of all time zones begin with one.
CREATE TABLE read.order_sums (
    slot     timestamptz NOT NULL, -- beginning, of created_at
    store_id bigint NOT NULL,
    currency text   COLLATE "C" NOT NULL,
    figure   text   COLLATE "C" NOT NULL, -- orders or revenue
    amount   bigint NOT NULL,
    PRIMARY KEY (slot, store_id, currency, figure)
);

-- +goose Down
DROP TABLE read.order_sums;
