-- +goose Up
-- The transfer of another log into this one that has not ended. No row: the log is whole.
CREATE TABLE log_moves (
    single   boolean     PRIMARY KEY DEFAULT true CHECK (single),
    source   text        NOT NULL, -- ID of the other log
    until    bigint      NOT NULL, -- position of the other log that it goes up to
    began_at timestamptz NOT NULL
);

-- +goose Down
DROP TABLE log_moves;
