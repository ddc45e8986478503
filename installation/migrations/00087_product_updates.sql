-- +goose Up
-- product_updates has the time at which what a product shows changed last: the product itself, its stock, its parts, the products beside it,
-- its categories, or its price by the day. product_echoes has the products that an event changed in this way, although it is not theirs. The
-- feed of changes tells of them. beside_ids are the related products, up-sells and cross-sells of a product. The products projector is
-- rebuilt, because its version changes.
CREATE TABLE read.product_updates (
    product_id bigint      PRIMARY KEY,
    updated_at timestamptz NOT NULL
);
CREATE INDEX product_updates_updated ON read.product_updates (updated_at, product_id);
INSERT INTO read.product_updates SELECT id, date_trunc('second', updated_at) FROM read.products;
CREATE TABLE read.product_echoes (
    position    bigint      NOT NULL,
    product_id  bigint      NOT NULL,
    recorded_at timestamptz NOT NULL,
    PRIMARY KEY (position, product_id)
);
CREATE INDEX product_echoes_product ON read.product_echoes (product_id, position);
ALTER TABLE read.products ADD COLUMN beside_ids bigint[] NOT NULL DEFAULT '{}';

-- +goose Down
ALTER TABLE read.products DROP COLUMN beside_ids;
DROP TABLE read.product_echoes, read.product_updates;
