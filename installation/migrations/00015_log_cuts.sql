-- +goose Up
-- Places where the log lost its newest events and an operator continued without them. Later positions name other events than
-- before, so tokens of an earlier epoch are valid only up to the cut.
CREATE TABLE log_cuts (
    epoch       integer     PRIMARY KEY, -- 1, 2, 3 ...
    position    bigint      NOT NULL,    -- of the last event that was left
    seal        bytea       NOT NULL,    -- of that event
    seen        bigint      NOT NULL,    -- the greatest position known to have been there
    accepted_at timestamptz NOT NULL DEFAULT now()
);

-- +goose Down
DROP TABLE log_cuts;
