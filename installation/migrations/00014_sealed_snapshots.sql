-- +goose Up
-- The seal of a snapshot is an HMAC with a key of the installation. Snapshots without a seal are dropped: their streams are
-- folded once.
TRUNCATE snapshots;
ALTER TABLE snapshots ADD COLUMN seal bytea NOT NULL;

-- +goose Down
ALTER TABLE snapshots DROP COLUMN seal;
