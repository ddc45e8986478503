-- +goose Up
-- Wishlists of customers with their items.
CREATE TABLE read.wishlists (
    id      bigint PRIMARY KEY, -- number of the customer
    items   text   NOT NULL,
    version bigint NOT NULL
);

-- +goose Down
DROP TABLE read.wishlists;
