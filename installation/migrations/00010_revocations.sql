-- +goose Up
-- Revocation requests, as customers see theirs and as the back office sees them.
CREATE TABLE read.revocations (
    id          bigint      PRIMARY KEY,
    order_id    bigint      NOT NULL,
    store_id    bigint      NOT NULL, -- of the order
    email       text        NOT NULL, -- lower case
    status      text        NOT NULL, -- empty before it was processed
    received_at timestamptz NOT NULL,
    doc         text        NOT NULL, -- for customers
    backend     text        NOT NULL, -- for the back office
    version     bigint      NOT NULL
);
CREATE INDEX revocations_received ON read.revocations (received_at, id);
CREATE INDEX revocations_email ON read.revocations (email, received_at, id);
CREATE INDEX revocations_order ON read.revocations (order_id);

-- +goose Down
DROP TABLE read.revocations;
