-- +goose Up
-- Counts of orders know the progress of payment and shipping, too, so that lists by these need not count rows.
DROP TABLE read.order_counts;
CREATE TABLE read.order_counts (
    day         date   NOT NULL, -- of created_at
    store_id    bigint NOT NULL,
    state       text   COLLATE "C" NOT NULL,
    status      text   COLLATE "C" NOT NULL,
    payment     text   COLLATE "C" NOT NULL,
    shipping    text   COLLATE "C" NOT NULL,
    orders      bigint NOT NULL,
    PRIMARY KEY (day, store_id, state, status, payment, shipping)
);
INSERT INTO read.order_counts
    SELECT (created_at AT TIME ZONE 'UTC')::date, store_id, state, status, payment, shipping, count(*) FROM read.orders GROUP BY 1, 2, 3, 4, 5, 6;

-- +goose Down
DROP TABLE read.order_counts;
CREATE TABLE read.order_counts (
    day         date   NOT NULL,
    store_id    bigint NOT NULL,
    state       text   COLLATE "C" NOT NULL,
    status      text   COLLATE "C" NOT NULL,
    orders      bigint NOT NULL,
    PRIMARY KEY (day, store_id, state, status)
);
INSERT INTO read.order_counts
    SELECT (created_at AT TIME ZONE 'UTC')::date, store_id, state, status, count(*) FROM read.orders GROUP BY 1, 2, 3, 4;
