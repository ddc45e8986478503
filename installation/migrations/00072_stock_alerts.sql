-- +goose Up
-- Which customers wait for which products to be in stock again.
CREATE TABLE read.stock_alerts (
    id          bigint PRIMARY KEY,
    customer_id bigint NOT NULL,
    product_id  bigint NOT NULL,
    store_id    bigint NOT NULL,
    doc         text   NOT NULL,
    version     bigint NOT NULL
);
CREATE INDEX stock_alerts_customer ON read.stock_alerts (customer_id, id);
CREATE INDEX stock_alerts_product ON read.stock_alerts (product_id, store_id);

-- +goose Down
DROP TABLE read.stock_alerts;
