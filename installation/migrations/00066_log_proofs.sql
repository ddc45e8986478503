-- +goose Up
-- Signed checkpoints of the log. Each covers the positions after the one before, so each event is in exactly one.
CREATE TABLE log_checkpoints (
    position      bigint      PRIMARY KEY,     -- the last one that it covers
    from_position bigint      NOT NULL UNIQUE, -- it covers those after
    seal          bytea       NOT NULL,        -- of the event at position
    root          bytea       NOT NULL,        -- of the Merkle tree over the seals of the range
    blocks        bytea       NOT NULL,        -- roots of its blocks, so that a path needs the seals of one block alone
    signed_at     timestamptz NOT NULL,
    signature     bytea       NOT NULL,
    published_at  timestamptz                  -- null: not yet
);
CREATE INDEX log_checkpoints_unpublished ON log_checkpoints (position) WHERE published_at IS NULL;

-- How far the log was verified in the background. No row: nothing yet.
CREATE TABLE log_verification (
    single          boolean     PRIMARY KEY DEFAULT true CHECK (single),
    position        bigint      NOT NULL, -- verified up to here
    seal            bytea       NOT NULL, -- of the event there
    verified_at     timestamptz NOT NULL,
    again_position  bigint      NOT NULL, -- events up to here were verified once more, in the present round
    again_seal      bytea       NOT NULL,
    broken_position bigint,               -- the first position whose seal is broken; null: none
    damage          text
);

-- +goose Down
DROP TABLE log_verification;
DROP TABLE log_checkpoints;
