-- +goose Up
-- Reviews of products, and how many stars the approved ones give. Store 0 counts the reviews of all store views.
CREATE TABLE read.reviews (
    id          bigint      PRIMARY KEY,
    product_id  bigint      NOT NULL,
    customer_id bigint      NOT NULL, -- the author
    store_ids   bigint[]    NOT NULL,
    status      text        NOT NULL,
    stars       bigint      NOT NULL,
    created_at  timestamptz NOT NULL,
    doc         text        NOT NULL,
    version     bigint      NOT NULL
);
CREATE INDEX reviews_product ON read.reviews (product_id, created_at, id) WHERE status = 'approved';
CREATE INDEX reviews_customer ON read.reviews (customer_id, created_at, id);
CREATE INDEX reviews_created ON read.reviews (created_at, id);

CREATE TABLE read.review_votes (
    product_id bigint NOT NULL,
    store_id   bigint NOT NULL,
    stars      bigint NOT NULL,
    reviews    bigint NOT NULL,
    PRIMARY KEY (product_id, store_id, stars)
);

-- +goose Down
DROP TABLE read.review_votes, read.reviews;
