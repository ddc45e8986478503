-- +goose Up
-- What an order is found by: its number, the e-mail address and names of its buyer, and the names and SKUs of its lines, in lower case. It is a
-- table of its own, because it rarely changes: updates of orders must not write its index.
CREATE TABLE read.order_words (
    order_id bigint PRIMARY KEY,
    words    text   NOT NULL
);
-- +goose StatementBegin
DO $$
BEGIN
    CREATE INDEX order_words_like ON read.order_words USING gin (words public.gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
    RAISE NOTICE 'pg_trgm is not available: %', SQLERRM;
END
$$;
-- +goose StatementEnd

-- +goose Down
DROP TABLE read.order_words;
