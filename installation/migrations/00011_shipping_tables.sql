-- +goose Up
-- Shipping rates of websites: one row for each table, since a table is read and replaced as a whole.
CREATE TABLE read.shipping_tables (
    website_id  bigint      NOT NULL,
    condition   text        COLLATE "C" NOT NULL,
    rates       text        NOT NULL,
    imported_at timestamptz NOT NULL,
    version     bigint      NOT NULL,
    PRIMARY KEY (website_id, condition)
);

-- +goose Down
DROP TABLE read.shipping_tables;
