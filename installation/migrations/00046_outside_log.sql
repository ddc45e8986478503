-- +goose Up
-- The log of a shop whose events are in an event store outside of this database. No row: the events are here.
CREATE TABLE outside_log (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    log_id text    NOT NULL
);

-- +goose Down
DROP TABLE outside_log;
