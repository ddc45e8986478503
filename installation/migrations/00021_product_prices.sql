-- +goose Up
-- The least price of each product in each store view, for whom and when. Exactly one row of a product holds for a group on a day.
CREATE TABLE read.product_prices (
    store_id   bigint NOT NULL,
    product_id bigint NOT NULL,
    group_id   bigint NOT NULL, -- -1: every group that is not in others
    since      text COLLATE "C" NOT NULL, -- the first day
    until      text COLLATE "C" NOT NULL, -- the day after the last one
    others     bigint[] NOT NULL,
    price      numeric NOT NULL,
    PRIMARY KEY (store_id, product_id, group_id, since)
);
CREATE INDEX product_prices_price ON read.product_prices (store_id, price, product_id);
-- Whether websites have prices of their own, for the products projector.
CREATE TABLE read.product_price_scope (
    id          bigint  PRIMARY KEY,
    by_website  boolean NOT NULL
);

-- +goose Down
DROP TABLE read.product_price_scope;
DROP TABLE read.product_prices;
