-- +goose Up
-- Where the log lost its newest events and an operator went on without them. Positions after a cut name other events than
-- before it, so tokens and notes of an earlier epoch count up to the cut alone.
CREATE TABLE log_cuts (
    epoch       integer     PRIMARY KEY, -- 1, 2, 3 ...
    position    bigint      NOT NULL,    -- of the last event that was left
    seal        bytea       NOT NULL,    -- of that event
    seen        bigint      NOT NULL,    -- the greatest position known to have been there
    accepted_at timestamptz NOT NULL DEFAULT now()
);

-- +goose Down
DROP TABLE log_cuts;
