-- +goose Up
-- The entries of address books, each as its operations show it. The accounts they belong to hold them as well.
CREATE TABLE read.customer_addresses (
    id          bigint PRIMARY KEY,
    customer_id bigint NOT NULL,
    telephone   text   NOT NULL, -- as it was given
    digits      text   NOT NULL, -- the digits of the telephone number
    doc         text   NOT NULL
);
CREATE INDEX customer_addresses_customer ON read.customer_addresses (customer_id, id);
CREATE INDEX customer_addresses_telephone ON read.customer_addresses (telephone text_pattern_ops);
CREATE INDEX customer_addresses_digits ON read.customer_addresses (digits text_pattern_ops);
ALTER TABLE read.customers DROP COLUMN telephones;

-- +goose Down
ALTER TABLE read.customers ADD COLUMN telephones text[] NOT NULL DEFAULT '{}';
ALTER TABLE read.customers ALTER COLUMN telephones DROP DEFAULT;
DROP TABLE read.customer_addresses;
