-- +goose Up
-- A snapshot is sealed with a key of the installation over what it is of, where it stands and what it says. Those without are
-- of no use; the streams are folded once.
TRUNCATE snapshots;
ALTER TABLE snapshots ADD COLUMN seal bytea NOT NULL;

-- +goose Down
ALTER TABLE snapshots DROP COLUMN seal;
