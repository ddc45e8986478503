-- +goose Up
-- Subscribers of the newsletter, one for each e-mail address.
CREATE TABLE read.subscribers (
    id          bigint PRIMARY KEY,
    customer_id bigint NOT NULL, -- 0: a guest
    email       text   NOT NULL, -- lower case
    doc         text   NOT NULL,
    version     bigint NOT NULL
);
CREATE INDEX subscribers_customer ON read.subscribers (customer_id) WHERE customer_id <> 0;
CREATE INDEX subscribers_email ON read.subscribers (email);

-- +goose Down
DROP TABLE read.subscribers;
