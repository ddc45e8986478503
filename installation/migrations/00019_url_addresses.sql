-- +goose Up
-- The URL keys of products and categories, those of before included: an address that has changed redirects to the new one.
CREATE TABLE read.url_addresses (
    kind      text     COLLATE "C" NOT NULL, -- product or category
    id        bigint   NOT NULL,
    parent_id bigint   NOT NULL,             -- the category above a category; 0 for products
    key       text     COLLATE "C" NOT NULL,
    stores    bigint[] NOT NULL,             -- where it is the address now: 0 for all stores, or store views; empty: it was once
    version   bigint   NOT NULL,
    PRIMARY KEY (kind, id, parent_id, key)
);
CREATE INDEX url_addresses_key ON read.url_addresses (kind, key, parent_id);

-- +goose Down
DROP TABLE read.url_addresses;
DELETE FROM projection_checkpoints WHERE projector = 'addresses';
