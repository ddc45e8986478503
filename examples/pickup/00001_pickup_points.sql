-- +goose Up
CREATE TABLE read.pickup_points (
    id       bigint PRIMARY KEY,
    document text   NOT NULL,
    version  bigint NOT NULL
);

-- +goose Down
DROP TABLE read.pickup_points;
