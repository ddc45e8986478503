-- +goose Up
-- Prices of composites follow from the parts that can be bought. product_availability tells whether a product is in stock, and
-- whether its stock is managed, own_manage false: as the configuration says. product_holds has the lines of open reservations that sold a product out, if
-- their events are of the first version. The products projector is rebuilt, because its version changes.
CREATE TABLE read.product_availability (
    product_id bigint  PRIMARY KEY,
    in_stock   boolean NOT NULL,
    manage     boolean NOT NULL,
    own_manage boolean NOT NULL
);
CREATE TABLE read.product_holds (
    order_id bigint PRIMARY KEY,
    lines    text   NOT NULL
);
ALTER TABLE read.product_price_scope ADD COLUMN unmanaged boolean NOT NULL DEFAULT false;

-- +goose Down
ALTER TABLE read.product_price_scope DROP COLUMN unmanaged;
DROP TABLE read.product_availability, read.product_holds;
